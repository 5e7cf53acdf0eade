//! Small kernels (sim/tests/kernels.cu), each against what hardware gives.

use crate::driver::Driver;

/// All kernels, compiled.
pub const PTX: &str = include_str!("../../sim/tests/kernels.ptx");

fn driver() -> Option<Driver> {
    Some(Driver::load(PTX)?.unwrap())
}

/// Words of all sizes.
pub fn input(count: u32) -> Vec<u32> {
    let mut random = judge::Random::new(7);
    (0..count).map(|_| random.below(1 << 32) as u32 >> random.below(20)).collect()
}

/// Runs a kernel in blocks of 64 and compares, thread by thread, `each` words.
fn check<const N: usize>(kernel: &str, expected: impl Fn(&[u32], usize) -> [u32; N]) {
    let Some(driver) = driver() else { return };
    let input = input(128);
    let got = driver.run(kernel, (2, 64), &input, &vec![0; 128 * N]).unwrap();
    for thread in 0..128 {
        let expected = expected(&input, thread);
        assert_eq!(got[N * thread..N * (thread + 1)], expected, "{kernel}, thread {thread}");
    }
}

/// The words of a thread's warp, and its lane.
fn warp(input: &[u32], thread: usize) -> (&[u32], usize) {
    (&input[thread / 32 * 32..][..32], thread % 32)
}

#[test]
fn shuffles() {
    check("shuffles", |input, thread| {
        let (v, lane) = warp(input, thread);
        let (up, down) = (|by| v[lane - by], |by| v[lane + by]);
        [
            v[v[lane] as usize & 31],
            v[lane & !7 | 5],
            if lane >= 3 { up(3) } else { v[lane] },
            if lane % 8 >= 2 { up(2) } else { v[lane] },
            if lane + 7 < 32 { down(7) } else { v[lane] },
            if lane % 4 < 3 { down(1) } else { v[lane] },
            v[lane ^ 9],
            // Other segments may be asked that lie before one's own.
            if lane ^ 5 <= lane | 3 { v[lane ^ 5] } else { v[lane] },
        ]
    });
    check("half_shuffles", |input, thread| {
        let (v, lane) = warp(input, thread);
        [if lane & 16 != 0 {
            v[lane].wrapping_add(v[lane ^ 1])
        } else {
            v[lane].wrapping_sub(v[3])
        }]
    });
    check("wide_shuffles", |input, thread| {
        let (v, lane) = warp(input, thread);
        let from = v[(lane + 1).min(31)];
        [from ^ 77, from]
    });
}

fn lanes_where(v: &[u32], holds: impl Fn(u32) -> bool) -> u32 {
    v.iter().enumerate().map(|(lane, &word)| u32::from(holds(word)) << lane).sum()
}

#[test]
fn votes() {
    check("votes", |input, thread| {
        let (v, lane) = warp(input, thread);
        let odd = lanes_where(v, |w| w & 1 != 0);
        let none = lanes_where(v, |w| w & 2 != 0) == 0;
        let fours = lanes_where(v, |w| w & 4 != 0);
        let small = lanes_where(v, |w| w & 8 == 0 && w & 16 != 0);
        let uniform = none || lanes_where(v, |w| w & 2 != 0) == !0;
        [
            odd,
            u32::from(odd == !0),
            u32::from(odd != 0),
            1,
            0,
            u32::from(uniform),
            if v[lane] & 4 != 0 { fours } else { 0 },
            if v[lane] & 8 != 0 { 0 } else { small },
        ]
    });
}

#[test]
fn matches_and_reductions() {
    check("matches", |input, thread| {
        let (v, lane) = warp(input, thread);
        let alike = lanes_where(v, |w| w & 3 == v[lane] & 3);
        // No warp here has equal words; all have the same block.
        assert_ne!(alike, !0);
        [alike, lanes_where(v, |w| w & 1 == v[lane] & 1), 0, !0 - 1]
    });
    check("reductions", |input, thread| {
        let (v, _) = warp(input, thread);
        let signed = || v.iter().map(|&w| w as i32);
        [
            v.iter().fold(0u32, |a, &b| a.wrapping_add(b)),
            *v.iter().min().unwrap(),
            *v.iter().max().unwrap(),
            signed().min().unwrap() as u32,
            signed().max().unwrap() as u32,
            v.iter().fold(!0, |a, &b| a & b),
            v.iter().fold(0, |a, &b| a | b),
            v.iter().fold(0, |a, &b| a ^ b),
        ]
    });
}

