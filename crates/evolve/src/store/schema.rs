//! The tables and how older ones are brought up to date.

use rusqlite::{Connection, TransactionBehavior};

use super::error::{Checked, Problem};

/// Says whose database a file is: "ARCb".
pub const APPLICATION_ID: u32 = u32::from_be_bytes(*b"ARCb");

/// What leads from one version to the next, from an empty file on. Steps are never changed once
/// they were released: stores out there have gone through them.
pub const STEPS: &[&str] = &[
    include_str!("schema.sql"),
    include_str!("schema2.sql"),
    include_str!("schema3.sql"),
    include_str!("schema4.sql"),
    include_str!("schema5.sql"),
];

/// The version of the tables that this program works with.
pub const VERSION: u32 = STEPS.len() as u32;

/// The version of the tables in a file; 0 if there are none.
pub fn version(conn: &Connection) -> Checked<u32> {
    Ok(conn.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// Takes the steps that are missing, each one whole or not at all.
pub fn migrate(conn: &mut Connection, steps: &[&str]) -> Checked {
    let known = steps.len() as u32;
    let found = version(conn)?;
    if found > known {
        return Err(Problem::Newer { found, known });
    }
    for (at, step) in steps.iter().enumerate().skip(found as usize) {
        let step_alone = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
        step_alone.execute_batch(step).map_err(|error| not_of(found, error.into()))?;
        step_alone.pragma_update(None, "application_id", APPLICATION_ID)?;
        step_alone.pragma_update(None, "user_version", at as u32 + 1)?;
        step_alone.commit()?;
    }
    Ok(())
}

/// What steps do was tried on the tables of every version, so somebody changed the number or them.
fn not_of(version: u32, problem: Problem) -> Problem {
    match problem {
        Problem::Internal(_) | Problem::Corrupt(_) => {
            let says = format!("it says that its tables are of version {version}");
            Problem::Corrupt(format!("{says}, and they are not"))
        }
        problem => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "CREATE TABLE programs (hash BLOB, text TEXT) STRICT;
        INSERT INTO programs VALUES (x'01', 'def a'), (x'02', 'def b');";
    const ADD_SIZE: &str = "ALTER TABLE programs ADD COLUMN size INTEGER;
        UPDATE programs SET size = length(text);";
    const BROKEN: &str = "DELETE FROM programs; INSERT INTO programs VALUES (1);";

    fn count(conn: &Connection, sql: &str) -> i64 {
        conn.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    #[test]
    fn old_tables_are_brought_up_to_date_with_their_rows() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn, &[OLD]).unwrap();
        assert_eq!(version(&conn).unwrap(), 1);
        migrate(&mut conn, &[OLD, ADD_SIZE]).unwrap();
        assert_eq!(version(&conn).unwrap(), 2);
        assert_eq!(count(&conn, "SELECT sum(size) FROM programs"), 10);
        migrate(&mut conn, &[OLD, ADD_SIZE]).unwrap();
        assert_eq!(count(&conn, "SELECT count(*) FROM programs"), 2, "done steps are not repeated");
    }

    #[test]
    fn stores_of_the_first_version_get_sums_and_plans() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn, &STEPS[..1]).unwrap();
        conn.execute_batch(
            "INSERT INTO tasks (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'empty');
            INSERT INTO versions VALUES (1, 'e', 'd', 'v');
            INSERT INTO programs VALUES (1, zeroblob(16), 0, 'p', 'x', 1),
                (2, x'00112233445566778899aabbccddeeff', 0, 'q', 'y', 1);
            INSERT INTO runs VALUES (1, zeroblob(16), 1, 7, '{}', 0.5, 3, '{}', 1);
            INSERT INTO progress VALUES (1, 1, 0, 900, 0), (1, 1, 3, 3000, 1), (1, 2, 0, 1040, 0);
            INSERT INTO results VALUES
                (1, 1, 3000, 3, 3, 1, 10, zeroblob(16), 1, 1, 1, 1, 3),
                (1, 2, 900, 0, 3, 0, 10, zeroblob(16), 0, 1, 1, 1, 0),
                (2, 1, 40, 0, 2, 0, 10, zeroblob(16), 0, 1, 1, NULL, NULL);",
        )
        .unwrap();
        migrate(&mut conn, STEPS).unwrap();
        let sql = "SELECT name, programs, best, demo_count, solvers FROM tasks ORDER BY id";
        let mut tasks = conn.prepare(sql).unwrap();
        let tasks = tasks.query_map([], |row| <(String, u32, u32, u32, u32)>::try_from(row));
        let sums = [(2, 3000, 3, 1), (1, 40, 2, 0), (0, 0, 0, 0)];
        let expected = ["a", "b", "empty"].into_iter().zip(sums);
        let expected: Vec<_> = expected.map(|(n, (p, b, d, s))| (n.into(), p, b, d, s)).collect();
        assert_eq!(tasks.unwrap().collect::<rusqlite::Result<Vec<_>>>().unwrap(), expected);
        assert_eq!(count(&conn, "SELECT count(*) FROM results"), 3);
        assert_eq!(count(&conn, "SELECT count(*) FROM runs WHERE plan IS NULL AND seed = 7"), 1);
        assert_eq!(count(&conn, "SELECT max(best) FROM progress WHERE generation > 1"), 3000);
        let sql =
            "SELECT count(*) FROM progress WHERE task = 1 AND demo_count = 3 AND until IS NULL";
        assert_eq!(count(&conn, sql), 2);
        let sql = "SELECT count(*) FROM progress WHERE task = 2 AND demo_count = 2 AND until = run";
        assert_eq!(count(&conn, sql), 1, "more than is kept now was of another task");
    }

    #[test]
    fn lineages_of_the_third_version_have_no_strategy() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn, &STEPS[..3]).unwrap();
        conn.execute_batch(
            "INSERT INTO tasks (id, name) VALUES (1, 'a');
            INSERT INTO programs VALUES (1, zeroblob(16), 0, 'p', 'x', 1);
            INSERT INTO lineage VALUES (1, 1, x'', '[]', 7, 3, 2);",
        )
        .unwrap();
        migrate(&mut conn, STEPS).unwrap();
        let sql =
            "SELECT count(*) FROM lineage WHERE strategy IS NULL AND simplified = 0 AND seed = 7";
        assert_eq!(count(&conn, sql), 1);
    }

    #[test]
    fn a_failing_step_changes_nothing() {
        let mut conn = Connection::open_in_memory().unwrap();
        let error = migrate(&mut conn, &[OLD, BROKEN]).unwrap_err();
        assert!(matches!(error, Problem::Corrupt(_)), "{error}");
        assert_eq!(version(&conn).unwrap(), 1);
        assert_eq!(count(&conn, "SELECT count(*) FROM programs"), 2);
    }

    #[test]
    fn later_versions_are_refused() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn, &[OLD, ADD_SIZE]).unwrap();
        let error = migrate(&mut conn, &[OLD]).unwrap_err();
        assert_eq!(error, Problem::Newer { found: 2, known: 1 });
    }

    #[test]
    fn the_tables_of_this_version_can_be_made() {
        let mut conn = Connection::open_in_memory().unwrap();
        migrate(&mut conn, STEPS).unwrap();
        assert_eq!(version(&conn).unwrap(), VERSION);
        let id = conn.pragma_query_value(None, "application_id", |row| row.get::<_, u32>(0));
        assert_eq!(id.unwrap(), APPLICATION_ID);
    }
}
