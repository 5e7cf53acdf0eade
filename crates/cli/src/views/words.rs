//! Words that the dashboard and the terminal share.

use evolve::mutate::Mutation;
use lang::Hash128;

/// Where a terminal shows the tasks of a store.
pub const SEE_TASKS: &str = "see which there are: batt store ls";

/// Enough digits to tell programs apart.
pub fn short(hash: Hash128) -> String {
    let mut digits = hash.to_string();
    digits.truncate(12);
    digits
}

/// Where an edit happened: `line 3, argument 2`.
pub fn place(mutation: &Mutation) -> String {
    match mutation.argument {
        Some(argument) => {
            format!("line {}, argument {}", mutation.line, u64::from(argument) + 1)
        }
        None => format!("line {}, function", mutation.line),
    }
}

/// The kind of an edit: `explained colour`.
pub fn operator(mutation: &Mutation) -> String {
    mutation.operator.name().replace('_', " ")
}

/// What is wrong and what to do if digits begin the hashes of several programs.
pub fn several(digits: &str, found: &[Hash128]) -> (String, &'static str) {
    let names: Vec<String> = found.iter().take(5).map(Hash128::to_string).collect();
    let more = if found.len() > names.len() { ", …" } else { "" };
    let what = format!("several programs begin with {digits}: {}{more}", names.join(", "));
    (what, "give more digits")
}