#[test]
fn barriers_and_shared_memory() {
    check("prefix_sums", |input, thread| {
        let before = &input[thread / 64 * 64..thread];
        [before.iter().fold(0u32, |a, &b| a.wrapping_add(b))]
    });
    check("reversed", |input, thread| {
        let block = &input[thread / 64 * 64..][..64];
        let other = 63 - thread % 64;
        [block[other].wrapping_add(block[other ^ 1] & 255)]
    });
    let Some(driver) = driver() else { return };
    let input = input(256);
    let got = driver.run("shared_histogram", (2, 128), &input, &[0; 32]).unwrap();
    for (bin, &count) in got.iter().enumerate() {
        let block = &input[bin / 16 * 128..][..128];
        assert_eq!(block.iter().filter(|&&w| w as usize & 15 == bin % 16).count(), count as usize);
    }
}

#[test]
fn atomics() {
    let Some(driver) = driver() else { return };
    let input = input(128);
    let mut start = vec![0; 16 + 128];
    (start[2], start[6]) = (!0, !0);
    let got = driver.run("atomics", (2, 64), &input, &start).unwrap();
    let sum = input.iter().map(|&w| u64::from(w) << 16).sum::<u64>();
    let expected = [
        input.iter().fold(0u32, |a, &b| a.wrapping_add(b)),
        *input.iter().max().unwrap(),
        *input.iter().min().unwrap(),
        input.iter().map(|&w| w as i32).max().unwrap().max(0) as u32,
        input.iter().map(|&w| w as i32).min().unwrap().min(0) as u32,
        input.iter().fold(0, |a, &b| a | b),
        input.iter().fold(!0, |a, &b| a & b),
        input.iter().fold(0, |a, &b| a ^ b),
        // Every thread finds its own number there: they come in order, whatever the machine's threads.
        128,
        128,
        sum as u32,
        (sum >> 32) as u32,
    ];
    assert_eq!(got[..12], expected);
    assert_eq!(got[16..], input);
}

#[test]
fn items_are_handed_out_by_a_counter() {
    let Some(driver) = driver() else { return };
    let weights = input(32);
    let input = [&[300], &weights[..]].concat();
    let sum = |item: u32| {
        (0..item).fold(0u32, |sum, i| sum.wrapping_add(i.wrapping_mul(weights[i as usize & 31])))
    };
    for shape in [(1, 32), (3, 64), (40, 128)] {
        let got = driver.run("handed_out", shape, &input, &[0; 301]).unwrap();
        assert_eq!(got[0], 300 + shape.0 * shape.1 / 32, "{shape:?}");
        assert!((0..300).all(|item| got[1 + item as usize] == sum(item)), "{shape:?}");
    }
}

#[test]
fn vectors_of_words() {
    let Some(driver) = driver() else { return };
    let v = input(4 * 64);
    let got = driver.run("vectors", (1, 64), &v, &[0; 4 * 64]).unwrap();
    for i in 0..64 {
        let ([x, y, z, w], pair) = ([0, 1, 2, 3].map(|k| v[4 * i + k]), &v[2 * i..]);
        let expected = [w.wrapping_add(pair[0]), z, y, x.wrapping_add(pair[1])];
        assert_eq!(got[4 * i..4 * i + 4], expected);
    }
}

fn extracted(a: i64, position: u32, length: u32) -> i64 {
    // Of 64 bits that continue the sign, as many as asked for.
    let value = a >> position;
    if length == 0 { 0 } else { value << (64 - length) >> (64 - length) }
}

