//! What `batt selftest` found, for people and for machines.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::output::{plural, printable};

/// Differences shown of each part.
const SHOWN: usize = 10;

/// How many results were equal, and which were not.
#[derive(Default, Debug)]
pub struct Tally {
    /// Results that are the CPU engine's.
    pub equal: usize,
    /// Results that are not.
    pub different: usize,
    /// The first of those, in words.
    pub shown: Vec<String>,
    /// What the device left to the CPU, by reason.
    pub handed_back: BTreeMap<String, u64>,
}

impl Tally {
    /// Counts a difference.
    pub fn differs(&mut self, text: String) {
        self.different += 1;
        if self.shown.len() < SHOWN {
            self.shown.push(text);
        }
    }

    /// Counts what was left to the CPU.
    pub fn hand_back(&mut self, why: &str, count: u64) {
        *self.handed_back.entry(why.to_string()).or_default() += count;
    }

    /// Adds the counts of another comparison, whose differences are marked.
    pub fn add(&mut self, other: Tally, mark: &str) {
        self.equal += other.equal;
        let told = other.shown.len();
        other.shown.into_iter().for_each(|text| self.differs(format!("{text} ({mark})")));
        self.different += other.different - told;
        other.handed_back.iter().for_each(|(why, &count)| self.hand_back(why, count));
    }

    /// The counts in words.
    pub fn words(&self) -> String {
        let back: u64 = self.handed_back.values().sum();
        let back = if back == 0 { String::new() } else { format!(", {back} left to the CPU") };
        format!("{} equal, {} different{back}", self.equal, self.different)
    }

    /// The counts for machines.
    pub fn json(&self) -> Value {
        json!({
            "equal": self.equal, "different": self.different,
            "handed_back": self.handed_back, "differences": self.shown,
        })
    }
}

/// A report that is written section by section.
#[derive(Default)]
pub struct Report {
    text: String,
    json: Map<String, Value>,
    failures: Vec<String>,
    /// Calls, and programs on samples, that were equal.
    pub compared: (usize, usize),
}

impl Report {
    /// Starts a section.
    pub fn head(&mut self, title: &str) {
        let gap = if self.text.is_empty() { "" } else { "\n" };
        self.text += &format!("{gap}{title}\n");
    }

    /// Writes a line of a section.
    pub fn line(&mut self, text: &str) {
        self.text += &format!("  {}\n", printable(text));
    }

    /// Adds a section for machines.
    pub fn value(&mut self, name: &str, value: Value) {
        self.json.insert(name.to_string(), value);
    }

    /// Notes something that must not be.
    pub fn fail(&mut self, what: &str) {
        self.line(&format!("FAILED: {what}"));
        self.failures.push(printable(what));
    }

    /// Tells machines why the command ends with a failure.
    pub fn error(&mut self, failure: &Failure) {
        self.value("error", json!(failure.message));
        self.value("hint", json!(failure.hint));
    }

    /// Writes the counts of a comparison, and the differences.
    pub fn tally(&mut self, name: &str, tally: &Tally) {
        self.line(&format!("{name}: {}", tally.words()));
        for (why, count) in &tally.handed_back {
            self.line(&format!("    {why}: {count}"));
        }
        for difference in &tally.shown {
            self.line(&format!("    {difference}"));
        }
        if tally.different > 0 {
            let count = plural(tally.different as u64, "difference");
            self.fail(&format!("{name}: {count}"));
        }
    }

    /// Whether all is well so far.
    pub fn is_good(&self) -> bool {
        self.failures.is_empty()
    }

    /// Ends the report with a verdict on what was tested.
    pub fn verdict(&mut self, what: &str) {
        let (calls, programs) = self.compared;
        let verdict = if self.is_good() {
            let programs = match programs {
                0 => String::new(),
                n => format!(" and {n} programs on samples"),
            };
            format!("PASS: {what}: {calls} calls{programs} are right, none is wrong")
        } else {
            format!("FAIL: {what}: {}", self.failures.join("; "))
        };
        self.text += &format!("\nverdict: {verdict}\n");
        self.value("passed", json!(self.is_good()));
        self.value("failures", json!(self.failures));
        self.value("verdict", json!(verdict));
    }

    /// The report for people.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The report for machines.
    pub fn json(&self) -> Value {
        Value::Object(self.json.clone())
    }
}
