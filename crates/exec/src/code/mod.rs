//! Function values compiled into a flat list of instructions.
//!
//! A function value is a tree of builders over ops. Where it is mapped over many elements, the tree is
//! laid out once as the calls that walking it would make, in that order, each with the registers it reads.
//! A call that occurs again with the same operands is not made again: its value is there, and what it
//! costs and counts is multiplied. The list has no pointers into the tree, no recursion and at most
//! [`MOST`] registers, so that a device can run it too.
//!
//! `walk.rs` runs the list on blocks of elements, an instruction at a time; `table.rs` says which kernels
//! have an instruction for whole columns, all others are called element by element.

mod closures;
mod coded;
mod column;
mod gather;
mod moved;
mod numbers;
mod over;
mod table;
#[cfg(test)]
mod tests;
mod union;
mod walk;

use lang::Op;

use crate::value::{Func, FuncKind, Value};

pub(crate) use column::Column;
pub(crate) use over::{Keep, Over};

/// Most instructions of a function; longer ones are walked as trees.
pub(crate) const MOST: usize = 64;

/// Where an instruction finds an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    /// What is mapped over: the element, or the elements at one place.
    Element(u8),
    /// What an earlier instruction gave.
    Result(u8),
    /// A value that is the same for all elements.
    Fixed(u8),
}

/// What an instruction does with its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Does {
    /// Calls an op.
    Call(Op),
    /// Compares with the second operand, as a matcher does.
    Match,
    /// Calls the function in the second operand.
    Apply,
    /// Nothing: the calls of these instructions occur here again.
    Again(u8, u8),
}

/// One call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    /// What is called.
    pub does: Does,
    /// Its operands, the first `count` of these.
    pub operands: [Operand; 3],
    /// How many operands there are.
    pub count: u8,
    /// How often the function makes this call on each element.
    pub times: u64,
}

/// A compiled function. Empty ones are kept for use again.
#[derive(Default)]
pub(crate) struct Code<'a> {
    /// The calls, in the order of the tree.
    pub instructions: Vec<Instruction>,
    /// The values that operands name.
    pub fixed: Vec<Value<'a>>,
    /// Where the function's value is.
    pub out: Option<Operand>,
    /// Built functions that were laid out, to be found when they occur again.
    parts: Vec<Part<'a>>,
}

/// A built function that was laid out.
struct Part<'a> {
    function: *const Func<'a>,
    argument: Operand,
    instructions: (u8, u8),
    out: Operand,
}

impl<'a> Code<'a> {
    /// Compiles a function of so many arguments; false when that is not possible.
    pub fn compile(&mut self, f: Value<'a>, arguments: u8) -> bool {
        self.instructions.clear();
        self.fixed.clear();
        self.parts.clear();
        let elements = [Operand::Element(0), Operand::Element(1)];
        self.out = self.lay_out(f, &elements[..arguments as usize]);
        self.multiply();
        self.out.is_some()
    }