fn bytes_dot(a: u32, b: u32, sum: i32, signed: bool) -> u32 {
    let of = |w: u32, k| {
        let byte = (w >> (8 * k)) as u8;
        if signed { i32::from(byte as i8) } else { i32::from(byte) }
    };
    (0..4).fold(sum, |sum, k| sum.wrapping_add(of(a, k) * of(b, k))) as u32
}

#[test]
fn bits() {
    check("bits", |input, thread| {
        let (a, b) = (input[thread], input[thread ^ 1]);
        let (w, shift) = (u64::from(a) << 32 | u64::from(b), b & 31);
        let first = |n: u64| if n == 0 { 0 } else { n.trailing_zeros() + 1 };
        let highest = |n: u32| if n == 0 { !0 } else { 31 - n.leading_zeros() };
        let bytes = [a.to_le_bytes(), b.to_le_bytes()].concat();
        let sign = |byte: u8| if byte & 128 != 0 { 255 } else { 0 };
        let both = u64::from(b) << 32 | u64::from(a);
        let (position, length) = (shift, b >> 5 & 31);
        let ones = (1u64 << (b & 31)) as u32;
        let ones = ones.wrapping_sub(1) << (a & 31);
        let magnitude = if (a as i32) < 0 { !a } else { a };
        [
            a.count_ones(),
            (a >> shift).leading_zeros(),
            first(u64::from(a << shift)),
            a.reverse_bits(),
            u32::from_le_bytes([sign(bytes[4]), bytes[1], sign(bytes[2]), bytes[7]]),
            ((both << (a & 31)) >> 32) as u32,
            (both >> (a & 63).min(32)) as u32,
            a & b | !a & (a >> 3),
            highest(a >> shift),
            highest(magnitude),
            if a >> shift == 0 { !0 } else { (a >> shift).leading_zeros() },
            ((u64::from(a) >> position) & ((1 << length) - 1)) as u32,
            extracted(i64::from(a as i32), position, length) as u32,
            b & !ones | a << (a & 31) & ones,
            w.count_ones(),
            (w >> (a & 63)).leading_zeros(),
            first(w << (a & 63)),
            (w.reverse_bits() >> 16) as u32,
            (w as i64 >> (b & 63)) as u32,
            (w << (b & 63) >> 32) as u32,
            a >> shift | ((b as i32 >> (a & 31)) as u32) << 4,
            if a & 1 != 0 && b & 2 == 0 || a & b & 4 != 0 { a } else { b },
            bytes_dot(a, b, 5, false),
            bytes_dot(a, b, -5, true),
        ]
    });
}

#[test]
fn arithmetic() {
    check("arithmetic", |input, thread| {
        let (a, b) = (input[thread], input[thread ^ 1]);
        let (ia, ib) = (a as i32, b as i32);
        let (wa, wb) = (u64::from(a) << 32 | u64::from(b), (u64::from(b) << 20) | u64::from(a));
        let (la, lb) = (wa as i64, wb as i64);
        let (d, e) = ((b >> 8 | 1) as i32, (wb >> 30 | 1) as i64);
        let high = |x: i64| (x >> 32) as u32;
        [
            ((u64::from(a) * u64::from(b)) >> 32) as u32,
            high(i64::from(ia) * i64::from(ib)),
            ((u128::from(wa) * u128::from(wb)) >> 71) as u32,
            ((u64::from(a) * u64::from(b)) >> 5) as u32,
            ((i64::from(ia) * i64::from(ib)).wrapping_add(lb) >> 9) as u32,
            (a / (b | 1)).wrapping_add(a % (b | 1)),
            ia.wrapping_div(d).wrapping_sub(ia.wrapping_rem(d)) as u32,
            (wa / (wb | 1)).wrapping_add(wa % (wb >> 13 | 1)) as u32,
            la.wrapping_div(e).wrapping_add(la.wrapping_rem(e)) as u32,
            a.min(b).wrapping_sub(ia.max(ib) as u32).wrapping_add(ia.wrapping_abs() as u32),
            ((wa.min(wb) >> 32) as u32).wrapping_add(la.max(lb) as u32),
            (i32::from(a as i16).wrapping_mul(i32::from(b as i8)) as u32)
                .wrapping_add(a.wrapping_mul(b) & 0xffff),
            a.wrapping_mul(b).wrapping_add(a).wrapping_sub(b.wrapping_mul(7)),
            wa.wrapping_mul(wb).wrapping_add(wa) as u32,
            a >> 3,
            u32::from((a as u16) < b as u16)
                | u32::from((a as i16) < b as i16) << 1
                | u32::from(wa < wb) << 2
                | u32::from(la >= lb) << 3,
        ]
    });
}

