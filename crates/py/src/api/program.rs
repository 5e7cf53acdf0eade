//! Programs.

use std::sync::{Arc, OnceLock};

use evolve::evaluate::Entry;
use exec::plan::Plan;
use lang::{Batt, Dialect, Hash128, ParseError, Parsed, Program, ProgramKind};
use pyo3::prelude::*;

use crate::errors;

/// One program; `arcbatt.Program` is made of it.
#[pyclass(frozen, name = "NativeProgram", module = "arcbatt._arcbatt")]
pub struct NativeProgram {
    pub program: Arc<Program>,
    plan: Arc<OnceLock<Plan>>,
    /// The text it was read from, which may hold others.
    text: Arc<str>,
    source: OnceLock<String>,
}

/// A program with its plan, which is made when it first runs alone, for work without Python's lock.
pub struct Planned {
    pub program: Arc<Program>,
    plan: Arc<OnceLock<Plan>>,
}

impl Planned {
    pub fn entry(&self) -> Entry<'_> {
        Entry { plan: Some(&self.plan), ..Entry::from(&*self.program) }
    }
}

impl NativeProgram {
    pub fn planned(&self) -> Planned {
        Planned { program: self.program.clone(), plan: self.plan.clone() }
    }

    fn new(program: Program, text: Arc<str>) -> NativeProgram {
        NativeProgram {
            program: Arc::new(program),
            plan: Arc::default(),
            text,
            source: OnceLock::new(),
        }
    }

    /// A program that has no text yet.
    pub fn printed(program: Program) -> NativeProgram {
        let text = normal_form(&program);
        NativeProgram::new(Program { line: 1, ..program }, text.into())
    }

    fn hash128(&self) -> Hash128 {
        self.program.dag.hash(self.program.dag.roots()[0])
    }
}

fn normal_form(program: &Program) -> String {
    lang::to_lines(&program.name, &program.dag, program.dag.roots()[0], program.params)
}

#[pymethods]
impl NativeProgram {
    #[getter]
    fn name(&self) -> &str {
        &self.program.name
    }

    #[getter]
    fn id(&self) -> &str {
        &self.program.id
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.program.kind.prefix().trim_end_matches('_')
    }

    #[getter]
    fn hash(&self) -> String {
        self.hash128().to_string()
    }

    #[getter]
    fn dialect(&self) -> &'static str {
        self.program.dialect.name()
    }

    #[getter]
    fn params(&self) -> usize {
        self.program.params
    }

    #[getter]
    fn steps(&self) -> usize {
        let dag = &self.program.dag;
        dag.ids().filter(|&id| dag.node(id).is_call()).count()
    }

    /// The text of the function as it was written; its normal form where that cannot be cut out.
    #[getter]
    fn source(&self) -> &str {
        self.source.get_or_init(|| {
            let cut = function_text(&self.text, self.program.line);
            let again = parsed(cut.as_bytes(), "source", Some(self.program.dialect));
            let same = |p: &Program| {
                p.name == self.program.name && p.dag.hash(p.dag.roots()[0]) == self.hash128()
            };
            match &again.programs[..] {
                [p] if again.errors.is_empty() && same(p) => cut,
                _ => normal_form(&self.program),
            }
        })
    }

    /// The printed normal form.
    fn to_python(&self) -> String {
        normal_form(&self.program)
    }

    /// The same program under another name.
    fn renamed(&self, py: Python<'_>, name: &str) -> PyResult<NativeProgram> {
        let name = match ProgramKind::of_name(name) {
            Some((kind, _)) if kind.reads_c() == self.program.kind.reads_c() => name.to_string(),
            _ => format!("{}{name}", self.program.kind.prefix()),
        };
        let renamed = Program { name: name.clone(), ..(*self.program).clone() };
        let text = normal_form(&renamed);
        let mut parsed = lang::parse(text.as_bytes(), "name", Some(renamed.dialect));
        match (parsed.programs.pop(), parsed.errors.is_empty()) {
            (Some(program), true) if program.name == name => {
                Ok(NativeProgram::new(Program { line: 1, ..program }, text.into()))
            }
            _ => Err(errors::parse_error(
                py,
                format!("{name:?} cannot be the name of a function: use letters, digits and _"),
            )),
        }
    }
}

