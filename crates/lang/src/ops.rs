//! The op table: one row per kernel, everything else derives from it.
//!
//! [`for_each_op!`](crate::for_each_op) hands every row to a macro of the caller's choice. This file
//! makes the [`Kernel`] enum and the name table from it; the executor makes its
//! dispatch table, so a kernel without code does not compile.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::types::{Dialect, Ty, worded};

/// A kernel: what is computed, whatever the name it was called by.
///
/// Invariant: `Kernel as usize` indexes [`Kernel::ALL`] and the executor's dispatch table.
macro_rules! define_kernels {
    ($(
        $(#[doc = $doc:literal])+
        $Kernel:ident $kernel:ident {
            errors $errors:literal
            family $family:ident, gpu $gpu:ident, cost $cost:ident
            $($dialect:ident $name:ident($($param:ident: $ty:ident),*) -> $ret:ident
                $(optional $optional:literal)? $(reads $reading:ident($arg:literal))* $(zero $zero:ident)?;)+
        }
    )+) => {
        /// What an op computes, whatever name a dialect gives it. One per row of the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        // Rows mark clauses with [arc] and [batt], which are no links.
        #[allow(rustdoc::broken_intra_doc_links)]
        #[repr(u16)]
        pub enum Kernel { $($(#[doc = $doc])+ $Kernel),+ }

        impl Kernel {
            /// Every kernel, in table order.
            pub const ALL: &'static [Kernel] = &[$(Kernel::$Kernel),+];
        }

        static KERNELS: &[KernelInfo] = &[$(KernelInfo {
            ident: stringify!($kernel),
            doc: concat!($($doc),+),
            errors: $errors,
            family: Family::$family,
            gpu: Gpu::$gpu,
            cost: Cost::$cost,
        }),+];

        static OPS: &[OpInfo] = &[$($(OpInfo {
            dialect: Dialect::$dialect,
            name: stringify!($name),
            kernel: Kernel::$Kernel,
            params: &[$(Param { name: stringify!($param), ty: Ty::$ty }),*],
            returns: Ty::$ret,
            optional: 0 $(+ $optional)?,
            readings: &[$((Reading::$reading, $arg)),*],
            zero: { #[allow(unused_mut, unused_assignments)] let z: Option<Zero> = None; $(let z = {let _ = z; Some(Zero::$zero)};)? z },
        },)+)+];
    };
}

/// Calls `$m!` with every row of the table, each with its family and a line for every name of every dialect.
#[doc(hidden)]
#[macro_export]
macro_rules! spell_out_rows {
    ($m:ident $(
        family $family:ident;
        $(
            $(#[doc = $doc:literal])+
            $Kernel:ident $kernel:ident: gpu $gpu:ident, cost $cost:ident {
                errors $errors:literal
                $(Both $both:ident($($bp:ident: $bt:ident),*) -> $br:ident
                    $(optional $bo:literal)? $(reads $be:ident($ba:literal))* $(zero $bz:ident)?;)*
                $(Arc $arc:ident($($ap:ident: $at:ident),*) -> $ar:ident
                    $(optional $ao:literal)? $(reads $ae:ident($aa:literal))* $(zero $az:ident)?;)*
                $(Batt $batt:ident($($p:ident: $t:ident),*) -> $r:ident
                    $(optional $o:literal)? $(reads $e:ident($a:literal))* $(zero $z:ident)?;)*
            }
        )+
    )+) => { $m! { $($(
        $(#[doc = $doc])+
        $Kernel $kernel {
            errors $errors
            family $family, gpu $gpu, cost $cost
            $(Arc $both($($bp: $bt),*) -> $br $(optional $bo)? $(reads $be($ba))* $(zero $bz)?;
              Batt $both($($bp: $bt),*) -> $br $(optional $bo)? $(reads $be($ba))* $(zero $bz)?;)*
            $(Arc $arc($($ap: $at),*) -> $ar $(optional $ao)? $(reads $ae($aa))* $(zero $az)?;)*
            $(Batt $batt($($p: $t),*) -> $r $(optional $o)? $(reads $e($a))* $(zero $z)?;)*
        }
    )+)+ } };
}

/// Calls `$m!` with every row of the op table. `Both` is a name that is declared alike in both dialects.
#[macro_export]
macro_rules! for_each_op {
    ($m:ident) => { $crate::spell_out_rows! { $m
        family Access;
        /// Returns its argument unchanged; also turns an op name into a function value. batt normalize_t is
        /// this kernel because a grid already starts at the origin.
        Identity identity: gpu ObjectList, cost Unit {
            errors "-"
            Both identity(x: Any) -> Any;
            Batt normalize_t(piece: Tuple) -> Tuple;
        }
        /// First element in iteration order (tuple order, canonical order for sets).
        First first: gpu ObjectList, cost Unit {
            errors "empty: container has no element"
            Both first(container: Container) -> Any;
        }
        /// First element in iteration order; an empty container yields the empty container of its own kind, ()
        /// or {}. Own row because first fails there.
        FirstOrEmpty first_or_empty: gpu ObjectList, cost Unit {
            errors "type: not a container"
            Batt first_t(container: Tuple) -> Any reads TupleOnly(0) zero Unit;
            Batt first_f(container: FrozenSet) -> Any zero EmptySet;
        }
        /// Second element in iteration order.
        Second second: gpu ObjectList, cost Unit {
            errors "index: fewer than two elements"
            Batt second(container: Container) -> Any;
        }
        /// Last element in iteration order.
        Last last: gpu ObjectList, cost Unit {
            errors "empty: container has no element"
            Arc last(container: Container) -> Any;
        }
        /// Last element in iteration order; every empty container, also the empty set, yields (). Own row: arc
        /// last fails and last_or_empty keeps the kind.
        LastOrUnit last_or_unit: gpu ObjectList, cost Unit {
            errors "type: not a container"
            Batt last(container: Container) -> Any zero Unit;
        }
        /// Last element in iteration order; an empty container yields the empty container of its own kind.
        LastOrEmpty last_or_empty: gpu ObjectList, cost Unit {
            errors "type: not a container"
            Batt last_t(container: Tuple) -> Any reads TupleOnly(0) zero Unit;
            Batt last_f(container: FrozenSet) -> Any zero EmptySet;
        }
        /// Tuple element at rank; negative ranks count from the end (-1 is the last).
        Nth nth: gpu ObjectList, cost Unit {
            errors "type: not a tuple (sets included); index: rank outside -n..n-1, so always when empty"
            Batt get_nth_t(container: Tuple, rank: FL) -> Any;
        }
        /// Element at rank in iteration order (tuples accepted too), negative ranks count from the end; a rank
        /// outside -n..n-1 yields the empty set. Own row: nth fails there.
        NthOrEmptySet nth_or_empty_set: gpu ObjectList, cost Linear {
            errors "type: not a container or rank not Int"
            Batt get_nth_f(container: FrozenSet, rank: FL) -> Any;
        }
        /// Stable ascending sort by key (third argument optional, default identity), then the element at rank
        /// with negative ranks from the end.
        NthByKey nth_by_key: gpu HigherOrder, cost Linear {
            errors "empty: no elements; index: rank outside -n..n-1; type: keys not comparable; any failure of key"
            Batt get_nth_by_key_t(container: Tuple, rank: FL, key: Untyped) -> Any optional 1;
        }
        /// Stable ascending sort by key (optional, default identity), then drop max(rank,0) elements and take
        /// the next; a negative rank therefore means the smallest. Own row: negative ranks differ from
        /// nth_by_key.
        NthByKeySkip nth_by_key_skip: gpu HigherOrder, cost Linear {
            errors "index: rank at or beyond the length, so always when empty; type: keys not comparable; any failure of key"
            Batt get_nth_by_key_f(container: FrozenSet, rank: F_, key: Untyped) -> Any optional 1;
        }
        /// First element in iteration order for which condition is truthy; later elements are not evaluated.
        Extract extract: gpu HigherOrder, cost Linear {
            errors "empty: nothing satisfies the condition or container empty; any failure of condition"
            Arc extract(container: Container, condition: Callable) -> Any;
        }
        /// As extract, but when nothing satisfies the condition (or the container is empty, tuple or set) the
        /// result is the empty set.
        ExtractOrEmptySet extract_or_empty_set: gpu HigherOrder, cost Linear {
            errors "any failure of condition before the first hit"
            Batt extract(container: Container, condition: Callable) -> Any;
        }
        /// First element, in iteration order, that differs from value (value need not occur).
        Other other: gpu ObjectList, cost Linear {
            errors "empty: no such element"
            Both other(container: Container, value: Any) -> Any;
        }
        /// First element that differs from value; if there is none, the empty container of the argument's kind.
        /// Own row: other fails there.
        OtherOrEmpty other_or_empty: gpu ObjectList, cost Linear {
            errors "type: not a container"
            Batt other_t(container: Tuple, value: Any) -> Any;
            Batt other_f(container: FrozenSet, value: Any) -> Any;
        }
        family Samples;
        /// Apply function to every input grid, concatenate the resulting containers in sample order, drop
        /// repeats keeping first positions, then drop whatever also occurs in the list built the same way from
        /// the outputs. Empty S gives ().
        OnlyIn only_in: gpu HigherOrder, cost Linear {
            errors "any failure of function; type: function result is not a container or a sample is not a pair"
            Batt c_iz(S: Samples, function: Callable) -> Any;
        }
        /// As only_in with the roles of inputs and outputs exchanged: values seen on the output side only.
        OnlyOut only_out: gpu HigherOrder, cost Linear {
            errors "as only_in"
            Batt c_zo(S: Samples, function: Callable) -> Any;
        }
        /// pick applied to the tuple from only_in(S, function); declared Colour but returns whatever pick
        /// returns.
        OnlyInPick only_in_pick: gpu HigherOrder, cost Linear {
            errors "as only_in; any failure of pick, e.g. on ()"
            Batt c_iz_n(S: Samples, function: Callable, pick: Callable) -> C_;
        }
        /// pick applied to the tuple from only_out(S, function).
        OnlyOutPick only_out_pick: gpu HigherOrder, cost Linear {
            errors "as only_out; any failure of pick, e.g. on ()"
            Batt c_zo_n(S: Samples, function: Callable, pick: Callable) -> C_;
        }
        /// Smallest a in 0..7 for which mir_rot_grid(input, a) equals the output of every sample (7 is the
        /// unchanged grid); empty S gives 0.
        SameAngle same_angle: gpu GridReduce, cost Linear {
            errors "empty: no a fits all samples; type: an element is not a pair of grids"
            Batt a_mr(S: Samples) -> A8;
        }
        /// Keeps, in order, the sample pairs whose input differs from their output; repeats stay; empty S gives
        /// ().
        DropEqualPairs drop_equal_pairs: gpu GridReduce, cost Linear {
            errors "type: an element is not a pair"
            Batt dedupe_pair_tuple(S: Samples) -> Samples;
        }
        family Rank;
        /// Values sorted descending (duplicates of a tuple argument kept), value at rank with negative ranks
        /// from the end (0 largest, -1 smallest); a rank out of range gives 0, so does an empty container.
        Rank rank: gpu ObjectList, cost Linear {
            errors "type: elements not comparable"
            Batt get_rank(container: IntegerSet, rank: FL) -> Integer;
        }
        /// Stable sort by compfunc descending (equal keys keep iteration order), element at rank with negative
        /// ranks from the end; out of range gives the empty container of the argument's kind.
        ArgRank arg_rank: gpu HigherOrder, cost Linear {
            errors "any failure of compfunc; type: keys not comparable"
            Batt get_arg_rank(container: Container, compfunc: Callable, rank: FL) -> Any;
            Batt get_arg_rank_t(container: Tuple, compfunc: Callable, rank: FL) -> Any;
            Batt get_arg_rank_f(container: FrozenSet, compfunc: Callable, rank: FL) -> Any;
        }
        /// Stable sort by compfunc ASCENDING, then compfunc of the element at rank (0 smallest, -1 largest);
        /// out of range or empty gives compfunc(0) with Int 0 as stand-in.
        ValRank val_rank: gpu HigherOrder, cost Linear {
            errors "any failure of compfunc, including on the stand-in 0; type: keys not comparable"
            Batt get_val_rank(container: Container, compfunc: Callable, rank: FL) -> Any;
            Batt get_val_rank_t(container: Tuple, compfunc: Callable, rank: FL) -> Any;
            Batt get_val_rank_f(container: FrozenSet, compfunc: Callable, rank: FL) -> Any;
        }
        /// Distinct elements in canonical order, stably sorted ASCENDING by multiplicity (0 rarest, -1 most
        /// frequent), element at rank; out of range or empty gives ().
        CommonRank common_rank: gpu ObjectList, cost Linear {
            errors "type: a set argument (even empty), although declared Container"
            Batt get_common_rank(container: Container, rank: FL) -> Any;
            Batt get_common_rank_t(container: Tuple, rank: FL) -> Any;
        }
        /// As common_rank but accepting sets, where all multiplicities are 1 and the rank simply indexes
        /// canonical order; out of range gives the empty container of the argument's kind.
        CommonRankAny common_rank_any: gpu ObjectList, cost Linear {
            errors "type: not a container"
            Batt get_common_rank_f(container: FrozenSet, rank: FL) -> Any;
        }
        /// Colours sorted by DESCENDING frequency, ties by first occurrence (row-major in a grid, iteration
        /// order in an object), colour at rank, negative from the end; out of range or empty gives the empty
        /// container of the argument's kind. Tie rule differs from mostcolor.
        ColorRank color_rank: gpu GridReduce, cost Linear {
            errors "type: argument is neither grid nor object"
            Batt get_color_rank_t(grid: Grid, rank: FL) -> C_ reads AsTuple(0);
            Batt get_color_rank_f(obj: Object, rank: FL) -> C_ reads AsSet(0);
        }
        /// Largest element; 0 when empty. Tuples accepted; elements may also be tuples, compared
        /// lexicographically.
        Maximum maximum: gpu ObjectList, cost Linear {
            errors "type: elements not comparable"
            Both maximum(container: IntegerSet) -> Integer;
        }
        /// Smallest element; 0 when empty.
        Minimum minimum: gpu ObjectList, cost Linear {
            errors "type: elements not comparable"
            Both minimum(container: IntegerSet) -> Integer;
        }
        /// Largest value of compfunc over the container; an empty container gives compfunc(0) with Int 0 as
        /// stand-in (not 0 itself).
        Valmax valmax: gpu HigherOrder, cost Linear {
            errors "any failure of compfunc, including on the stand-in 0; type: keys not comparable"
            Both valmax(container: Container, compfunc: Callable) -> Integer;
            Batt valmax_t(container: Tuple, compfunc: Callable) -> Integer;
            Batt valmax_f(container: FrozenSet, compfunc: Callable) -> Integer;
        }
        /// Smallest value of compfunc over the container; empty gives compfunc(0).
        Valmin valmin: gpu HigherOrder, cost Linear {
            errors "as valmax"
            Both valmin(container: Container, compfunc: Callable) -> Integer;
            Batt valmin_t(container: Tuple, compfunc: Callable) -> Integer;
            Batt valmin_f(container: FrozenSet, compfunc: Callable) -> Integer;
        }
        /// First element in iteration order reaching the largest compfunc value (a later equal key does not
        /// replace it).
        Argmax argmax: gpu HigherOrder, cost Linear {
            errors "empty: no elements; any failure of compfunc; type: keys not comparable"
            Both argmax(container: Container, compfunc: Callable) -> Any;
            Batt argmax_t(container: Tuple, compfunc: Callable) -> Any;
            Batt argmax_f(container: FrozenSet, compfunc: Callable) -> Any;
        }
        /// First element in iteration order reaching the smallest compfunc value.
        Argmin argmin: gpu HigherOrder, cost Linear {
            errors "as argmax"
            Both argmin(container: Container, compfunc: Callable) -> Any;
            Batt argmin_t(container: Tuple, compfunc: Callable) -> Any;
            Batt argmin_f(container: FrozenSet, compfunc: Callable) -> Any;
        }
        /// Element with the highest multiplicity; ties go to the canonically smallest.
        Mostcommon mostcommon: gpu ObjectList, cost Linear {
            errors "empty: no elements; type: a set argument, although declared Container"
            Both mostcommon(container: Container) -> Any;
            Batt mostcommon_t(container: Tuple) -> Any;
        }
        /// Element with the lowest multiplicity; ties go to the canonically smallest.
        Leastcommon leastcommon: gpu ObjectList, cost Linear {
            errors "empty: no elements; type: a set argument, although declared Container"
            Both leastcommon(container: Container) -> Any;
            Batt leastcommon_t(container: Tuple) -> Any;
        }
        /// As mostcommon but sets are accepted; in a set every multiplicity is 1, so the canonically smallest
        /// element results.
        MostcommonAny mostcommon_any: gpu ObjectList, cost Linear {
            errors "empty: no elements"
            Batt mostcommon_f(container: FrozenSet) -> Any;
        }
        /// As leastcommon but sets are accepted; for a set the canonically smallest element.
        LeastcommonAny leastcommon_any: gpu ObjectList, cost Linear {
            errors "empty: no elements"
            Batt leastcommon_f(container: FrozenSet) -> Any;
        }
        family Number;
        /// Sum; two pairs componentwise, Int with Pair broadcast. Only the first two components of a longer
        /// tuple are used. [batt] an operand () counts as 0 (both () gives 0). [arc] () fails.
        Add add: gpu Scalar, cost Unit {
            errors "type: set, function or non-Int component; index: tuple shorter than 2 ([batt] except ())"
            Both add(a: Numerical, b: Numerical) -> Numerical;
        }
        /// a minus b with the broadcasting of add (Int minus Pair gives a Pair). [batt] an operand () counts as
        /// 0.
        Subtract subtract: gpu Scalar, cost Unit {
            errors "as add"
            Both subtract(a: Numerical, b: Numerical) -> Numerical;
        }
        /// Product with the broadcasting of add. [batt] an operand () counts as 1.
        Multiply multiply: gpu Scalar, cost Unit {
            errors "as add"
            Both multiply(a: Numerical, b: Numerical) -> Numerical;
        }
        /// Floor division (toward minus infinity) with the broadcasting of add. [batt] an operand () counts as
        /// 1.
        Divide divide: gpu Scalar, cost Unit {
            errors "domain: a zero divisor or zero divisor component; otherwise as add"
            Both divide(a: Numerical, b: Numerical) -> Numerical;
        }
        /// Negation, componentwise for a Pair (first two components).
        Invert invert: gpu Scalar, cost Unit {
            errors "index: tuple shorter than 2; type: other kinds"
            Both invert(n: Numerical) -> Numerical;
        }
        /// 1 when n modulo 2 is 0, negative n included.
        Even even: gpu Scalar, cost Unit {
            errors "type: not Int"
            Both even(n: Integer) -> Boolean;
        }
        /// Twice the number, componentwise for a Pair.
        Double double: gpu Scalar, cost Unit {
            errors "as invert"
            Both double(n: Numerical) -> Numerical;
        }
        /// Floor half (-3 gives -2), componentwise for a Pair.
        Halve halve: gpu Scalar, cost Unit {
            errors "as invert"
            Both halve(n: Numerical) -> Numerical;
        }
        /// Plus one, both components of a Pair.
        Increment increment: gpu Scalar, cost Unit {
            errors "as invert"
            Both increment(x: Numerical) -> Numerical;
        }
        /// Minus one, both components of a Pair.
        Decrement decrement: gpu Scalar, cost Unit {
            errors "as invert"
            Both decrement(x: Numerical) -> Numerical;
        }
        /// One step away from zero: positive +1, negative -1, zero stays; componentwise for a Pair.
        Crement crement: gpu Scalar, cost Unit {
            errors "as invert"
            Both crement(x: Numerical) -> Numerical;
        }
        /// -1, 0 or 1; componentwise for a Pair.
        Sign sign: gpu Scalar, cost Unit {
            errors "as invert"
            Both sign(x: Numerical) -> Numerical;
        }
        /// 1 when x is greater than 0.
        Positive positive: gpu Scalar, cost Unit {
            errors "type: not Int"
            Both positive(x: Integer) -> Boolean;
        }
        /// 1 when a is strictly above b in the key order of types.md section 3 (Ints by value, tuples
        /// lexicographically, sets by proper inclusion).
        Greater greater: gpu Scalar, cost Linear {
            errors "type: operands of different kinds"
            Both greater(a: Integer, b: Integer) -> Boolean;
        }
        /// (i, 0).
        Toivec toivec: gpu Scalar, cost Unit {
            errors "-"
            Arc toivec(i: Integer) -> IntegerTuple;
            Batt toivec(i: Integer) -> IJ;
        }
        /// (0, j).
        Tojvec tojvec: gpu Scalar, cost Unit {
            errors "-"
            Arc tojvec(j: Integer) -> IntegerTuple;
            Batt tojvec(j: Integer) -> IJ;
        }
        /// start, start+step, ... strictly before stop (beyond it for a negative step); () when nothing lies
        /// between.
        Interval interval: gpu ObjectList, cost Linear {
            errors "domain: step 0; type: non-Int"
            Both interval(start: Integer, stop: Integer, step: Integer) -> Tuple;
        }
        family Logic;
        /// 1 when b is falsy (0, () and {} are falsy, all functions truthy), else 0.
        Flip flip: gpu Scalar, cost Unit {
            errors "-"
            Both flip(b: Boolean) -> Boolean;
        }
        /// a when a is falsy, otherwise b; operand values are returned as they are, not reduced to 0/1.
        Both both: gpu Scalar, cost Unit {
            errors "-"
            Both both(a: Boolean, b: Boolean) -> Boolean;
        }
        /// a when a is truthy, otherwise b, unreduced.
        Either either: gpu Scalar, cost Unit {
            errors "-"
            Both either(a: Boolean, b: Boolean) -> Boolean;
        }
        /// Structural equality; tuple and set never equal, () is not {}; functions are equal only when they are
        /// the same op or the same construction.
        Equality equality: gpu Scalar, cost Linear {
            errors "-"
            Both equality(a: Any, b: Any) -> Boolean;
        }
        /// 1 when some element equals value structurally; 0 for an empty container.
        Contained contained: gpu ObjectList, cost Linear {
            errors "type: container is not a tuple or set"
            Both contained(value: Any, container: Container) -> Boolean;
        }
        /// a when condition is truthy, else b; both are evaluated beforehand. c_branch is the same with Colour
        /// alternatives (only the mutation hints differ).
        Branch branch: gpu Scalar, cost Unit {
            errors "-"
            Both branch(condition: Boolean, a: Any, b: Any) -> Any;
            Batt c_branch(condition: Boolean, a: C_, b: C_) -> Any;
        }
        family Construct;
        /// The two-element tuple (a, b), any contents. arc declares Int, Int -> Pair but uses it for anything.
        Astuple astuple: gpu Scalar, cost Unit {
            errors "-"
            Arc astuple(a: Integer, b: Integer) -> IntegerTuple;
            Batt astuple(a: Any, b: Any) -> Tuple;
        }
        /// (i, j, c) from the first two components of ij and c, the batt cell; contents unchecked.
        Ascell ascell: gpu Scalar, cost Unit {
            errors "index: tuple shorter than 2; type: ij not a tuple"
            Batt ascell(ij: IJ, c: C_) -> Tuple;
        }
        /// (i, j, c) from three values, unchecked.
        Astriple astriple: gpu Scalar, cost Unit {
            errors "-"
            Batt astriple(i: I_, j: J_, c: C_) -> Tuple;
        }
        /// First two components of a tuple, the position of a batt cell (a plain pair passes through).
        Toij toij: gpu Scalar, cost Unit {
            errors "index: tuple shorter than 2; type: not a tuple"
            Batt toij(c: Cell) -> IJ;
        }
        /// Tuple of num copies of item; num of 0 or below gives ().
        Repeat repeat: gpu ObjectList, cost Linear {
            errors "type: num not Int; budget: num too large"
            Arc repeat(item: Any, num: Integer) -> Tuple;
            Batt repeat(item: Any, num: C_) -> Tuple;
        }
        /// Set holding exactly value.
        Initset initset: gpu Mask, cost Linear {
            errors "-"
            Both initset(value: Any) -> FrozenSet;
        }
        /// Set with value added (unchanged if already present).
        Insert insert: gpu Mask, cost Linear {
            errors "type: container is not a set"
            Both insert(value: Any, container: FrozenSet) -> FrozenSet;
        }
        /// Elements in iteration order as a tuple; a tuple passes through.
        Totuple totuple: gpu ObjectList, cost Linear {
            errors "type: not a container"
            Both totuple(container: FrozenSet) -> Tuple;
        }
        /// Tuple of 2-tuples of elements at equal places; the shorter argument decides the length, () if either
        /// is empty. Sets are read in canonical order.
        Pair pair: gpu ObjectList, cost Linear {
            errors "type: not a container"
            Both pair(a: Tuple, b: Tuple) -> TupleTuple;
        }
        /// Pairs (x, y) of a joined with values z of b at equal places into (x, y, z); the shorter decides.
        Celltuple celltuple: gpu ObjectList, cost Linear {
            errors "type: an element of a that is used is not of length 2"
            Batt celltuple(a: Tuple, b: Tuple) -> TupleTuple;
        }
        /// Set of all (x, y) with x from a and y from b; empty when either is empty.
        Product product: gpu Mask, cost Pairs {
            errors "type: not a container"
            Both product(a: Container, b: Container) -> FrozenSet;
        }
        family Container;
        /// Number of elements (rows for a grid).
        Size size: gpu ObjectList, cost Unit {
            errors "type: not a container"
            Both size(container: Container) -> Integer;
            Batt size_t(container: Tuple) -> Integer;
            Batt size_f(container: FrozenSet) -> Integer;
        }
        /// Elements of a followed by those of b in the kind of a: concatenation for a tuple, union for a set.
        /// With mixed kinds combine follows a.
        Combine combine: gpu Mask, cost Linear {
            errors "type: not a container; combine_t and combine_f also on mixed kinds"
            Both combine(a: Container, b: Container) -> Container;
            Batt combine_t(a: Tuple, b: Tuple) -> Tuple reads SameKind(1);
            Batt combine_f(a: FrozenSet, b: FrozenSet) -> FrozenSet reads SameKind(1);
        }
        /// Elements in both sets.
        Intersection intersection: gpu Mask, cost Linear {
            errors "type: an argument is not a set (tuples included)"
            Both intersection(a: FrozenSet, b: FrozenSet) -> FrozenSet;
        }
        /// Elements of a that do not occur in b, in the kind of a; a tuple keeps order and repeats.
        /// difference_tuple is the same kernel.
        Difference difference: gpu Mask, cost Linear {
            errors "type: not a container"
            Arc difference(a: FrozenSet, b: FrozenSet) -> FrozenSet;
            Batt difference_tuple(a: Tuple, b: Tuple) -> Tuple;
            Batt difference(a: FrozenSet, b: FrozenSet) -> FrozenSet;
        }
        /// Tuple without repeats, each value at its first position.
        Dedupe dedupe: gpu ObjectList, cost Linear {
            errors "type: a non-empty set or a non-container"
            Both dedupe(tup: Tuple) -> Tuple;
        }
        /// One level of flattening: elements of the elements, in iteration order, in the kind of the OUTER
        /// container. Empty gives the empty container of that kind.
        Merge merge: gpu ObjectList, cost Linear {
            errors "type: an element is not a container"
            Both merge(containers: ContainerContainer) -> Container;
            Batt merge_f(containers: ContainerContainer) -> Container;
            Batt merge_t(containers: ContainerContainer) -> Container;
        }
        /// Container without the elements equal to value, same kind; all occurrences go. remove_t always
        /// returns a tuple.
        Remove remove: gpu Mask, cost Linear {
            errors "type: not a container"
            Both remove(value: Any, container: Container) -> Container;
            Batt remove_t(value: Any, container: Tuple) -> Tuple reads AsTuple(1);
            Batt remove_f(value: Any, container: FrozenSet) -> FrozenSet;
        }
        /// Stable ascending sort by compfunc, always a tuple; equal keys keep iteration order; empty gives ().
        Order order: gpu HigherOrder, cost Linear {
            errors "any failure of compfunc; type: keys not comparable"
            Both order(container: Container, compfunc: Callable) -> Tuple;
        }
        family Function;
        /// One-argument function x -> outer(inner(x)); operands are not checked until the call.
        Compose compose: gpu HigherOrder, cost Unit {
            errors "at call: type if outer or inner is no function, arity, any inner failure"
            Both compose(outer: Callable, inner: Callable) -> Callable;
        }
        /// One-argument function x -> h(g(f(x))); operands unchecked until the call.
        Chain chain: gpu HigherOrder, cost Unit {
            errors "at call: as compose"
            Both chain(h: Callable, g: Callable, f: Callable) -> Callable;
        }
        /// One-argument function x -> 1 if function(x) equals target structurally, else 0.
        Matcher matcher: gpu HigherOrder, cost Unit {
            errors "at call: as compose"
            Both matcher(function: Callable, target: Any) -> Callable;
        }
        /// Fixes the last argument. Declared arity 2 gives a 1-argument function, 3 a 2-argument one, every
        /// other arity (1 and 4 included) a 3-argument one that passes four arguments on; arity counts optional
        /// parameters, closures of compose, chain, matcher, fork have arity 1.
        Rbind rbind: gpu HigherOrder, cost Unit {
            errors "type: function is not a function (at binding); at call: arity, in particular always for arity-1 functions; any failure of function"
            Both rbind(function: Callable, fixed: Any) -> Callable;
        }
        /// Fixes the first argument, with the arity rule of rbind.
        Lbind lbind: gpu HigherOrder, cost Unit {
            errors "as rbind; any failure of function at the call"
            Both lbind(function: Callable, fixed: Any) -> Callable;
        }
        /// n-fold self application: n = 1 returns function itself (its arity kept), n >= 2 a 1-argument
        /// function.
        Power power: gpu HigherOrder, cost Unit {
            errors "domain: n < 1; budget: n above the depth limit; type: n not Int; at call: any failure of function"
            Both power(function: Callable, n: Integer) -> Callable;
        }
        /// One-argument function x -> outer(a(x), b(x)).
        Fork fork: gpu HigherOrder, cost Unit {
            errors "at call: as compose"
            Both fork(outer: Callable, a: Callable, b: Callable) -> Callable;
        }
        family Map;
        /// Function on every element, same kind of container (a set collapses equal results); empty stays
        /// empty. apply_t gives a tuple.
        Apply apply: gpu HigherOrder, cost Linear {
            errors "any failure of function on any element"
            Both apply(function: Callable, container: Container) -> Container;
            Batt apply_t(function: Callable, container: Tuple) -> Tuple reads AsTuple(1);
            Batt apply_f(function: Callable, container: FrozenSet) -> FrozenSet;
        }
        /// Every function of the container applied to value, same kind of container; empty stays empty.
        Rapply rapply: gpu HigherOrder, cost Linear {
            errors "type: an element is not a function; any failure of one"
            Both rapply(functions: Container, value: Any) -> Container;
            Batt rapply_t(functions: Tuple, value: Any) -> Tuple reads AsTuple(0);
            Batt rapply_f(functions: FrozenSet, value: Any) -> FrozenSet;
        }
        /// apply, then merge one level; result kind is that of the container (a tuple stays a tuple although
        /// declared a set).
        Mapply mapply: gpu HigherOrder, cost Linear {
            errors "any failure of function; type: a result is not a container"
            Both mapply(function: Callable, container: ContainerContainer) -> FrozenSet;
            Batt mapply_t(function: Callable, container: Tuple) -> Tuple reads AsTuple(1);
            Batt mapply_f(function: Callable, container: FrozenSet) -> FrozenSet;
        }
        /// Binary function on elements at equal places; the shorter argument decides; () when either is empty.
        /// Sets are read in canonical order.
        Papply papply: gpu HigherOrder, cost Linear {
            errors "any failure of function"
            Both papply(function: Callable, a: Tuple, b: Tuple) -> Tuple;
        }
        /// papply, then concatenation of the results into one tuple.
        Mpapply mpapply: gpu HigherOrder, cost Linear {
            errors "any failure of function; type: a result is not a container"
            Both mpapply(function: Callable, a: Tuple, b: Tuple) -> Tuple;
        }
        /// Set of function(x, y) over all x of a and y of b; empty when either is empty.
        Prapply prapply: gpu HigherOrder, cost Pairs {
            errors "any failure of function"
            Both prapply(function: Untyped, a: Container, b: Container) -> FrozenSet;
        }
        /// Elements for which condition is truthy, same kind and order. sfilter_t always gives a tuple,
        /// sfilter_f a set.
        Sfilter sfilter: gpu HigherOrder, cost Linear {
            errors "any failure of condition"
            Both sfilter(container: Container, condition: Callable) -> Container;
            Batt sfilter_t(container: Tuple, condition: Callable) -> Tuple reads AsTuple(0);
            Batt sfilter_f(container: FrozenSet, condition: Callable) -> FrozenSet reads AsSet(0);
        }
        /// sfilter, then merge one level in the kind of the container (a tuple stays a tuple although declared
        /// a set).
        Mfilter mfilter: gpu HigherOrder, cost Linear {
            errors "any failure of function; type: a kept element is not a container"
            Both mfilter(container: Container, function: Callable) -> FrozenSet;
            Batt mfilter_f(container: FrozenSet, function: Callable) -> FrozenSet;
        }
        /// Set of the elements for which function is truthy, NOT merged. Own row: despite its name mfilter_t
        /// does not flatten.
        FilterToSet filter_to_set: gpu HigherOrder, cost Linear {
            errors "any failure of function"
            Batt mfilter_t(container: Tuple, function: Callable) -> FrozenSet;
        }
        /// Set of the elements whose length is n (always a set); n below 0 gives {}.
        Sizefilter sizefilter: gpu ObjectList, cost Linear {
            errors "type: an element is not a container"
            Arc sizefilter(container: Container, n: Integer) -> FrozenSet;
            Batt sizefilter(container: Container, n: Integer) -> Object;
        }
        family Colour;
        /// Set of distinct colours; empty gives {}.
        Palette palette: gpu GridReduce, cost Linear {
            errors "type: a row is not a tuple, an element is not a cell"
            Arc palette(element: Element) -> IntegerSet;
            Batt p_f(element: FrozenSet) -> IntegerSet reads AsSet(0);
            Batt palette_t(element: Tuple) -> IntegerSet reads AsTuple(0);
            Batt palette_f(element: FrozenSet) -> IntegerSet reads AsSet(0);
        }
        /// Distinct colours as an ascending tuple (declared IntegerSet); empty gives (). Own row: result kind
        /// differs from palette.
        PaletteTuple palette_tuple: gpu GridReduce, cost Linear {
            errors "as palette"
            Batt p_g(grid: Grid) -> IntegerSet reads AsTuple(0);
            Batt p_o(obj: Object) -> IntegerSet reads AsSet(0);
        }
        /// Number of distinct colours, 0 when empty (arc declares IntegerSet by mistake).
        Numcolors numcolors: gpu GridReduce, cost Linear {
            errors "as palette"
            Arc numcolors(element: Element) -> IntegerSet;
            Batt numcolors_t(grid: Grid) -> Integer reads AsTuple(0);
            Batt numcolors_f(obj: Object) -> Integer reads AsSet(0);
        }
        /// Most frequent colour; ties go to the smallest colour number.
        Mostcolor mostcolor: gpu GridReduce, cost Linear {
            errors "empty: no cells"
            Arc mostcolor(element: Element) -> Integer;
            Batt mostcolor_t(grid: Grid) -> Integer reads AsTuple(0);
            Batt mostcolor_f(obj: Object) -> Integer reads AsSet(0);
        }
        /// Least frequent colour among those present; ties go to the smallest colour number.
        Leastcolor leastcolor: gpu GridReduce, cost Linear {
            errors "empty: no cells"
            Arc leastcolor(element: Element) -> Integer;
            Batt leastcolor_t(grid: Grid) -> Integer reads AsTuple(0);
            Batt leastcolor_f(obj: Object) -> Integer reads AsSet(0);
        }
        /// Number of cells of that colour, 0 if absent or empty.
        Colorcount colorcount: gpu GridReduce, cost Linear {
            errors "type: a row is not a tuple, an element is not a cell"
            Arc colorcount(element: Element, value: Integer) -> Integer;
            Batt colorcount_t(grid: Grid, color: C_) -> Integer reads AsTuple(0);
            Batt colorcount_f(obj: Object, color: C_) -> Integer reads AsSet(0);
        }
        /// Colour of the first cell in iteration order: [arc] the smallest colour of the object, [batt] the
        /// colour of its first cell in row-major order.
        Color color: gpu ObjectList, cost Linear {
            errors "empty: no cells; type: first element is not a cell"
            Both color(obj: Object) -> Integer;
        }
        /// Set of the objects whose color (first cell, see color) equals the argument; always a set.
        Colorfilter colorfilter: gpu ObjectList, cost Linear {
            errors "empty: some object is empty; type: an element is not an object"
            Arc colorfilter(objs: Objects, value: Integer) -> Objects;
            Batt colorfilter(objs: Objects, color: C_) -> Objects;
        }
        /// Positions of all cells of that colour; {} if absent or grid empty.
        Ofcolor ofcolor: gpu Mask, cost Linear {
            errors "type: not a grid"
            Arc ofcolor(grid: Grid, value: Integer) -> Indices;
            Batt f_ofcolor(grid: Grid, color: C_) -> Indices;
        }
        /// Object with one cell of that colour at each distinct position; empty gives {}.
        Recolor recolor: gpu Mask, cost Linear {
            errors "type: patch elements are neither cells nor pairs"
            Arc recolor(value: Integer, patch: Patch) -> Object;
            Batt recolor_i(color: C_, indices: Indices) -> Object reads PairsOnly(1);
            Batt recolor_o(color: C_, obj: Object) -> Object reads CellsOnly(1);
        }
        /// Every cell equal to replacee becomes replacer; () stays ().
        Replace replace: gpu GridMap, cost Linear {
            errors "type: not a grid"
            Arc replace(grid: Grid, replacee: Integer, replacer: Integer) -> Grid;
            Batt replace(grid: Grid, replacee: C_, replacer: C_) -> Grid;
        }
        /// Cells of colour a become b and cells of b become a; a = b changes nothing.
        Switch switch: gpu GridMap, cost Linear {
            errors "type: not a grid"
            Arc switch(grid: Grid, a: Integer, b: Integer) -> Grid;
            Batt switch(grid: Grid, a: C_, b: C_) -> Grid;
        }
        family Measure;
        /// Tuple: number of rows. Set: last row minus first row plus 1 of its positions. Empty gives 0.
        Height height: gpu GridReduce, cost Linear {
            errors "type: elements without positions"
            Arc height(piece: Piece) -> Integer;
            Batt height_t(piece: Tuple) -> Integer reads AsTuple(0);
            Batt height_f(piece: Indices) -> Integer reads AsSet(0);
            Batt height_i(piece: Indices) -> Integer reads AsSet(0) reads PairsOnly(0);
            Batt height_o(piece: Object) -> Integer reads AsSet(0) reads CellsOnly(0);
        }
        /// Tuple: length of the first row. Set: last column minus first column plus 1. Empty gives 0.
        Width width: gpu GridReduce, cost Linear {
            errors "type: first row not a container, elements without positions"
            Arc width(piece: Piece) -> Integer;
            Batt width_t(piece: Tuple) -> Integer reads TupleOnly(0) zero Zero;
            Batt width_f(piece: Indices) -> Integer reads AsSet(0);
            Batt width_i(piece: Indices) -> Integer reads AsSet(0) reads PairsOnly(0);
            Batt width_o(piece: Object) -> Integer reads AsSet(0) reads CellsOnly(0);
        }
        /// (height, width); empty gives (0, 0).
        Shape shape: gpu GridReduce, cost Linear {
            errors "as width"
            Arc shape(piece: Piece) -> IntegerTuple;
            Batt shape_t(grid: Grid) -> IJ reads TupleOnly(0);
            Batt shape_f(patch: Patch) -> IJ reads AsSet(0);
        }
        /// 1 when height exceeds width; 0 when empty.
        Portrait portrait: gpu GridReduce, cost Linear {
            errors "as width"
            Arc portrait(piece: Piece) -> Boolean;
            Batt portrait_t(grid: Grid) -> Boolean reads TupleOnly(0);
            Batt portrait_f(patch: Patch) -> Boolean reads AsSet(0);
        }
        /// Grid: as many rows as columns. Patch: height equals width and height times width equals the number
        /// of elements (so gap-free); the empty set gives 1.
        Square square: gpu GridReduce, cost Linear {
            errors "index: the empty tuple; as width"
            Arc square(piece: Piece) -> Boolean;
            Batt square_t(grid: Grid) -> Boolean reads TupleOnly(0);
            Batt square_f(patch: Patch) -> Boolean reads AsSet(0);
        }
        /// 1 when width is 1 and height equals the number of elements; empty gives 0.
        Vline vline: gpu Mask, cost Linear {
            errors "as width"
            Arc vline(patch: Patch) -> Boolean;
            Batt vline_i(patch: Indices) -> Boolean reads AsSet(0) reads PairsOnly(0);
            Batt vline_o(patch: Object) -> Boolean reads AsSet(0) reads CellsOnly(0);
        }
        /// 1 when height is 1 and width equals the number of elements; empty gives 0.
        Hline hline: gpu Mask, cost Linear {
            errors "as width"
            Arc hline(patch: Patch) -> Boolean;
            Batt hline_i(patch: Indices) -> Boolean reads AsSet(0) reads PairsOnly(0);
            Batt hline_o(patch: Object) -> Boolean reads AsSet(0) reads CellsOnly(0);
        }
        /// Smallest row of the positions (may be negative).
        Uppermost uppermost: gpu Mask, cost Linear {
            errors "empty: no positions"
            Both uppermost(patch: Patch) -> Integer;
            Batt uppermost_i(indices: Indices) -> Integer reads PairsOnly(0);
            Batt uppermost_o(obj: Object) -> Integer reads CellsOnly(0);
        }
        /// Largest row of the positions.
        Lowermost lowermost: gpu Mask, cost Linear {
            errors "empty: no positions"
            Both lowermost(patch: Patch) -> Integer;
            Batt lowermost_i(indices: Indices) -> Integer reads PairsOnly(0);
            Batt lowermost_o(obj: Object) -> Integer reads CellsOnly(0);
        }
        /// Smallest column of the positions.
        Leftmost leftmost: gpu Mask, cost Linear {
            errors "empty: no positions"
            Both leftmost(patch: Patch) -> Integer;
            Batt leftmost_i(indices: Indices) -> Integer reads PairsOnly(0);
            Batt leftmost_o(obj: Object) -> Integer reads CellsOnly(0);
        }
        /// Largest column of the positions.
        Rightmost rightmost: gpu Mask, cost Linear {
            errors "empty: no positions"
            Both rightmost(patch: Patch) -> Integer;
            Batt rightmost_i(indices: Indices) -> Integer reads PairsOnly(0);
            Batt rightmost_o(obj: Object) -> Integer reads CellsOnly(0);
        }
        /// Selects by type: 0 lowermost, 1 uppermost, 2 leftmost, 3 rightmost.
        ColRow col_row: gpu Mask, cost Linear {
            errors "domain: type outside 0..3; empty: no positions"
            Batt col_row(patch: Patch, type: R4) -> Integer;
        }
        /// (smallest row, smallest column); an empty patch gives ().
        Ulcorner ulcorner: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Arc ulcorner(patch: Patch) -> IntegerTuple;
            Batt ulcorner(patch: Patch) -> IJ zero Unit;
            Batt ulcorner_i(indices: Indices) -> IJ;
            Batt ulcorner_o(obj: Object) -> IJ reads CellsOnly(0) zero Unit;
        }
        /// (smallest row, largest column); empty gives ().
        Urcorner urcorner: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Arc urcorner(patch: Patch) -> IntegerTuple;
            Batt urcorner(patch: Patch) -> IJ zero Unit;
            Batt urcorner_i(indices: Indices) -> IJ reads PairsOnly(0);
            Batt urcorner_o(obj: Object) -> IJ reads CellsOnly(0) zero Unit;
        }
        /// (largest row, smallest column); empty gives ().
        Llcorner llcorner: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Arc llcorner(patch: Patch) -> IntegerTuple;
            Batt llcorner(patch: Patch) -> IJ zero Unit;
            Batt llcorner_i(indices: Indices) -> IJ reads PairsOnly(0);
            Batt llcorner_o(obj: Object) -> IJ reads CellsOnly(0) zero Unit;
        }
        /// (largest row, largest column); empty gives ().
        Lrcorner lrcorner: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Arc lrcorner(patch: Patch) -> IntegerTuple;
            Batt lrcorner(patch: Patch) -> IJ zero Unit;
            Batt lrcorner_i(indices: Indices) -> IJ;
            Batt lrcorner_o(obj: Object) -> IJ reads CellsOnly(0) zero Unit;
        }
        /// Selects by type: 0 ulcorner, 1 urcorner, 2 llcorner, 3 lrcorner, any other value ulcorner; empty
        /// gives ().
        Corner corner: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Batt corner(patch: Patch, type: R4) -> IJ;
        }
        /// (first row + height div 2, first column + width div 2), i.e. the later of two middle lines. [batt]
        /// empty gives (). [arc] empty fails.
        Center center: gpu Mask, cost Linear {
            errors "empty: [arc] no positions"
            Arc center(patch: Patch) -> IntegerTuple;
            Batt center(patch: Patch) -> IJ zero Unit;
        }
        /// Sum of rows and sum of columns over the distinct positions, each floor-divided by the number of
        /// ELEMENTS of the patch; empty gives ().
        Centerofmass centerofmass: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Arc centerofmass(patch: Patch) -> IntegerTuple;
            Batt centerofmass(patch: Patch) -> IJ zero Unit;
        }
        /// Smallest p >= 1 such that every cell of the normalised object in column p or beyond also occurs,
        /// same colour, p columns further left; otherwise the width; 0 when empty.
        Hperiod hperiod: gpu Mask, cost Linear {
            errors "type: elements are not cells (only checked when width > 1)"
            Both hperiod(obj: Object) -> Integer;
        }
        /// As hperiod for rows: smallest p, otherwise the height; 0 when empty.
        Vperiod vperiod: gpu Mask, cost Linear {
            errors "type: elements are not cells (only checked when height > 1)"
            Both vperiod(obj: Object) -> Integer;
        }
        family Relation;
        /// 1 when some row occurs in both patches; 0 when either is empty.
        Hmatching hmatching: gpu Mask, cost Scan {
            errors "type: elements without positions"
            Both hmatching(a: Patch, b: Patch) -> Boolean;
        }
        /// 1 when some column occurs in both patches; 0 when either is empty.
        Vmatching vmatching: gpu Mask, cost Scan {
            errors "type: elements without positions"
            Both vmatching(a: Patch, b: Patch) -> Boolean;
        }
        /// Smallest row distance plus column distance over all pairs of positions; 0 when they overlap.
        Manhattan manhattan: gpu Mask, cost Scan {
            errors "empty: either patch is empty"
            Both manhattan(a: Patch, b: Patch) -> Integer;
        }
        /// 1 when manhattan is exactly 1 (overlap gives 0). [batt] 0 when either patch is empty. [arc] empty
        /// fails.
        Adjacent adjacent: gpu Mask, cost Scan {
            errors "empty: [arc] either patch is empty"
            Both adjacent(a: Patch, b: Patch) -> Boolean;
        }
        /// 1 when the first row or column of the patch is 0, or its last row or column is the grid's last one;
        /// positions further outside do not count. [batt] an empty patch gives 0. [arc] an empty patch fails.
        Bordering bordering: gpu Mask, cost Linear {
            errors "empty: [arc] empty patch; index: grid () unless an earlier test already holds"
            Both bordering(patch: Patch, grid: Grid) -> Boolean;
        }
        /// Direction from the centre of a to the centre of b: equal rows (0, 1) if b lies right else (0, -1),
        /// also for equal centres; equal columns (1 or -1, 0); otherwise (1 or -1, 1 or -1).
        Position position: gpu Mask, cost Linear {
            errors "empty: either patch is empty"
            Arc position(a: Patch, b: Patch) -> IntegerTuple;
            Batt position(a: Patch, b: Patch) -> IJ;
        }
        /// Displacement n*(d): d is vertical when the patches share a column, else horizontal, positive if the
        /// source centre is strictly before the destination centre else negative; n is the least count in 0..42
        /// of unit shifts after which manhattan is 1, or 42 if never. [batt] an empty destination returns the
        /// source patch itself. [arc] empty fails.
        Gravitate gravitate: gpu Mask, cost Scan {
            errors "empty: source empty (with non-empty destination), [arc] destination empty"
            Arc gravitate(source: Patch, destination: Patch) -> IntegerTuple;
            Batt gravitate(source: Patch, destination: Patch) -> IJ;
        }
        family Patch;
        /// Distinct positions of the cells, as a set. A container whose first element is not a cell (pairs, or
        /// anything else) is returned unchanged, a tuple included; an empty one (also ()) gives {}. toindices_i
        /// returns its argument unchanged. [batt] an Int or a container of Ints gives {}.
        Toindices toindices: gpu Mask, cost Linear {
            errors "type: [arc] elements are not tuples"
            Arc toindices(patch: Patch) -> Indices;
            Batt toindices(patch: Patch) -> Indices zero EmptySet;
            Batt toindices_i(indices: Indices) -> Indices reads Unchanged(0);
            Batt toindices_o(obj: Object) -> Indices reads CellsOnly(0) zero EmptySet;
        }
        /// All positions of the grid (width taken from the first row); () gives {}.
        Asindices asindices: gpu Mask, cost Linear {
            errors "type: not a grid"
            Both asindices(grid: Grid) -> Indices;
        }
        /// Patch translated so that its smallest row and column are 0; empty stays as it is.
        Normalize normalize: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Arc normalize(patch: Patch) -> Patch;
            Batt normalize(indices: Indices) -> Indices;
            Batt normalize_i(indices: Indices) -> Indices reads PairsOnly(0);
            Batt normalize_o(obj: Object) -> Object reads CellsOnly(0);
        }
        /// Every position translated by directions, colours kept; may leave the grid or become negative. Empty
        /// gives {}. [batt] direction () returns the patch unchanged. [arc] direction () fails unless the patch
        /// is empty.
        Shift shift: gpu Mask, cost Linear {
            errors "type: directions not of length 2 (non-empty patch), elements without positions"
            Arc shift(patch: Patch, directions: IntegerTuple) -> Patch;
            Batt shift(patch: Patch, directions: IJ) -> Patch zero EmptySet;
        }
        /// The four orthogonal neighbours, not clipped. [batt] () or a non-tuple gives {}. [arc] those fail.
        Dneighbors dneighbors: gpu Mask, cost Linear {
            errors "index: tuple shorter than 2; type: [arc] not a tuple"
            Arc dneighbors(loc: IntegerTuple) -> Indices;
            Batt dneighbors(loc: IJ) -> Indices zero EmptySet;
        }
        /// The four diagonal neighbours, not clipped. [batt] () or a non-tuple gives {}. [arc] those fail.
        Ineighbors ineighbors: gpu Mask, cost Linear {
            errors "as dneighbors"
            Arc ineighbors(loc: IntegerTuple) -> Indices;
            Batt ineighbors(loc: IJ) -> Indices zero EmptySet;
        }
        /// The eight neighbours, union of dneighbors and ineighbors.
        Neighbors neighbors: gpu Mask, cost Linear {
            errors "as dneighbors"
            Arc neighbors(loc: IntegerTuple) -> Indices;
            Batt neighbors(loc: IJ) -> Indices zero EmptySet;
        }
        /// Set of the four bounding-box corners (fewer when they coincide); an empty patch gives the set
        /// holding ().
        Corners corners: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Arc corners(patch: Patch) -> Indices;
            Batt corners(patch: Patch) -> Indices zero UnitSet;
        }
        /// Outline of the bounding box: its first and last rows and columns; empty gives {}.
        Box r#box: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Both box(patch: Patch) -> Indices;
        }
        /// Outline of the bounding box moved one step inwards; bounds that cross are swapped, so a side of
        /// length 1 becomes 3 positions wide again and a side of 2 stays 2. [batt] empty gives {}. [arc] empty
        /// fails.
        Inbox inbox: gpu Mask, cost Linear {
            errors "empty: [arc] no positions"
            Both inbox(patch: Patch) -> Indices;
        }
        /// Outline of the bounding box moved one step outwards, not clipped. [batt] empty gives {}. [arc] empty
        /// fails.
        Outbox outbox: gpu Mask, cost Linear {
            errors "empty: [arc] no positions"
            Both outbox(patch: Patch) -> Indices;
        }
        /// All positions of the bounding box; empty gives {}. [batt] a bare Int gives {}.
        Backdrop backdrop: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Arc backdrop(patch: Patch) -> Indices;
            Batt backdrop(patch: Patch) -> Indices zero EmptySet;
        }
        /// Positions of the bounding box that are not in the patch; empty gives {}.
        Delta delta: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Arc delta(patch: Patch) -> Indices;
            Batt delta(patch: Patch) -> Indices zero EmptySet;
        }
        /// Horizontal, vertical or 45-degree line from a to b, ends included (a = b gives one position); any
        /// other slope gives {}. [batt] an end () gives {}. [arc] () fails.
        Connect connect: gpu Mask, cost Linear {
            errors "type: an end is not a tuple of exactly 2 Ints"
            Arc connect(a: IntegerTuple, b: IntegerTuple) -> Indices;
            Batt connect(a: IJ, b: IJ) -> Indices;
        }
        /// connect from start to start + 42 times direction: 43 positions for a unit direction, one for (0, 0),
        /// {} for a slope that is neither axis-parallel nor diagonal. [batt] start or direction () or {} gives
        /// {}. [arc] those fail.
        Shoot shoot: gpu Mask, cost Linear {
            errors "index: tuple shorter than 2; type: not tuples of Ints"
            Arc shoot(start: IntegerTuple, direction: IntegerTuple) -> Indices;
            Batt shoot(start: IJ, direction: IJ) -> Indices;
        }
        /// The 30 positions (row of location, 0..29), independent of any grid. [batt] () gives {}. [arc] ()
        /// fails.
        Hfrontier hfrontier: gpu Mask, cost Linear {
            errors "index: [arc] (); type: not a tuple"
            Arc hfrontier(location: IntegerTuple) -> Indices;
            Batt hfrontier(location: IJ) -> Indices;
        }
        /// The 30 positions (0..29, column of location); () fails in both dialects, unlike hfrontier in batt.
        Vfrontier vfrontier: gpu Mask, cost Linear {
            errors "index: tuple shorter than 2; type: not a tuple"
            Arc vfrontier(location: IntegerTuple) -> Indices;
            Batt vfrontier(location: IJ) -> Indices;
        }
        /// Grid: rows in reverse order. Patch: row r becomes first row + last row - r inside its own bounding
        /// box, colours kept.
        Hmirror hmirror: gpu GridMap, cost Linear {
            errors "empty: the empty set (the empty tuple is fine); type: elements without positions"
            Arc hmirror(piece: Piece) -> Piece;
            Batt hmirror_t(grid: Grid) -> Grid reads TupleOnly(0);
            Batt hmirror_f(patch: Patch) -> Patch reads AsSet(0);
            Batt hmirror_i(indices: Indices) -> Indices reads AsSet(0) reads PairsOnly(0);
            Batt hmirror_o(obj: Object) -> Object reads AsSet(0) reads CellsOnly(0);
        }
        /// Grid: every row reversed. Patch: column c becomes first column + last column - c.
        Vmirror vmirror: gpu GridMap, cost Linear {
            errors "empty: the empty set; type: elements without positions"
            Arc vmirror(piece: Piece) -> Piece;
            Batt vmirror_t(grid: Grid) -> Grid reads AsTuple(0);
            Batt vmirror_i(indices: Indices) -> Indices reads AsSet(0) reads PairsOnly(0);
            Batt vmirror_o(obj: Object) -> Object reads AsSet(0) reads CellsOnly(0);
        }
        /// Patch case of vmirror, but the empty set is returned unchanged. Own row: only this one of the patch
        /// mirrors has the guard.
        VmirrorOrEmpty vmirror_or_empty: gpu Mask, cost Linear {
            errors "type: elements without positions"
            Batt vmirror_f(patch: Patch) -> Patch reads AsSet(0);
        }
        /// Grid: transpose. Patch: transpose about the main diagonal through its upper-left corner, which stays
        /// in place.
        Dmirror dmirror: gpu GridShape, cost Linear {
            errors "empty: the empty set; type: elements without positions"
            Arc dmirror(piece: Piece) -> Piece;
            Batt dmirror_t(grid: Grid) -> Grid reads AsTuple(0);
            Batt dmirror_f(patch: Patch) -> Patch reads AsSet(0);
            Batt dmirror_i(indices: Indices) -> Indices reads AsSet(0) reads PairsOnly(0);
            Batt dmirror_o(obj: Object) -> Object reads AsSet(0) reads CellsOnly(0);
        }
        /// Grid: transpose about the counter-diagonal (reverse rows and columns, then transpose). Patch: same
        /// reflection with the upper-left corner of the bounding box kept: (r, c) becomes (top + right - c,
        /// left + bottom - r).
        Cmirror cmirror: gpu GridShape, cost Linear {
            errors "empty: the empty set; type: elements without positions"
            Arc cmirror(piece: Piece) -> Piece;
            Batt cmirror_t(grid: Grid) -> Grid reads TupleOnly(0);
            Batt cmirror_f(patch: Patch) -> Patch reads AsSet(0);
            Batt cmirror_i(indices: Indices) -> Indices reads AsSet(0);
            Batt cmirror_o(obj: Object) -> Object reads AsSet(0);
        }
        /// Selects by type: 0 hmirror, 1 dmirror, 2 vmirror_or_empty, 3 cmirror of a patch; any other value
        /// returns the patch unchanged.
        MirRotPatch mir_rot_patch: gpu Mask, cost Linear {
            errors "empty: the empty set with type 0, 1 or 3"
            Batt mir_rot_f(patch: Patch, type: A4) -> Patch;
        }
        family Grid;
        /// Quarter turn clockwise; () stays (), rows of width 0 give ().
        Rot90 rot90: gpu GridShape, cost Linear {
            errors "type: not a grid"
            Both rot90(grid: Grid) -> Grid;
        }
        /// Half turn; () stays ().
        Rot180 rot180: gpu GridMap, cost Linear {
            errors "type: not a grid"
            Both rot180(grid: Grid) -> Grid;
        }
        /// Quarter turn counter-clockwise; () stays (), rows of width 0 give ().
        Rot270 rot270: gpu GridShape, cost Linear {
            errors "type: not a grid"
            Both rot270(grid: Grid) -> Grid;
        }
        /// Selects by type: 0 hmirror, 1 dmirror, 2 vmirror, 3 cmirror, 4 rot90, 5 rot180, 6 rot270; any other
        /// value returns the grid unchanged.
        MirRotGrid mir_rot_grid: gpu GridShape, cost Linear {
            errors "type: not a grid (types 0..6)"
            Batt mir_rot_t(grid: Grid, type: A8) -> Grid;
        }
        /// Each cell repeated factor times along its row; factor 0 or below leaves as many rows, all empty.
        Hupscale hupscale: gpu GridShape, cost Linear {
            errors "type: not a grid; budget: too large"
            Both hupscale(grid: Grid, factor: Integer) -> Grid;
        }
        /// Each row repeated factor times; factor 0 or below gives ().
        Vupscale vupscale: gpu GridShape, cost Linear {
            errors "type: not a grid; budget: too large"
            Both vupscale(grid: Grid, factor: Integer) -> Grid;
        }
        /// Grid: each cell becomes a factor x factor block; factor 0 or below gives (). Object: the same about
        /// its fixed upper-left corner; factor 0 or below, or an empty object, gives {}.
        Upscale upscale: gpu GridShape, cost Linear {
            errors "type: set elements are not cells; budget: too large"
            Arc upscale(element: Element, factor: Integer) -> Element;
            Batt upscale_t(grid: Grid, factor: Integer) -> Grid reads AsTuple(0);
            Batt upscale_f(obj: Object, factor: Integer) -> Object reads AsSet(0);
        }
        /// Rows and columns whose index is divisible by factor (the sign of factor does not matter).
        Downscale downscale: gpu GridShape, cost Linear {
            errors "domain: factor 0; index: grid ()"
            Both downscale(grid: Grid, factor: Integer) -> Grid;
        }
        /// Rows of a and b joined side by side; the grid with fewer rows decides, () if either is ().
        Hconcat hconcat: gpu GridShape, cost Linear {
            errors "type: a row is not a tuple"
            Both hconcat(a: Grid, b: Grid) -> Grid;
        }
        /// Rows of a followed by rows of b; widths are not checked, so the result may be ragged.
        Vconcat vconcat: gpu GridShape, cost Linear {
            errors "type: an argument is not a tuple"
            Both vconcat(a: Grid, b: Grid) -> Grid;
        }
        /// Per axis the half-open slice from start to start+dims: each of the two bounds, if negative, first
        /// has the length added (counts from the end), then is clipped to the grid. No rows left gives (), no
        /// columns left gives empty rows.
        Crop crop: gpu GridShape, cost Linear {
            errors "index: start or dims shorter than 2; type: not a grid"
            Arc crop(grid: Grid, start: IntegerTuple, dims: IntegerTuple) -> Grid;
        }
        /// The dims-sized rectangle at start if start lies inside the grid and the rectangle does not pass the
        /// far border, otherwise (); a 0 or negative dim that satisfies this is sliced as in crop. The empty
        /// grid gives (); dims is not read when start lies outside. Own row: crop clips and wraps, this one
        /// refuses.
        CropInside crop_inside: gpu GridShape, cost Linear {
            errors "index: start or dims shorter than 2 (non-empty grid); type: not a grid"
            Batt crop(grid: Grid, start: IJ, dims: IJ) -> Grid;
        }
        /// crop of the grid at the patch's bounding box, with the clipping and negative-index behaviour of
        /// crop.
        Subgrid subgrid: gpu GridShape, cost Linear {
            errors "index: empty patch"
            Arc subgrid(patch: Patch, grid: Grid) -> Grid;
        }
        /// crop_inside of the grid at the patch's bounding box: () for an empty patch or a box that leaves the
        /// grid. Own row: see crop_inside.
        SubgridInside subgrid_inside: gpu GridShape, cost Linear {
            errors "type: elements without positions"
            Batt subgrid(patch: Patch, grid: Grid) -> Grid;
        }
        /// n pieces of width w div n from left to right; when n does not divide w one column is skipped between
        /// pieces. A piece passing the right border is clipped, down to empty rows. n below 0 gives ().
        Hsplit hsplit: gpu GridShape, cost Linear {
            errors "domain: n = 0; index: grid ()"
            Arc hsplit(grid: Grid, n: Integer) -> Tuple;
        }
        /// As hsplit with pieces cut by crop_inside: a piece that does not fit completely is (). Own row:
        /// differs when n does not divide the width and the pieces overrun.
        HsplitInside hsplit_inside: gpu GridShape, cost Linear {
            errors "domain: n = 0; index: grid ()"
            Batt hsplit(grid: Grid, n: Integer) -> Tuple;
        }
        /// n pieces of height h div n from top to bottom; when n does not divide h one row is skipped between
        /// pieces. A piece passing the lower border is clipped, down to (). n below 0 gives ().
        Vsplit vsplit: gpu GridShape, cost Linear {
            errors "domain: n = 0; index: grid ()"
            Arc vsplit(grid: Grid, n: Integer) -> Tuple;
        }
        /// As vsplit with pieces cut by crop_inside: a piece that does not fit completely is ().
        VsplitInside vsplit_inside: gpu GridShape, cost Linear {
            errors "domain: n = 0; index: grid ()"
            Batt vsplit(grid: Grid, n: Integer) -> Tuple;
        }
        /// The upper h div 2 rows; one row gives ().
        Tophalf tophalf: gpu GridShape, cost Linear {
            errors "type: not a tuple"
            Both tophalf(grid: Grid) -> Grid;
        }
        /// The lower h div 2 rows (a middle row is dropped).
        Bottomhalf bottomhalf: gpu GridShape, cost Linear {
            errors "type: not a tuple"
            Both bottomhalf(grid: Grid) -> Grid;
        }
        /// The left w div 2 columns; a width of 0 or 1 gives (), not empty rows.
        Lefthalf lefthalf: gpu GridShape, cost Linear {
            errors "type: not a grid"
            Both lefthalf(grid: Grid) -> Grid;
        }
        /// The right w div 2 columns (a middle column is dropped); a width of 0 or 1 gives ().
        Righthalf righthalf: gpu GridShape, cost Linear {
            errors "type: not a grid"
            Both righthalf(grid: Grid) -> Grid;
        }
        /// Grid without first and last row and column; two rows or fewer give (), two columns or fewer give
        /// empty rows.
        Trim trim: gpu GridShape, cost Linear {
            errors "type: not a grid"
            Both trim(grid: Grid) -> Grid;
        }
        /// Grid without its one-coloured rows and without its one-coloured columns (both judged on the
        /// original); () when all rows go, () stays ().
        Compress compress: gpu GridShape, cost Linear {
            errors "type: not a grid"
            Both compress(grid: Grid) -> Grid;
        }
        /// Shape of a; cell of a where b has the same value at that place, else fallback. b may be larger.
        Cellwise cellwise: gpu GridMap, cost Linear {
            errors "index: a is (), or b lacks a place of a"
            Arc cellwise(a: Grid, b: Grid, fallback: Integer) -> Grid;
        }
        /// As cellwise, but places outside b count as different and get fallback. Own row: arc fails there.
        CellwiseLenient cellwise_lenient: gpu GridMap, cost Linear {
            errors "index: a is (), or b is () while a has cells"
            Batt cellwise(a: Grid, b: Grid, fallback: Integer) -> Grid;
        }
        /// Grid of one colour, dimensions = (rows, columns); rows 0 or below give (), columns 0 or below give
        /// empty rows.
        Canvas canvas: gpu GridMap, cost Linear {
            errors "index: dimensions shorter than 2; budget: too large"
            Arc canvas(value: Integer, dimensions: IntegerTuple) -> Grid;
            Batt canvas(color: C_, dimensions: IJ) -> Grid;
        }
        /// Cell value at loc. A loc outside the grid (negative included) gives (), the value that stands for
        /// nothing: programs compare it with colours.
        Index index: gpu GridReduce, cost Linear {
            errors "index: grid (); type: loc not a tuple of length 2, () included"
            Arc index(grid: Grid, loc: IntegerTuple) -> Integer;
            Batt index(grid: Grid, loc: IJ) -> Integer;
        }
        family Draw;
        /// Grid with the patch positions set to color; positions outside are ignored; an empty patch changes
        /// nothing.
        Fill fill: gpu GridMap, cost Linear {
            errors "index: grid (); type: patch elements without positions"
            Arc fill(grid: Grid, value: Integer, patch: Patch) -> Grid;
            Batt fill(grid: Grid, color: C_, patch: Patch) -> Grid;
        }
        /// Grid with the object's cells drawn in iteration order, so at a repeated position the last (largest
        /// colour) wins; cells outside are ignored. A tuple of cells is drawn in tuple order.
        Paint paint: gpu GridMap, cost Linear {
            errors "index: grid (); type: elements are not cells"
            Both paint(grid: Grid, obj: Object) -> Grid;
        }
        /// fill only where the grid has its mostcolor (determined beforehand). [batt] a grid whose rows are all
        /// empty is returned unchanged. [arc] that fails.
        Underfill underfill: gpu GridMap, cost Linear {
            errors "index: grid (); empty: [arc] grid without cells; as fill"
            Arc underfill(grid: Grid, value: Integer, patch: Patch) -> Grid;
            Batt underfill(grid: Grid, color: C_, patch: Patch) -> Grid;
        }
        /// paint only onto cells that at that moment have the grid's mostcolor (determined beforehand), so at a
        /// repeated position the first cell of another colour wins. [batt] a grid whose rows are all empty is
        /// returned unchanged. [arc] that fails.
        Underpaint underpaint: gpu GridMap, cost Linear {
            errors "index: grid (); empty: [arc] grid without cells; as paint"
            Both underpaint(grid: Grid, obj: Object) -> Grid;
        }
        /// fill of the patch positions with the grid's mostcolor. [batt] a grid whose rows are all empty is
        /// returned unchanged. [arc] that fails.
        Cover cover: gpu GridMap, cost Linear {
            errors "index or empty: grid without cells ([batt] only ()); as fill"
            Both cover(grid: Grid, patch: Patch) -> Grid;
        }
        /// cover the object, then paint it shifted by offset; cells that leave the grid vanish. [batt] offset
        /// () draws it back in place, a grid of empty rows is returned unchanged. [arc] both fail.
        Move r#move: gpu GridMap, cost Linear {
            errors "as cover, shift and paint"
            Arc move(grid: Grid, obj: Object, offset: IntegerTuple) -> Grid;
            Batt move(grid: Grid, obj: Object, offset: IJ) -> Grid;
        }
        family Extract;
        /// Connected components as objects. univalued: only equal colours join; diagonal: 8 instead of 4
        /// neighbours; without_bg: cells of the grid's mostcolor are left out. With neither univalued nor
        /// without_bg the whole grid is one object. [batt] a grid without cells gives {}. [arc] () fails, empty
        /// rows fail only with without_bg.
        Objects objects: gpu Components, cost Linear {
            errors "index: [arc] grid (); empty: [arc] without_bg and no cells"
            Both objects(grid: Grid, univalued: Boolean, diagonal: Boolean, without_bg: Boolean) -> Objects;
        }
        /// objects with the flags packed in one number 0..7: 4*univalued + 2*diagonal + 1*without_bg.
        ObjectsPacked objects_packed: gpu Components, cost Linear {
            errors "domain: type outside 0..7; otherwise as objects"
            Batt o_g(grid: Grid, type: R8) -> Objects;
        }
        /// One object per colour holding all its cells; a grid without cells gives {}.
        Partition partition: gpu Components, cost Linear {
            errors "type: not a grid"
            Both partition(grid: Grid) -> Objects;
        }
        /// One object per colour except the grid's mostcolor; a one-coloured grid gives {}. [batt] a grid
        /// without cells gives {}. [arc] that fails.
        Fgpartition fgpartition: gpu Components, cost Linear {
            errors "empty: [arc] grid without cells"
            Both fgpartition(grid: Grid) -> Objects;
        }
        /// Every one-coloured complete row and every one-coloured complete column as an object (a 1x1 grid
        /// gives one).
        Frontiers frontiers: gpu Components, cost Linear {
            errors "index: grid ()"
            Both frontiers(grid: Grid) -> Objects;
        }
        /// Positions (i, j) at which the normalised object, shifted there, fits inside the grid with all
        /// colours equal. An empty object occurs at every position of (0..h, 0..w), border line included; an
        /// object larger than the grid gives {}.
        Occurrences occurrences: gpu Mask, cost Scan {
            errors "index: grid (); type: elements are not cells"
            Both occurrences(grid: Grid, obj: Object) -> Indices;
        }
        /// Cells of the grid at the patch positions that lie inside it; empty patch gives {}.
        Toobject toobject: gpu Mask, cost Linear {
            errors "index: grid ()"
            Both toobject(patch: Patch, grid: Grid) -> Object;
        }
        /// All cells of the grid as an object; () gives {}. [batt] anything that is_no_grid rejects gives {}.
        /// [arc] that fails or is read as rows.
        Asobject asobject: gpu Mask, cost Linear {
            errors "type: [arc] not a tuple of containers"
            Arc asobject(grid: Grid) -> Object;
            Batt asobject(grid: Grid) -> Object zero EmptySet;
        }
        /// 0 when x is a tuple of tuples of Ints (() and ragged rows included), else 1.
        IsNoGrid is_no_grid: gpu GridReduce, cost Linear {
            errors "-"
            Batt is_no_grid(x: Untyped) -> Untyped;
        }
        family Layer;
        /// The layer cut to the box around its set cells. A layer is a picture with a place, (grid, (row,
        /// column)), in which 0 is transparent; a grid stands for the layer at (0, 0). Here and in every op
        /// from a layer to a layer, a tuple of layers is a list: the op is applied to each member, and those it
        /// does not apply to are left out.
        CropL crop_l: gpu None, cost Linear {
            errors "type: no layer; domain: a colour outside 0..9, a side outside 1..40, a place beyond 1000, more than 100 layers, or no cell is set; empty: an empty list, or no member is left"
            Batt crop_l(layer: Layer) -> Layer;
        }
        /// The layer turned or mirrored: k = 1 clockwise, 2 half a turn, 3 counter-clockwise, 4 left to right,
        /// 5 top to bottom, 6 at the main diagonal, 7 at the other one.
        TurnL turn_l: gpu None, cost Linear {
            errors "domain: k outside 1..7; otherwise as crop_l"
            Batt turn_l(layer: Layer, k: Integer) -> Layer;
        }
        /// A half of the layer: k = 0 left, 1 right, 2 top, 3 bottom; the middle line of an odd side belongs to
        /// neither.
        HalfL half_l: gpu None, cost Linear {
            errors "domain: k outside 0..3, a side of 1; otherwise as crop_l"
            Batt half_l(layer: Layer, k: Integer) -> Layer;
        }
        /// A quarter of the layer: k = 0 top left, 1 top right, 2 bottom left, 3 bottom right; middle lines of
        /// odd sides belong to none.
        QuarterL quarter_l: gpu None, cost Linear {
            errors "domain: k outside 0..3, a side of 1; otherwise as crop_l"
            Batt quarter_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The layer without its outermost cells.
        TrimL trim_l: gpu None, cost Linear {
            errors "domain: a side of 2 or less; otherwise as crop_l"
            Batt trim_l(layer: Layer) -> Layer;
        }
        /// The layer moved to (0, 0).
        OriginL origin_l: gpu None, cost Linear {
            errors "as crop_l"
            Batt origin_l(layer: Layer) -> Layer;
        }
        /// Only cells of the colour stay.
        KeepL keep_l: gpu None, cost Linear {
            errors "domain: colour outside 1..9 or nowhere; otherwise as crop_l"
            Batt keep_l(layer: Layer, colour: C_) -> Layer;
        }
        /// Cells of the colour become transparent.
        DropL drop_l: gpu None, cost Linear {
            errors "domain: colour outside 1..9, nothing is left; otherwise as crop_l"
            Batt drop_l(layer: Layer, colour: C_) -> Layer;
        }
        /// All set cells get the colour.
        RecolourL recolour_l: gpu None, cost Linear {
            errors "domain: colour outside 1..9, no cell is set; otherwise as crop_l"
            Batt recolour_l(layer: Layer, colour: C_) -> Layer;
        }
        /// Only the k-th most common colour but 0 stays, counted from 0; negative k counts from the least
        /// common one, -1.
        CommonL common_l: gpu None, cost Linear {
            errors "domain: no such colour, or another one is as common; otherwise as crop_l"
            Batt common_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The k-th most common colour but 0 becomes transparent, counted from 0; negative k counts from the
        /// least common one, -1.
        UncommonL uncommon_l: gpu None, cost Linear {
            errors "domain: no such colour, another one is as common, nothing is left; otherwise as crop_l"
            Batt uncommon_l(layer: Layer, k: Integer) -> Layer;
        }
        /// A single cell of the layer's colour: k = 0 the most common one but 0, 1 the most common of all if
        /// that is not 0, 2 the least common one but 0.
        MajorityL majority_l: gpu None, cost Linear {
            errors "domain: k outside 0..2, no such colour; otherwise as crop_l"
            Batt majority_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Transparent cells get the main colour (the most common one but 0, the smaller of equals) and the
        /// others become transparent; an empty layer gets colour 1.
        InvertL invert_l: gpu None, cost Linear {
            errors "domain: no cell is transparent; otherwise as crop_l"
            Batt invert_l(layer: Layer) -> Layer;
        }
        /// The most common colour exchanged with 0, which makes the background transparent.
        UngroundL unground_l: gpu None, cost Linear {
            errors "domain: the most common colour is 0, nothing is left; otherwise as crop_l"
            Batt unground_l(layer: Layer) -> Layer;
        }
        /// The colours of a layer that has exactly two besides 0, exchanged.
        ExchangeL exchange_l: gpu None, cost Linear {
            errors "domain: not two colours; otherwise as crop_l"
            Batt exchange_l(layer: Layer) -> Layer;
        }
        /// Transparent cells get the colour.
        FillzeroL fillzero_l: gpu None, cost Linear {
            errors "domain: colour outside 1..9; otherwise as crop_l"
            Batt fillzero_l(layer: Layer, colour: C_) -> Layer;
        }
        /// The layer without noise: k = 0 removes cells that have no neighbour of their colour, all eight
        /// counted; 1 gives cells the colour that at least five of their neighbours share.
        DenoiseL denoise_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, nothing is left; otherwise as crop_l"
            Batt denoise_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The layer with its holes filled: k = 0 in the main colour, 1 each in the colour most common beside
        /// it. Holes are transparent regions that do not reach the edge by sides.
        FillL fill_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, no cell is set; otherwise as crop_l"
            Batt fill_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Only the holes: k = 0 in the main colour, 1 each in the colour most common beside it.
        HolesL holes_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, no hole; otherwise as crop_l"
            Batt holes_l(layer: Layer, k: Integer) -> Layer;
        }
        /// All cells in the main colour.
        SolidL solid_l: gpu None, cost Linear {
            errors "domain: no cell is set; otherwise as crop_l"
            Batt solid_l(layer: Layer) -> Layer;
        }
        /// The box around set cells in the main colour; the size stays.
        BoxedL boxed_l: gpu None, cost Linear {
            errors "domain: no cell is set; otherwise as crop_l"
            Batt boxed_l(layer: Layer) -> Layer;
        }
        /// The outermost cells in the main colour; the others are transparent.
        FrameL frame_l: gpu None, cost Linear {
            errors "domain: no cell is set; otherwise as crop_l"
            Batt frame_l(layer: Layer) -> Layer;
        }
        /// Set cells with a transparent cell or the edge next to them: k = 0 beside, 1 anywhere around.
        BorderL border_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, nothing is left; otherwise as crop_l"
            Batt border_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Set cells with set cells all around: k = 0 all eight, 1 the four beside.
        InsideL inside_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, nothing is left; otherwise as crop_l"
            Batt inside_l(layer: Layer, k: Integer) -> Layer;
        }
        /// What lies within the border of the shape with its holes filled in the main colour: cells with set
        /// ones all around.
        CoreL core_l: gpu None, cost Linear {
            errors "domain: nothing is left; otherwise as crop_l"
            Batt core_l(layer: Layer) -> Layer;
        }
        /// A layer larger by a cell on each side: k = 0 a ring in the main colour, 1 the same around the
        /// picture, 2 the outline around the shape, 3 the outline beside its cells only.
        RingL ring_l: gpu None, cost Linear {
            errors "domain: k outside 0..3, no cell is set, a side beyond 38; otherwise as crop_l"
            Batt ring_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The picture grown by a cell: transparent cells take the colour most common next to them, the smaller
        /// of equals; k = 0 beside, 1 anywhere around.
        DilateL dilate_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, no cell is set; otherwise as crop_l"
            Batt dilate_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Transparent cells take the colour of their image about the middle of the layer: k = 0 left and
        /// right, 1 top and bottom, 2 both; in a square also 3 at the main diagonal, 4 quarter turns, 5 all
        /// eight.
        MirroredL mirrored_l: gpu None, cost Linear {
            errors "domain: k outside 0..5, no square, no cell is set; otherwise as crop_l"
            Batt mirrored_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Transparent cells take the colour of their image about the axis that suits set cells best: k = 0
        /// left and right, 1 top and bottom, 2 both.
        MendedL mended_l: gpu None, cost Linear {
            errors "domain: k outside 0..2, set cells contradict every axis; otherwise as crop_l"
            Batt mended_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The cells of colour k (0..9) filled by the period of the picture, or else by its symmetry; with 10
        /// more, only the box around the filled cells.
        PatchL patch_l: gpu None, cost Linear {
            errors "domain: k outside 0..19, no such cell, some cell stays unknown; otherwise as crop_l"
            Batt patch_l(layer: Layer, k: Integer) -> Layer;
        }
        /// A pattern continued into transparent cells by its smallest period: k = 0 down and across, 1 only
        /// down, 2 only across, 3 one oblique step, 4 as 0 but some cells may stay transparent, 5 as 0 but rows
        /// of tiles may be moved against each other.
        PeriodL period_l: gpu None, cost Linear {
            errors "domain: k outside 0..5, nothing to fill, no period; otherwise as crop_l"
            Batt period_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The smallest tile that the picture repeats down and across: k = 0 exactly, 1 with transparent cells
        /// unknown.
        TileOfL tile_of_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, no repetition; otherwise as crop_l"
            Batt tile_of_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The layer without its transparent rows and columns.
        SqueezeL squeeze_l: gpu None, cost Linear {
            errors "domain: no cell is set; otherwise as crop_l"
            Batt squeeze_l(layer: Layer) -> Layer;
        }
        /// The layer without rows and columns that equal the one before.
        MergeL merge_l: gpu None, cost Linear {
            errors "as crop_l"
            Batt merge_l(layer: Layer) -> Layer;
        }
        /// One cell for each cell of a lattice: lines of one colour part the picture into boxes, each of a
        /// single colour.
        UnlatticeL unlattice_l: gpu None, cost Linear {
            errors "domain: no such lattice; otherwise as crop_l"
            Batt unlattice_l(layer: Layer) -> Layer;
        }
        /// The cell in the middle, or the two or four there: k = 0 as they are, 1 in the main colour.
        CentreL centre_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, no cell is set there (0) or at all (1); otherwise as crop_l"
            Batt centre_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The layer turned or mirrored so that the weight of set cells lies as far up as can be, then as far
        /// left.
        BalanceL balance_l: gpu None, cost Linear {
            errors "domain: the weight lies in the middle; otherwise as crop_l"
            Batt balance_l(layer: Layer) -> Layer;
        }
        /// The layer a cell further: k = 0 up, 1 down, 2 left, 3 right, 4 up left, 5 up right, 6 down left, 7
        /// down right.
        ShiftL shift_l: gpu None, cost Linear {
            errors "domain: k outside 0..7; otherwise as crop_l"
            Batt shift_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Only set cells with exactly k set cells beside them stay: 1 the ends of lines, 4 crossings.
        CrowdL crowd_l: gpu None, cost Linear {
            errors "domain: nothing is left; otherwise as crop_l"
            Batt crowd_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Transparent cells take the colour of the nearest set cell, k = 0 diagonal steps counting as one, 1
        /// without them; or transparent regions that touch one colour only are filled with it, 2 all, 3 except
        /// those at the edge.
        GrowL grow_l: gpu None, cost Linear {
            errors "domain: k outside 0..3, no cell is set (0, 1); otherwise as crop_l"
            Batt grow_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Paints between two cells of one colour with nothing but transparent cells between them: k = 0 in
        /// rows, 1 in columns, 2 both, 3 diagonals, 4 all. 5, 6 and 7 are rows, columns and both with other
        /// colours allowed between, which stay; the smaller colour wins there.
        ConnectL connect_l: gpu None, cost Linear {
            errors "domain: k outside 0..7; otherwise as crop_l"
            Batt connect_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Every set cell sends its colour out to the edge: k = 1..15 are sums of 1 left, 2 right, 4 up and 8
        /// down; 16 all diagonals, 17 the main diagonal, 18 the other one, 19 all eight directions, 20..23 up
        /// left, up right, down left, down right. Earlier directions and nearer cells win.
        RaysL rays_l: gpu None, cost Linear {
            errors "domain: k outside 1..23; otherwise as crop_l"
            Batt rays_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Every set cell falls by itself: k = 0 down, 1 up, 2 to the left, 3 to the right.
        FallL fall_l: gpu None, cost Linear {
            errors "domain: k outside 0..3; otherwise as crop_l"
            Batt fall_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Objects (set cells with diagonal contact) fall as rigid bodies until something holds them up;
        /// directions as for fall_l.
        FallWholeL fall_whole_l: gpu None, cost Linear {
            errors "domain: k outside 0..3; otherwise as crop_l"
            Batt fall_whole_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Each cell enlarged by the factor k, 1..40; k = -1 by the number of colours but 0, -2 by the number
        /// of set cells.
        EnlargeL enlarge_l: gpu None, cost Linear {
            errors "domain: any other k, a side beyond 40; otherwise as crop_l"
            Batt enlarge_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The layer shrunk by the factor k, 2 or more; each block must have one colour.
        ShrinkL shrink_l: gpu None, cost Linear {
            errors "domain: k below 2, no multiple of it, a block of several colours; otherwise as crop_l"
            Batt shrink_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Copies in a block: k = 0 beside each other, 1 above each other; 2 and 3 beside its mirror picture on
        /// the right or left, 4 and 5 with that below or above; 6 mirrored in both axes, 7 turned by quarters;
        /// 8 three in a row, 9 three in a column, 10 three by three, 11 two by two.
        TwiceL twice_l: gpu None, cost Linear {
            errors "domain: k outside 0..11, no square (7), a side beyond 40; otherwise as crop_l"
            Batt twice_l(layer: Layer, k: Integer) -> Layer;
        }
        /// A copy of the layer in place of its own cells: k = 0 for each set one, 1 for each set one in its
        /// colour, 2 for each transparent one.
        SquareL square_l: gpu None, cost Linear {
            errors "domain: k outside 0..2, a side beyond 40; otherwise as crop_l"
            Batt square_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Cells of colour k (1..9) spread through transparent cells; with 10 more, diagonal steps count too.
        FloodL flood_l: gpu None, cost Linear {
            errors "domain: any other k, no such cell; otherwise as crop_l"
            Batt flood_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Lines through set cells from edge to edge: k = 0 rows, 1 columns, 2 both, 3 both but only through
        /// cells whose colour occurs once. The first cell of a line decides, rows before columns; set cells
        /// stay.
        LinesL lines_l: gpu None, cost Linear {
            errors "domain: k outside 0..3, no such cell; otherwise as crop_l"
            Batt lines_l(layer: Layer, k: Integer) -> Layer;
        }
        /// As rays_l, but only rays that meet a set cell are drawn, up to it; with 32 added to k only those
        /// that reach the edge.
        BeamsL beams_l: gpu None, cost Linear {
            errors "domain: any other k; otherwise as crop_l"
            Batt beams_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The box around all cells of a colour, for each colour but 0 with two cells or more: k = 0 its
        /// outline, 1 filled. Smaller colours win, set cells stay.
        SpanL span_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, no such colour; otherwise as crop_l"
            Batt span_l(layer: Layer, k: Integer) -> Layer;
        }
        /// Single cells of one colour, those without a neighbour in it, connected wherever two are in one row,
        /// column or diagonal, whatever lies between.
        PairLinesL pair_lines_l: gpu None, cost Linear {
            errors "domain: no such pair; otherwise as crop_l"
            Batt pair_lines_l(layer: Layer) -> Layer;
        }
        /// Every object (one colour, diagonal contact) beside, above or below the largest one moves straight to
        /// it until they touch, the nearest first; later ones stop at earlier ones. The others stay.
        AttractL attract_l: gpu None, cost Linear {
            errors "domain: less than two objects; otherwise as crop_l"
            Batt attract_l(layer: Layer) -> Layer;
        }
        /// The largest object (diagonal contact) of two colours or more is stamped on every single cell
        /// elsewhere whose colour it has once, so that these two coincide.
        StampL stamp_l: gpu None, cost Linear {
            errors "domain: no such object or cell; otherwise as crop_l"
            Batt stamp_l(layer: Layer) -> Layer;
        }
        /// The cells counted. In the main colour: k = 0 a row as long as there are set cells, 1 a column, 2 a
        /// square; 6 a row as long as there are colours, 7 a square. 3 a bar for each colour as long as it has
        /// cells, the longest first. The colours, most common first: 4 in a column, 5 in a row.
        TalliesL tallies_l: gpu None, cost Linear {
            errors "domain: k outside 0..7, no cell is set, a side beyond 40; otherwise as crop_l"
            Batt tallies_l(layer: Layer, k: Integer) -> Layer;
        }
        /// The objects as layers cropped to their boxes, in reading order: k = 0 set cells in contact, 1 the
        /// same with diagonal contact, 2 and 3 the same for cells of one colour, 4 as 1 but with all that is in
        /// the box.
        PartsL parts_l: gpu None, cost Linear {
            errors "domain: k outside 0..4, no cell is set, more than 100 objects; type: a list of layers; otherwise as crop_l"
            Batt parts_l(layer: Layer, k: Integer) -> Layers;
        }
        /// The pieces that lines leave: k = 0 cut at full rows and columns of one colour, 1 at transparent
        /// ones; 2 what is not of the most common colour, in objects with diagonal contact.
        CutL cut_l: gpu None, cost Linear {
            errors "domain: k outside 0..2, less than two pieces; type: a list of layers; otherwise as crop_l"
            Batt cut_l(layer: Layer, k: Integer) -> Layers;
        }
        /// Equal parts, where it must be with one line between them left out: k = 0 left and right, 1 top and
        /// bottom, 2 quarters, 3 thirds from left to right, 4 thirds from top to bottom, 5 squares along the
        /// longer side.
        HalvesL halves_l: gpu None, cost Linear {
            errors "domain: k outside 0..5, no such parts; type: a list of layers; otherwise as crop_l"
            Batt halves_l(layer: Layer, k: Integer) -> Layers;
        }
        /// A layer for each colour but 0: k = 0 in the size of all, 1 cropped to the colour's box.
        ColoursL colours_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, less than two colours; type: a list of layers; otherwise as crop_l"
            Batt colours_l(layer: Layer, k: Integer) -> Layers;
        }
        /// The transparent regions as layers of the main colour: k = 0 those that do not touch the edge, 1 all.
        WindowsL windows_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, no such region, no cell is set; type: a list of layers; otherwise as crop_l"
            Batt windows_l(layer: Layer, k: Integer) -> Layers;
        }
        /// Each row as a layer.
        RowsL rows_l: gpu None, cost Linear {
            errors "type: a list of layers; otherwise as crop_l"
            Batt rows_l(layer: Layer) -> Layers;
        }
        /// Each column as a layer.
        ColumnsL columns_l: gpu None, cost Linear {
            errors "type: a list of layers; otherwise as crop_l"
            Batt columns_l(layer: Layer) -> Layers;
        }
        /// The insides of rectangles that four cells of one colour mark, with none of that colour along the
        /// sides.
        CornersL corners_l: gpu None, cost Linear {
            errors "domain: no such rectangle; type: a list of layers; otherwise as crop_l"
            Batt corners_l(layer: Layer) -> Layers;
        }
        /// The member that does best, the first of equals: k = 0 most and 1 fewest set cells; 2 largest and 3
        /// smallest box; 4 most and 5 fewest colours; 6 most and 7 fewest holes; 8 most and 9 least common
        /// picture; 10 most and 11 least symmetric; 12 topmost, 13 bottommost, 14 leftmost, 15 rightmost; 16
        /// most and 17 least common shape; 18 most common and 19 rarest main colour; 20 most cells not of its
        /// main colour; 21 densest, 22 sparsest; 24 tallest, 25 widest, 26 longest side. With 100 more there
        /// must be no equals.
        PickL pick_l: gpu None, cost Linear {
            errors "type: no list of layers; empty: an empty list; domain: as crop_l, k is no criterion, or equals where there must be none"
            Batt pick_l(layers: Layers, k: Integer) -> Layer;
        }
        /// The one member that differs while all others agree: k = 0 in picture, 1 in shape, 2 in main colour,
        /// 3 in the size of the box, 4 in being left-right symmetric, 5 in the number of set cells.
        OddL odd_l: gpu None, cost Linear {
            errors "domain: k outside 0..5, no such member; otherwise as pick_l"
            Batt odd_l(layers: Layers, k: Integer) -> Layer;
        }
        /// All members that do best by criterion k of pick_l.
        BestL best_l: gpu None, cost Linear {
            errors "domain: k is no criterion; otherwise as pick_l"
            Batt best_l(layers: Layers, k: Integer) -> Layers;
        }
        /// All members but those that do best by criterion k of pick_l.
        RestL rest_l: gpu None, cost Linear {
            errors "domain: k is no criterion, none is left; otherwise as pick_l"
            Batt rest_l(layers: Layers, k: Integer) -> Layers;
        }
        /// The members in another order: k = 0 fewest set cells first, 1 most first, 2 from left to right, 3
        /// from top to bottom, 4 smallest box first; equals stay as they are.
        SortedL sorted_l: gpu None, cost Linear {
            errors "domain: k outside 0..4; otherwise as pick_l"
            Batt sorted_l(layers: Layers, k: Integer) -> Layers;
        }
        /// The first one of each picture (k = 0) or shape (1).
        UniqueL unique_l: gpu None, cost Linear {
            errors "domain: k outside 0..1; otherwise as pick_l"
            Batt unique_l(layers: Layers, k: Integer) -> Layers;
        }
        /// The members whose main colour is this one.
        ColouredL coloured_l: gpu None, cost Linear {
            errors "domain: colour outside 1..9, no such member; otherwise as pick_l"
            Batt coloured_l(layers: Layers, colour: C_) -> Layers;
        }
        /// The members whose main colour is another one.
        OtherL other_l: gpu None, cost Linear {
            errors "domain: colour outside 1..9, no such member; otherwise as pick_l"
            Batt other_l(layers: Layers, colour: C_) -> Layers;
        }
        /// All members where they lie, as one layer: k = 0 later ones over earlier ones, 1 small ones over big
        /// ones, 2 big ones over small ones, by set cells.
        OverlayL overlay_l: gpu None, cost Linear {
            errors "domain: k outside 0..2, a side beyond 40; otherwise as pick_l"
            Batt overlay_l(layers: Layers, k: Integer) -> Layer;
        }
        /// All members on top of each other at (0, 0), in the size of the largest: k = 0 later ones over
        /// earlier ones, 1 cells that all have set, in the colours of the first, 2 cells that an odd number has
        /// set, in the colour of the first of them, 3 cells that exactly one has set, 4 cells that none has
        /// set, in the main colour of the first.
        PileL pile_l: gpu None, cost Linear {
            errors "domain: k outside 0..4; otherwise as pick_l"
            Batt pile_l(layers: Layers, k: Integer) -> Layer;
        }
        /// All members in line: k = 0 from left to right, 1 from top to bottom, 2 along the axis in which they
        /// lie apart, 3 and 4 as 0 and 1 by set cells ascending, 5 and 6 descending. Shorter ones are filled up
        /// with transparent cells.
        JoinL join_l: gpu None, cost Linear {
            errors "domain: k outside 0..6, not apart (2), a side beyond 40; otherwise as pick_l"
            Batt join_l(layers: Layers, k: Integer) -> Layer;
        }
        /// A cell of its main colour for each member, arranged as the members lie; members that overlap in rows
        /// share a row.
        GridL grid_l: gpu None, cost Linear {
            errors "domain: two members get the same cell; otherwise as pick_l"
            Batt grid_l(layers: Layers) -> Layer;
        }
        /// The list counted. In the main colour of the first: k = 0 a row as long as the list, 1 a column, 2 a
        /// square. 3 a bar for each member as long as it has set cells, the longest first. The main colours of
        /// all: 4 in a row, 5 in a column, 6 and 7 the same with the largest members first.
        CountsL counts_l: gpu None, cost Linear {
            errors "domain: k outside 0..7, no colour, a side beyond 40; otherwise as pick_l"
            Batt counts_l(layers: Layers, k: Integer) -> Layer;
        }
        /// The layer in a transparent picture of the frame's size, clipped: k = 0 as they lie, 1 at the upper
        /// left, 2 centred, 3 at the lower right, 4 lower left, 5 upper right. The result lies at (0, 0).
        EmbedL embed_l: gpu None, cost Linear {
            errors "domain: k outside 0..5; type: frame is no single layer; otherwise as crop_l"
            Batt embed_l(layer: Layer, frame: Layer, k: Integer) -> Layer;
        }
        /// The layer and the frame as they lie, inside the frame: k = 0 the layer where the frame is set, 1
        /// where it is not, 2 the frame where both are set, 3 what exactly one of them has, 4 the layer over
        /// the frame, 5 the frame over the layer; 10..15 the same for equal sizes wherever they lie.
        WithinL within_l: gpu None, cost Linear {
            errors "domain: any other k, different sizes (10..15); type: frame is no single layer; otherwise as crop_l"
            Batt within_l(layer: Layer, frame: Layer, k: Integer) -> Layer;
        }
        /// The frame covered with copies of the layer: k = 0 without gaps, 1 with gaps of one cell, 2 starting
        /// at the lower right, 3 continuing the layer where it lies.
        TileL tile_l: gpu None, cost Linear {
            errors "domain: k outside 0..3; type: frame is no single layer; otherwise as crop_l"
            Batt tile_l(layer: Layer, frame: Layer, k: Integer) -> Layer;
        }
        /// The layer enlarged or shrunk to the frame's size by whole factors: k = 0 from blocks of one colour,
        /// 1 in the main colour of any block.
        ScaleL scale_l: gpu None, cost Linear {
            errors "domain: k outside 0..1, no whole factors, a block of several colours (0); type: frame is no single layer; otherwise as crop_l"
            Batt scale_l(layer: Layer, frame: Layer, k: Integer) -> Layer;
        }
        /// A copy of the layer in place of cells of the frame: k = 0 for each set one, 1 for each set one in
        /// its colour, 2 for each transparent one.
        ProductL product_l: gpu None, cost Linear {
            errors "domain: k outside 0..2, a side beyond 40; type: frame is no single layer; otherwise as crop_l"
            Batt product_l(layer: Layer, frame: Layer, k: Integer) -> Layer;
        }
        /// The frame covered with copies of the layer, every other one mirrored: k = 0 in both axes, 1 the same
        /// with gaps of one cell, 2 left-right only, 3 top-bottom only, 4 in both axes starting with a mirrored
        /// one.
        MirrorL mirror_l: gpu None, cost Linear {
            errors "domain: k outside 0..4; type: frame is no single layer; otherwise as crop_l"
            Batt mirror_l(layer: Layer, frame: Layer, k: Integer) -> Layer;
        }
        /// The cells of the layer in reading order poured into the frame's rows: k = 0 once, 1 over and over, 2
        /// once but read column by column.
        WrapL wrap_l: gpu None, cost Linear {
            errors "domain: k outside 0..2; type: frame is no single layer; otherwise as crop_l"
            Batt wrap_l(layer: Layer, frame: Layer, k: Integer) -> Layer;
        }
        /// The frame covered with copies of the layer: k = 0 every other row of them mirrored left-right, 1
        /// every other one left out as on a checkerboard.
        CheckerL checker_l: gpu None, cost Linear {
            errors "domain: k outside 0..1; type: frame is no single layer; otherwise as crop_l"
            Batt checker_l(layer: Layer, frame: Layer, k: Integer) -> Layer;
        }
        /// The picture of a layer as a grid, without its place.
        PictureL picture_l: gpu None, cost Linear {
            errors "type: a list of layers; domain: a side beyond 30, more than any task grid has; otherwise as crop_l"
            Batt picture_l(layer: Layer) -> Grid;
        }
        /// Number of rows of a layer; of a list, the number of its members.
        HeightL height_l: gpu None, cost Linear {
            errors "as crop_l"
            Batt height_l(layer: Layer) -> Integer;
        }
        /// Number of columns of a layer.
        WidthL width_l: gpu None, cost Linear {
            errors "type: a list of layers; otherwise as crop_l"
            Batt width_l(layer: Layer) -> Integer;
        }
        /// A transparent layer of this size at (0, 0).
        BlankL blank_l: gpu None, cost Linear {
            errors "domain: a side outside 1..30"
            Batt blank_l(height: Integer, width: Integer) -> Layer;
        }
        /// The output of sample k, counted from 0, as a layer at (0, 0); where I is the input of that sample, a
        /// transparent layer of the output's size instead, so that no sample is shown its own output.
        ShownL shown_l: gpu None, cost Linear {
            errors "type: a sample is no pair; index: no sample k; otherwise as crop_l"
            Batt shown_l(S: Samples, I: Grid, k: Integer) -> Layer;
        }
        /// The layer drawn over the one below, which is taken to lie at (0, 0) and gives the size: its colours
        /// where it is set, those below elsewhere; what lies outside is cut off.
        OverL over_l: gpu None, cost Linear {
            errors "type: a list of layers; otherwise as crop_l"
            Batt over_l(layer: Layer, below: Layer) -> Layer;
        }
        /// As over_l, but 0 where the layer is transparent, which it is outside of its picture too, and the
        /// colours below where it is set.
        HollowL hollow_l: gpu None, cost Linear {
            errors "as over_l"
            Batt hollow_l(layer: Layer, below: Layer) -> Layer;
        }
        /// As over_l, but in the colour where the layer is set.
        StainL stain_l: gpu None, cost Linear {
            errors "domain: colour outside 0..9; otherwise as over_l"
            Batt stain_l(layer: Layer, below: Layer, colour: C_) -> Layer;
        }
        /// As hollow_l, but in the colour where the layer is transparent.
        AroundL around_l: gpu None, cost Linear {
            errors "domain: colour outside 0..9; otherwise as over_l"
            Batt around_l(layer: Layer, below: Layer, colour: C_) -> Layer;
        }
        /// The grid with its colours but 0 numbered 1, 2, ... by a feature, equals by colour: 0 number of
        /// cells, most first; 1 number of objects (one colour, contact by sides), fewest first; 2 first row,
        /// topmost first; 3 first column, leftmost first; 4 area of the box around all its cells, largest
        /// first; 5 cells of the largest object, largest first.
        RankedL ranked_l: gpu None, cost Linear {
            errors "type: not a grid; domain: feature outside 0..5, otherwise as crop_l"
            Batt ranked_l(grid: Grid, feature: Integer) -> Grid;
        }
        /// Every sample with colours numbered as ranked_l numbers those of its input, in the output too.
        /// Colours of the tuple extra that the input does not have become 9, 8, ... by their place in it; what
        /// is left takes the numbers left, in ascending order, and 0 when there are none.
        RankedPairsL ranked_pairs_l: gpu None, cost Linear {
            errors "type: a sample is no pair of grids, extra no tuple of Ints; domain: an extra colour outside 1..9 or twice, more colours than numbers; otherwise as ranked_l"
            Batt ranked_pairs_l(S: Samples, feature: Integer, extra: Tuple) -> Samples;
        }
        /// The grid with numbers replaced by the colours that ranked_pairs_l gives these numbers for the input
        /// I; a number without a colour becomes 0.
        UnrankedL unranked_l: gpu None, cost Linear {
            errors "as ranked_pairs_l"
            Batt unranked_l(grid: Grid, I: Grid, feature: Integer, extra: Tuple) -> Grid;
        }
        family Plane;
        /// For every cell the colour of one of the 25 cells around it, -1 outside of the grid: k = 0..24 counts
        /// them row by row, 12 is the cell itself. A plane is such a grid of small numbers; background is 0
        /// where a twelfth of the grid has it, else the most common colour.
        NearP near_p: gpu None, cost Linear {
            errors "type: not a grid; domain: a number outside -128..127, a side outside 1..60, k outside 0..24"
            Batt near_p(grid: Grid, k: Integer) -> Grid;
        }
        /// For every cell what the cells around it are: 0 neighbours of its colour; 1 side neighbours of its
        /// colour; 2 neighbours that are not background; 3 side neighbours that are not background; 4 corner
        /// neighbours that are not background; 5 colours among the neighbours, background aside; 6 commonest
        /// colour among the neighbours; 7 commonest colour among the side neighbours; 8 the only colour among
        /// the neighbours; 9 cells of the 5 x 5 around that are not background; 10 side neighbours outside the
        /// grid; 11 commonest colour among the corner neighbours; 12 whether some 2 x 2 square of its colour
        /// covers it; 13 side neighbours of another colour, outside included; 14..23 neighbours of colour k -
        /// 14; 24..33 side neighbours of colour k - 24; 34..41 whether the neighbour above, left, right, below,
        /// above left, above right, below left, below right has its colour. A colour that there is not is -1.
        KinP kin_p: gpu None, cost Linear {
            errors "domain: k out of range; otherwise as near_p"
            Batt kin_p(grid: Grid, k: Integer) -> Grid;
        }
        /// For every cell where it lies: 0 row; 1 column; 2 row from below; 3 column from the right; 4 row
        /// modulo 2; 5 column modulo 2; 6 row plus column modulo 2; 7 row modulo 3; 8 column modulo 3; 9 row
        /// plus column modulo 3; 10 row minus column modulo 3; 11 distance to the edge; 12 distance to the edge
        /// modulo 2; 13 on the main diagonal; 14 on the other diagonal; 15 row against the middle: 0 above, 1
        /// on it, 2 below; 16 column against the middle: 0 left, 1 on it, 2 right; 17 row against column: 0
        /// above the diagonal, 1 on it, 2 below; 18 the same for the other diagonal; 19 row modulo 4; 20 column
        /// modulo 4; 21 row from below modulo 2; 22 column from the right modulo 2; 23 row from below modulo 3;
        /// 24 column from the right modulo 3; 25 row plus column from the right modulo 2; 26 row plus column
        /// modulo 4; 27 row minus column modulo 4; 28 row plus column; 29 row minus column plus width; 30 in
        /// the corner; 31 on the edge.
        PlaceP place_p: gpu None, cost Linear {
            errors "domain: k out of range; otherwise as near_p"
            Batt place_p(grid: Grid, k: Integer) -> Grid;
        }
        /// For every cell the colour where a symmetry puts it, k = 2 * way + 0 for the grid, + 1 for the box
        /// around all that is not background; -1 outside, and where a swap needs a square. Ways: 0 left and
        /// right swapped; 1 upside down; 2 half a turn; 3 rows and columns swapped; 4 swapped at the other
        /// diagonal; 5 a quarter turn; 6 three quarter turns; 7 first of these that is not background, the cell
        /// itself included; 8 first of the first three that is not background, the cell itself included.
        MirrorP mirror_p: gpu None, cost Linear {
            errors "domain: k out of range; otherwise as near_p"
            Batt mirror_p(grid: Grid, k: Integer) -> Grid;
        }
        /// For every cell what it sees, background and itself aside, -1 if nothing; directions are 0 up, 1
        /// left, 2 right, 3 down, 4 up left, 5 up right, 6 down left, 7 down right. k = 0..7 first colour in a
        /// direction; 8..15 the distance to it; 16..19 colour seen both up and down, left and right, on the
        /// main diagonal, on the other one; 20 the first of 16 and 17; 21 the first of 16..19; 22 colour seen
        /// up, down, left and right alike; 23 sides on which something is seen; 24 colour seen nearest by on a
        /// side, 25 its distance; 26 sides and corners on which something is seen; 27 number of colours seen on
        /// sides; 28..35 colour at the end of the grid in a direction; 36..39 number of cells that are not
        /// background up, left, right, down; 40..47 first colour in a direction that is not the cell's own; 48
        /// nearest colour by steps to sides, 49 its distance, the cell itself counting as 0; 50 and 51 the same
        /// with diagonal steps; 52 and 53 these distances modulo 2; 54 colour seen both ways in a row or
        /// column, that where it is nearer; 55 colour seen on two sides that meet.
        RayP ray_p: gpu None, cost Linear {
            errors "domain: k out of range; otherwise as near_p"
            Batt ray_p(grid: Grid, k: Integer) -> Grid;
        }
        /// For every cell a fact about its row (k = 0..25) or its column (26..51, the same again): 0 cells that
        /// are not background; 1 colours; 2 main colour, background aside; 3 main colour; 4 whether it has one
        /// colour only; 5 its only colour; 6 first colour that is not background; 7 last colour that is not
        /// background; 8 whether another one is equal; 9 whether none has more cells; 10 whether none has fewer
        /// cells; 11 cells that are not background, modulo 2; 12 its only colour, background aside; 13 rarest
        /// colour, background aside; 14 cells of the same colour as this one; 15 number of equal ones before
        /// it, modulo 2; 16..25 cells of colour k - 16. 52 and 53 are main colour and number of cells of the
        /// diagonal, 54 and 55 of the other one, background aside; 56 only colour of the row, else of the
        /// column; 57 main colour of the row, else of the column, background aside; 58 main colour that row and
        /// column share; 59 cells of the row less cells of the column, background aside. A colour that there is
        /// not is -1.
        LineP line_p: gpu None, cost Linear {
            errors "domain: k out of range; otherwise as near_p"
            Batt line_p(grid: Grid, k: Integer) -> Grid;
        }
        /// For every cell an attribute of the object that it belongs to, -1 where there is none: k = 56 * way +
        /// attribute. Ways: 0 object of one colour, by sides; 1 object of one colour; 2 object; 3 box of an
        /// object of one colour; 4 area of background; 5 area of background, by corners too; 6 area of one
        /// colour; 7 pane between lines. Attributes: 0 size; 1 no larger one; 2 no smaller one; 3 number of
        /// larger ones; 4 number of smaller ones; 5 height; 6 width; 7 fills its box; 8 box is square; 9 is a
        /// line; 10 holes; 11 touches the edge; 12 colours; 13 symmetric left and right; 14 symmetric upside
        /// down; 15 others of its shape; 16 others of its colour; 17 row in the box; 18 column in the box; 19
        /// row in the box from below; 20 column in the box from the right; 21 on the border of the box; 22 in a
        /// corner of the box; 23 in the middle of the box; 24 distance to the border of the box; 25 row in the
        /// box modulo 2; 26 column in the box modulo 2; 27 row plus column in the box modulo 2; 28 main colour;
        /// 29 rarest colour; 30 commonest colour around; 31 the only colour around; 32 rarest colour around; 33
        /// colours around; 34 size modulo 2; 35 place from the left; 36 place from above; 37 0 wide, 1 square,
        /// 2 high; 38 symmetric at the diagonal; 39 edges that it touches; 40 cell is one of its commonest
        /// colour; 41 symmetric in some way; 42 commonest other colour in it; 43 distance to the border of the
        /// box modulo 2; 44..53 number of cells of colour 0..9; 54 cell is one of its rarest colour; 55 cells
        /// of its rarest colour.
        ObjectP object_p: gpu None, cost Linear {
            errors "domain: k out of range; otherwise as near_p"
            Batt object_p(grid: Grid, k: Integer) -> Grid;
        }
        /// The same number for every cell, about the grid as a whole: 0 commonest colour; 1 background; 2
        /// commonest colour, background aside; 3 second commonest, background aside; 4 rarest colour; 5 rarest
        /// colour, background aside; 6 colour of a single cell; 7 colour of the largest object; 8 colour of the
        /// smallest object; 9 colour with most objects; 10 colour with fewest objects; 11 upper left corner; 12
        /// upper right corner; 13 lower left corner; 14 lower right corner; 15 middle cell; 16 third commonest,
        /// background aside; 17 colour of the object that no other has the shape of; 18 colours; 19 objects; 20
        /// height; 21 width; 22 whether it is square; 23 cells of the commonest colour, background aside. A
        /// colour that there is not is -1.
        WholeP whole_p: gpu None, cost Linear {
            errors "domain: k out of range; otherwise as near_p"
            Batt whole_p(grid: Grid, k: Integer) -> Grid;
        }
        /// For every cell how common a colour is: k = 0..8 rank of the colour of one of the 9 cells around,
        /// counted row by row, 0 the background, 1 the commonest other; 9 rank of its colour from the rarest, 0
        /// the background; 10 cells of its colour; 11 whether no other colour has as many objects.
        RankP rank_p: gpu None, cost Linear {
            errors "domain: k out of range; otherwise as near_p"
            Batt rank_p(grid: Grid, k: Integer) -> Grid;
        }
        /// For every cell what a pattern that is hidden under one colour has there, -1 where there is no
        /// pattern: k = 8 * colour + attribute. Attributes: 0 colour that the repeated tile has here; 1 colour
        /// that the row, repeating itself, has here; 2 colour that the column, repeating itself, has here; 3
        /// colour that mirror images have here; 4 colour that mirror images have here, swapped ones too; 5 row
        /// in the tile; 6 column in the tile; 7 colour that the repeated and mirrored pattern has here. All
        /// tiles up to 24 x 24 may be tried, which is more work than the cost says.
        PeriodP period_p: gpu None, cost Linear {
            errors "domain: k out of range; otherwise as near_p"
            Batt period_p(grid: Grid, k: Integer) -> Grid;
        }
        /// 1 where the plane is at least the bound, else 0.
        LeastP least_p: gpu None, cost Linear {
            errors "domain: bound outside -128..127; otherwise as near_p"
            Batt least_p(plane: Grid, bound: Integer) -> Grid;
        }
        /// 1 where the plane has the value, else 0.
        SameP same_p: gpu None, cost Linear {
            errors "domain: value outside -128..127; otherwise as near_p"
            Batt same_p(plane: Grid, value: Integer) -> Grid;
        }
        /// The cell of then where test is not 0, else that of other.
        WhereP where_p: gpu None, cost Linear {
            errors "domain: different sizes; otherwise as near_p"
            Batt where_p(test: Grid, then: Grid, other: Grid) -> Grid;
        }
        /// A plane of the grid's size with one value everywhere.
        FlatP flat_p: gpu None, cost Linear {
            errors "domain: value outside -128..127; otherwise as near_p"
            Batt flat_p(grid: Grid, value: Integer) -> Grid;
        }
        /// The plane as a grid of colours: what is no colour 0..9 becomes 0.
        GridP grid_p: gpu None, cost Linear {
            errors "as near_p"
            Batt grid_p(plane: Grid) -> Grid;
        }
        /// Part k, counted row by row, of the grid cut into size = (rows, columns) equal parts with gap lines
        /// between them.
        PartP part_p: gpu None, cost Linear {
            errors "type: size no pair; domain: a number outside 0..60, no such parts; otherwise as near_p"
            Batt part_p(grid: Grid, size: IJ, gap: Integer, k: Integer) -> Grid;
        }
        /// Every cell factor = (rows, columns) times as large.
        ScaleP scale_p: gpu None, cost Linear {
            errors "domain: a factor outside 1..60, a side beyond 60; otherwise as part_p"
            Batt scale_p(grid: Grid, factor: IJ) -> Grid;
        }
        /// The grid size = (rows, columns) times; with mirror every other copy is mirrored.
        TileP tile_p: gpu None, cost Linear {
            errors "as scale_p"
            Batt tile_p(grid: Grid, size: IJ, mirror: Boolean) -> Grid;
        }
        /// One number for each block of size = (height, width) cells, blocks with gap lines between them: what
        /// = 0 the commonest colour, 1 the commonest that is not background, 2 the rarest, 3 how many cells are
        /// not background, 4 how many colours, 5 the first cell, 6 whether the block has more than one colour.
        BlockP block_p: gpu None, cost Linear {
            errors "domain: what outside 0..6, no such blocks; otherwise as part_p"
            Batt block_p(grid: Grid, size: IJ, gap: Integer, what: Integer) -> Grid;
        }
        /// As block_p for size = (rows, columns) blocks, however large they are.
        LatticeP lattice_p: gpu None, cost Linear {
            errors "as block_p"
            Batt lattice_p(grid: Grid, size: IJ, gap: Integer, what: Integer) -> Grid;
        }
        family Body;
        /// The grid cut into bodies: (grid, ground, bodies), bodies in reading order of their first cells, each a
        /// set of cells. way = 0 4-connected, one colour, on 0; 1 8-connected, one colour, on 0; 2 4-connected, any
        /// colour, on 0; 3 8-connected, any colour, on 0; 4 4-connected, one colour, on the most common colour; 5
        /// 8-connected, one colour, on the most common colour; 6 4-connected, any colour, on the most common
        /// colour; 7 8-connected, any colour, on the most common colour; 8 by colour, on 0; 9 by colour, on the
        /// most common colour; 10 4-connected, one colour, 0 too; 11 4-connected parts of colour 0; 12 lattice
        /// cells between separator lines; 13 lattice cells of one separator colour, the frame included; 14 rows; 15
        /// columns; 16 any colour on 0, within two steps of each other; 17 runs in columns, one colour, on 0; 18
        /// runs in rows, one colour, on 0; 19 single cells, on 0. The ground is 0 or the most common colour.
        SceneB scene_b: gpu None, cost Linear {
            errors "type: not a grid; domain: colours outside 0..9, sides beyond 60, no such way"
            Batt scene_b(grid: Grid, way: Integer) -> Tuple;
        }
        /// The bodies of a scene.
        BodiesB bodies_b: gpu None, cost Linear {
            errors "type: no scene"
            Batt bodies_b(scene: Tuple) -> Tuple;
        }
        /// One integer for each body, -1 where there is nothing to say. k = 0 most common colour; 1 number of
        /// cells; 2 rows of the box; 3 columns of the box; 4 cells of the box; 5 longer side of the box; 6 shorter
        /// side of the box; 7 fills its box; 8 box is a square; 9 one row or one column; 10 1 taller than wide, 2
        /// wider than tall, 0 neither; 11 shape up to translation; 12 shape up to symmetry; 13 shape up to scale;
        /// 14 shape and colours; 15 shape and colours up to symmetry; 16 number of holes; 17 cells in holes; 18
        /// equals its left-right mirror image; 19 equals its upside-down image; 20 number of symmetries of the
        /// shape; 21 number of symmetries with colours; 22 number of grid edges it touches; 23 grid edges it
        /// touches: 1 top, 2 bottom, 4 left, 8 right; 24 number of colours; 25 colours as bits; 26 rarest colour;
        /// 27 cells of colours other than the most common one; 28 cells of colours other than the ground; 29 most
        /// common colour other than the ground; 30 first row; 31 first column; 32 last row; 33 last column; 34
        /// twice the middle row; 35 twice the middle column; 36 how many different first rows of bodies lie above;
        /// 37 how many different first columns of bodies lie to the left; 38 number of bodies that it touches,
        /// corners too; 39 number of bodies that it touches by sides; 40 colour of the largest body that it
        /// touches; 41 colours of bodies that it touches; 42 number of bodies whose box encloses it; 43 colour of
        /// the smallest such body; 44 number of bodies inside its box; 45 colour of the largest body inside its
        /// box; 46 colours of bodies inside its box; 47 colour of the nearest other body; 48 colour of the nearest
        /// body of another colour; 49 distance to the nearest other body; 50 colour of the largest other body of
        /// the same shape and another colour; 51 the same up to symmetry; 52 number of bodies in its rows; 53
        /// number of bodies in its columns; 54 colour of the nearest body of another colour in its rows; 55 colour
        /// of the nearest body of another colour in its columns; 56 colour of the nearest body above in its
        /// columns; 57 colour of the nearest body below in its columns; 58 colour of the nearest body to the left
        /// in its rows; 59 colour of the nearest body to the right in its rows; 60 colour of the largest body; 61
        /// colour of the smallest body; 62 rarest colour of the grid; 63 second most common colour of the grid; 64
        /// all cells around the box, corners too, have one colour other than the ground; 65 no way to the grid's
        /// edge over cells of the ground and its own; 66 colour of most cells that touch its sides, the ground left
        /// out; 67 cells with exactly two neighbours in the body, at a right angle; 68 cells with at most one
        /// neighbour in the body; 69 a diagonal line; 70 number of bodies of its most common colour; 71 cells of
        /// colour 1; 72 cells of colour 2; 73 cells of colour 3; 74 cells of colour 4; 75 cells of colour 5; 76
        /// cells of colour 6; 77 cells of colour 7; 78 cells of colour 8; 79 cells of colour 9; 80 number of larger
        /// bodies of its colour.
        AttributeB attribute_b: gpu None, cost Linear {
            errors "type: no scene; domain: no such attribute, or as scene_b"
            Batt attribute_b(scene: Tuple, k: Integer) -> Tuple;
        }
        /// What values are among the others. how = 0 the value itself; 1 1 for the largest value; 2 1 for the
        /// smallest value; 3 how many different values are larger; 4 how many different values are smaller; 5 how
        /// often the value occurs; 6 1 where the value occurs once; 7 1 where no value is more frequent; 8 1 where
        /// no value is rarer, 0 where all are equally frequent.
        DeriveB derive_b: gpu None, cost Linear {
            errors "type: no tuple of integers; domain: no such way"
            Batt derive_b(values: Tuple, how: Integer) -> Tuple;
        }
        /// 1 for each value that passes a test, else 0. how = 0 equal to value; 1 at least value; 2 bit number value
        /// is set; 3 to 5 the opposite.
        TestB test_b: gpu None, cost Linear {
            errors "as derive_b"
            Batt test_b(values: Tuple, how: Integer, value: Integer) -> Tuple;
        }
        /// For each value the result in the place of its key, the default where it is no key.
        LookUpB look_up_b: gpu None, cost Linear {
            errors "type: no tuple of integers"
            Batt look_up_b(values: Tuple, keys: Tuple, results: Tuple, default: Integer) -> Tuple;
        }
        /// 1 where both masks are 1, else 0.
        BothB both_b: gpu None, cost Linear {
            errors "type: no tuple of integers; domain: different lengths"
            Batt both_b(a: Tuple, b: Tuple) -> Tuple;
        }
        /// The bodies after an act on those where the mask is 1; mask and values are one integer per body, or one
        /// for all. kind = 0 keep; 1 delete; 2 to 88 draw extra cells, 89 to 175 leave only these, in the colour of
        /// the value or with -1 in their own: rays to the edge in 15 sets of directions, the same until an
        /// obstacle, then in this order holes; the rest of the box; ring around the box; cells around, corners too;
        /// cells around by sides; ring around the box at distance 2; corners outside the box; line to equals in the
        /// row; line to equals in the column; lines to equals; line to any body in the row; line to any body in the
        /// column; lines to any body; ray out of the odd cell; ray away from the odd cell; mirror left-right;
        /// mirror upside down; both mirrors; all eight symmetries; half turn; turns; own cells; own border; own
        /// border by sides; own interior; own corners of the box; own odd cells; own main cells; own ground cells;
        /// own other cells; own ends; first row; last row; first column; last column; ring of the box; inside of
        /// the box; inner ring; middle cell; copies up; copies down; copies left; copies right; line goes on; own
        /// every other cell; largest hole; the most colourful body, its cell of the own colour on the own cell; the
        /// largest other body around the own middle; ray from the upper left corner; ray from the upper right
        /// corner; ray from the lower left corner; ray from the lower right corner; diagonal lines to equals; line
        /// to the nearest body in rows or columns; ray away from the body that it touches; ray towards the nearest
        /// body in rows or columns, to the edge; ray away from the nearest body in rows or columns; moves from 176
        /// on: 176 until blocked, up; 177 until blocked, down; 178 until blocked, left; 179 until blocked, right;
        /// 180 until blocked, up left; 181 until blocked, up right; 182 until blocked, down left; 183 until
        /// blocked, down right; 184 by so many cells, up; 185 by so many cells, down; 186 by so many cells, left;
        /// 187 by so many cells, right; 188 to the nearest body of that colour, straight, until it touches; 189 by
        /// 100 x rows + columns, each plus 50; 190 to the nearest larger body of that colour, straight, until it
        /// touches; 191 one step towards the nearest body of that colour, diagonal too; 192 towards the nearest
        /// body of that colour, diagonal too, until it is in the way.
        ActB act_b: gpu None, cost Linear {
            errors "type: no scene; domain: no such kind, a list of another length"
            Batt act_b(scene: Tuple, mask: Any, kind: Integer, values: Any) -> Tuple;
        }
        /// For each body the one of then where the mask is 1, else that of other.
        ChooseB choose_b: gpu None, cost Linear {
            errors "type: no tuples; domain: different lengths"
            Batt choose_b(mask: Any, then: Tuple, other: Tuple) -> Tuple;
        }
        /// For each body the one of first, and the cells of second where that has none.
        JoinEachB join_each_b: gpu None, cost Linear {
            errors "type: no tuples of bodies; domain: different lengths"
            Batt join_each_b(first: Tuple, second: Tuple) -> Tuple;
        }
        /// The grid of the scene with every body replaced: first all give place to the ground, then what lies where
        /// the same body was, then what lies elsewhere, with over = 1 on anything, else on the ground alone.
        DrawB draw_b: gpu None, cost Linear {
            errors "type: no scene; domain: another number of bodies"
            Batt draw_b(scene: Tuple, after: Tuple, over: Boolean) -> Grid;
        }
        /// A grid with one cell for each body, in its colour, by rank of first row and first column.
        MatrixB matrix_b: gpu None, cost Linear {
            errors "type: no tuple of bodies; domain: not one body for each place"
            Batt matrix_b(bodies: Tuple) -> Grid;
        }
        /// The bodies where the mask is 1 by value, rising or with down = 1 falling, equal ones in their order;
        /// mask and values may be one integer for all.
        SortB sort_b: gpu None, cost Linear {
            errors "type: no tuple; domain: a list of another length"
            Batt sort_b(bodies: Tuple, mask: Any, values: Any, down: Boolean) -> Tuple;
        }
        /// A body as a grid. how = 0 the box as it lies in the grid; 1 the body alone on the ground; 2 the box
        /// without its rim; 3 the body alone on 0; 4 one cell of its colour; 5 the box with one cell more on each
        /// side.
        CutB cut_b: gpu None, cost Linear {
            errors "type: no scene, no body; domain: no such way, nothing left"
            Batt cut_b(scene: Tuple, body: Object, how: Integer) -> Grid;
        }
        /// A grid from a list of bodies. how = 0 cells of their colours in a row; 1 cells of their colours in a
        /// column; 2 the bodies' boxes side by side; 3 the bodies' boxes one below the other; 4 bars from the left,
        /// as long as their sizes, one below the other; 5 bars from the top, as long as their sizes, side by side;
        /// 6 bars from the bottom, as long as their sizes, side by side; 7 squares in each other, the first
        /// outside; 8 cells of their colours on the diagonal of a square; 10000 x order + 100 x rows + columns:
        /// their colours fill a grid of that size, order 1 by rows, 2 by columns, 3 by rows to and fro.
        JoinB join_b: gpu None, cost Linear {
            errors "type: no scene, no bodies; domain: no such way, nothing to show"
            Batt join_b(scene: Tuple, list: Tuple, how: Integer) -> Grid;
        }
    } };
}

for_each_op!(define_kernels);

/// What a kernel's row says, apart from its names.
#[derive(Debug)]
pub struct KernelInfo {
    ident: &'static str,
    doc: &'static str,
    /// Error kinds and when they happen; `-` when only the rules common to all ops apply.
    pub errors: &'static str,
    /// The group of ops it is listed with.
    pub family: Family,
    /// How a device would run it.
    pub gpu: Gpu,
    /// The formula of its step cost.
    pub cost: Cost,
}

/// What a dialect says of one op name.
#[derive(Debug)]
pub struct OpInfo {
    /// The dialect the name belongs to.
    pub dialect: Dialect,
    /// The name as programs write it.
    pub name: &'static str,
    /// What it computes.
    pub kernel: Kernel,
    /// Declared parameters.
    pub params: &'static [Param],
    /// Declared result.
    pub returns: Ty,
    /// How many trailing parameters may be left out.
    pub optional: usize,
    /// How an argument outside its declared type is read, with the argument's place.
    pub readings: &'static [(Reading, usize)],
    /// What the Int 0 gives in place of a container (the stand-in of valmax and the like).
    pub zero: Option<Zero>,
}

/// One declared parameter.
#[derive(Debug)]
pub struct Param {
    /// Its name, usable as a keyword argument.
    pub name: &'static str,
    /// Its declared type.
    pub ty: Ty,
}

worded! {
    /// Groups of ops, as listed by `batt ops`.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
    pub enum Family {
        /// Elements of containers.
        Access,
        /// What the demo pairs of a task have in common.
        Samples,
        /// Largest, smallest, most common and n-th elements.
        Rank,
        /// Arithmetic on integers and pairs.
        Number,
        /// Truth values and comparisons.
        Logic,
        /// Tuples and sets made from values.
        Construct,
        /// Containers as wholes.
        Container,
        /// Functions made from functions.
        Function,
        /// Functions applied to the elements of containers.
        Map,
        /// Colours of grids and objects.
        Colour,
        /// Sizes, extremes and shapes.
        Measure,
        /// How two patches lie to each other.
        Relation,
        /// Sets of positions and cells.
        Patch,
        /// Whole grids: turned, scaled, cut, joined.
        Grid,
        /// Grids painted on.
        Draw,
        /// Objects and positions found in grids.
        Extract,
        /// Pictures with a place, and lists of them: what the solver assembles answers from.
        Layer,
        /// A small number for every cell: features of cells, and choices between them.
        Plane,
        /// The parts of a grid as rules per object see them: what can be said of each, what is done to them.
        Body,
    }
}

impl Family {
    /// Whether programs of the solver are made of its ops. Mutation does not draw these: they take and give wholes
    /// of their own, and seeds mean what they meant before there were any.
    pub fn is_solvers(self) -> bool {
        matches!(self, Family::Layer | Family::Plane | Family::Body)
    }
}

worded! {
    /// How a device runs a kernel. A test holds this to the code that devices have.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Gpu {
        /// not on a device: the CPU runs programs that use it
        None,
        /// scalar: one number per item
        Scalar,
        /// mask: sets of cells as bit masks
        Mask,
        /// object list: over the elements of a container
        ObjectList,
        /// grid map: cell by cell, shape kept
        GridMap,
        /// grid shape: cells move, shape may change
        GridShape,
        /// grid reduce: a grid to a small value
        GridReduce,
        /// components: connected parts of a grid
        Components,
        /// higher order: depends on the function it is given
        HigherOrder,
    }
}

/// Step cost over the sizes of arguments and result, besides the calls a step makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cost {
    /// [`Cost::CALL`], whatever the arguments.
    Unit,
    /// [`Cost::CALL`] + sizes of the arguments + size of the result.
    Linear,
    /// [`Cost::CALL`] + product of the two largest argument sizes + size of the result.
    Pairs,
    /// Four times [`Cost::CALL`] + sizes of the arguments + the product of [`Cost::Pairs`] by [`Cost::AT_ONCE`] + size of the
    /// result: one argument is looked for in the other, many places at once.
    Scan,
}

impl Cost {
    /// What a call costs beside the sizes: about as much time as four elements.
    pub const CALL: u64 = 4;

    /// Pairs that are compared in the time of one element.
    pub const AT_ONCE: u64 = 32;

    /// What a call costs before it is made, by the sizes of its arguments.
    #[inline(always)]
    pub fn of_arguments(self, sizes: impl Iterator<Item = u64> + Clone) -> u64 {
        match self {
            Cost::Unit => Cost::CALL,
            Cost::Linear => Cost::CALL + sizes.sum::<u64>(),
            Cost::Pairs => Cost::CALL + largest_product(sizes),
            Cost::Scan => {
                let product = largest_product(sizes.clone());
                4 * Cost::CALL + sizes.sum::<u64>() + product / Cost::AT_ONCE
            }
        }
    }
}

/// The product of the two largest sizes.
#[inline(always)]
fn largest_product(sizes: impl Iterator<Item = u64>) -> u64 {
    let (mut largest, mut second) = (1, 1);
    for size in sizes {
        second = second.max(size.min(largest));
        largest = largest.max(size);
    }
    largest * second
}

worded! {
    /// How a suffixed name reads an argument outside its declared type.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Reading {
        /// a set is first turned into a tuple, in canonical order
        AsTuple,
        /// a tuple is first turned into a set
        AsSet,
        /// a set fails with type
        TupleOnly,
        /// a non-empty set of cells fails with type
        PairsOnly,
        /// a non-empty set of pairs fails with type
        CellsOnly,
        /// a container of another kind than the first fails with type
        SameKind,
        /// is the answer, whatever it is
        Unchanged,
    }
}

/// What a `batt` op answers when its container is the Int 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Zero {
    /// `()`
    Unit,
    /// `{}`
    EmptySet,
    /// `{()}`
    UnitSet,
    /// 0 itself
    Zero,
}

impl Kernel {
    /// The kernel's row.
    pub fn info(self) -> &'static KernelInfo {
        &KERNELS[self as usize]
    }

    /// The kernel's name, in snake case.
    pub fn name(self) -> &'static str {
        // Two names are Rust keywords and carry a prefix in the table.
        self.info().ident.trim_start_matches("r#")
    }

    /// What the kernel computes, in words.
    pub fn doc(self) -> String {
        // Doc comments carry a leading space on each line.
        self.info().doc.trim().to_string()
    }

    /// The names that dialects give to this kernel.
    pub fn ops(self) -> impl Iterator<Item = Op> {
        Op::all().filter(move |op| op.kernel() == self)
    }
}

/// An op name of a dialect: an index into the name table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Op(u16);

impl Op {
    /// How many op names both dialects have together.
    pub const COUNT: usize = OPS.len();

    /// Every op name, in table order.
    pub fn all() -> impl Iterator<Item = Op> {
        (0..OPS.len() as u16).map(Op)
    }

    /// The op names of one dialect, in table order.
    pub fn of(dialect: Dialect) -> impl Iterator<Item = Op> {
        Op::all().filter(move |op| op.dialect() == dialect)
    }

    /// Finds a name in a dialect.
    pub fn lookup(dialect: Dialect, name: &str) -> Option<Op> {
        static INDEX: OnceLock<[FxHashMap<&'static str, Op>; 2]> = OnceLock::new();
        let index = INDEX
            .get_or_init(|| Dialect::ALL.map(|d| Op::of(d).map(|op| (op.name(), op)).collect()));
        index[dialect as usize].get(name).copied()
    }

    /// The name's row.
    pub fn info(self) -> &'static OpInfo {
        &OPS[self.0 as usize]
    }

    /// The name as programs write it.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The dialect the name belongs to.
    pub fn dialect(self) -> Dialect {
        self.info().dialect
    }

    /// What it computes.
    pub fn kernel(self) -> Kernel {
        self.info().kernel
    }

    /// Declared parameters.
    pub fn params(self) -> &'static [Param] {
        self.info().params
    }

    /// Declared result type.
    pub fn returns(self) -> Ty {
        self.info().returns
    }

    /// Number of parameters, optional ones included.
    pub fn arity(self) -> usize {
        self.info().params.len()
    }

    /// Whether `n` arguments are a valid call.
    pub fn takes(self, n: usize) -> bool {
        n <= self.arity() && n + self.info().optional >= self.arity()
    }

    /// Position in the name table, for arrays indexed by op.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The op at a position of the name table.
    pub fn from_index(index: usize) -> Option<Op> {
        (index < OPS.len()).then_some(Op(index as u16))
    }
}
