//! The dashboard: how long its answers take, what it holds, and what it costs the search.

mod client;
mod load;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use evolve::store::{Access, RunId, Store, StoreError};
use exec::data::Dataset;
use serde_json::Value as Json;

use self::client::Server;
use crate::data::{self, Files};
use crate::machine;
use crate::options::Options;
use crate::report::{Dashboard, Load, Watching};
use crate::timing::{mean, median, standard_error, timed};

/// Measures everything. `large` is a store with as many results as the options say. Nothing where
/// the `batt` command is not built.
pub fn all(options: &Options, files: &Files, large: &Path) -> Result<Option<Dashboard>, String> {
    let Some(batt) = machine::batt() else { return Ok(None) };
    let bench = Bench { options, files, batt, folder: large.with_file_name("dashboard") };
    fs::create_dir_all(&bench.folder).map_err(|error| error.to_string())?;
    let seeded = bench.seeded()?;
    let (overview_ms, again_ms, idle_mb) = bench.overview(large)?;
    Ok(Some(Dashboard {
        results: options.store_results(),
        overview_ms,
        again_ms,
        idle_mb,
        page_kb: bench.page_kb(&seeded)?,
        load: bench.load(&seeded)?,
        watching: bench.watching(&seeded)?,
    }))
}

/// A running `batt evolve` and the store it writes. Ends with this value.
struct Search {
    child: Child,
    store: Store,
    run: RunId,
}

impl Search {
    fn start(command: &mut Command, store: &Path) -> Result<Search, String> {
        let store = Store::open(store, Access::Read).map_err(|error| error.to_string())?;
        let run = store.last_run().map_err(|error| error.to_string())?;
        let (run, _) = run.ok_or("the store has no run")?;
        let child = command.spawn().map_err(|error| format!("batt evolve: {error}"))?;
        Ok(Search { child, store, run })
    }

    /// Candidates x samples per second, over at least so many seconds of whole generations.
    fn rate(&mut self, seconds: f64) -> Result<f64, String> {
        let (first, started) = (self.commit()?, Instant::now());
        loop {
            let now = self.commit()?;
            let elapsed = started.elapsed().as_secs_f64();
            if elapsed >= seconds {
                return Ok((now - first) as f64 / elapsed);
            }
        }
    }

    /// Waits for the next generation; gives all candidates x samples up to it.
    fn commit(&mut self) -> Result<u64, String> {
        let said = |error: StoreError| error.to_string();
        let before = self.store.changes().map_err(said)?;
        while self.store.changes().map_err(said)? == before {
            if self.child.try_wait().is_ok_and(|ended| ended.is_some()) {
                return Err("batt evolve ended early".into());
            }
            thread::sleep(Duration::from_millis(1));
        }
        Ok(self.store.run(self.run).map_err(said)?.counters.candidate_samples)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Bench<'b> {
    options: &'b Options,
    files: &'b Files,
    batt: PathBuf,
    folder: PathBuf,
}

impl Bench<'_> {
    /// A store in which the pool has been run on the tasks of the search benchmark.
    fn seeded(&self) -> Result<PathBuf, String> {
        let path = self.folder.join("seeded.db");
        let tasks: Dataset = data::tasks(self.files)?;
        let count = self.options.search_tasks();
        let ids: Vec<&str> = tasks.tasks.iter().take(count).map(|task| task.id.as_str()).collect();
        let population = self.options.search_population().to_string();
        let mut command = self.evolve(&path);
        command.args(["--tasks", &ids.join(","), "--generations", "0", "--seed", "1"]);
        // Tasks that are solved go on: the search is there to keep the store busy.
        command.args(["--beyond", "--solve", "0"]);
        self.ended(command.args(["--population", &population]))?;
        Ok(path)
    }

    fn evolve(&self, store: &Path) -> Command {
        let mut command = Command::new(&self.batt);
        command.arg("evolve").arg("--store").arg(store).args(["--data", "arc1-training"]);
        command.args(["--threads", "2", "--json"]).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    }

