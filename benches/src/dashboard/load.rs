//! Requests at a steady rate, whatever the answers take.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use super::client::{Client, Server};
use crate::report::Load;

/// Connections that share the requests.
const CONNECTIONS: usize = 16;

/// What is asked for: every view, of several tasks and programs.
pub fn paths(server: &Server) -> Result<Vec<String>, String> {
    let mut client = server.connect()?;
    let overview = client.get("/api/0/overview")?.json()?;
    let tasks = overview["map"]["task"].as_array().ok_or("the overview has no map")?;
    let mut paths: Vec<String> =
        ["/", "/app.js", "/api/stores", "/api/0/overview", "/api/0/engine"]
            .map(String::from)
            .into();
    for task in tasks.iter().filter_map(|task| task.as_str()).take(8) {
        paths.push(format!("/api/0/task/{task}"));
        let view = client.get(&format!("/api/0/task/{task}"))?.json()?;
        if let Some(hash) = view["programs"][0]["hash"].as_str() {
            paths.push(format!("/api/0/program/{hash}?task={task}"));
            paths.push(format!("/api/0/trace/{hash}?task={task}"));
            paths.push("/api/0/overview".into());
        }
    }
    Ok(paths)
}

/// Asks `rate` times a second. A request that waits because the one before it was late is late
/// too: times count from when it was due.
pub fn run(server: SocketAddr, paths: &[String], rate: u32, seconds: f64) -> Result<Load, String> {
    let requests = (f64::from(rate) * seconds) as usize;
    let started = Instant::now();
    let due = |i: usize| started + Duration::from_secs_f64(i as f64 / f64::from(rate));
    let work = |first: usize| {
        let mut client = Client::connect(server)?;
        let mut times = Vec::new();
        for i in (first..requests).step_by(CONNECTIONS) {
            thread::sleep(due(i).saturating_duration_since(Instant::now()));
            let fine = client.get_packed(&paths[i % paths.len()]).is_ok_and(|a| a.status == 200);
            times.push((fine, due(i).elapsed().as_secs_f64() * 1e3));
            if !fine {
                client = Client::connect(server)?;
            }
        }
        Ok::<_, String>(times)
    };
    let times = thread::scope(|scope| {
        let workers: Vec<_> = (0..CONNECTIONS).map(|i| scope.spawn(move || work(i))).collect();
        let joined = workers.into_iter().map(|worker| worker.join().map_err(|_| "a panic")?);
        joined.collect::<Result<Vec<_>, String>>()
    })?;
    let times: Vec<(bool, f64)> = times.into_iter().flatten().collect();
    let took = started.elapsed().as_secs_f64();
    Ok(summary(&times, took))
}

fn summary(times: &[(bool, f64)], took: f64) -> Load {
    let mut ms: Vec<f64> = times.iter().map(|(_, ms)| *ms).collect();
    ms.sort_by(f64::total_cmp);
    let part = |share: f64| ms.get((ms.len() as f64 * share) as usize).copied();
    let last = ms.last().copied().unwrap_or(0.0);
    Load {
        requests: times.len(),
        failed: times.iter().filter(|(fine, _)| !fine).count(),
        seconds: took,
        per_second: times.len() as f64 / took.max(1e-9),
        median_ms: part(0.5).unwrap_or(last),
        p95_ms: part(0.95).unwrap_or(last),
        p99_ms: part(0.99).unwrap_or(last),
        slowest_ms: last,
        memory_mb: None,
    }
}
