//! Mutation through its public interface, on our own programs and on the reference programs.

mod operators;
mod shares;
mod support;
