//! Accesses that nothing orders: each kind ends a launch, and what is ordered does not.

use std::path::Path;

use crate::driver::Driver;
use crate::elsewhere::{Looks, inside};
use crate::instructions::{PTX, input};

#[test]
fn what_nothing_orders_is_refused() {
    if !inside("races::what_nothing_orders_is_refused", Path::new(""), (1, Looks::ForRaces)) {
        return;
    }
    let driver = Driver::load(PTX).unwrap().unwrap();
    let refused = |kernel: &str, shape: (u32, u32), words: &[&str]| {
        let said = driver.run(kernel, shape, &input(256), &[0; 512]).unwrap_err();
        assert!(words.iter().all(|word| said.contains(word)), "{kernel}: {said}");
        // Both places are named.
        assert!(said.matches(&format!("in {kernel} at instruction")).count() == 2, "{said}");
    };
    let one = (1, 32);
    refused("reads_of_others", one, &["lane 0 reads what lane 1 wrote", "line 302"]);
    refused("shuffles_order_nothing", one, &["lane 0 reads what lane 1 wrote"]);
    refused("writes_over_reads", one, &["lane 0 writes what lane 1 read"]);
    refused("writes_that_differ", one, &["lane 1 writes what lane 0 wrote"]);
    refused("written_anew_by_all", one, &["lane 0 writes what lane 1 wrote"]);
    refused("plain_beside_atomic", one, &["lane 0 reads what lane 1 updated"]);
    refused("warps_that_share", (1, 64), &["warp 1 writes what warp 0 read"]);
    let said = driver.run("blocks_that_share", (2, 32), &[7; 64], &[0; 64]).unwrap_err();
    assert!(said.contains("a warp reads a word that warp 0 of block 0 wrote"), "{said}");
}

#[test]
fn what_is_ordered_is_not() {
    if !inside("races::what_is_ordered_is_not", Path::new(""), (2, Looks::ForRaces)) {
        return;
    }
    let driver = Driver::load(PTX).unwrap().unwrap();
    let input = input(128);
    let got = driver.run("ordered", (2, 64), &input, &[0; 512]).unwrap();
    for thread in 0..128 {
        let other = thread / 64 * 64 + 63 - thread % 64;
        let sum = input[0].wrapping_add(input[thread]).wrapping_add(1);
        assert_eq!(got[thread], sum.wrapping_add(input[other]), "thread {thread}");
    }
    assert_eq!((got[270], got[271], got[300]), (63, 63, 128));
    let bytes = driver.run("bytes_of_one_word", (1, 32), &input, &[0; 8]).unwrap();
    assert_eq!(bytes[0].to_le_bytes(), [0, 1, 2, 3].map(|i| input[i] as u8));
}
