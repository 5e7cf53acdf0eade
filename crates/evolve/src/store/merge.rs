//! Joining stores of several machines.
//!
//! Every choice between two rows looks at what they hold, never at which store they came from, and
//! prefers one of the two whole. So merging is the same in any order, and merging something
//! again changes nothing.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{Connection, Row, params};

use super::error::{Checked, Problem};
use super::record::RunRow;
use super::{RunId, RunKey, differs, join, runs, sql, tasks};

/// What a merge brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Merged {
    /// Programs that were not in the store.
    pub programs: u64,
    /// Results that are in the store now and were not before.
    pub results: u64,
    /// Runs that were not in the store.
    pub runs: u64,
}

/// Numbers of rows there and here.
type Numbers = HashMap<i64, i64>;

/// Brings everything of another store into this one.
pub fn merge(here: &Connection, there: &Connection) -> Checked<Merged> {
    let before = counts(here)?;
    let mut merge = Merge::new(here, there, merge_tasks(here, there)?);
    merge.versions()?;
    merge.programs()?;
    merge.runs()?;
    merge.generations()?;
    merge.lineage()?;
    merge.results()?;
    merge.differs()?;
    let after = counts(here)?;
    Ok(Merged {
        programs: after.programs - before.programs,
        // Those that made room are not counted against those that came.
        results: (after.results + merge.evicted).saturating_sub(before.results),
        runs: after.runs - before.runs,
    })
}

fn counts(conn: &Connection) -> Checked<Merged> {
    let sql = "SELECT (SELECT count(*) FROM programs), (SELECT count(*) FROM results),
        (SELECT count(*) FROM runs)";
    let read = |row: &Row<'_>| {
        let [programs, results, runs] = [0, 1, 2].map(|column| sql::number_at(row, column));
        Ok(Merged { programs: programs?, results: results?, runs: runs? })
    };
    Ok(sql::first(conn, sql, [], read)?.unwrap_or_default())
}

fn merge_tasks(here: &Connection, there: &Connection) -> Checked<Numbers> {
    let mut numbers = Numbers::new();
    let mut differing = Vec::new();
    sql::each(there, "SELECT id, name, fingerprint, data FROM tasks ORDER BY name", |row| {
        let name: String = row.get(1)?;
        numbers.insert(row.get(0)?, tasks::put(here, &name)?);
        if row.get::<_, Option<[u8; 16]>>(2)?.is_none() {
            return Ok(());
        }
        let (theirs, data) = (sql::hash_at(row, 2)?, row.get::<_, Option<String>>(3)?);
        match tasks::fingerprint(here, &name)? {
            None => tasks::remember(here, &name, theirs, &data.unwrap_or_default())?,
            Some(ours) if ours != theirs => differing.push(name),
            Some(_) => {}
        }
        Ok(())
    })?;
    if differing.is_empty() { Ok(numbers) } else { Err(Problem::TasksDiffer(differing)) }
}

struct Merge<'c> {
    here: &'c Connection,
    there: &'c Connection,
    tasks: Numbers,
    versions: Numbers,
    programs: Numbers,
    runs: Numbers,
    evicted: u64,
}

