//! Devices: all vectors on OpenCL, buffers, limits, and failures of every kind.

mod common;

use std::collections::BTreeMap;
use std::process::Command;

use common::{Call, Tally, compare_calls, opencl, vector_calls};
use exec::arena::Arena;
use exec::cx::Cx;
use exec::value::Value;
use gpu::calls::Calls;
use gpu::cost::Speeds;
use gpu::device::{
    self, Backend, Counters, Device, DeviceError, DeviceInfo, Done, Faulty, Found, Span, Start,
};
use gpu::ops::{OpCost, OpCosts};
use gpu::show::Imagined;
use gpu::source;
use lang::{Dialect, Kernel};

/// A header of no lanes: kernels do nothing.
const IDLE: [u32; 32] = [0; 32];

/// The buffer after a run, as far as it was read.
fn answers(device: &mut dyn Device, kernel: &str, block: usize, calls: &Calls) -> Vec<u32> {
    let (first, end) = calls.answers();
    let (words, total, lanes) = (calls.words(), calls.total_words(), calls.lanes());
    let read = device.run((kernel, block, lanes), words, total, (first, end)).unwrap();
    [vec![0; first], read].concat()
}

fn assert_right(tally: &Tally, what: &str) {
    println!("{what}: {tally}");
    assert!(tally.wrong.is_empty(), "{what}: {} wrong:\n{}", tally.wrong.len(), tally.shown(20));
}

fn all_vectors(dialect: Dialect) {
    let Some(mut device) = opencl() else { return };
    let arena = Arena::new();
    let cx = Cx::new(&arena, dialect);
    let calls = vector_calls(&cx);
    for block in [1, 8, 64] {
        let mut tally = Tally::default();
        for part in calls.chunks(2000) {
            compare_calls(&cx, part, &mut tally, |c| answers(&mut *device, "run_calls", block, c));
        }
        assert_right(&tally, &format!("{dialect} vectors in groups of {block}"));
    }
}

#[test]
fn arc_vectors_on_opencl_in_groups_of_1_8_and_64() {
    all_vectors(Dialect::Arc);
}

#[test]
fn batt_vectors_on_opencl_in_groups_of_1_8_and_64() {
    all_vectors(Dialect::Batt);
}

/// Vectors that an op's own kernel can take: it reads arguments as they are.
fn plain_calls<'a>(calls: &[Call<'a>]) -> BTreeMap<Kernel, Vec<Call<'a>>> {
    let mut by_kernel: BTreeMap<Kernel, Vec<Call<'a>>> = BTreeMap::new();
    for call in calls {
        let (_, Value::Op(op), args) = call else { continue };
        let (info, taken) = (op.info(), |d: &&source::Defined| d.kernel == op.info().kernel);
        let defined = source::defined().iter().find(taken);
        let plain = info.readings.is_empty() && info.zero.is_none();
        if plain && defined.is_some_and(|d| d.arguments == args.len()) {
            by_kernel.entry(info.kernel).or_default().push(call.clone());
        }
    }
    by_kernel
}

#[test]
fn every_op_has_a_kernel_of_its_own_on_opencl() {
    let Some(mut device) = opencl() else { return };
    let (mut tally, mut ran) = (Tally::default(), 0);
    for dialect in [Dialect::Arc, Dialect::Batt] {
        let arena = Arena::new();
        let cx = Cx::new(&arena, dialect);
        for (kernel, calls) in plain_calls(&vector_calls(&cx)) {
            let name = format!("op_{}", kernel.name());
            compare_calls(&cx, &calls, &mut tally, |c| answers(&mut *device, &name, 8, c));
            ran += 1;
        }
    }
    assert_right(&tally, &format!("{ran} kernels of single ops"));
}

#[test]
fn a_device_keeps_its_lanes_whatever_is_compiled() {
    let Some(mut device) = opencl() else { return };
    let lanes = device.info().lanes;
    for kernel in ["run_plan", "run_calls", "op_fill"] {
        device.run((kernel, 8, 1), &IDLE, 100, (0, 1)).unwrap();
        assert_eq!(device.info().lanes, lanes, "{kernel}");
    }
}

