//! Where batches run: on the CPU, on devices, or wherever they should end sooner.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use exec::batch::{Batch, Job, run_jobs};
use exec::run::{Rules, Run};

use crate::cost::{self, Speeds};
use crate::device::{self, Backend, Device, DeviceError, Done, Found};
use crate::ops::OpCosts;
use crate::team::{CHEAPER, Options, Team, TeamStats};

/// Decisions that are remembered: the first ones, and the last.
const MOST_REASONS: usize = 100;

/// What a user asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// What should end sooner, batch by batch; software devices only if asked for.
    Auto {
        /// Whether devices that are the CPU in disguise may be used.
        software: bool,
    },
    /// This machine's processor.
    Cpu,
    /// Devices of a backend: these, or all of them.
    Devices(Backend, Vec<usize>),
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        let (name, list) = text.split_once(':').map_or((text, None), |(a, b)| (a, Some(b)));
        let backend =
            match (name, list) {
                ("auto", None) => return Ok(Choice::Auto { software: false }),
                ("auto", Some("software")) => return Ok(Choice::Auto { software: true }),
                ("cpu", None) => return Ok(Choice::Cpu),
                ("opencl", _) => Backend::OpenCl,
                ("cuda", _) => Backend::Cuda,
                _ => return Err(
                    "one of auto, auto:software, cpu, opencl, cuda; devices by number: opencl:0,1"
                        .into(),
                ),
            };
        let index = |n: &str| n.parse().map_err(|_| format!("`{n}` is not the number of a device"));
        let indices = list.map(|l| l.split(',').map(index).collect()).transpose()?;
        Ok(Choice::Devices(backend, indices.unwrap_or_default()))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Auto { software: false } => f.write_str("auto"),
            Choice::Auto { software: true } => f.write_str("auto:software"),
            Choice::Cpu => f.write_str("cpu"),
            Choice::Devices(backend, list) if list.is_empty() => write!(f, "{backend}"),
            Choice::Devices(backend, list) => {
                let list: Vec<String> = list.iter().map(usize::to_string).collect();
                write!(f, "{backend}:{}", list.join(","))
            }
        }
    }
}

/// Steps below which no device can win, so that `auto` need not even look for one: looking takes
/// longer than such a batch.
const WORTH_A_LOOK: f64 = 20_000.0;

/// Seconds of other work below which looking for devices takes longer.
const LOOK_SECONDS: f64 = 0.1;

/// Runs batches where they were asked to run.
pub struct Engine {
    team: Option<Team>,
    /// Of `auto`: whether software devices may be used, and how, until devices were looked for.
    unseen: Option<(bool, Options)>,
    limit: Option<u64>,
    /// Of the devices that `auto` may use: what was measured, and what is known by now.
    speeds: Option<(Speeds, Speeds)>,
    is_auto: bool,
    reasons: Vec<String>,
    /// Programs on samples left to the CPU so far, as they should end sooner there.
    left: u64,
}

impl Engine {
    /// The CPU engine.
    pub fn cpu() -> Engine {
        Engine {
            team: None,
            unseen: None,
            limit: None,
            speeds: None,
            is_auto: false,
            reasons: vec![],
            left: 0,
        }
    }

    /// Opens what a user asks for. A device that was named must be there; `auto` takes the CPU
    /// where there is none.
    pub fn open(choice: &Choice, options: Options) -> Done<Engine> {
        match choice {
            Choice::Cpu => Ok(Engine::cpu()),
            Choice::Auto { software } => {
                let unseen = Some((*software, options));
                Ok(Engine { is_auto: true, unseen, ..Engine::cpu() })
            }
            Choice::Devices(backend, indices) => {
                let team = Team::new(open_all(*backend, indices)?, options);
                let asked =
                    format!("every batch goes to {}, as asked for", team.names().join(" + "));
                Ok(Engine { team: Some(team), reasons: vec![asked], ..Engine::cpu() })
            }
        }
    }

