//! The dispatch table: from an op name to its kernel, made from the op table.

use lang::{Cost, Family, Op, Ty, for_each_op};

use crate::cx::Cx;
use crate::value::{R, Value};

/// A kernel's code, by number of arguments.
#[derive(Clone, Copy)]
pub enum KernelFn {
    /// One argument.
    One(for<'a> fn(&Cx<'a>, Value<'a>) -> R<'a>),
    /// Two arguments.
    Two(for<'a> fn(&Cx<'a>, Value<'a>, Value<'a>) -> R<'a>),
    /// Three arguments.
    Three(for<'a> fn(&Cx<'a>, Value<'a>, Value<'a>, Value<'a>) -> R<'a>),
    /// Four arguments.
    Four(for<'a> fn(&Cx<'a>, [Value<'a>; 4]) -> R<'a>),
    /// A function builder: keeps the name it was called by.
    Builder(for<'a> fn(&Cx<'a>, Op, &[Value<'a>]) -> R<'a>),
}

/// An op of one to three arguments that go to its kernel as they are, with all that a call costs.
///
/// Kernel and charges are one function: values are 16 bytes written in parts, and reading one
/// back as a whole right after costs more than a small op. So arguments are passed by reference
/// and a result is looked at where its parts still are in registers.
#[derive(Clone, Copy)]
pub enum Charged {
    /// One argument.
    One(for<'a> fn(&Cx<'a>, &Value<'a>) -> R<'a>),
    /// Two arguments.
    Two(for<'a> fn(&Cx<'a>, &Value<'a>, &Value<'a>) -> R<'a>),
    /// Three arguments.
    Three(for<'a> fn(&Cx<'a>, [&Value<'a>; 3]) -> R<'a>),
    /// Any other op.
    None,
}

/// What the interpreter needs to know of an op name.
pub struct OpEntry {
    /// Charges and code together, for most ops.
    pub charged: Charged,
    /// The code.
    pub kernel: KernelFn,
    /// The formula of its cost.
    pub cost: Cost,
    /// Whether arguments go to the kernel as they are.
    pub plain: bool,
    /// Fewest and most arguments.
    pub arity: (u8, u8),
    /// Whether it may call functions.
    pub calls_functions: bool,
}

/// The modules of kernels by the names of their families.
mod family {
    pub use crate::kernels::{
        access as Access, body as Body, colour as Colour, construct as Construct,
        container as Container, draw as Draw, extract as Extract, function as Function,
        grid as Grid, layer as Layer, logic as Logic, map as Map, measure as Measure,
        number as Number, patch as Patch, plane as Plane, rank as Rank, relation as Relation,
        samples as Samples,
    };
}

macro_rules! kernel_fn {
    (Function $k:ident $($p:ident)+) => {
        KernelFn::Builder(family::Function::$k)
    };
    ($f:ident $k:ident $a:ident) => {
        KernelFn::One(family::$f::$k)
    };
    ($f:ident $k:ident $a:ident $b:ident) => {
        KernelFn::Two(family::$f::$k)
    };
    ($f:ident $k:ident $a:ident $b:ident $c:ident) => {
        KernelFn::Three(family::$f::$k)
    };
    ($f:ident $k:ident $a:ident $b:ident $c:ident $d:ident) => {
        KernelFn::Four(family::$f::$k)
    };
}

macro_rules! charged_fn {
    (Function $k:ident $cost:ident $($p:ident)+) => {
        Charged::None
    };
    ($f:ident $k:ident $cost:ident $a:ident) => {{
        fn charged<'a>(cx: &Cx<'a>, x: &Value<'a>) -> R<'a> {
            cx.charged(Cost::$cost, [x], || family::$f::$k(cx, *x))
        }
        Charged::One(charged)
    }};
    ($f:ident $k:ident $cost:ident $a:ident $b:ident) => {{
        fn charged<'a>(cx: &Cx<'a>, x: &Value<'a>, y: &Value<'a>) -> R<'a> {
            cx.charged(Cost::$cost, [x, y], || family::$f::$k(cx, *x, *y))
        }
        Charged::Two(charged)
    }};
    ($f:ident $k:ident $cost:ident $a:ident $b:ident $c:ident) => {{
        fn charged<'a>(cx: &Cx<'a>, args: [&Value<'a>; 3]) -> R<'a> {
            cx.charged(Cost::$cost, args, || family::$f::$k(cx, *args[0], *args[1], *args[2]))
        }
        Charged::Three(charged)
    }};
    ($f:ident $k:ident $cost:ident $($p:ident)+) => {
        Charged::None
    };
}

/// Whether arguments go to the kernel as they are: no readings, no stand-in, none left out.
macro_rules! is_plain {
    ($($reading:ident)* , $($zero:ident)? , $($optional:literal)?) => {
        stringify!($($reading)* $($zero)?).is_empty() $(&& $optional == 0)?
    };
}

macro_rules! define_entries {
    ($(
        $(#[doc = $doc:literal])+
        $Kernel:ident $kernel:ident {
            errors $errors:literal
            family $family:ident, gpu $gpu:ident, cost $cost:ident
            $($dialect:ident $name:ident($($param:ident: $ty:ident),*) -> $ret:ident
                $(optional $optional:literal)? $(reads $reading:ident($arg:literal))* $(zero $zero:ident)?;)+
        }
    )+) => {
        /// One entry per op name, indexed by [`Op::index`].
        pub static ENTRIES: [OpEntry; Op::COUNT] = [$($(OpEntry {
            charged: match is_plain!($($reading)*, $($zero)?, $($optional)?) {
                true => charged_fn!($family $kernel $cost $($param)*),
                false => Charged::None,
            },
            kernel: kernel_fn!($family $kernel $($param)*),
            cost: Cost::$cost,
            plain: is_plain!($($reading)*, $($zero)?, $($optional)?),
            arity: {
                let most = [$(stringify!($param)),*].len() as u8;
                (most - (0 $(+ $optional)?), most)
            },
            calls_functions: matches!(Family::$family, Family::Map)
                $(|| matches!(Ty::$ty, Ty::Callable))*,
        },)+)+];
    };
}

for_each_op!(define_entries);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builders_take_their_arguments_as_they_are_at_the_cost_of_a_call() {
        // What `Cx::op` takes for granted.
        for entry in &ENTRIES {
            if matches!(entry.kernel, KernelFn::Builder(_)) {
                assert!(entry.plain && entry.cost == Cost::Unit);
            }
        }
    }
}