    /// Adds what a function calls. Recursion follows the nesting of the function value, which is bounded
    /// where it is made.
    fn lay_out(&mut self, f: Value<'a>, args: &[Operand]) -> Option<Operand> {
        match (f, args) {
            (Value::Op(op), _) => self.call(Does::Call(op), args),
            (Value::Func(func), &[x]) if func.arity == 1 => self.lay_out_once(func, x),
            (Value::Func(func), &[x, y]) if func.arity == 2 => {
                let ([f, ..], fixed) = (func.args, self.fix(func.args[1])?);
                match func.kind {
                    FuncKind::Rbind => self.lay_out(f, &[x, y, fixed]),
                    FuncKind::Lbind => self.lay_out(f, &[fixed, x, y]),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A built function of one argument; what was laid out is not laid out again.
    fn lay_out_once(&mut self, func: &'a Func<'a>, x: Operand) -> Option<Operand> {
        let is_it = |part: &&Part<'a>| std::ptr::eq(part.function, func) && part.argument == x;
        if let Some(&Part { instructions: (from, to), out, .. }) = self.parts.iter().find(is_it) {
            if from < to {
                self.again(from, to)?;
            }
            return Some(out);
        }
        let from = self.instructions.len() as u8;
        let out = self.lay_out_parts(func, x)?;
        let instructions = (from, self.instructions.len() as u8);
        self.parts.push(Part { function: func, argument: x, instructions, out });
        Some(out)
    }

    fn lay_out_parts(&mut self, func: &'a Func<'a>, x: Operand) -> Option<Operand> {
        let [a, b, c] = func.args;
        match func.kind {
            FuncKind::Compose => {
                let y = self.lay_out(b, &[x])?;
                self.lay_out(a, &[y])
            }
            FuncKind::Chain => {
                let y = self.lay_out(c, &[x])?;
                let z = self.lay_out(b, &[y])?;
                self.lay_out(a, &[z])
            }
            FuncKind::Fork => {
                let (y, z) = (self.lay_out(b, &[x])?, self.lay_out(c, &[x])?);
                self.lay_out(a, &[y, z])
            }
            FuncKind::Matcher => {
                let (y, target) = (self.lay_out(a, &[x])?, self.fix(b)?);
                self.call(Does::Match, &[y, target])
            }
            FuncKind::Rbind => {
                let fixed = self.fix(b)?;
                self.lay_out(a, &[x, fixed])
            }
            FuncKind::Lbind => {
                let fixed = self.fix(b)?;
                self.lay_out(a, &[fixed, x])
            }
            FuncKind::Power => {
                let f = self.fix(Value::Func(func))?;
                self.call(Does::Apply, &[x, f])
            }
        }
    }

    /// Adds a call, or that one occurs again.
    fn call(&mut self, does: Does, args: &[Operand]) -> Option<Operand> {
        let mut operands = [Operand::Element(0); 3];
        operands.get_mut(..args.len())?.copy_from_slice(args);
        let count = args.len() as u8;
        // Whole arrays compare faster than as many of their elements as there are.
        let is_it = |i: &Instruction| i.does == does && i.operands == operands && i.count == count;
        match self.instructions.iter().position(is_it) {
            Some(at) => {
                self.again(at as u8, at as u8 + 1)?;
                Some(Operand::Result(at as u8))
            }
            None => self.push(Instruction { does, operands, count, times: 1 }),
        }
    }

    /// Adds that some calls occur again.
    fn again(&mut self, from: u8, to: u8) -> Option<Operand> {
        let (does, operands) = (Does::Again(from, to), [Operand::Element(0); 3]);
        self.push(Instruction { does, operands, count: 0, times: 1 })
    }

    fn push(&mut self, instruction: Instruction) -> Option<Operand> {
        let at = self.instructions.len();
        (at < MOST).then(|| {
            self.instructions.push(instruction);
            Operand::Result(at as u8)
        })
    }

    /// The operand that holds a value.
    fn fix(&mut self, v: Value<'a>) -> Option<Operand> {
        let at = self.fixed.iter().position(|there| is_same(there, &v)).unwrap_or_else(|| {
            self.fixed.push(v);
            self.fixed.len() - 1
        });
        u8::try_from(at).ok().map(Operand::Fixed)
    }

    /// Counts how often the tree makes each call: what occurs again does so as often as where it occurs. The size of
    /// function values is limited, and so are these numbers.
    fn multiply(&mut self) {
        for at in (0..self.instructions.len()).rev() {
            if let Instruction { does: Does::Again(from, to), times, .. } = self.instructions[at] {
                for repeated in &mut self.instructions[from as usize..to as usize] {
                    repeated.times += times;
                }
            }
        }
    }
}

/// Whether two values are one, told without looking into them.
fn is_same(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Pair(a, b), Value::Pair(c, d)) => (a, b) == (c, d),
        (Value::Cell(a), Value::Cell(b)) => a == b,
        (Value::Op(a), Value::Op(b)) => a == b,
        (Value::Bits(a), Value::Bits(b)) => a == b,
        (Value::Func(a), Value::Func(b)) => std::ptr::eq(*a, *b),
        (Value::Cells(a), Value::Cells(b)) | (Value::Poses(a), Value::Poses(b)) => {
            std::ptr::eq(a.slice(), b.slice())
        }
        (Value::Tuple(a), Value::Tuple(b)) | (Value::Set(a), Value::Set(b)) => {
            std::ptr::eq(a.slice(), b.slice())
        }
        (Value::Row(a), Value::Row(b)) => std::ptr::eq(a.slice(), b.slice()),
        (Value::Grid(a), Value::Grid(b)) => {
            let (a, b) = (a.grid(), b.grid());
            a.width == b.width && std::ptr::eq(a.cells, b.cells)
        }
        _ => false,
    }
}