impl<'c> Merge<'c> {
    fn new(here: &'c Connection, there: &'c Connection, tasks: Numbers) -> Merge<'c> {
        let (versions, programs, runs) = Default::default();
        Merge { here, there, tasks, versions, programs, runs, evicted: 0 }
    }

    fn versions(&mut self) -> Checked {
        let sql = "SELECT id, engine, data, data_version FROM versions";
        sql::each(self.there, sql, |row| {
            let made = super::record::Made {
                engine: row.get(1)?,
                data: row.get(2)?,
                data_version: row.get(3)?,
            };
            self.versions.insert(row.get(0)?, super::kept::version(self.here, &made)?);
            Ok(())
        })
    }

    fn programs(&mut self) -> Checked {
        // Of two names of one program the first in the alphabet stays.
        let put = "INSERT INTO programs (hash, dialect, name, body, size)
            VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (hash) DO UPDATE SET name = ?3 WHERE ?3 < name";
        let sql = "SELECT id, hash, dialect, name, body, size FROM programs ORDER BY id";
        sql::each(self.there, sql, |row| {
            let hash: [u8; 16] = row.get(1)?;
            let (name, body) = (row.get_ref(3)?.as_str(), row.get_ref(4)?.as_str());
            let (name, body) = (name.map_err(unreadable)?, body.map_err(unreadable)?);
            let (dialect, size): (i64, u32) = (row.get(2)?, row.get(5)?);
            sql::run(self.here, put, params![hash, dialect, name, body, size])?;
            let sql = "SELECT id FROM programs WHERE hash = ?1";
            let here = sql::first(self.here, sql, [hash], |row| row.get(0))?;
            self.programs.insert(row.get(0)?, here.unwrap_or_default());
            Ok(())
        })
    }

    /// The same run in both stores: the one that came further holds all of the other.
    fn runs(&mut self) -> Checked {
        let sql = "SELECT id, key FROM runs ORDER BY id";
        let theirs = sql::all(self.there, sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for (id, key) in theirs {
            let (id, key): (i64, RunKey) = (id, key);
            let run = runs::get(self.there, RunId(id))?;
            let here = match runs::by_key(self.here, &key)? {
                Some(here) => here,
                None => runs::insert(self.here, &key, false, &RunRow { plan: None, ..run })?,
            };
            self.runs.insert(id, here);
            self.further(id, here)?;
            self.pool(id, here)?;
        }
        Ok(())
    }

    fn further(&self, there: i64, here: i64) -> Checked {
        let sql = "SELECT generation, finished, counters FROM runs WHERE id = ?1";
        let read = |row: &Row<'_>| {
            let row: (Option<i64>, bool, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok(row)
        };
        let ours = sql::first(self.here, sql, [here], read)?;
        let theirs = sql::first(self.there, sql, [there], read)?;
        let further = theirs > ours;
        if let Some((generation, finished, counters)) = theirs.filter(|_| further) {
            let sql = "UPDATE runs SET generation = ?2, finished = ?3, counters = ?4 WHERE id = ?1";
            sql::run(self.here, sql, params![here, generation, finished, counters])?;
        }
        Ok(())
    }

    fn pool(&self, there: i64, here: i64) -> Checked {
        let sql = "SELECT place, program FROM pool WHERE run = ?1";
        for (place, program) in
            sql::all(self.there, sql, [there], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?
        {
            let sql = "INSERT INTO pool VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
            sql::run(self.here, sql, params![here, place, number(&self.programs, program)?])?;
        }
        Ok(())
    }

    fn generations(&mut self) -> Checked {
        let put = "INSERT INTO statistics VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            ON CONFLICT (run, generation) DO UPDATE SET candidates = ?3, candidate_samples = ?4,
            mutants = ?5, mutants_ok = ?6, mutants_changed = ?7, new_programs = ?8, seconds = ?9,
            counters = ?10 WHERE ?10 < counters";
        sql::each(self.there, "SELECT * FROM statistics", |row| {
            let mut values = values(row, 10)?;
            values[0] = number(&self.runs, row.get(0)?)?.into();
            sql::run(self.here, put, rusqlite::params_from_iter(values))?;
            Ok(())
        })?;
        let put = "INSERT INTO progress VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (run, task, generation) DO UPDATE
            SET best = max(best, ?4), solved = max(solved, ?5), demo_count = max(demo_count, ?6),
            until = ifnull(max(until, ?7), ifnull(until, ?7))";
        sql::each(self.there, "SELECT * FROM progress", |row| {
            let mut values = values(row, 7)?;
            values[0] = number(&self.runs, row.get(0)?)?.into();
            values[1] = number(&self.tasks, row.get(1)?)?.into();
            if let Some(until) = row.get(6)? {
                values[6] = number(&self.runs, until)?.into();
            }
            sql::run(self.here, put, rusqlite::params_from_iter(values))?;
            Ok(())
        })
    }

    /// Two histories of one program: the one of fewer generations stays.
    fn lineage(&mut self) -> Checked {
        let put = "INSERT INTO lineage VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (program, task) DO UPDATE SET parents = ?3, mutations = ?4, seed = ?5,
            generation = ?6, candidate = ?7, strategy = ?8, simplified = ?9
            WHERE (?6, ?5, ?7, ?3, ?4, ifnull(?8, ''), ?9)
                < (generation, seed, candidate, parents, mutations, ifnull(strategy, ''), simplified)";
        sql::each(self.there, "SELECT * FROM lineage", |row| {
            let mut values = values(row, 9)?;
            values[0] = number(&self.programs, row.get(0)?)?.into();
            values[1] = number(&self.tasks, row.get(1)?)?.into();
            sql::run(self.here, put, rusqlite::params_from_iter(values))?;
            Ok(())
        })
    }

    fn results(&mut self) -> Checked {
        let mut touched = BTreeSet::new();
        sql::each(self.there, "SELECT * FROM results", |row| {
            let mut values = values(row, 13)?;
            let task = number(&self.tasks, row.get(0)?)?;
            touched.insert(task);
            values[0] = task.into();
            values[1] = number(&self.programs, row.get(1)?)?.into();
            values[10] = number(&self.versions, row.get(10)?)?.into();
            let run: Option<i64> = row.get(11)?;
            values[11] = run.map(|run| number(&self.runs, run)).transpose()?.into();
            self.put_result(values)
        })?;
        for task in touched {
            self.evicted += join::trim(self.here, task)?.len() as u64;
            tasks::refresh(self.here, task)?;
        }
        Ok(())
    }

    /// Of two results of one program on one task the one of the later version stays, and if
    /// they are of one version, the one that was found earlier.
    fn put_result(&self, values: Vec<rusqlite::types::Value>) -> Checked {
        let put = "INSERT INTO results
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
            ON CONFLICT (task, program) DO UPDATE SET demo_score = ?3, demo_right = ?4,
            demo_count = ?5, solved = ?6, cost = ?7, outputs = ?8, test_right = ?9,
            test_count = ?10, version = ?11, run = ?12, generation = ?13
            WHERE (SELECT (n.engine, n.data, n.data_version) > (o.engine, o.data, o.data_version)
                    OR (n.id = o.id AND (?9, ?10, ?3, ?7, ?8) > (test_right, test_count,
                        demo_score, cost, outputs))
                    OR (n.id = o.id AND (?9, ?10, ?3, ?7, ?8) = (test_right, test_count,
                        demo_score, cost, outputs)
                        AND (ifnull(?13, -1), ifnull((SELECT key FROM runs WHERE id = ?12), x''))
                        < (ifnull(generation, -1),
                            ifnull((SELECT key FROM runs AS k WHERE k.id = results.run), x'')))
                FROM versions AS n, versions AS o WHERE n.id = ?11 AND o.id = results.version)";
        sql::run(self.here, put, rusqlite::params_from_iter(values))?;
        Ok(())
    }

    fn differs(&mut self) -> Checked {
        for differ in differs::all(self.there)?.all()? {
            differs::put(self.here, &differ)?;
        }
        let sql = "SELECT d.hash, n.run, n.runs, n.improvement
            FROM differ_notes AS n JOIN differs AS d ON d.id = n.differ";
        let put = "INSERT INTO differ_notes SELECT id, ?2, ?3, ?4 FROM differs WHERE hash = ?1
            ON CONFLICT (differ, run) DO UPDATE SET runs = ?3, improvement = ?4
            WHERE (?3, ?4) > (runs, improvement)";
        sql::each(self.there, sql, |row| {
            let (hash, runs): ([u8; 16], i64) = (row.get(0)?, row.get(2)?);
            let run = number(&self.runs, row.get(1)?)?;
            sql::run(self.here, put, params![hash, run, runs, row.get::<_, i64>(3)?])?;
            Ok(())
        })
    }
}

fn unreadable(error: impl std::fmt::Display) -> Problem {
    Problem::Corrupt(error.to_string())
}

fn values(row: &Row<'_>, columns: usize) -> rusqlite::Result<Vec<rusqlite::types::Value>> {
    (0..columns).map(|column| row.get(column)).collect()
}

fn number(numbers: &Numbers, there: i64) -> Checked<i64> {
    let found = numbers.get(&there).copied();
    found.ok_or_else(|| Problem::Corrupt(format!("a row names row {there}, which is not there")))
}