    /// Looks for the devices that `auto` may use, once: all GPUs of one backend, as two may name the same one, else one that is the CPU
    /// in disguise. With CUDA lanes work together, so it comes first.
    fn look(&mut self) {
        let Some((software, options)) = self.unseen.take() else { return };
        let mut found = device::list();
        found.sort_by_key(|found| match found {
            Found::Device(info) => (info.software, info.backend == Backend::OpenCl),
            Found::Unusable { .. } => (true, true),
        });
        let mut members: Vec<(Box<dyn Device + Send>, Speeds)> = Vec::new();
        let mut speeds: Option<Speeds> = None;
        for found in found {
            let info = match found {
                Found::Device(info) => info,
                Found::Unusable { backend, why, .. } => {
                    self.reasons.push(format!("{backend} is not usable: {why}"));
                    continue;
                }
            };
            if info.software && !software {
                let why = "it is the CPU in disguise; auto:software would consider it";
                self.reasons.push(format!("{info} is left alone: {why}"));
                continue;
            }
            let first = members.first().map(|(member, _)| member.info());
            if first.is_some_and(|f| info.software || f.software || f.backend != info.backend) {
                continue;
            }
            match device::open(info.backend, info.index).map(cost::speeds) {
                Ok((device, Ok(own))) => {
                    self.reasons.push(format!("{info} is used where it should win"));
                    speeds = Some(speeds.map_or(own, |all| all.together(own)));
                    members.push((device, own));
                }
                Ok((_, Err(why))) | Err(why) => {
                    self.reasons.push(format!("{info} is not usable: {why}"));
                }
            }
        }
        self.speeds = speeds.map(|speeds| (speeds, speeds));
        if !members.is_empty() {
            let ops = members.iter_mut().map(|(device, own)| cost::op_costs(&mut **device, *own));
            let ops: Option<Vec<OpCosts>> = ops.collect();
            let devices = members.into_iter().map(|(device, _)| device).collect();
            let mut team = Team::new(devices, options);
            let all = ops.and_then(|ops| ops.into_iter().reduce(|all, own| all.together(&own)));
            all.into_iter().for_each(|costs| team.set_costs(costs));
            self.limit.iter().for_each(|&bytes| team.set_limit(bytes));
            self.team = Some(team);
        }
    }

    /// Sets the most memory that each device's buffer may take, in bytes.
    pub fn set_limit(&mut self, bytes: u64) {
        self.limit = Some(bytes);
        self.team.iter_mut().for_each(|team| team.set_limit(bytes));
    }

    /// Where batches run, in a few words.
    pub fn name(&self) -> String {
        match &self.team {
            None => "cpu".into(),
            Some(team) if self.is_auto => format!("auto: cpu or {}", team.names().join(" + ")),
            Some(team) => team.names().join(" + "),
        }
    }

    /// What was decided and why, since the last call.
    pub fn explain(&mut self) -> Vec<String> {
        std::mem::take(&mut self.reasons)
    }

    /// What devices did; nothing where none is used.
    pub fn stats(&self) -> Option<TeamStats> {
        self.team.as_ref().map(Team::stats)
    }

    /// Whether devices should end some steps sooner than another way that takes so many seconds, if that is known yet. `seen` is
    /// what as much of the same work took here, once it is known. Without `auto` devices are used.
    pub fn beats(
        &mut self,
        other: &str,
        steps: f64,
        seconds: Option<f64>,
        seen: Option<f64>,
    ) -> bool {
        if !self.is_auto || steps <= 0.0 {
            return self.team.is_some();
        }
        let Some(seconds) = seconds else { return false };
        if self.unseen.is_some() && (steps < WORTH_A_LOOK || seconds < LOOK_SECONDS) {
            return false;
        }
        self.look();
        let Some((_, speeds)) = &self.speeds else { return false };
        let device = seen.unwrap_or(speeds.on_device(steps));
        let (wins, [here, there]) = (device < seconds, [seconds, device].map(|s| 1e3 * s));
        let winner = if wins { "device" } else { other };
        self.decided(format!(
            "up to {steps:.0} steps: {there:.2} ms on the device, {here:.2} ms by {other}: {winner}"
        ));
        wins
    }

