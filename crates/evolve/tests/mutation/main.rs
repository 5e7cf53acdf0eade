//! Mutation through its public interface, on our own programs and on the reference programs.

#[path = "../../../../testdata/needs.rs"]
mod needs;
mod operators;
mod priors;
mod shares;
mod support;