#[test]
fn a_buffer_is_kept_and_grows_up_to_the_limit() {
    let Some(mut device) = opencl() else { return };
    let upload: Vec<u32> = IDLE.iter().copied().chain(0..1000).collect();
    let run = |device: &mut dyn Device, total, range| {
        device.run(("run_calls", 8, 1), &upload, total, range)
    };
    assert_eq!(run(&mut *device, 2000, (32, 36)).unwrap(), [0, 1, 2, 3]);
    assert_eq!(device.read(1030, 1032).unwrap(), [998, 999]);
    assert!(matches!(device.read(1999, 2001), Err(DeviceError::Launch(_))));
    let counted = device.counters().clone();
    assert_eq!((counted.launches, counted.transfers_up, counted.transfers_down), (1, 1, 2));
    assert_eq!((counted.bytes_up, counted.bytes_down), (4 * 1032, 4 * 6));
    let small = device.held_bytes();
    for _ in 0..300 {
        run(&mut *device, 2000, (32, 33)).unwrap();
    }
    assert_eq!(device.held_bytes(), small);
    run(&mut *device, 1 << 20, (0, 1)).unwrap();
    let large = device.held_bytes();
    assert!(large > small && device.counters().memory_high == large);
    run(&mut *device, 2000, (0, 1)).unwrap();
    assert_eq!(device.held_bytes(), large);
    device.set_limit(1 << 20);
    assert_eq!((device.limit(), device.held_bytes()), (1 << 20, 0));
    assert!(matches!(run(&mut *device, 1 << 20, (0, 1)), Err(DeviceError::Memory(_))));
    assert_eq!(run(&mut *device, 2000, (33, 34)).unwrap(), [1]);
    assert!(device.held_bytes() <= 1 << 20);
}

#[test]
fn a_device_of_the_host_works_on_memory_that_both_share() {
    let Some(mut device) = opencl() else { return };
    assert!(device.run_shared(("run_calls", 8, 1), 32).is_err(), "nothing is shared yet");
    assert!(device.answers(0, 1).is_empty());
    let software = device.info().software;
    let Some(words) = device.shared(2000).unwrap() else { return assert!(!software) };
    assert_eq!(words.len(), 2000);
    words.fill(7);
    words[..32].copy_from_slice(&IDLE);
    let place = words.as_ptr();
    device.run_shared(("run_calls", 8, 1), 1000).unwrap();
    assert_eq!((device.answers(31, 33), device.answers(1999, 2001)), (&[0, 7][..], &[][..]));
    assert!(std::ptr::eq(device.answers(0, 1).as_ptr(), place), "nothing is copied");
    device.count_read(31, 33);
    let counted = device.counters().clone();
    assert_eq!((counted.launches, counted.transfers_up, counted.transfers_down), (1, 1, 1));
    assert_eq!((counted.bytes_up, counted.bytes_down), (4 * 1000, 4 * 2));
    // The other way to run takes the memory back, and gives it again.
    assert_eq!(device.run(("run_calls", 8, 1), &IDLE, 100, (31, 32)).unwrap(), [0]);
    assert!(device.answers(0, 1).is_empty());
    assert_eq!(device.shared(2000).unwrap().map(|words| words[1999]), Some(7));
    assert!(matches!(device.shared(usize::MAX / 8), Err(DeviceError::Memory(_))));
    assert!(device.run_shared(("run_calls", 8, 1), 2001).is_err(), "more than the buffer");
}

#[test]
fn nonsense_is_refused_and_leaves_the_device_usable() {
    let Some(mut device) = opencl() else { return };
    let launch = |error: Done<Vec<u32>>| {
        assert!(matches!(error, Err(DeviceError::Launch(_))), "{error:?}");
    };
    launch(device.run(("no_such_kernel", 8, 1), &IDLE, 32, (0, 1)));
    launch(device.run(("run_calls\0", 8, 1), &IDLE, 32, (0, 1)));
    launch(device.run(("run_calls", 0, 1), &IDLE, 32, (0, 1)));
    launch(device.run(("run_calls", 8, 1), &IDLE, 31, (0, 1)));
    launch(device.run(("run_calls", 8, 1), &IDLE, 32, (0, 33)));
    launch(device.run(("run_calls", 8, 1), &IDLE, 32, (2, 1)));
    launch(device.run(("run_calls", 8, usize::MAX), &IDLE, 32, (0, 1)));
    let huge = device.run(("run_calls", 8, 1), &IDLE, usize::MAX / 8, (0, 1));
    assert!(matches!(huge, Err(DeviceError::Memory(_))), "{huge:?}");
    assert_eq!(device.run(("run_calls", 8, 1), &IDLE, 32, (0, 2)).unwrap(), [0, 0]);
}

#[test]
fn one_device_opened_twice_works_from_two_threads() {
    let devices: Vec<_> = (0..2).filter_map(|_| opencl()).collect();
    std::thread::scope(|scope| {
        for (i, mut device) in devices.into_iter().enumerate() {
            scope.spawn(move || {
                for round in 0..50 {
                    let upload = [&IDLE[..], &[100 * i as u32 + round]].concat();
                    let read = device.run(("run_calls", 8, 9), &upload, 4096, (32, 33)).unwrap();
                    assert_eq!(read[0], upload[32]);
                }
            });
        }
    });
}

/// A device that does nothing, for wrappers.
struct Nothing(Imagined);

