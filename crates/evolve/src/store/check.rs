//! Whether everything in a store is as it should be.

use rusqlite::Connection;
use serde::Serialize;

use super::error::Checked;
use super::{differs, programs, runs, sql};
use crate::generation::Counters;
use crate::kept::KEEP_PER_TASK;
use crate::mutate::Mutation;

/// So many problems are described; further ones are counted.
const DESCRIBED: usize = 100;

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    /// Tasks with kept programs.
    pub tasks: u64,
    /// Programs, kept or not.
    pub programs: u64,
    /// Results: a program kept for a task.
    pub results: u64,
    /// Number of problems.
    pub wrong: u64,
    /// The first problems in words.
    pub problems: Vec<String>,
}

impl Report {
    fn add(&mut self, problem: String) {
        self.wrong += 1;
        if self.problems.len() < DESCRIBED {
            self.problems.push(problem);
        }
    }
}

/// Checks the file as a database, then everything that we expect of its rows.
pub fn check(conn: &Connection) -> Checked<Report> {
    let mut report = Report::default();
    if check_database(conn, &mut report)? {
        check_counts(conn, &mut report)?;
        check_sums(conn, &mut report)?;
        check_results(conn, &mut report)?;
        check_lineage(conn, &mut report)?;
        check_runs(conn, &mut report)?;
        check_texts(conn, &mut report)?;
    }
    Ok(report)
}

/// Whether the database itself is sound enough to look at its rows.
fn check_database(conn: &Connection, report: &mut Report) -> Checked<bool> {
    let sql = format!("PRAGMA integrity_check({DESCRIBED})");
    for words in sql::all(conn, &sql, [], |row| row.get::<_, String>(0))? {
        if words != "ok" {
            report.add(words);
        }
    }
    sql::each(conn, "PRAGMA foreign_key_check", |row| {
        let (table, other): (String, String) = (row.get(0)?, row.get(2)?);
        report.add(format!("a row of {table} names a row of {other} that is not there"));
        Ok(())
    })?;
    Ok(report.wrong == 0)
}

fn check_counts(conn: &Connection, report: &mut Report) -> Checked {
    let sql = "SELECT t.name, count(*) FROM results AS r JOIN tasks AS t ON t.id = r.task
        GROUP BY r.task ORDER BY t.name";
    sql::each(conn, sql, |row| {
        let count = sql::number_at(row, 1)?;
        report.tasks += 1;
        report.results += count;
        if count > KEEP_PER_TASK as u64 {
            let task: String = row.get(0)?;
            report.add(format!("{task}: {count} programs are more than {KEEP_PER_TASK}"));
        }
        Ok(())
    })
}

/// Whether what is summed up for tasks is what their results come to.
fn check_sums(conn: &Connection, report: &mut Report) -> Checked {
    let sql = "SELECT t.name FROM tasks AS t LEFT JOIN
            (SELECT task, count(*) AS programs, max(demo_score) AS best,
                max(demo_count) AS demo_count, sum(solved) AS solvers
            FROM results GROUP BY task) AS r ON r.task = t.id
        WHERE (t.programs, t.best, t.demo_count, t.solvers) <>
            (ifnull(r.programs, 0), ifnull(r.best, 0), ifnull(r.demo_count, 0),
                ifnull(r.solvers, 0))
        ORDER BY t.name";
    sql::each(conn, sql, |row| {
        let task: String = row.get(0)?;
        report.add(format!("{task}: what is summed up for it is not what its results come to"));
        Ok(())
    })
}

fn check_results(conn: &Connection, report: &mut Report) -> Checked {
    let sql = "SELECT t.name, p.hash FROM results AS r JOIN tasks AS t ON t.id = r.task
        JOIN programs AS p ON p.id = r.program
        WHERE r.demo_right > r.demo_count OR r.test_right > r.test_count
            OR r.demo_score > 1000 * r.demo_count OR (r.solved AND r.demo_right < r.demo_count)";
    sql::each(conn, sql, |row| {
        let (task, hash) = (row.get::<_, String>(0)?, sql::hash_at(row, 1)?);
        report.add(format!("{task}: the numbers of program {hash} contradict each other"));
        Ok(())
    })?;
    let sql = "SELECT t.name, p.hash FROM results AS r JOIN tasks AS t ON t.id = r.task
        JOIN programs AS p ON p.id = r.program
        LEFT JOIN lineage AS l ON l.program = r.program AND l.task = r.task
        WHERE l.program IS NULL";
    sql::each(conn, sql, |row| {
        let (task, hash) = (row.get::<_, String>(0)?, sql::hash_at(row, 1)?);
        report.add(format!("{task}: program {hash} has no lineage"));
        Ok(())
    })
}

/// Whether every mutation can be read.
fn check_lineage(conn: &Connection, report: &mut Report) -> Checked {
    let sql =
        "SELECT t.name, p.hash, l.mutations FROM lineage AS l JOIN tasks AS t ON t.id = l.task
        JOIN programs AS p ON p.id = l.program WHERE l.mutations <> '[]'";
    sql::each(conn, sql, |row| {
        let (task, hash) = (row.get::<_, String>(0)?, sql::hash_at(row, 1)?);
        let read = serde_json::from_str::<Vec<Mutation>>(row.get_ref(2)?.as_str().unwrap_or(""));
        if let Err(error) = read {
            report.add(format!("{task}: the mutations of program {hash} cannot be read: {error}"));
        }
        Ok(())
    })
}

/// Whether every run and what it noted can be read and agrees.
fn check_runs(conn: &Connection, report: &mut Report) -> Checked {
    for id in runs::ids(conn)? {
        if let Err(problem) = runs::head(conn, id) {
            report.add(format!("run {}: {problem}", id.0));
        }
    }
    sql::each(conn, "SELECT run, generation, counters FROM statistics", |row| {
        let (run, generation): (i64, i64) = (row.get(0)?, row.get(1)?);
        let read = serde_json::from_str::<Counters>(row.get_ref(2)?.as_str().unwrap_or(""));
        if let Err(error) = read {
            report.add(format!("run {run}: generation {generation} cannot be read: {error}"));
        }
        Ok(())
    })?;
    let contradicting = [
        (
            "SELECT r.id FROM runs AS r WHERE r.generation IS NOT
                (SELECT max(s.generation) FROM statistics AS s WHERE s.run = r.id)",
            "its last generation is not the last one that was counted",
        ),
        (
            "SELECT DISTINCT run FROM progress
            WHERE best NOT BETWEEN 0 AND 1000 * demo_count OR demo_count > 4294967",
            "a best score is not between 0 and what there is to reach",
        ),
    ];
    for (sql, words) in contradicting {
        sql::each(conn, sql, |row| {
            report.add(format!("run {}: {words}", row.get::<_, i64>(0)?));
            Ok(())
        })?;
    }
    Ok(())
}

fn check_texts(conn: &Connection, report: &mut Report) -> Checked {
    programs::each(conn, |program| {
        report.programs += 1;
        if let Err(damaged) = program {
            report.add(damaged.to_string());
        }
        Ok(())
    })?;
    for damaged in differs::all(conn)?.damaged {
        report.add(damaged.to_string());
    }
    Ok(())
}