    /// As [`exec::batch::run_jobs`].
    pub fn run_jobs<T: Send>(
        &mut self,
        jobs: &[Job<'_>],
        rules: Rules,
        threads: usize,
        stop: &AtomicBool,
        see: impl Fn(usize, &Run<'_, '_>) -> T + Sync,
    ) -> Batch<T> {
        let on_device = self.is_worth_it(jobs, threads);
        let (started, steps) = (Instant::now(), cost::steps_of(jobs));
        let batch = match &mut self.team {
            Some(team) if on_device => team.run_jobs(jobs, rules, threads, stop, see),
            _ => run_jobs(jobs, rules, threads, stop, see),
        };
        let left = self.note_left();
        // What was stopped, or shared out, says nothing of a step in one place.
        if let Some((measured, speeds)) = &mut self.speeds
            && !stop.load(Ordering::Relaxed)
            && left == 0
        {
            let seconds = started.elapsed().as_secs_f64();
            match on_device {
                true => speeds.learn_device(measured, steps, seconds),
                false => speeds.learn_cpu(measured, steps, seconds, threads),
            }
        }
        batch
    }

    /// Says how many programs were left to the CPU since the last call because they should end sooner there; their number.
    fn note_left(&mut self) -> u64 {
        let fallbacks = self.team.as_ref().map(Team::stats).map(|stats| stats.fallbacks);
        let all = fallbacks.and_then(|all| all.get(CHEAPER).copied()).unwrap_or(0);
        let left = all - std::mem::replace(&mut self.left, all);
        if left > 0 {
            let why = "their ops should take longer on the device (batt devices --ops)";
            self.decided(format!("{left} programs on samples stayed on the CPU: {why}"));
        }
        left
    }

    /// Whether devices should end a batch sooner than the CPU. Without `auto` they are used.
    fn is_worth_it(&mut self, jobs: &[Job<'_>], threads: usize) -> bool {
        let steps = cost::steps_of(jobs);
        if self.unseen.is_some() && steps < WORTH_A_LOOK {
            let few = format!("{} samples, up to {steps:.0} steps", jobs.len());
            self.decided(format!("{few}: too few for any device to win: cpu"));
            return false;
        }
        self.look();
        let Some((_, speeds)) = &self.speeds else { return self.team.is_some() };
        let (device, cpu) = (speeds.on_device(steps), speeds.on_cpu(steps, threads));
        let wins = device < cpu;
        let even = match speeds.break_even(threads) {
            Some(steps) => format!("break-even at {steps:.0} steps"),
            None => "no batch is large enough".into(),
        };
        self.decided(format!(
            "{} samples, up to {steps:.0} steps: {:.2} ms on the device, {:.2} ms on {threads} threads ({even}): {}",
            jobs.len(),
            1e3 * device,
            1e3 * cpu,
            if wins { "device" } else { "cpu" }
        ));
        wins
    }

    /// Remembers a decision. A search makes batches for hours, and explains at its end.
    fn decided(&mut self, why: String) {
        if self.reasons.len() == MOST_REASONS {
            self.reasons.remove(MOST_REASONS / 2);
        }
        self.reasons.push(why);
    }
}

/// Opens devices of a backend: those named, or all that are there.
pub fn open_all(backend: Backend, indices: &[usize]) -> Done<Vec<Box<dyn Device + Send>>> {
    if !indices.is_empty() {
        return indices.iter().map(|&index| device::open(backend, index)).collect();
    }
    let mut devices = Vec::new();
    let mut why = DeviceError::NoDevice(format!("no {backend} device"));
    for found in device::list() {
        match found {
            Found::Device(info) if info.backend == backend => {
                devices.push(device::open(backend, info.index)?);
            }
            Found::Unusable { backend: other, why: reason, .. } if other == backend => why = reason,
            _ => {}
        }
    }
    if devices.is_empty() { Err(why) } else { Ok(devices) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::Imagined;

    /// An engine that may use a device of such speeds.
    fn auto(step_seconds: f64) -> Engine {
        let team = Some(Team::new(vec![Box::new(Imagined::notebook())], Options::DEFAULT));
        let (batch_seconds, cpu_batch_seconds, cpu_step_seconds) = (1e-3, 1e-6, 1e-7);
        let speeds = Speeds { batch_seconds, step_seconds, cpu_batch_seconds, cpu_step_seconds };
        Engine { team, speeds: Some((speeds, speeds)), is_auto: true, ..Engine::cpu() }
    }

    #[test]
    fn devices_beat_what_takes_longer() {
        assert!(auto(1e-8).beats("banks", 1e6, Some(0.1), None));
        assert!(!auto(1e-6).beats("banks", 1e6, Some(0.1), None));
        assert!(!auto(1e-8).beats("banks", 1e6, None, None), "nothing was measured yet");
        // What was seen counts for more than what was expected.
        assert!(!auto(1e-8).beats("banks", 1e6, Some(0.1), Some(0.2)));
        assert!(auto(1e-6).beats("banks", 1e6, Some(0.1), Some(0.05)));
        let mut engine = auto(1e-6);
        engine.beats("banks", 1e6, Some(0.1), None);
        let said = "up to 1000000 steps: 1001.00 ms on the device, 100.00 ms by banks: banks";
        assert_eq!(engine.explain(), [said]);
        // Devices that were asked for are used, and without any there is no choice.
        assert!(Engine { is_auto: false, ..auto(1e-6) }.beats("banks", 1e6, Some(0.1), None));
        assert!(!Engine::cpu().beats("banks", 1e6, Some(0.1), None));
    }

    #[test]
    fn choices_are_read_and_written() {
        for text in ["auto", "auto:software", "cpu", "opencl", "opencl:0,1", "cuda:3"] {
            assert_eq!(text.parse::<Choice>().expect(text).to_string(), text);
        }
        for text in ["", "gpu", "opencl:", "opencl:x", "cpu:0", "auto:hardware"] {
            assert!(text.parse::<Choice>().is_err(), "{text}");
        }
    }
}
