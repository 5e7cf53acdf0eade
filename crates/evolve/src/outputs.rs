//! The fingerprint of everything a program gives on the demo samples of a task.
//!
//! Programs with equal fingerprints do the same there, failures included. Stores keep the number.

use exec::value::{Fault, R, fingerprint};
use lang::Hash128;
use xxhash_rust::xxh3::xxh3_128;

/// The fingerprint of one output, or why there is none.
pub type Print = Result<u128, Fault>;

/// The fingerprint of what a program gave on one sample.
pub fn print(result: R<'_>) -> Print {
    result.map(fingerprint::fingerprint)
}

/// The fingerprints of all demo samples, in their order, as one.
pub fn combine(prints: impl IntoIterator<Item = Print>) -> Hash128 {
    let mut bytes = Vec::new();
    for print in prints {
        match print {
            Ok(print) => {
                bytes.push(0);
                bytes.extend_from_slice(&print.to_le_bytes());
            }
            Err(fault) => {
                bytes.push(1);
                bytes.extend_from_slice(fault.name().as_bytes());
                bytes.push(0);
            }
        }
    }
    Hash128(xxh3_128(&bytes))
}

#[cfg(test)]
mod tests {
    use exec::value::Value;

    use super::*;

    #[test]
    fn values_faults_and_their_order_count() {
        let all = [
            vec![],
            vec![Ok(Value::Int(1))],
            vec![Ok(Value::Int(2))],
            vec![Ok(Value::Int(1)), Ok(Value::Int(2))],
            vec![Ok(Value::Int(2)), Ok(Value::Int(1))],
            vec![Err(Fault::Type)],
            vec![Err(Fault::Index)],
            vec![Ok(Value::Int(1)), Err(Fault::Type)],
            vec![Err(Fault::Type), Ok(Value::Int(1))],
        ];
        let prints: Vec<Hash128> =
            all.iter().map(|results| combine(results.iter().map(|&r| print(r)))).collect();
        for (i, a) in prints.iter().enumerate() {
            assert!(prints[..i].iter().all(|b| a != b), "{:?}", all[i]);
        }
    }
}