#[test]
fn lanes_that_part_meet_again() {
    check("collatz", |input, thread| {
        let (v, mut n, mut steps) = (input[thread], (input[thread] & 0xfff) + 1, 0);
        while n != 1 {
            n = if n & 1 != 0 { 3 * n + 1 } else { n / 2 };
            steps += 1;
            if steps == 150 {
                break;
            }
            if n == 16 && v & 1 != 0 {
                continue;
            }
            steps += u32::from(n == 40);
        }
        [steps]
    });
}

#[derive(Clone, Copy)]
struct Four(u32, u32, u64);

fn nested(depth: u32, v: u32) -> Four {
    if depth == 0 {
        return Four(v, depth, u64::from(v) << 8);
    }
    let mut below = nested(depth - 1, v.wrapping_mul(3).wrapping_add(depth));
    if v & 1 != 0 {
        below.0 ^= nested(depth / 2, v >> 1).1.wrapping_add(v);
    }
    below.2 = below.2.wrapping_add(u64::from(v) << 8);
    below.1 = below.1.wrapping_add(below.0 >> depth);
    below
}

#[test]
fn calls_and_local_memory() {
    check("calls", |input, thread| {
        let r = nested(input[thread] & 7, input[thread] >> 3);
        [r.0.wrapping_add(r.1).wrapping_add((r.2 >> 4) as u32)]
    });
    check("own_memory", |input, thread| {
        let at = input[thread];
        let byte = |i: u32| at >> (i & 15) & 255;
        let word = |i: u32| input[thread ^ i as usize].wrapping_add(byte(2 * i));
        let wide = |i: u32| u64::from(word(i)) << 32 | u64::from(word(15 - i));
        let sum = word(at & 15).wrapping_add(byte(at >> 4 & 31));
        [sum.wrapping_add((wide(at >> 9 & 7) >> 8) as u32)]
    });
}

#[test]
fn tables_and_special_registers() {
    check("tables", |input, thread| {
        let v = input[thread];
        let way = match v & 15 {
            0 => v.wrapping_add(1),
            1 => v.wrapping_mul(5),
            2 => v ^ 0x55,
            3 => v / 7,
            4 => v % 9,
            5 => !v,
            6 => v << 3,
            7 => v & 0xf0f0,
            _ => 0,
        };
        let table = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3u32][v as usize >> 4 & 15];
        [way.wrapping_add(table.wrapping_mul([10, 20, 30, 0x8000_0001][v as usize >> 8 & 3]))]
    });
    check("specials", |_, thread| {
        let (in_block, lane) = (thread as u32 % 64, thread as u32 % 32);
        [lane + 100 * in_block, (1 << lane) - 1, !((1 << lane) - 1), 64 + 2000 + thread as u32 / 64]
    });
}

#[test]
fn what_hardware_leaves_open_or_cannot_do_is_refused() {
    let Some(driver) = driver() else { return };
    let refused = |kernel: &str, threads: u32| {
        driver.run(kernel, (1, threads), &input(64), &[0; 64]).unwrap_err()
    };
    assert!(refused("absent_members", 32).contains("not all members have come to"));
    assert!(refused("divergent_barrier", 32).contains("not all lanes have come to"));
    assert!(refused("beyond", 32).contains("outside of memory"));
    assert!(refused("askew", 32).contains("misaligned"));
    // A block that ends within a warp lacks the lanes that a mask of all names, and may.
    assert!(driver.run("absent_members", (1, 16), &input(64), &[0; 64]).is_ok());
    let unknown = Driver::load(".visible .entry a() { sin.approx.f32 %f1, %f2; }").unwrap();
    assert!(unknown.err().unwrap().contains("unknown instruction"));
}