/// The lines of the function whose `def` is on a line, counted from 1: up to the next line that
/// starts at the margin.
fn function_text(text: &str, line: u32) -> String {
    let mut lines = text.lines().skip((line as usize).saturating_sub(1));
    let mut cut: Vec<&str> = lines.next().into_iter().collect();
    let inside = |line: &&str| line.is_empty() || line.starts_with([' ', '\t', ')', ']', '}', '#']);
    cut.extend(lines.take_while(inside));
    while cut.last().is_some_and(|line| line.trim().is_empty() || line.starts_with('#')) {
        cut.pop();
    }
    cut.join("\n") + "\n"
}

/// A dialect by its name; nothing for `None` and "auto".
pub fn dialect(py: Python<'_>, name: Option<&str>) -> PyResult<Option<Dialect>> {
    match name {
        None | Some("auto") => Ok(None),
        Some(name) => match Dialect::ALL.into_iter().find(|dialect| dialect.name() == name) {
            Some(dialect) => Ok(Some(dialect)),
            None => Err(errors::parse_error(
                py,
                format!(
                    "no dialect {name:?}: use \"arc\", \"batt\", or None to tell by the program"
                ),
            )),
        },
    }
}

/// Programs of a text. Here one that is named after no task is a program like others: what it runs on is said in each call.
fn parsed(text: &[u8], file: &str, dialect: Option<Dialect>) -> Parsed {
    let mut parsed = lang::parse(text, file, dialect);
    parsed.name_after([""]);
    parsed
}

fn read(
    text: &[u8],
    file: &str,
    dialect: Option<Dialect>,
) -> (Vec<NativeProgram>, Vec<ParseError>) {
    let Parsed { programs, batts, errors, .. } = parsed(text, file, dialect);
    let whole: Arc<str> = String::from_utf8_lossy(text).into();
    let own = programs.into_iter().map(|program| NativeProgram::new(program, whole.clone()));
    let of_batts = batts.iter().flat_map(Batt::programs).map(NativeProgram::printed);
    (own.chain(of_batts).collect(), errors)
}

/// All programs of a text, and what is wrong with the others.
#[pyfunction]
pub fn parse(
    py: Python<'_>,
    text: &[u8],
    file: &str,
    dialect: Option<&str>,
) -> PyResult<(Vec<NativeProgram>, Vec<String>)> {
    let dialect = self::dialect(py, dialect)?;
    let (programs, errors) = py.detach(|| read(text, file, dialect));
    Ok((programs, errors.iter().map(ParseError::to_string).collect()))
}

/// What one text gave: its program, or why there is none.
#[derive(IntoPyObject)]
pub enum One {
    Program(NativeProgram),
    Error(String),
}

fn one(text: &str, file: &str, dialect: Option<Dialect>) -> One {
    let (mut programs, errors) = read(text.as_bytes(), file, dialect);
    if let Some(error) = errors.first() {
        return One::Error(error.to_string());
    }
    match (programs.pop(), programs.len()) {
        (Some(program), 0) => One::Program(program),
        (None, _) => One::Error("no program in the text".into()),
        (Some(_), others) => One::Error(format!(
            "the text holds {} programs: `arcbatt.load` gives them one by one",
            others + 1
        )),
    }
}

/// For each text its only program, or what is wrong.
#[pyfunction]
pub fn parse_each(
    py: Python<'_>,
    texts: Vec<String>,
    file: &str,
    dialect: Option<&str>,
) -> PyResult<Vec<One>> {
    let dialect = self::dialect(py, dialect)?;
    Ok(py.detach(|| texts.iter().map(|text| one(text, file, dialect)).collect()))
}