impl Device for Nothing {
    fn info(&self) -> &DeviceInfo {
        self.0.info()
    }

    fn hold(&mut self, _: usize) -> Done<u64> {
        Ok(0)
    }

    fn write(&mut self, _: usize, _: &[u32]) -> Done {
        Ok(())
    }

    fn run(&mut self, _: Start<'_>, _: &[u32], _: usize, _: Span) -> Done<Vec<u32>> {
        Ok(vec![])
    }

    fn read(&mut self, _: usize, _: usize) -> Done<Vec<u32>> {
        Ok(vec![])
    }

    fn limit(&self) -> u64 {
        0
    }

    fn counters(&self) -> &Counters {
        self.0.counters()
    }
}

#[test]
fn injected_failures_come_when_asked_for_and_a_loss_stays() {
    let (memory, lost) = (DeviceError::Memory("full".into()), DeviceError::Lost("gone".into()));
    let mut device = Faulty::new(Box::new(Nothing(Imagined::notebook())), 1, memory.clone())
        .and(3, lost.clone());
    let mut run = || device.run(("run_plan", 8, 1), &IDLE, 32, (0, 0));
    let said: Vec<_> = (0..6).map(|_| run().err()).collect();
    let lost = Some(lost);
    assert_eq!(said, [None, Some(memory), None, lost.clone(), lost.clone(), lost.clone()]);
    assert_eq!(
        (device.read(0, 0).err(), device.prepare("run_plan", 8).err()),
        (lost.clone(), lost)
    );
    assert_eq!(device.runs(), 6);
}

/// What the list says in a process of its own, whose environment is changed.
fn list_elsewhere(change: impl FnOnce(&mut Command) -> &mut Command) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "the_list_of_devices", "--nocapture"]);
    let out = change(&mut command).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into()
}

#[test]
fn the_list_of_devices() {
    let found = device::list();
    for backend in Backend::ALL {
        let is_of = |f: &&Found| match f {
            Found::Device(info) => info.backend == backend,
            Found::Unusable { backend: b, .. } => *b == backend,
        };
        assert!(found.iter().any(|f| is_of(&f)), "nothing is said of {backend}");
    }
    for found in found {
        match found {
            Found::Device(info) => println!("device: {info}"),
            Found::Unusable { backend, why, .. } => println!("{backend}: {}: {why}", why.kind()),
        }
    }
}

#[test]
fn missing_libraries_and_drivers_are_told() {
    let folder = tempfile::tempdir().unwrap();
    // A library of the right name that is none goes before the system's.
    for name in ["libOpenCL.so.1", "libcuda.so", "libcuda.so.1"] {
        std::fs::write(folder.path().join(name), "no library").unwrap();
    }
    let said = list_elsewhere(|c| c.env("LD_LIBRARY_PATH", folder.path()));
    assert!(said.contains("opencl: missing: no OpenCL library: install"), "{said}");
    assert!(said.contains("cuda: missing: no CUDA driver library"), "{said}");
    if opencl().is_some() {
        let said = list_elsewhere(|c| c.env("OCL_ICD_VENDORS", folder.path().join("none")));
        assert!(said.contains("opencl: no device: no OpenCL driver: install"), "{said}");
        // Some library, but not this one.
        let said = list_elsewhere(|c| c.env("OPENCL_DYLIB_PATH", "libc.so.6"));
        assert!(said.contains("opencl: missing: the OpenCL library lacks functions"), "{said}");
    }
    assert!(matches!(
        device::open(Backend::OpenCl, 999),
        Err(DeviceError::NoDevice(_) | DeviceError::Missing(_))
    ));
    assert!(matches!(
        device::open(Backend::Cuda, 999),
        Err(DeviceError::NoDevice(_) | DeviceError::Missing(_))
    ));
}

#[test]
fn ops_are_measured_with_the_calls_of_embedded_programs() {
    let Some(mut device) = opencl() else { return };
    let speeds = Speeds {
        batch_seconds: 1e-3,
        step_seconds: 1e-6,
        cpu_batch_seconds: 1e-5,
        cpu_step_seconds: 1e-6,
    };
    let costs = gpu::ops::measure(&mut *device, speeds).unwrap();
    let measured: BTreeMap<Kernel, OpCost> = costs.measured().collect();
    assert!(measured.values().all(|cost| cost.device > 0.0 && cost.cpu > 0.0), "{measured:?}");
    let dear = [Kernel::Objects, Kernel::Mapply, Kernel::Fill, Kernel::Apply];
    assert!(dear.iter().all(|kernel| measured.contains_key(kernel)), "{measured:?}");
    assert!(!measured.contains_key(&Kernel::Compose), "functions are built, not run");
    assert_eq!(OpCosts::read(&costs.json()), Some(costs), "as it is kept");
}