    /// Runs a command to its end; gives the JSON it prints.
    fn ended(&self, command: &mut Command) -> Result<Json, String> {
        let out = command.output().map_err(|error| format!("batt: {error}"))?;
        serde_json::from_slice(&out.stdout).map_err(|_| "batt evolve printed no summary".into())
    }

    /// The overview of a large store: the first time, once more, and the memory of an idle server.
    fn overview(&self, large: &Path) -> Result<(f64, f64, Option<f64>), String> {
        let server = Server::start(&self.batt, large)?;
        let mut client = server.connect()?;
        let mut ask = || {
            let (seconds, answer) = timed(|| client.get("/api/0/overview"));
            match answer?.status {
                200 => Ok(seconds * 1e3),
                status => Err(format!("the overview has status {status}")),
            }
        };
        let first: f64 = ask()?;
        let again = (0..20).map(|_| ask()).collect::<Result<Vec<f64>, String>>()?;
        Ok((first, median(again), server.memory_mb()))
    }

    /// What a browser loads to show the overview, compressed as it is sent.
    fn page_kb(&self, seeded: &Path) -> Result<f64, String> {
        let server = Server::start(&self.batt, seeded)?;
        let mut client = server.connect()?;
        let mut bytes = 0;
        for path in ["/", "/app.js", "/app.css", "/icon.svg", "/api/stores", "/api/0/overview"] {
            let answer = client.get_packed(path)?;
            if answer.status != 200 {
                return Err(format!("{path} has status {}", answer.status));
            }
            bytes += answer.body.len();
        }
        Ok(bytes as f64 / 1e3)
    }

    /// Requests at a steady rate while a search writes.
    fn load(&self, seeded: &Path) -> Result<Load, String> {
        let store = self.copy(seeded, "load.db")?;
        let server = Server::start(&self.batt, &store)?;
        let paths = load::paths(&server)?;
        let writer = Search::start(self.evolve(&store).args(["--resume", "--time", "1h"]), &store)?;
        let (rate, seconds) = self.options.load();
        let taken = load::run(server.address(), &paths, rate, seconds)?;
        drop(writer);
        Ok(Load { memory_mb: server.memory_mb(), ..taken })
    }

    /// A search that is watched now and then.
    fn watching(&self, seeded: &Path) -> Result<Watching, String> {
        let store = self.copy(seeded, "watched.db")?;
        let server = Server::start(&self.batt, &store)?;
        let mut search =
            Search::start(self.evolve(&store).args(["--resume", "--time", "1h"]), &store)?;
        let (seconds, pairs) = self.options.watched();
        let (mut costs, mut used, mut watched) = (Vec::new(), 0.0, 0.0);
        // The first generations fill the memory of values seen before.
        search.rate(seconds)?;
        for pair in 0..pairs {
            // Who comes first changes, for a search becomes slower or faster as it goes on.
            let before = if pair % 2 == 0 { Some(search.rate(seconds)?) } else { None };
            let (cpu, started) = (server.cpu_seconds().unwrap_or(0.0), Instant::now());
            let watcher = server.watcher()?;
            let rate = search.rate(seconds)?;
            drop(watcher);
            used += server.cpu_seconds().unwrap_or(0.0) - cpu;
            watched += started.elapsed().as_secs_f64();
            let alone = before.map_or_else(|| search.rate(seconds), Ok)?;
            costs.push(100.0 * (1.0 - rate / alone));
        }
        Ok(Watching {
            pairs,
            seconds,
            error_percent: standard_error(&costs),
            cost_percent: mean(&costs),
            server_percent: 100.0 * used / (watched * machine::cores() as f64),
        })
    }

    /// A store of its own for one measurement.
    fn copy(&self, store: &Path, name: &str) -> Result<PathBuf, String> {
        let path = self.folder.join(name);
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(self.folder.join(format!("{name}{end}")));
        }
        fs::copy(store, &path).map_err(|error| error.to_string())?;
        Ok(path)
    }
}
