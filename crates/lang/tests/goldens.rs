//! Program files with what the parser makes of them: printed forms, hashes, error messages.
//!
//! `BLESS=1 cargo test` rewrites the expected text; review the difference.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use lang::{Dialect, Program, parse, to_inline, to_lines, to_python};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/programs")
}

fn show(program: &Program, text: &mut String) {
    let (dag, root) = (&program.dag, program.dag.roots()[0]);
    let Program { name, kind, id, dialect, params, line, .. } = program;
    let hash = dag.hash(root);
    let _ = writeln!(text, "# line {line}: {kind:?} {id}, {dialect}, hash {hash}");
    text.push_str(&to_lines(name, dag, root, *params));
    match to_inline(name, dag, root, *params) {
        Ok(inline) => text.push_str(&inline),
        Err(error) => _ = writeln!(text, "# not inlined: {error}"),
    }
    text.push('\n');
}

/// A first line `# dialect: arc` forces the dialect.
fn forced(source: &[u8]) -> Option<Dialect> {
    let first = source.split(|&b| b == b'\n').next()?.strip_prefix(b"# dialect: ")?;
    std::str::from_utf8(first).ok()?.parse().ok()
}

fn actual(path: &Path) -> String {
    let source = std::fs::read(path).expect("a readable program file");
    let file = path.file_name().and_then(|name| name.to_str()).expect("a plain file name");
    let parsed = parse(&source, file, forced(&source));
    let mut text = String::new();
    parsed.programs.iter().for_each(|program| show(program, &mut text));
    parsed.batts.iter().for_each(|batt| _ = writeln!(text, "{}", to_python(&batt.tidy())));
    parsed.errors.iter().for_each(|error| _ = write!(text, "{error}\n\n"));
    text
}

#[test]
fn program_files() {
    let mut differing = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder()).expect("testdata/programs") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ext| ext != "py") {
            continue;
        }
        count += 1;
        let (actual, golden) = (actual(&path), path.with_extension("out"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&golden, &actual).expect("a writable golden");
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != actual {
            differing.push(format!("{}:\n{actual}", golden.display()));
        }
    }
    assert!(count >= 15, "only {count} program files");
    assert!(differing.is_empty(), "run with BLESS=1 if intended:\n{}", differing.join("\n"));
}
