//! What the simulator counted: the lines of its report.

use serde_json::Value;

/// Accesses of one kind of memory.
#[derive(Clone, Default)]
pub struct Access {
    pub accesses: f64,
    pub sectors: f64,
    pub bytes_used: f64,
    stores: f64,
    /// Sectors that the first cache passes on, those that memory moves, and loads that wait for these.
    pub passed_sectors: f64,
    pub memory_sectors: f64,
    pub passed_loads: f64,
    pub memory_loads: f64,
}

impl Access {
    fn add(&mut self, json: &Value) {
        self.accesses += number(json, "accesses");
        self.sectors += number(json, "sectors");
        self.bytes_used += number(json, "bytes_used");
        self.stores += number(json, "stores");
        self.passed_sectors += number(json, "passed_sectors");
        self.memory_sectors += number(json, "memory_sectors");
        self.passed_loads += number(json, "passed_loads");
        self.memory_loads += number(json, "memory_loads");
    }

    pub fn loads(&self) -> f64 {
        self.accesses - self.stores
    }

    pub fn bytes_moved(&self) -> f64 {
        32.0 * self.sectors
    }

    /// The share of moved bytes that a lane asked for.
    pub fn used(&self) -> f64 {
        share(self.bytes_used, self.bytes_moved())
    }

    pub fn sectors_each(&self) -> f64 {
        share(self.sectors, self.accesses)
    }
}

/// Sums over launches.
#[derive(Clone, Default)]
pub struct Counts {
    pub warp_instructions: f64,
    lane_instructions: f64,
    operand_instructions: f64,
    useful_lanes: f64,
    branches: f64,
    divergent_branches: f64,
    pub shared_accesses: f64,
    pub shared_conflicts: f64,
    calls: f64,
    functions: f64,
    pub global: Access,
    pub local: Access,
}

impl Counts {
    /// Adds what one line of the report says.
    pub fn add(&mut self, line: &str) -> Result<(), String> {
        let json: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
        self.warp_instructions += number(&json, "warp_instructions");
        self.lane_instructions += number(&json, "lane_instructions");
        self.operand_instructions += number(&json, "operand_instructions");
        self.useful_lanes += number(&json, "useful_lanes");
        self.branches += number(&json, "branches");
        self.divergent_branches += number(&json, "divergent_branches");
        self.shared_accesses += number(&json, "shared_accesses");
        self.shared_conflicts += number(&json, "shared_conflicts");
        self.calls += number(&json, "calls");
        self.functions = number(&json, "functions_in_all");
        self.global.add(&json["global"]);
        self.local.add(&json["local"]);
        Ok(())
    }

    /// Accesses of words that were spilled, if the assembler spreads so many bytes evenly over all functions and each call moves what its
    /// function has of them.
    pub fn spills(&self, bytes: f64) -> f64 {
        share(bytes / 4.0, self.functions) * self.calls
    }

    /// Lanes of 32 that take part in an instruction.
    pub fn active(&self) -> f64 {
        share(self.lane_instructions, self.warp_instructions)
    }

    /// Lanes that do not all do the same.
    pub fn useful(&self) -> f64 {
        share(self.useful_lanes, self.operand_instructions)
    }

    pub fn divergent(&self) -> f64 {
        share(self.divergent_branches, self.branches)
    }
}

fn number(json: &Value, name: &str) -> f64 {
    json[name].as_f64().unwrap_or(0.0)
}

fn share(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { part / whole }
}
