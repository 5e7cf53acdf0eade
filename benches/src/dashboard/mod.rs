//! The dashboard: how long its answers take, what it holds, and what it costs the search.

mod client;
mod load;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use exec::data::Dataset;
use serde_json::Value as Json;

use self::client::Server;
use crate::data::{self, Files};
use crate::machine;
use crate::options::Options;
use crate::report::{Dashboard, Load, Watching};
use crate::timing::{median, timed};

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
        let mut writer = self.evolve(&store);
        writer.args(["--resume", "--time", "1h"]);
        let mut writer = writer.spawn().map_err(|error| format!("batt evolve: {error}"))?;
        let (rate, seconds) = self.options.load();
        let taken = load::run(server.address(), &paths, rate, seconds);
        let _ = writer.kill();
        let _ = writer.wait();
        Ok(Load { memory_mb: server.memory_mb(), ..taken? })
    }

    /// The same search alone and watched, in turns.
    fn watching(&self, seeded: &Path) -> Result<Watching, String> {
        let (generations, pairs) = self.options.watched();
        let (mut ratios, mut shares) = (Vec::new(), Vec::new());
        for pair in 0..pairs {
            // Who comes first changes, for the machine may become slower or faster meanwhile.
            let (alone, watched) = if pair % 2 == 0 {
                let alone = self.search(seeded, generations)?;
                (alone, self.watched(seeded, generations)?)
            } else {
                let watched = self.watched(seeded, generations)?;
                (self.search(seeded, generations)?, watched)
            };
            ratios.push(watched.0 / alone);
            shares.push(watched.1);
        }
        let cost_percent = 100.0 * (median(ratios) - 1.0);
        Ok(Watching { pairs, generations, cost_percent, server_percent: median(shares) })
    }

    /// Seconds of a search from the seeded store on.
    fn search(&self, seeded: &Path, generations: u64) -> Result<f64, String> {
        let store = self.copy(seeded, "alone.db")?;
        self.go_on(&store, generations)
    }

    fn go_on(&self, store: &Path, generations: u64) -> Result<f64, String> {
        let mut command = self.evolve(store);
        command.args(["--resume", "--generations", &generations.to_string()]);
        let (seconds, summary) = timed(|| self.ended(&mut command));
        match summary?["generations"].as_u64() {
            Some(made) if made == generations => Ok(seconds),
            made => Err(format!("{made:?} generations were made, not {generations}")),
        }
    }

    /// The same with a dashboard whose overview is open: seconds, and the share of the machine's
    /// processor time that the server took.
    fn watched(&self, seeded: &Path, generations: u64) -> Result<(f64, f64), String> {
        let store = self.copy(seeded, "watched.db")?;
        let server = Server::start(&self.batt, &store)?;
        let (stream, mut client) = (server.connect()?, server.connect()?);
        let watcher = thread::spawn(move || {
            stream.listen(|| {
                let _ = client.get_packed("/api/0/overview");
            })
        });
        let before = server.cpu_seconds().unwrap_or(0.0);
        let started = Instant::now();
        let seconds = self.go_on(&store, generations)?;
        let used = server.cpu_seconds().unwrap_or(0.0) - before;
        let share = 100.0 * used / (started.elapsed().as_secs_f64() * machine::cores() as f64);
        drop(server);
        let _ = watcher.join();
        Ok((seconds, share))
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
