//! The kernels as plain C, under the compiler's sanitizers, against the engine: all golden vectors,
//! and random calls by family.

#[path = "../common/mod.rs"]
mod common;
mod container;
mod extract;
mod grid;
mod patch;

use common::random::{Bytes, compare_on_host, compare_with};
use common::vector_calls;
use lang::Dialect;

#[test]
fn arc_vectors_give_what_the_engine_gives() {
    compare_on_host(Dialect::Arc, |cx, _, _| vector_calls(cx));
}

#[test]
fn batt_vectors_give_what_the_engine_gives() {
    compare_on_host(Dialect::Batt, |cx, _, _| vector_calls(cx));
}

#[test]
fn vectors_give_the_same_where_bytes_are_anywhere() {
    compare_with(Bytes::Anywhere, Dialect::Arc, |cx, _, _| vector_calls(cx));
    compare_with(Bytes::Anywhere, Dialect::Batt, |cx, _, _| vector_calls(cx));
}
