# Generated from the op table by `batt ops --stubs batt`; `make docs` writes this file anew.
"""Every function and constant of the dialect batt, on tuples and frozensets.

A call that fails raises a subclass of `arcbatt.Fault`. `batt ops NAME` explains a function with an
example. A cell is `(row, column, colour)` here.
"""

from typing import (
    Any as Any,
    Callable as Callable,
    Container as Container,
    FrozenSet as FrozenSet,
    List as List,
    Tuple as Tuple,
    Union as Union,
    TypeAlias,
)

from ._arcbatt import Function as Function

IJ: TypeAlias = tuple[int, int]  # row and column
Cell: TypeAlias = tuple[int, int, int]  # row, column and colour
C_: TypeAlias = int  # colour
F_: TypeAlias = int  # rank counted from the first, 0 and up
L_: TypeAlias = int  # rank counted from the last, -1 and down
FL: TypeAlias = int  # rank counted from either end
R_: TypeAlias = int  # symbol
A_: TypeAlias = int  # angle
I_: TypeAlias = int  # row
J_: TypeAlias = int  # column
Samples: TypeAlias = tuple[tuple[Grid, Grid], ...]  # pairs of input and output
Boolean: TypeAlias = bool  # truth value
Integer: TypeAlias = int  # integer
Numerical: TypeAlias = int | tuple[int, int]  # integer or pair of integers
IntegerSet: TypeAlias = frozenset[int]  # set of integers
Grid: TypeAlias = tuple[tuple[int, ...], ...]  # rows of colours
Object: TypeAlias = frozenset[Cell]  # set of cells
Objects: TypeAlias = frozenset[Object]  # set of objects
Indices: TypeAlias = frozenset[tuple[int, int]]  # set of positions
IndicesSet: TypeAlias = frozenset[Indices]  # set of sets of positions
Patch: TypeAlias = Object | Indices  # object or indices
Element: TypeAlias = Object | Grid  # object or grid
Piece: TypeAlias = Grid | Object | Indices  # grid or patch
TupleTuple: TypeAlias = tuple[tuple[Any, ...], ...]  # tuple of tuples
ContainerContainer: TypeAlias = Container[Container[Any]]  # container of containers
_Truth: TypeAlias = int  # integer used for its truth value
_Tuple: TypeAlias = tuple[Any, ...]  # any tuple
_Set: TypeAlias = frozenset[Any]  # any set
_Container: TypeAlias = tuple[Any, ...] | frozenset[Any]  # tuple or set
_Object: TypeAlias = frozenset[Cell] | tuple[Any, ...]  # object, or its cells in a tuple
_Patch: TypeAlias = Object | Indices | tuple[Any, ...]  # patch, or its elements in a tuple
_Piece: TypeAlias = Object | Indices | tuple[Any, ...]  # grid or patch
_Function: TypeAlias = Callable[..., Any]  # any function

F: Boolean  # False
T: Boolean  # True
F0: F_  # 0
F1: F_  # 1
F2: F_  # 2
F3: F_  # 3
F4: F_  # 4
F5: F_  # 5
F6: F_  # 6
F7: F_  # 7
F8: F_  # 8
F9: F_  # 9
L1: L_  # -1
L2: L_  # -2
L3: L_  # -3
L4: L_  # -4
L5: L_  # -5
L6: L_  # -6
L7: L_  # -7
L8: L_  # -8
L9: L_  # -9
L10: L_  # -10
R0: R_  # 0
R1: R_  # 1
R2: R_  # 2
R3: R_  # 3
R4: R_  # 4
R5: R_  # 5
R6: R_  # 6
R7: R_  # 7
R8: R_  # 8
R9: R_  # 9
NEG_TWO: Integer  # -2
NEG_ONE: Integer  # -1
ZERO: Integer  # 0
ONE: Integer  # 1
TWO: Integer  # 2
THREE: Integer  # 3
FOUR: Integer  # 4
FIVE: Integer  # 5
SIX: Integer  # 6
SEVEN: Integer  # 7
EIGHT: Integer  # 8
NINE: Integer  # 9
TEN: Integer  # 10
NEG_TEN: Integer  # -10
NEG_NINE: Integer  # -9
NEG_EIGHT: Integer  # -8
NEG_SEVEN: Integer  # -7
NEG_SIX: Integer  # -6
NEG_FIVE: Integer  # -5
NEG_FOUR: Integer  # -4
NEG_THREE: Integer  # -3
HUNDRED: Integer  # 100
THOUSAND: Integer  # 1000
BLACK: C_  # 0
BLUE: C_  # 1
RED: C_  # 2
GREEN: C_  # 3
YELLOW: C_  # 4
GRAY: C_  # 5
MAGENTA: C_  # 6
ORANGE: C_  # 7
CYAN: C_  # 8
BURGUNDY: C_  # 9
A0: A_  # 0
A1: A_  # 1
A2: A_  # 2
A3: A_  # 3
A4: A_  # 4
A5: A_  # 5
A6: A_  # 6
A7: A_  # 7
A8: A_  # 8
A9: A_  # 9
SM2: Integer  # 2
SM3: Integer  # 3
SD2: Integer  # -2
SD3: Integer  # -3
DOWN: IJ  # (1, 0)
RIGHT: IJ  # (0, 1)
UP: IJ  # (-1, 0)
LEFT: IJ  # (0, -1)
ORIGIN: IJ  # (0, 0)
UNITY: IJ  # (1, 1)
NEG_UNITY: IJ  # (-1, -1)
UP_RIGHT: IJ  # (-1, 1)
DOWN_LEFT: IJ  # (1, -1)
ZERO_BY_TWO: IJ  # (0, 2)
TWO_BY_ZERO: IJ  # (2, 0)
TWO_BY_TWO: IJ  # (2, 2)
THREE_BY_THREE: IJ  # (3, 3)

def identity(x: Any) -> Any:
    """identity(x: Any) -> Any

    Returns its argument unchanged; also turns an op name into a function value. batt normalize_t is
    this kernel because a grid already starts at the origin.
    """

def normalize_t(piece: _Tuple) -> _Tuple:
    """normalize_t(piece: Tuple) -> Tuple

    Returns its argument unchanged; also turns an op name into a function value. batt normalize_t is
    this kernel because a grid already starts at the origin.
    """

def first(container: _Container) -> Any:
    """first(container: Container) -> Any

    First element in iteration order (tuple order, canonical order for sets).

    Errors: empty: container has no element.
    """

def first_t(container: _Tuple) -> Any:
    """first_t(container: Tuple) -> Any

    First element in iteration order; an empty container yields the empty container of its own kind,
    () or {}. Own row because first fails there.
    container: a set fails with type.
    The integer 0 gives ().

    Errors: type: not a container.
    """

def first_f(container: _Set) -> Any:
    """first_f(container: FrozenSet) -> Any

    First element in iteration order; an empty container yields the empty container of its own kind,
    () or {}. Own row because first fails there.
    The integer 0 gives {}.

    Errors: type: not a container.
    """

def second(container: _Container) -> Any:
    """second(container: Container) -> Any

    Second element in iteration order.

    Errors: index: fewer than two elements.
    """

def last(container: _Container) -> Any:
    """last(container: Container) -> Any

    Last element in iteration order; every empty container, also the empty set, yields (). Own row:
    arc last fails and last_or_empty keeps the kind.
    The integer 0 gives ().

    Errors: type: not a container.
    """

def last_t(container: _Tuple) -> Any:
    """last_t(container: Tuple) -> Any

    Last element in iteration order; an empty container yields the empty container of its own kind.
    container: a set fails with type.
    The integer 0 gives ().

    Errors: type: not a container.
    """

def last_f(container: _Set) -> Any:
    """last_f(container: FrozenSet) -> Any

    Last element in iteration order; an empty container yields the empty container of its own kind.
    The integer 0 gives {}.

    Errors: type: not a container.
    """

def get_nth_t(container: _Tuple, rank: FL) -> Any:
    """get_nth_t(container: Tuple, rank: FL) -> Any

    Tuple element at rank; negative ranks count from the end (-1 is the last).

    Errors: type: not a tuple (sets included); index: rank outside -n..n-1, so always when empty.
    """

def get_nth_f(container: _Set, rank: FL) -> Any:
    """get_nth_f(container: FrozenSet, rank: FL) -> Any

    Element at rank in iteration order (tuples accepted too), negative ranks count from the end; a
    rank outside -n..n-1 yields the empty set. Own row: nth fails there.

    Errors: type: not a container or rank not Int.
    """

def get_nth_by_key_t(container: _Tuple, rank: FL, key: Any = ...) -> Any:
    """get_nth_by_key_t(container: Tuple, rank: FL, key?: Any) -> Any

    Stable ascending sort by key (third argument optional, default identity), then the element at
    rank with negative ranks from the end.

    Errors: empty: no elements; index: rank outside -n..n-1; type: keys not comparable; any failure
    of key.
    """

def get_nth_by_key_f(container: _Set, rank: F_, key: Any = ...) -> Any:
    """get_nth_by_key_f(container: FrozenSet, rank: F_, key?: Any) -> Any

    Stable ascending sort by key (optional, default identity), then drop max(rank,0) elements and
    take the next; a negative rank therefore means the smallest. Own row: negative ranks differ from
    nth_by_key.

    Errors: index: rank at or beyond the length, so always when empty; type: keys not comparable;
    any failure of key.
    """

def extract(container: _Container, condition: _Function) -> Any:
    """extract(container: Container, condition: Callable) -> Any

    As extract, but when nothing satisfies the condition (or the container is empty, tuple or set)
    the result is the empty set.

    Errors: any failure of condition before the first hit.
    """

def other(container: _Container, value: Any) -> Any:
    """other(container: Container, value: Any) -> Any

    First element, in iteration order, that differs from value (value need not occur).

    Errors: empty: no such element.
    """

def other_t(container: _Tuple, value: Any) -> Any:
    """other_t(container: Tuple, value: Any) -> Any

    First element that differs from value; if there is none, the empty container of the argument's
    kind. Own row: other fails there.

    Errors: type: not a container.
    """

def other_f(container: _Set, value: Any) -> Any:
    """other_f(container: FrozenSet, value: Any) -> Any

    First element that differs from value; if there is none, the empty container of the argument's
    kind. Own row: other fails there.

    Errors: type: not a container.
    """

def c_iz(S: Samples, function: _Function) -> Any:
    """c_iz(S: Samples, function: Callable) -> Any

    Apply function to every input grid, concatenate the resulting containers in sample order, drop
    repeats keeping first positions, then drop whatever also occurs in the list built the same way
    from the outputs. Empty S gives ().

    Errors: any failure of function; type: function result is not a container or a sample is not a
    pair.
    """

def c_zo(S: Samples, function: _Function) -> Any:
    """c_zo(S: Samples, function: Callable) -> Any

    As only_in with the roles of inputs and outputs exchanged: values seen on the output side only.

    Errors: as only_in.
    """

def c_iz_n(S: Samples, function: _Function, pick: _Function) -> C_:
    """c_iz_n(S: Samples, function: Callable, pick: Callable) -> C_

    pick applied to the tuple from only_in(S, function); declared Colour but returns whatever pick
    returns.

    Errors: as only_in; any failure of pick, e.g. on ().
    """

def c_zo_n(S: Samples, function: _Function, pick: _Function) -> C_:
    """c_zo_n(S: Samples, function: Callable, pick: Callable) -> C_

    pick applied to the tuple from only_out(S, function).

    Errors: as only_out; any failure of pick, e.g. on ().
    """

def a_mr(S: Samples) -> A_:
    """a_mr(S: Samples) -> A8

    Smallest a in 0..7 for which mir_rot_grid(input, a) equals the output of every sample (7 is the
    unchanged grid); empty S gives 0.

    Errors: empty: no a fits all samples; type: an element is not a pair of grids.
    """

def dedupe_pair_tuple(S: Samples) -> Samples:
    """dedupe_pair_tuple(S: Samples) -> Samples

    Keeps, in order, the sample pairs whose input differs from their output; repeats stay; empty S
    gives ().

    Errors: type: an element is not a pair.
    """

def get_rank(container: _Container, rank: FL) -> Integer:
    """get_rank(container: IntegerSet, rank: FL) -> Integer

    Values sorted descending (duplicates of a tuple argument kept), value at rank with negative
    ranks from the end (0 largest, -1 smallest); a rank out of range gives 0, so does an empty
    container.

    Errors: type: elements not comparable.
    """

def get_arg_rank(container: _Container, compfunc: _Function, rank: FL) -> Any:
    """get_arg_rank(container: Container, compfunc: Callable, rank: FL) -> Any

    Stable sort by compfunc descending (equal keys keep iteration order), element at rank with
    negative ranks from the end; out of range gives the empty container of the argument's kind.

    Errors: any failure of compfunc; type: keys not comparable.
    """

def get_arg_rank_t(container: _Tuple, compfunc: _Function, rank: FL) -> Any:
    """get_arg_rank_t(container: Tuple, compfunc: Callable, rank: FL) -> Any

    Stable sort by compfunc descending (equal keys keep iteration order), element at rank with
    negative ranks from the end; out of range gives the empty container of the argument's kind.

    Errors: any failure of compfunc; type: keys not comparable.
    """

def get_arg_rank_f(container: _Set, compfunc: _Function, rank: FL) -> Any:
    """get_arg_rank_f(container: FrozenSet, compfunc: Callable, rank: FL) -> Any

    Stable sort by compfunc descending (equal keys keep iteration order), element at rank with
    negative ranks from the end; out of range gives the empty container of the argument's kind.

    Errors: any failure of compfunc; type: keys not comparable.
    """

def get_val_rank(container: _Container, compfunc: _Function, rank: FL) -> Any:
    """get_val_rank(container: Container, compfunc: Callable, rank: FL) -> Any

    Stable sort by compfunc ASCENDING, then compfunc of the element at rank (0 smallest, -1
    largest); out of range or empty gives compfunc(0) with Int 0 as stand-in.

    Errors: any failure of compfunc, including on the stand-in 0; type: keys not comparable.
    """

def get_val_rank_t(container: _Tuple, compfunc: _Function, rank: FL) -> Any:
    """get_val_rank_t(container: Tuple, compfunc: Callable, rank: FL) -> Any

    Stable sort by compfunc ASCENDING, then compfunc of the element at rank (0 smallest, -1
    largest); out of range or empty gives compfunc(0) with Int 0 as stand-in.

    Errors: any failure of compfunc, including on the stand-in 0; type: keys not comparable.
    """

def get_val_rank_f(container: _Set, compfunc: _Function, rank: FL) -> Any:
    """get_val_rank_f(container: FrozenSet, compfunc: Callable, rank: FL) -> Any

    Stable sort by compfunc ASCENDING, then compfunc of the element at rank (0 smallest, -1
    largest); out of range or empty gives compfunc(0) with Int 0 as stand-in.

    Errors: any failure of compfunc, including on the stand-in 0; type: keys not comparable.
    """

def get_common_rank(container: _Container, rank: FL) -> Any:
    """get_common_rank(container: Container, rank: FL) -> Any

    Distinct elements in canonical order, stably sorted ASCENDING by multiplicity (0 rarest, -1 most
    frequent), element at rank; out of range or empty gives ().

    Errors: type: a set argument (even empty), although declared Container.
    """

def get_common_rank_t(container: _Tuple, rank: FL) -> Any:
    """get_common_rank_t(container: Tuple, rank: FL) -> Any

    Distinct elements in canonical order, stably sorted ASCENDING by multiplicity (0 rarest, -1 most
    frequent), element at rank; out of range or empty gives ().

    Errors: type: a set argument (even empty), although declared Container.
    """

def get_common_rank_f(container: _Set, rank: FL) -> Any:
    """get_common_rank_f(container: FrozenSet, rank: FL) -> Any

    As common_rank but accepting sets, where all multiplicities are 1 and the rank simply indexes
    canonical order; out of range gives the empty container of the argument's kind.

    Errors: type: not a container.
    """

def get_color_rank_t(grid: Grid, rank: FL) -> C_:
    """get_color_rank_t(grid: Grid, rank: FL) -> C_

    Colours sorted by DESCENDING frequency, ties by first occurrence (row-major in a grid, iteration
    order in an object), colour at rank, negative from the end; out of range or empty gives the
    empty container of the argument's kind. Tie rule differs from mostcolor.
    grid: a set is first turned into a tuple, in canonical order.

    Errors: type: argument is neither grid nor object.
    """

def get_color_rank_f(obj: _Object, rank: FL) -> C_:
    """get_color_rank_f(obj: Object, rank: FL) -> C_

    Colours sorted by DESCENDING frequency, ties by first occurrence (row-major in a grid, iteration
    order in an object), colour at rank, negative from the end; out of range or empty gives the
    empty container of the argument's kind. Tie rule differs from mostcolor.
    obj: a tuple is first turned into a set.

    Errors: type: argument is neither grid nor object.
    """

def maximum(container: _Container) -> Integer:
    """maximum(container: IntegerSet) -> Integer

    Largest element; 0 when empty. Tuples accepted; elements may also be tuples, compared
    lexicographically.

    Errors: type: elements not comparable.
    """

def minimum(container: _Container) -> Integer:
    """minimum(container: IntegerSet) -> Integer

    Smallest element; 0 when empty.

    Errors: type: elements not comparable.
    """

def valmax(container: _Container, compfunc: _Function) -> Integer:
    """valmax(container: Container, compfunc: Callable) -> Integer

    Largest value of compfunc over the container; an empty container gives compfunc(0) with Int 0 as
    stand-in (not 0 itself).

    Errors: any failure of compfunc, including on the stand-in 0; type: keys not comparable.
    """

def valmax_t(container: _Tuple, compfunc: _Function) -> Integer:
    """valmax_t(container: Tuple, compfunc: Callable) -> Integer

    Largest value of compfunc over the container; an empty container gives compfunc(0) with Int 0 as
    stand-in (not 0 itself).

    Errors: any failure of compfunc, including on the stand-in 0; type: keys not comparable.
    """

def valmax_f(container: _Set, compfunc: _Function) -> Integer:
    """valmax_f(container: FrozenSet, compfunc: Callable) -> Integer

    Largest value of compfunc over the container; an empty container gives compfunc(0) with Int 0 as
    stand-in (not 0 itself).

    Errors: any failure of compfunc, including on the stand-in 0; type: keys not comparable.
    """

def valmin(container: _Container, compfunc: _Function) -> Integer:
    """valmin(container: Container, compfunc: Callable) -> Integer

    Smallest value of compfunc over the container; empty gives compfunc(0).

    Errors: as valmax.
    """

def valmin_t(container: _Tuple, compfunc: _Function) -> Integer:
    """valmin_t(container: Tuple, compfunc: Callable) -> Integer

    Smallest value of compfunc over the container; empty gives compfunc(0).

    Errors: as valmax.
    """

def valmin_f(container: _Set, compfunc: _Function) -> Integer:
    """valmin_f(container: FrozenSet, compfunc: Callable) -> Integer

    Smallest value of compfunc over the container; empty gives compfunc(0).

    Errors: as valmax.
    """

def argmax(container: _Container, compfunc: _Function) -> Any:
    """argmax(container: Container, compfunc: Callable) -> Any

    First element in iteration order reaching the largest compfunc value (a later equal key does not
    replace it).

    Errors: empty: no elements; any failure of compfunc; type: keys not comparable.
    """

def argmax_t(container: _Tuple, compfunc: _Function) -> Any:
    """argmax_t(container: Tuple, compfunc: Callable) -> Any

    First element in iteration order reaching the largest compfunc value (a later equal key does not
    replace it).

    Errors: empty: no elements; any failure of compfunc; type: keys not comparable.
    """

def argmax_f(container: _Set, compfunc: _Function) -> Any:
    """argmax_f(container: FrozenSet, compfunc: Callable) -> Any

    First element in iteration order reaching the largest compfunc value (a later equal key does not
    replace it).

    Errors: empty: no elements; any failure of compfunc; type: keys not comparable.
    """

def argmin(container: _Container, compfunc: _Function) -> Any:
    """argmin(container: Container, compfunc: Callable) -> Any

    First element in iteration order reaching the smallest compfunc value.

    Errors: as argmax.
    """

def argmin_t(container: _Tuple, compfunc: _Function) -> Any:
    """argmin_t(container: Tuple, compfunc: Callable) -> Any

    First element in iteration order reaching the smallest compfunc value.

    Errors: as argmax.
    """

def argmin_f(container: _Set, compfunc: _Function) -> Any:
    """argmin_f(container: FrozenSet, compfunc: Callable) -> Any

    First element in iteration order reaching the smallest compfunc value.

    Errors: as argmax.
    """

def mostcommon(container: _Container) -> Any:
    """mostcommon(container: Container) -> Any

    Element with the highest multiplicity; ties go to the canonically smallest.

    Errors: empty: no elements; type: a set argument, although declared Container.
    """

def mostcommon_t(container: _Tuple) -> Any:
    """mostcommon_t(container: Tuple) -> Any

    Element with the highest multiplicity; ties go to the canonically smallest.

    Errors: empty: no elements; type: a set argument, although declared Container.
    """

def leastcommon(container: _Container) -> Any:
    """leastcommon(container: Container) -> Any

    Element with the lowest multiplicity; ties go to the canonically smallest.

    Errors: empty: no elements; type: a set argument, although declared Container.
    """

def leastcommon_t(container: _Tuple) -> Any:
    """leastcommon_t(container: Tuple) -> Any

    Element with the lowest multiplicity; ties go to the canonically smallest.

    Errors: empty: no elements; type: a set argument, although declared Container.
    """

def mostcommon_f(container: _Set) -> Any:
    """mostcommon_f(container: FrozenSet) -> Any

    As mostcommon but sets are accepted; in a set every multiplicity is 1, so the canonically
    smallest element results.

    Errors: empty: no elements.
    """

def leastcommon_f(container: _Set) -> Any:
    """leastcommon_f(container: FrozenSet) -> Any

    As leastcommon but sets are accepted; for a set the canonically smallest element.

    Errors: empty: no elements.
    """

def add(a: Numerical, b: Numerical) -> Any:
    """add(a: Numerical, b: Numerical) -> Numerical

    Sum; two pairs componentwise, Int with Pair broadcast. Only the first two components of a longer
    tuple are used. [batt] an operand () counts as 0 (both () gives 0). [arc] () fails.

    Errors: type: set, function or non-Int component; index: tuple shorter than 2 ([batt] except
    ()).
    """

def subtract(a: Numerical, b: Numerical) -> Any:
    """subtract(a: Numerical, b: Numerical) -> Numerical

    a minus b with the broadcasting of add (Int minus Pair gives a Pair). [batt] an operand ()
    counts as 0.

    Errors: as add.
    """

def multiply(a: Numerical, b: Numerical) -> Any:
    """multiply(a: Numerical, b: Numerical) -> Numerical

    Product with the broadcasting of add. [batt] an operand () counts as 1.

    Errors: as add.
    """

def divide(a: Numerical, b: Numerical) -> Any:
    """divide(a: Numerical, b: Numerical) -> Numerical

    Floor division (toward minus infinity) with the broadcasting of add. [batt] an operand () counts
    as 1.

    Errors: domain: a zero divisor or zero divisor component; otherwise as add.
    """

def invert(n: Numerical) -> Any:
    """invert(n: Numerical) -> Numerical

    Negation, componentwise for a Pair (first two components).

    Errors: index: tuple shorter than 2; type: other kinds.
    """

def even(n: Integer) -> Boolean:
    """even(n: Integer) -> Boolean

    1 when n modulo 2 is 0, negative n included.

    Errors: type: not Int.
    """

def double(n: Numerical) -> Any:
    """double(n: Numerical) -> Numerical

    Twice the number, componentwise for a Pair.

    Errors: as invert.
    """

def halve(n: Numerical) -> Any:
    """halve(n: Numerical) -> Numerical

    Floor half (-3 gives -2), componentwise for a Pair.

    Errors: as invert.
    """

def increment(x: Numerical) -> Any:
    """increment(x: Numerical) -> Numerical

    Plus one, both components of a Pair.

    Errors: as invert.
    """

def decrement(x: Numerical) -> Any:
    """decrement(x: Numerical) -> Numerical

    Minus one, both components of a Pair.

    Errors: as invert.
    """

def crement(x: Numerical) -> Any:
    """crement(x: Numerical) -> Numerical

    One step away from zero: positive +1, negative -1, zero stays; componentwise for a Pair.

    Errors: as invert.
    """

def sign(x: Numerical) -> Any:
    """sign(x: Numerical) -> Numerical

    -1, 0 or 1; componentwise for a Pair.

    Errors: as invert.
    """

def positive(x: Integer) -> Boolean:
    """positive(x: Integer) -> Boolean

    1 when x is greater than 0.

    Errors: type: not Int.
    """

def greater(a: Integer, b: Integer) -> Boolean:
    """greater(a: Integer, b: Integer) -> Boolean

    1 when a is strictly above b in the key order of types.md section 3 (Ints by value, tuples
    lexicographically, sets by proper inclusion).

    Errors: type: operands of different kinds.
    """

def toivec(i: Integer) -> IJ:
    """toivec(i: Integer) -> IJ

    (i, 0).
    """

def tojvec(j: Integer) -> IJ:
    """tojvec(j: Integer) -> IJ

    (0, j).
    """

def interval(start: Integer, stop: Integer, step: Integer) -> _Tuple:
    """interval(start: Integer, stop: Integer, step: Integer) -> Tuple

    start, start+step, ... strictly before stop (beyond it for a negative step); () when nothing
    lies between.

    Errors: domain: step 0; type: non-Int.
    """

def flip(b: _Truth) -> Boolean:
    """flip(b: Boolean) -> Boolean

    1 when b is falsy (0, () and {} are falsy, all functions truthy), else 0.
    """

def both(a: _Truth, b: _Truth) -> Boolean:
    """both(a: Boolean, b: Boolean) -> Boolean

    a when a is falsy, otherwise b; operand values are returned as they are, not reduced to 0/1.
    """

def either(a: _Truth, b: _Truth) -> Boolean:
    """either(a: Boolean, b: Boolean) -> Boolean

    a when a is truthy, otherwise b, unreduced.
    """

def equality(a: Any, b: Any) -> Boolean:
    """equality(a: Any, b: Any) -> Boolean

    Structural equality; tuple and set never equal, () is not {}; functions are equal only when they
    are the same op or the same construction.
    """

def contained(value: Any, container: _Container) -> Boolean:
    """contained(value: Any, container: Container) -> Boolean

    1 when some element equals value structurally; 0 for an empty container.

    Errors: type: container is not a tuple or set.
    """

def branch(condition: _Truth, a: Any, b: Any) -> Any:
    """branch(condition: Boolean, a: Any, b: Any) -> Any

    a when condition is truthy, else b; both are evaluated beforehand. c_branch is the same with
    Colour alternatives (only the mutation hints differ).
    """

def c_branch(condition: _Truth, a: C_, b: C_) -> Any:
    """c_branch(condition: Boolean, a: C_, b: C_) -> Any

    a when condition is truthy, else b; both are evaluated beforehand. c_branch is the same with
    Colour alternatives (only the mutation hints differ).
    """

def astuple(a: Any, b: Any) -> _Tuple:
    """astuple(a: Any, b: Any) -> Tuple

    The two-element tuple (a, b), any contents. arc declares Int, Int -> Pair but uses it for
    anything.
    """

def ascell(ij: IJ, c: C_) -> _Tuple:
    """ascell(ij: IJ, c: C_) -> Tuple

    (i, j, c) from the first two components of ij and c, the batt cell; contents unchecked.

    Errors: index: tuple shorter than 2; type: ij not a tuple.
    """

def astriple(i: I_, j: J_, c: C_) -> _Tuple:
    """astriple(i: I_, j: J_, c: C_) -> Tuple

    (i, j, c) from three values, unchecked.
    """

def toij(c: Cell) -> IJ:
    """toij(c: Cell) -> IJ

    First two components of a tuple, the position of a batt cell (a plain pair passes through).

    Errors: index: tuple shorter than 2; type: not a tuple.
    """

def repeat(item: Any, num: C_) -> _Tuple:
    """repeat(item: Any, num: C_) -> Tuple

    Tuple of num copies of item; num of 0 or below gives ().

    Errors: type: num not Int; budget: num too large.
    """

def initset(value: Any) -> Any:
    """initset(value: Any) -> FrozenSet

    Set holding exactly value.
    """

def insert(value: Any, container: _Set) -> Any:
    """insert(value: Any, container: FrozenSet) -> FrozenSet

    Set with value added (unchanged if already present).

    Errors: type: container is not a set.
    """

def totuple(container: _Set) -> _Tuple:
    """totuple(container: FrozenSet) -> Tuple

    Elements in iteration order as a tuple; a tuple passes through.

    Errors: type: not a container.
    """

def pair(a: _Tuple, b: _Tuple) -> TupleTuple:
    """pair(a: Tuple, b: Tuple) -> TupleTuple

    Tuple of 2-tuples of elements at equal places; the shorter argument decides the length, () if
    either is empty. Sets are read in canonical order.

    Errors: type: not a container.
    """

def celltuple(a: _Tuple, b: _Tuple) -> TupleTuple:
    """celltuple(a: Tuple, b: Tuple) -> TupleTuple

    Pairs (x, y) of a joined with values z of b at equal places into (x, y, z); the shorter decides.

    Errors: type: an element of a that is used is not of length 2.
    """

def product(a: _Container, b: _Container) -> Any:
    """product(a: Container, b: Container) -> FrozenSet

    Set of all (x, y) with x from a and y from b; empty when either is empty.

    Errors: type: not a container.
    """

def size(container: _Container) -> Integer:
    """size(container: Container) -> Integer

    Number of elements (rows for a grid).

    Errors: type: not a container.
    """

def size_t(container: _Tuple) -> Integer:
    """size_t(container: Tuple) -> Integer

    Number of elements (rows for a grid).

    Errors: type: not a container.
    """

def size_f(container: _Set) -> Integer:
    """size_f(container: FrozenSet) -> Integer

    Number of elements (rows for a grid).

    Errors: type: not a container.
    """

def combine(a: _Container, b: _Container) -> Any:
    """combine(a: Container, b: Container) -> Container

    Elements of a followed by those of b in the kind of a: concatenation for a tuple, union for a
    set. With mixed kinds combine follows a.

    Errors: type: not a container; combine_t and combine_f also on mixed kinds.
    """

def combine_t(a: _Tuple, b: _Tuple) -> _Tuple:
    """combine_t(a: Tuple, b: Tuple) -> Tuple

    Elements of a followed by those of b in the kind of a: concatenation for a tuple, union for a
    set. With mixed kinds combine follows a.
    b: a container of another kind than the first fails with type.

    Errors: type: not a container; combine_t and combine_f also on mixed kinds.
    """

def combine_f(a: _Set, b: _Set) -> Any:
    """combine_f(a: FrozenSet, b: FrozenSet) -> FrozenSet

    Elements of a followed by those of b in the kind of a: concatenation for a tuple, union for a
    set. With mixed kinds combine follows a.
    b: a container of another kind than the first fails with type.

    Errors: type: not a container; combine_t and combine_f also on mixed kinds.
    """

def intersection(a: _Set, b: _Set) -> Any:
    """intersection(a: FrozenSet, b: FrozenSet) -> FrozenSet

    Elements in both sets.

    Errors: type: an argument is not a set (tuples included).
    """

def difference_tuple(a: _Tuple, b: _Tuple) -> _Tuple:
    """difference_tuple(a: Tuple, b: Tuple) -> Tuple

    Elements of a that do not occur in b, in the kind of a; a tuple keeps order and repeats.
    difference_tuple is the same kernel.

    Errors: type: not a container.
    """

def difference(a: _Set, b: _Set) -> Any:
    """difference(a: FrozenSet, b: FrozenSet) -> FrozenSet

    Elements of a that do not occur in b, in the kind of a; a tuple keeps order and repeats.
    difference_tuple is the same kernel.

    Errors: type: not a container.
    """

def dedupe(tup: _Tuple) -> _Tuple:
    """dedupe(tup: Tuple) -> Tuple

    Tuple without repeats, each value at its first position.

    Errors: type: a non-empty set or a non-container.
    """

def merge(containers: _Container) -> Any:
    """merge(containers: ContainerContainer) -> Container

    One level of flattening: elements of the elements, in iteration order, in the kind of the OUTER
    container. Empty gives the empty container of that kind.

    Errors: type: an element is not a container.
    """

def merge_f(containers: _Container) -> Any:
    """merge_f(containers: ContainerContainer) -> Container

    One level of flattening: elements of the elements, in iteration order, in the kind of the OUTER
    container. Empty gives the empty container of that kind.

    Errors: type: an element is not a container.
    """

def merge_t(containers: _Container) -> Any:
    """merge_t(containers: ContainerContainer) -> Container

    One level of flattening: elements of the elements, in iteration order, in the kind of the OUTER
    container. Empty gives the empty container of that kind.

    Errors: type: an element is not a container.
    """

def remove(value: Any, container: _Container) -> Any:
    """remove(value: Any, container: Container) -> Container

    Container without the elements equal to value, same kind; all occurrences go. remove_t always
    returns a tuple.

    Errors: type: not a container.
    """

def remove_t(value: Any, container: _Tuple) -> _Tuple:
    """remove_t(value: Any, container: Tuple) -> Tuple

    Container without the elements equal to value, same kind; all occurrences go. remove_t always
    returns a tuple.
    container: a set is first turned into a tuple, in canonical order.

    Errors: type: not a container.
    """

def remove_f(value: Any, container: _Set) -> Any:
    """remove_f(value: Any, container: FrozenSet) -> FrozenSet

    Container without the elements equal to value, same kind; all occurrences go. remove_t always
    returns a tuple.

    Errors: type: not a container.
    """

def order(container: _Container, compfunc: _Function) -> _Tuple:
    """order(container: Container, compfunc: Callable) -> Tuple

    Stable ascending sort by compfunc, always a tuple; equal keys keep iteration order; empty gives
    ().

    Errors: any failure of compfunc; type: keys not comparable.
    """

def compose(outer: _Function, inner: _Function) -> _Function:
    """compose(outer: Callable, inner: Callable) -> Callable

    One-argument function x -> outer(inner(x)); operands are not checked until the call.

    Errors: at call: type if outer or inner is no function, arity, any inner failure.
    """

def chain(h: _Function, g: _Function, f: _Function) -> _Function:
    """chain(h: Callable, g: Callable, f: Callable) -> Callable

    One-argument function x -> h(g(f(x))); operands unchecked until the call.

    Errors: at call: as compose.
    """

def matcher(function: _Function, target: Any) -> _Function:
    """matcher(function: Callable, target: Any) -> Callable

    One-argument function x -> 1 if function(x) equals target structurally, else 0.

    Errors: at call: as compose.
    """

def rbind(function: _Function, fixed: Any) -> _Function:
    """rbind(function: Callable, fixed: Any) -> Callable

    Fixes the last argument. Declared arity 2 gives a 1-argument function, 3 a 2-argument one, every
    other arity (1 and 4 included) a 3-argument one that passes four arguments on; arity counts
    optional parameters, closures of compose, chain, matcher, fork have arity 1.

    Errors: type: function is not a function (at binding); at call: arity, in particular always for
    arity-1 functions; any failure of function.
    """

def lbind(function: _Function, fixed: Any) -> _Function:
    """lbind(function: Callable, fixed: Any) -> Callable

    Fixes the first argument, with the arity rule of rbind.

    Errors: as rbind; any failure of function at the call.
    """

def power(function: _Function, n: Integer) -> _Function:
    """power(function: Callable, n: Integer) -> Callable

    n-fold self application: n = 1 returns function itself (its arity kept), n >= 2 a 1-argument
    function.

    Errors: domain: n < 1; budget: n above the depth limit; type: n not Int; at call: any failure of
    function.
    """

def fork(outer: _Function, a: _Function, b: _Function) -> _Function:
    """fork(outer: Callable, a: Callable, b: Callable) -> Callable

    One-argument function x -> outer(a(x), b(x)).

    Errors: at call: as compose.
    """

def apply(function: _Function, container: _Container) -> Any:
    """apply(function: Callable, container: Container) -> Container

    Function on every element, same kind of container (a set collapses equal results); empty stays
    empty. apply_t gives a tuple.

    Errors: any failure of function on any element.
    """

def apply_t(function: _Function, container: _Tuple) -> _Tuple:
    """apply_t(function: Callable, container: Tuple) -> Tuple

    Function on every element, same kind of container (a set collapses equal results); empty stays
    empty. apply_t gives a tuple.
    container: a set is first turned into a tuple, in canonical order.

    Errors: any failure of function on any element.
    """

def apply_f(function: _Function, container: _Set) -> Any:
    """apply_f(function: Callable, container: FrozenSet) -> FrozenSet

    Function on every element, same kind of container (a set collapses equal results); empty stays
    empty. apply_t gives a tuple.

    Errors: any failure of function on any element.
    """

def rapply(functions: _Container, value: Any) -> Any:
    """rapply(functions: Container, value: Any) -> Container

    Every function of the container applied to value, same kind of container; empty stays empty.

    Errors: type: an element is not a function; any failure of one.
    """

def rapply_t(functions: _Tuple, value: Any) -> _Tuple:
    """rapply_t(functions: Tuple, value: Any) -> Tuple

    Every function of the container applied to value, same kind of container; empty stays empty.
    functions: a set is first turned into a tuple, in canonical order.

    Errors: type: an element is not a function; any failure of one.
    """

def rapply_f(functions: _Set, value: Any) -> Any:
    """rapply_f(functions: FrozenSet, value: Any) -> FrozenSet

    Every function of the container applied to value, same kind of container; empty stays empty.

    Errors: type: an element is not a function; any failure of one.
    """

def mapply(function: _Function, container: _Container) -> Any:
    """mapply(function: Callable, container: ContainerContainer) -> FrozenSet

    apply, then merge one level; result kind is that of the container (a tuple stays a tuple
    although declared a set).

    Errors: any failure of function; type: a result is not a container.
    """

def mapply_t(function: _Function, container: _Tuple) -> _Tuple:
    """mapply_t(function: Callable, container: Tuple) -> Tuple

    apply, then merge one level; result kind is that of the container (a tuple stays a tuple
    although declared a set).
    container: a set is first turned into a tuple, in canonical order.

    Errors: any failure of function; type: a result is not a container.
    """

def mapply_f(function: _Function, container: _Set) -> Any:
    """mapply_f(function: Callable, container: FrozenSet) -> FrozenSet

    apply, then merge one level; result kind is that of the container (a tuple stays a tuple
    although declared a set).

    Errors: any failure of function; type: a result is not a container.
    """

def papply(function: _Function, a: _Tuple, b: _Tuple) -> _Tuple:
    """papply(function: Callable, a: Tuple, b: Tuple) -> Tuple

    Binary function on elements at equal places; the shorter argument decides; () when either is
    empty. Sets are read in canonical order.

    Errors: any failure of function.
    """

def mpapply(function: _Function, a: _Tuple, b: _Tuple) -> _Tuple:
    """mpapply(function: Callable, a: Tuple, b: Tuple) -> Tuple

    papply, then concatenation of the results into one tuple.

    Errors: any failure of function; type: a result is not a container.
    """

def prapply(function: Any, a: _Container, b: _Container) -> Any:
    """prapply(function: Any, a: Container, b: Container) -> FrozenSet

    Set of function(x, y) over all x of a and y of b; empty when either is empty.

    Errors: any failure of function.
    """

def sfilter(container: _Container, condition: _Function) -> Any:
    """sfilter(container: Container, condition: Callable) -> Container

    Elements for which condition is truthy, same kind and order. sfilter_t always gives a tuple,
    sfilter_f a set.

    Errors: any failure of condition.
    """

def sfilter_t(container: _Tuple, condition: _Function) -> _Tuple:
    """sfilter_t(container: Tuple, condition: Callable) -> Tuple

    Elements for which condition is truthy, same kind and order. sfilter_t always gives a tuple,
    sfilter_f a set.
    container: a set is first turned into a tuple, in canonical order.

    Errors: any failure of condition.
    """

def sfilter_f(container: _Set, condition: _Function) -> Any:
    """sfilter_f(container: FrozenSet, condition: Callable) -> FrozenSet

    Elements for which condition is truthy, same kind and order. sfilter_t always gives a tuple,
    sfilter_f a set.
    container: a tuple is first turned into a set.

    Errors: any failure of condition.
    """

def mfilter(container: _Container, function: _Function) -> Any:
    """mfilter(container: Container, function: Callable) -> FrozenSet

    sfilter, then merge one level in the kind of the container (a tuple stays a tuple although
    declared a set).

    Errors: any failure of function; type: a kept element is not a container.
    """

def mfilter_f(container: _Set, function: _Function) -> Any:
    """mfilter_f(container: FrozenSet, function: Callable) -> FrozenSet

    sfilter, then merge one level in the kind of the container (a tuple stays a tuple although
    declared a set).

    Errors: any failure of function; type: a kept element is not a container.
    """

def mfilter_t(container: _Tuple, function: _Function) -> Any:
    """mfilter_t(container: Tuple, function: Callable) -> FrozenSet

    Set of the elements for which function is truthy, NOT merged. Own row: despite its name
    mfilter_t does not flatten.

    Errors: any failure of function.
    """

def sizefilter(container: _Container, n: Integer) -> Object:
    """sizefilter(container: Container, n: Integer) -> Object

    Set of the elements whose length is n (always a set); n below 0 gives {}.

    Errors: type: an element is not a container.
    """

def p_f(element: _Set) -> Any:
    """p_f(element: FrozenSet) -> IntegerSet

    Set of distinct colours; empty gives {}.
    element: a tuple is first turned into a set.

    Errors: type: a row is not a tuple, an element is not a cell.
    """

def palette_t(element: _Tuple) -> Any:
    """palette_t(element: Tuple) -> IntegerSet

    Set of distinct colours; empty gives {}.
    element: a set is first turned into a tuple, in canonical order.

    Errors: type: a row is not a tuple, an element is not a cell.
    """

def palette_f(element: _Set) -> Any:
    """palette_f(element: FrozenSet) -> IntegerSet

    Set of distinct colours; empty gives {}.
    element: a tuple is first turned into a set.

    Errors: type: a row is not a tuple, an element is not a cell.
    """

def p_g(grid: Grid) -> Any:
    """p_g(grid: Grid) -> IntegerSet

    Distinct colours as an ascending tuple (declared IntegerSet); empty gives (). Own row: result
    kind differs from palette.
    grid: a set is first turned into a tuple, in canonical order.

    Errors: as palette.
    """

def p_o(obj: _Object) -> Any:
    """p_o(obj: Object) -> IntegerSet

    Distinct colours as an ascending tuple (declared IntegerSet); empty gives (). Own row: result
    kind differs from palette.
    obj: a tuple is first turned into a set.

    Errors: as palette.
    """

def numcolors_t(grid: Grid) -> Integer:
    """numcolors_t(grid: Grid) -> Integer

    Number of distinct colours, 0 when empty (arc declares IntegerSet by mistake).
    grid: a set is first turned into a tuple, in canonical order.

    Errors: as palette.
    """

def numcolors_f(obj: _Object) -> Integer:
    """numcolors_f(obj: Object) -> Integer

    Number of distinct colours, 0 when empty (arc declares IntegerSet by mistake).
    obj: a tuple is first turned into a set.

    Errors: as palette.
    """

def mostcolor_t(grid: Grid) -> Integer:
    """mostcolor_t(grid: Grid) -> Integer

    Most frequent colour; ties go to the smallest colour number.
    grid: a set is first turned into a tuple, in canonical order.

    Errors: empty: no cells.
    """

def mostcolor_f(obj: _Object) -> Integer:
    """mostcolor_f(obj: Object) -> Integer

    Most frequent colour; ties go to the smallest colour number.
    obj: a tuple is first turned into a set.

    Errors: empty: no cells.
    """

def leastcolor_t(grid: Grid) -> Integer:
    """leastcolor_t(grid: Grid) -> Integer

    Least frequent colour among those present; ties go to the smallest colour number.
    grid: a set is first turned into a tuple, in canonical order.

    Errors: empty: no cells.
    """

def leastcolor_f(obj: _Object) -> Integer:
    """leastcolor_f(obj: Object) -> Integer

    Least frequent colour among those present; ties go to the smallest colour number.
    obj: a tuple is first turned into a set.

    Errors: empty: no cells.
    """

def colorcount_t(grid: Grid, color: C_) -> Integer:
    """colorcount_t(grid: Grid, color: C_) -> Integer

    Number of cells of that colour, 0 if absent or empty.
    grid: a set is first turned into a tuple, in canonical order.

    Errors: type: a row is not a tuple, an element is not a cell.
    """

def colorcount_f(obj: _Object, color: C_) -> Integer:
    """colorcount_f(obj: Object, color: C_) -> Integer

    Number of cells of that colour, 0 if absent or empty.
    obj: a tuple is first turned into a set.

    Errors: type: a row is not a tuple, an element is not a cell.
    """

def color(obj: _Object) -> Integer:
    """color(obj: Object) -> Integer

    Colour of the first cell in iteration order: [arc] the smallest colour of the object, [batt] the
    colour of its first cell in row-major order.

    Errors: empty: no cells; type: first element is not a cell.
    """

def colorfilter(objs: Objects, color: C_) -> Objects:
    """colorfilter(objs: Objects, color: C_) -> Objects

    Set of the objects whose color (first cell, see color) equals the argument; always a set.

    Errors: empty: some object is empty; type: an element is not an object.
    """

def f_ofcolor(grid: Grid, color: C_) -> Indices:
    """f_ofcolor(grid: Grid, color: C_) -> Indices

    Positions of all cells of that colour; {} if absent or grid empty.

    Errors: type: not a grid.
    """

def recolor_i(color: C_, indices: Indices) -> Object:
    """recolor_i(color: C_, indices: Indices) -> Object

    Object with one cell of that colour at each distinct position; empty gives {}.
    indices: a non-empty set of cells fails with type.

    Errors: type: patch elements are neither cells nor pairs.
    """

def recolor_o(color: C_, obj: _Object) -> Object:
    """recolor_o(color: C_, obj: Object) -> Object

    Object with one cell of that colour at each distinct position; empty gives {}.
    obj: a non-empty set of pairs fails with type.

    Errors: type: patch elements are neither cells nor pairs.
    """

def replace(grid: Grid, replacee: C_, replacer: C_) -> Grid:
    """replace(grid: Grid, replacee: C_, replacer: C_) -> Grid

    Every cell equal to replacee becomes replacer; () stays ().

    Errors: type: not a grid.
    """

def switch(grid: Grid, a: C_, b: C_) -> Grid:
    """switch(grid: Grid, a: C_, b: C_) -> Grid

    Cells of colour a become b and cells of b become a; a = b changes nothing.

    Errors: type: not a grid.
    """

def height_t(piece: _Tuple) -> Integer:
    """height_t(piece: Tuple) -> Integer

    Tuple: number of rows. Set: last row minus first row plus 1 of its positions. Empty gives 0.
    piece: a set is first turned into a tuple, in canonical order.

    Errors: type: elements without positions.
    """

def height_f(piece: Indices) -> Integer:
    """height_f(piece: Indices) -> Integer

    Tuple: number of rows. Set: last row minus first row plus 1 of its positions. Empty gives 0.
    piece: a tuple is first turned into a set.

    Errors: type: elements without positions.
    """

def height_i(piece: Indices) -> Integer:
    """height_i(piece: Indices) -> Integer

    Tuple: number of rows. Set: last row minus first row plus 1 of its positions. Empty gives 0.
    piece: a tuple is first turned into a set.
    piece: a non-empty set of cells fails with type.

    Errors: type: elements without positions.
    """

def height_o(piece: _Object) -> Integer:
    """height_o(piece: Object) -> Integer

    Tuple: number of rows. Set: last row minus first row plus 1 of its positions. Empty gives 0.
    piece: a tuple is first turned into a set.
    piece: a non-empty set of pairs fails with type.

    Errors: type: elements without positions.
    """

def width_t(piece: _Tuple) -> Integer:
    """width_t(piece: Tuple) -> Integer

    Tuple: length of the first row. Set: last column minus first column plus 1. Empty gives 0.
    piece: a set fails with type.
    The integer 0 gives 0.

    Errors: type: first row not a container, elements without positions.
    """

def width_f(piece: Indices) -> Integer:
    """width_f(piece: Indices) -> Integer

    Tuple: length of the first row. Set: last column minus first column plus 1. Empty gives 0.
    piece: a tuple is first turned into a set.

    Errors: type: first row not a container, elements without positions.
    """

def width_i(piece: Indices) -> Integer:
    """width_i(piece: Indices) -> Integer

    Tuple: length of the first row. Set: last column minus first column plus 1. Empty gives 0.
    piece: a tuple is first turned into a set.
    piece: a non-empty set of cells fails with type.

    Errors: type: first row not a container, elements without positions.
    """

def width_o(piece: _Object) -> Integer:
    """width_o(piece: Object) -> Integer

    Tuple: length of the first row. Set: last column minus first column plus 1. Empty gives 0.
    piece: a tuple is first turned into a set.
    piece: a non-empty set of pairs fails with type.

    Errors: type: first row not a container, elements without positions.
    """

def shape_t(grid: Grid) -> IJ:
    """shape_t(grid: Grid) -> IJ

    (height, width); empty gives (0, 0).
    grid: a set fails with type.

    Errors: as width.
    """

def shape_f(patch: _Patch) -> IJ:
    """shape_f(patch: Patch) -> IJ

    (height, width); empty gives (0, 0).
    patch: a tuple is first turned into a set.

    Errors: as width.
    """

def portrait_t(grid: Grid) -> Boolean:
    """portrait_t(grid: Grid) -> Boolean

    1 when height exceeds width; 0 when empty.
    grid: a set fails with type.

    Errors: as width.
    """

def portrait_f(patch: _Patch) -> Boolean:
    """portrait_f(patch: Patch) -> Boolean

    1 when height exceeds width; 0 when empty.
    patch: a tuple is first turned into a set.

    Errors: as width.
    """

def square_t(grid: Grid) -> Boolean:
    """square_t(grid: Grid) -> Boolean

    Grid: as many rows as columns. Patch: height equals width and height times width equals the
    number of elements (so gap-free); the empty set gives 1.
    grid: a set fails with type.

    Errors: index: the empty tuple; as width.
    """

def square_f(patch: _Patch) -> Boolean:
    """square_f(patch: Patch) -> Boolean

    Grid: as many rows as columns. Patch: height equals width and height times width equals the
    number of elements (so gap-free); the empty set gives 1.
    patch: a tuple is first turned into a set.

    Errors: index: the empty tuple; as width.
    """

def vline_i(patch: Indices) -> Boolean:
    """vline_i(patch: Indices) -> Boolean

    1 when width is 1 and height equals the number of elements; empty gives 0.
    patch: a tuple is first turned into a set.
    patch: a non-empty set of cells fails with type.

    Errors: as width.
    """

def vline_o(patch: _Object) -> Boolean:
    """vline_o(patch: Object) -> Boolean

    1 when width is 1 and height equals the number of elements; empty gives 0.
    patch: a tuple is first turned into a set.
    patch: a non-empty set of pairs fails with type.

    Errors: as width.
    """

def hline_i(patch: Indices) -> Boolean:
    """hline_i(patch: Indices) -> Boolean

    1 when height is 1 and width equals the number of elements; empty gives 0.
    patch: a tuple is first turned into a set.
    patch: a non-empty set of cells fails with type.

    Errors: as width.
    """

def hline_o(patch: _Object) -> Boolean:
    """hline_o(patch: Object) -> Boolean

    1 when height is 1 and width equals the number of elements; empty gives 0.
    patch: a tuple is first turned into a set.
    patch: a non-empty set of pairs fails with type.

    Errors: as width.
    """

def uppermost(patch: _Patch) -> Integer:
    """uppermost(patch: Patch) -> Integer

    Smallest row of the positions (may be negative).

    Errors: empty: no positions.
    """

def uppermost_i(indices: Indices) -> Integer:
    """uppermost_i(indices: Indices) -> Integer

    Smallest row of the positions (may be negative).
    indices: a non-empty set of cells fails with type.

    Errors: empty: no positions.
    """

def uppermost_o(obj: _Object) -> Integer:
    """uppermost_o(obj: Object) -> Integer

    Smallest row of the positions (may be negative).
    obj: a non-empty set of pairs fails with type.

    Errors: empty: no positions.
    """

def lowermost(patch: _Patch) -> Integer:
    """lowermost(patch: Patch) -> Integer

    Largest row of the positions.

    Errors: empty: no positions.
    """

def lowermost_i(indices: Indices) -> Integer:
    """lowermost_i(indices: Indices) -> Integer

    Largest row of the positions.
    indices: a non-empty set of cells fails with type.

    Errors: empty: no positions.
    """

def lowermost_o(obj: _Object) -> Integer:
    """lowermost_o(obj: Object) -> Integer

    Largest row of the positions.
    obj: a non-empty set of pairs fails with type.

    Errors: empty: no positions.
    """

def leftmost(patch: _Patch) -> Integer:
    """leftmost(patch: Patch) -> Integer

    Smallest column of the positions.

    Errors: empty: no positions.
    """

def leftmost_i(indices: Indices) -> Integer:
    """leftmost_i(indices: Indices) -> Integer

    Smallest column of the positions.
    indices: a non-empty set of cells fails with type.

    Errors: empty: no positions.
    """

def leftmost_o(obj: _Object) -> Integer:
    """leftmost_o(obj: Object) -> Integer

    Smallest column of the positions.
    obj: a non-empty set of pairs fails with type.

    Errors: empty: no positions.
    """

def rightmost(patch: _Patch) -> Integer:
    """rightmost(patch: Patch) -> Integer

    Largest column of the positions.

    Errors: empty: no positions.
    """

def rightmost_i(indices: Indices) -> Integer:
    """rightmost_i(indices: Indices) -> Integer

    Largest column of the positions.
    indices: a non-empty set of cells fails with type.

    Errors: empty: no positions.
    """

def rightmost_o(obj: _Object) -> Integer:
    """rightmost_o(obj: Object) -> Integer

    Largest column of the positions.
    obj: a non-empty set of pairs fails with type.

    Errors: empty: no positions.
    """

def col_row(patch: _Patch, type: R_) -> Integer:
    """col_row(patch: Patch, type: R4) -> Integer

    Selects by type: 0 lowermost, 1 uppermost, 2 leftmost, 3 rightmost.

    Errors: domain: type outside 0..3; empty: no positions.
    """

def ulcorner(patch: _Patch) -> IJ:
    """ulcorner(patch: Patch) -> IJ

    (smallest row, smallest column); an empty patch gives ().
    The integer 0 gives ().

    Errors: type: elements without positions.
    """

def ulcorner_i(indices: Indices) -> IJ:
    """ulcorner_i(indices: Indices) -> IJ

    (smallest row, smallest column); an empty patch gives ().

    Errors: type: elements without positions.
    """

def ulcorner_o(obj: _Object) -> IJ:
    """ulcorner_o(obj: Object) -> IJ

    (smallest row, smallest column); an empty patch gives ().
    obj: a non-empty set of pairs fails with type.
    The integer 0 gives ().

    Errors: type: elements without positions.
    """

def urcorner(patch: _Patch) -> IJ:
    """urcorner(patch: Patch) -> IJ

    (smallest row, largest column); empty gives ().
    The integer 0 gives ().

    Errors: type: elements without positions.
    """

def urcorner_i(indices: Indices) -> IJ:
    """urcorner_i(indices: Indices) -> IJ

    (smallest row, largest column); empty gives ().
    indices: a non-empty set of cells fails with type.

    Errors: type: elements without positions.
    """

def urcorner_o(obj: _Object) -> IJ:
    """urcorner_o(obj: Object) -> IJ

    (smallest row, largest column); empty gives ().
    obj: a non-empty set of pairs fails with type.
    The integer 0 gives ().

    Errors: type: elements without positions.
    """

def llcorner(patch: _Patch) -> IJ:
    """llcorner(patch: Patch) -> IJ

    (largest row, smallest column); empty gives ().
    The integer 0 gives ().

    Errors: type: elements without positions.
    """

def llcorner_i(indices: Indices) -> IJ:
    """llcorner_i(indices: Indices) -> IJ

    (largest row, smallest column); empty gives ().
    indices: a non-empty set of cells fails with type.

    Errors: type: elements without positions.
    """

def llcorner_o(obj: _Object) -> IJ:
    """llcorner_o(obj: Object) -> IJ

    (largest row, smallest column); empty gives ().
    obj: a non-empty set of pairs fails with type.
    The integer 0 gives ().

    Errors: type: elements without positions.
    """

def lrcorner(patch: _Patch) -> IJ:
    """lrcorner(patch: Patch) -> IJ

    (largest row, largest column); empty gives ().
    The integer 0 gives ().

    Errors: type: elements without positions.
    """

def lrcorner_i(indices: Indices) -> IJ:
    """lrcorner_i(indices: Indices) -> IJ

    (largest row, largest column); empty gives ().

    Errors: type: elements without positions.
    """

def lrcorner_o(obj: _Object) -> IJ:
    """lrcorner_o(obj: Object) -> IJ

    (largest row, largest column); empty gives ().
    obj: a non-empty set of pairs fails with type.
    The integer 0 gives ().

    Errors: type: elements without positions.
    """

def corner(patch: _Patch, type: R_) -> IJ:
    """corner(patch: Patch, type: R4) -> IJ

    Selects by type: 0 ulcorner, 1 urcorner, 2 llcorner, 3 lrcorner, any other value ulcorner; empty
    gives ().

    Errors: type: elements without positions.
    """

def center(patch: _Patch) -> IJ:
    """center(patch: Patch) -> IJ

    (first row + height div 2, first column + width div 2), i.e. the later of two middle lines.
    [batt] empty gives (). [arc] empty fails.
    The integer 0 gives ().

    Errors: empty: [arc] no positions.
    """

def centerofmass(patch: _Patch) -> IJ:
    """centerofmass(patch: Patch) -> IJ

    Sum of rows and sum of columns over the distinct positions, each floor-divided by the number of
    ELEMENTS of the patch; empty gives ().
    The integer 0 gives ().

    Errors: type: elements without positions.
    """

def hperiod(obj: _Object) -> Integer:
    """hperiod(obj: Object) -> Integer

    Smallest p >= 1 such that every cell of the normalised object in column p or beyond also occurs,
    same colour, p columns further left; otherwise the width; 0 when empty.

    Errors: type: elements are not cells (only checked when width > 1).
    """

def vperiod(obj: _Object) -> Integer:
    """vperiod(obj: Object) -> Integer

    As hperiod for rows: smallest p, otherwise the height; 0 when empty.

    Errors: type: elements are not cells (only checked when height > 1).
    """

def hmatching(a: _Patch, b: _Patch) -> Boolean:
    """hmatching(a: Patch, b: Patch) -> Boolean

    1 when some row occurs in both patches; 0 when either is empty.

    Errors: type: elements without positions.
    """

def vmatching(a: _Patch, b: _Patch) -> Boolean:
    """vmatching(a: Patch, b: Patch) -> Boolean

    1 when some column occurs in both patches; 0 when either is empty.

    Errors: type: elements without positions.
    """

def manhattan(a: _Patch, b: _Patch) -> Integer:
    """manhattan(a: Patch, b: Patch) -> Integer

    Smallest row distance plus column distance over all pairs of positions; 0 when they overlap.

    Errors: empty: either patch is empty.
    """

def adjacent(a: _Patch, b: _Patch) -> Boolean:
    """adjacent(a: Patch, b: Patch) -> Boolean

    1 when manhattan is exactly 1 (overlap gives 0). [batt] 0 when either patch is empty. [arc]
    empty fails.

    Errors: empty: [arc] either patch is empty.
    """

def bordering(patch: _Patch, grid: Grid) -> Boolean:
    """bordering(patch: Patch, grid: Grid) -> Boolean

    1 when the first row or column of the patch is 0, or its last row or column is the grid's last
    one; positions further outside do not count. [batt] an empty patch gives 0. [arc] an empty patch
    fails.

    Errors: empty: [arc] empty patch; index: grid () unless an earlier test already holds.
    """

def position(a: _Patch, b: _Patch) -> IJ:
    """position(a: Patch, b: Patch) -> IJ

    Direction from the centre of a to the centre of b: equal rows (0, 1) if b lies right else (0,
    -1), also for equal centres; equal columns (1 or -1, 0); otherwise (1 or -1, 1 or -1).

    Errors: empty: either patch is empty.
    """

def gravitate(source: _Patch, destination: _Patch) -> IJ:
    """gravitate(source: Patch, destination: Patch) -> IJ

    Displacement n*(d): d is vertical when the patches share a column, else horizontal, positive if
    the source centre is strictly before the destination centre else negative; n is the least count
    in 0..42 of unit shifts after which manhattan is 1, or 42 if never. [batt] an empty destination
    returns the source patch itself. [arc] empty fails.

    Errors: empty: source empty (with non-empty destination), [arc] destination empty.
    """

def toindices(patch: _Patch) -> Indices:
    """toindices(patch: Patch) -> Indices

    Distinct positions of the cells, as a set. A container whose first element is not a cell (pairs,
    or anything else) is returned unchanged, a tuple included; an empty one (also ()) gives {}.
    toindices_i returns its argument unchanged. [batt] an Int or a container of Ints gives {}.
    The integer 0 gives {}.

    Errors: type: [arc] elements are not tuples.
    """

def toindices_i(indices: Indices) -> Indices:
    """toindices_i(indices: Indices) -> Indices

    Distinct positions of the cells, as a set. A container whose first element is not a cell (pairs,
    or anything else) is returned unchanged, a tuple included; an empty one (also ()) gives {}.
    toindices_i returns its argument unchanged. [batt] an Int or a container of Ints gives {}.
    indices: is the answer, whatever it is.

    Errors: type: [arc] elements are not tuples.
    """

def toindices_o(obj: _Object) -> Indices:
    """toindices_o(obj: Object) -> Indices

    Distinct positions of the cells, as a set. A container whose first element is not a cell (pairs,
    or anything else) is returned unchanged, a tuple included; an empty one (also ()) gives {}.
    toindices_i returns its argument unchanged. [batt] an Int or a container of Ints gives {}.
    obj: a non-empty set of pairs fails with type.
    The integer 0 gives {}.

    Errors: type: [arc] elements are not tuples.
    """

def asindices(grid: Grid) -> Indices:
    """asindices(grid: Grid) -> Indices

    All positions of the grid (width taken from the first row); () gives {}.

    Errors: type: not a grid.
    """

def normalize(indices: Indices) -> Indices:
    """normalize(indices: Indices) -> Indices

    Patch translated so that its smallest row and column are 0; empty stays as it is.

    Errors: type: elements without positions.
    """

def normalize_i(indices: Indices) -> Indices:
    """normalize_i(indices: Indices) -> Indices

    Patch translated so that its smallest row and column are 0; empty stays as it is.
    indices: a non-empty set of cells fails with type.

    Errors: type: elements without positions.
    """

def normalize_o(obj: _Object) -> Object:
    """normalize_o(obj: Object) -> Object

    Patch translated so that its smallest row and column are 0; empty stays as it is.
    obj: a non-empty set of pairs fails with type.

    Errors: type: elements without positions.
    """

def shift(patch: _Patch, directions: IJ) -> _Set:
    """shift(patch: Patch, directions: IJ) -> Patch

    Every position translated by directions, colours kept; may leave the grid or become negative.
    Empty gives {}. [batt] direction () returns the patch unchanged. [arc] direction () fails unless
    the patch is empty.
    The integer 0 gives {}.

    Errors: type: directions not of length 2 (non-empty patch), elements without positions.
    """

def dneighbors(loc: IJ) -> Indices:
    """dneighbors(loc: IJ) -> Indices

    The four orthogonal neighbours, not clipped. [batt] () or a non-tuple gives {}. [arc] those
    fail.
    The integer 0 gives {}.

    Errors: index: tuple shorter than 2; type: [arc] not a tuple.
    """

def ineighbors(loc: IJ) -> Indices:
    """ineighbors(loc: IJ) -> Indices

    The four diagonal neighbours, not clipped. [batt] () or a non-tuple gives {}. [arc] those fail.
    The integer 0 gives {}.

    Errors: as dneighbors.
    """

def neighbors(loc: IJ) -> Indices:
    """neighbors(loc: IJ) -> Indices

    The eight neighbours, union of dneighbors and ineighbors.
    The integer 0 gives {}.

    Errors: as dneighbors.
    """

def corners(patch: _Patch) -> Indices:
    """corners(patch: Patch) -> Indices

    Set of the four bounding-box corners (fewer when they coincide); an empty patch gives the set
    holding ().
    The integer 0 gives {()}.

    Errors: type: elements without positions.
    """

def box(patch: _Patch) -> Indices:
    """box(patch: Patch) -> Indices

    Outline of the bounding box: its first and last rows and columns; empty gives {}.

    Errors: type: elements without positions.
    """

def inbox(patch: _Patch) -> Indices:
    """inbox(patch: Patch) -> Indices

    Outline of the bounding box moved one step inwards; bounds that cross are swapped, so a side of
    length 1 becomes 3 positions wide again and a side of 2 stays 2. [batt] empty gives {}. [arc]
    empty fails.

    Errors: empty: [arc] no positions.
    """

def outbox(patch: _Patch) -> Indices:
    """outbox(patch: Patch) -> Indices

    Outline of the bounding box moved one step outwards, not clipped. [batt] empty gives {}. [arc]
    empty fails.

    Errors: empty: [arc] no positions.
    """

def backdrop(patch: _Patch) -> Indices:
    """backdrop(patch: Patch) -> Indices

    All positions of the bounding box; empty gives {}. [batt] a bare Int gives {}.
    The integer 0 gives {}.

    Errors: type: elements without positions.
    """

def delta(patch: _Patch) -> Indices:
    """delta(patch: Patch) -> Indices

    Positions of the bounding box that are not in the patch; empty gives {}.
    The integer 0 gives {}.

    Errors: type: elements without positions.
    """

def connect(a: IJ, b: IJ) -> Indices:
    """connect(a: IJ, b: IJ) -> Indices

    Horizontal, vertical or 45-degree line from a to b, ends included (a = b gives one position);
    any other slope gives {}. [batt] an end () gives {}. [arc] () fails.

    Errors: type: an end is not a tuple of exactly 2 Ints.
    """

def shoot(start: IJ, direction: IJ) -> Indices:
    """shoot(start: IJ, direction: IJ) -> Indices

    connect from start to start + 42 times direction: 43 positions for a unit direction, one for (0,
    0), {} for a slope that is neither axis-parallel nor diagonal. [batt] start or direction () or
    {} gives {}. [arc] those fail.

    Errors: index: tuple shorter than 2; type: not tuples of Ints.
    """

def hfrontier(location: IJ) -> Indices:
    """hfrontier(location: IJ) -> Indices

    The 30 positions (row of location, 0..29), independent of any grid. [batt] () gives {}. [arc] ()
    fails.

    Errors: index: [arc] (); type: not a tuple.
    """

def vfrontier(location: IJ) -> Indices:
    """vfrontier(location: IJ) -> Indices

    The 30 positions (0..29, column of location); () fails in both dialects, unlike hfrontier in
    batt.

    Errors: index: tuple shorter than 2; type: not a tuple.
    """

def hmirror_t(grid: Grid) -> Grid:
    """hmirror_t(grid: Grid) -> Grid

    Grid: rows in reverse order. Patch: row r becomes first row + last row - r inside its own
    bounding box, colours kept.
    grid: a set fails with type.

    Errors: empty: the empty set (the empty tuple is fine); type: elements without positions.
    """

def hmirror_f(patch: _Patch) -> _Set:
    """hmirror_f(patch: Patch) -> Patch

    Grid: rows in reverse order. Patch: row r becomes first row + last row - r inside its own
    bounding box, colours kept.
    patch: a tuple is first turned into a set.

    Errors: empty: the empty set (the empty tuple is fine); type: elements without positions.
    """

def hmirror_i(indices: Indices) -> Indices:
    """hmirror_i(indices: Indices) -> Indices

    Grid: rows in reverse order. Patch: row r becomes first row + last row - r inside its own
    bounding box, colours kept.
    indices: a tuple is first turned into a set.
    indices: a non-empty set of cells fails with type.

    Errors: empty: the empty set (the empty tuple is fine); type: elements without positions.
    """

def hmirror_o(obj: _Object) -> Object:
    """hmirror_o(obj: Object) -> Object

    Grid: rows in reverse order. Patch: row r becomes first row + last row - r inside its own
    bounding box, colours kept.
    obj: a tuple is first turned into a set.
    obj: a non-empty set of pairs fails with type.

    Errors: empty: the empty set (the empty tuple is fine); type: elements without positions.
    """

def vmirror_t(grid: Grid) -> Grid:
    """vmirror_t(grid: Grid) -> Grid

    Grid: every row reversed. Patch: column c becomes first column + last column - c.
    grid: a set is first turned into a tuple, in canonical order.

    Errors: empty: the empty set; type: elements without positions.
    """

def vmirror_i(indices: Indices) -> Indices:
    """vmirror_i(indices: Indices) -> Indices

    Grid: every row reversed. Patch: column c becomes first column + last column - c.
    indices: a tuple is first turned into a set.
    indices: a non-empty set of cells fails with type.

    Errors: empty: the empty set; type: elements without positions.
    """

def vmirror_o(obj: _Object) -> Object:
    """vmirror_o(obj: Object) -> Object

    Grid: every row reversed. Patch: column c becomes first column + last column - c.
    obj: a tuple is first turned into a set.
    obj: a non-empty set of pairs fails with type.

    Errors: empty: the empty set; type: elements without positions.
    """

def vmirror_f(patch: _Patch) -> _Set:
    """vmirror_f(patch: Patch) -> Patch

    Patch case of vmirror, but the empty set is returned unchanged. Own row: only this one of the
    patch mirrors has the guard.
    patch: a tuple is first turned into a set.

    Errors: type: elements without positions.
    """

def dmirror_t(grid: Grid) -> Grid:
    """dmirror_t(grid: Grid) -> Grid

    Grid: transpose. Patch: transpose about the main diagonal through its upper-left corner, which
    stays in place.
    grid: a set is first turned into a tuple, in canonical order.

    Errors: empty: the empty set; type: elements without positions.
    """

def dmirror_f(patch: _Patch) -> _Set:
    """dmirror_f(patch: Patch) -> Patch

    Grid: transpose. Patch: transpose about the main diagonal through its upper-left corner, which
    stays in place.
    patch: a tuple is first turned into a set.

    Errors: empty: the empty set; type: elements without positions.
    """

def dmirror_i(indices: Indices) -> Indices:
    """dmirror_i(indices: Indices) -> Indices

    Grid: transpose. Patch: transpose about the main diagonal through its upper-left corner, which
    stays in place.
    indices: a tuple is first turned into a set.
    indices: a non-empty set of cells fails with type.

    Errors: empty: the empty set; type: elements without positions.
    """

def dmirror_o(obj: _Object) -> Object:
    """dmirror_o(obj: Object) -> Object

    Grid: transpose. Patch: transpose about the main diagonal through its upper-left corner, which
    stays in place.
    obj: a tuple is first turned into a set.
    obj: a non-empty set of pairs fails with type.

    Errors: empty: the empty set; type: elements without positions.
    """

def cmirror_t(grid: Grid) -> Grid:
    """cmirror_t(grid: Grid) -> Grid

    Grid: transpose about the counter-diagonal (reverse rows and columns, then transpose). Patch:
    same reflection with the upper-left corner of the bounding box kept: (r, c) becomes (top + right
    - c, left + bottom - r).
    grid: a set fails with type.

    Errors: empty: the empty set; type: elements without positions.
    """

def cmirror_f(patch: _Patch) -> _Set:
    """cmirror_f(patch: Patch) -> Patch

    Grid: transpose about the counter-diagonal (reverse rows and columns, then transpose). Patch:
    same reflection with the upper-left corner of the bounding box kept: (r, c) becomes (top + right
    - c, left + bottom - r).
    patch: a tuple is first turned into a set.

    Errors: empty: the empty set; type: elements without positions.
    """

def cmirror_i(indices: Indices) -> Indices:
    """cmirror_i(indices: Indices) -> Indices

    Grid: transpose about the counter-diagonal (reverse rows and columns, then transpose). Patch:
    same reflection with the upper-left corner of the bounding box kept: (r, c) becomes (top + right
    - c, left + bottom - r).
    indices: a tuple is first turned into a set.

    Errors: empty: the empty set; type: elements without positions.
    """

def cmirror_o(obj: _Object) -> Object:
    """cmirror_o(obj: Object) -> Object

    Grid: transpose about the counter-diagonal (reverse rows and columns, then transpose). Patch:
    same reflection with the upper-left corner of the bounding box kept: (r, c) becomes (top + right
    - c, left + bottom - r).
    obj: a tuple is first turned into a set.

    Errors: empty: the empty set; type: elements without positions.
    """

def mir_rot_f(patch: _Patch, type: A_) -> _Set:
    """mir_rot_f(patch: Patch, type: A4) -> Patch

    Selects by type: 0 hmirror, 1 dmirror, 2 vmirror_or_empty, 3 cmirror of a patch; any other value
    returns the patch unchanged.

    Errors: empty: the empty set with type 0, 1 or 3.
    """

def rot90(grid: Grid) -> Grid:
    """rot90(grid: Grid) -> Grid

    Quarter turn clockwise; () stays (), rows of width 0 give ().

    Errors: type: not a grid.
    """

def rot180(grid: Grid) -> Grid:
    """rot180(grid: Grid) -> Grid

    Half turn; () stays ().

    Errors: type: not a grid.
    """

def rot270(grid: Grid) -> Grid:
    """rot270(grid: Grid) -> Grid

    Quarter turn counter-clockwise; () stays (), rows of width 0 give ().

    Errors: type: not a grid.
    """

def mir_rot_t(grid: Grid, type: A_) -> Grid:
    """mir_rot_t(grid: Grid, type: A8) -> Grid

    Selects by type: 0 hmirror, 1 dmirror, 2 vmirror, 3 cmirror, 4 rot90, 5 rot180, 6 rot270; any
    other value returns the grid unchanged.

    Errors: type: not a grid (types 0..6).
    """

def hupscale(grid: Grid, factor: Integer) -> Grid:
    """hupscale(grid: Grid, factor: Integer) -> Grid

    Each cell repeated factor times along its row; factor 0 or below leaves as many rows, all empty.

    Errors: type: not a grid; budget: too large.
    """

def vupscale(grid: Grid, factor: Integer) -> Grid:
    """vupscale(grid: Grid, factor: Integer) -> Grid

    Each row repeated factor times; factor 0 or below gives ().

    Errors: type: not a grid; budget: too large.
    """

def upscale_t(grid: Grid, factor: Integer) -> Grid:
    """upscale_t(grid: Grid, factor: Integer) -> Grid

    Grid: each cell becomes a factor x factor block; factor 0 or below gives (). Object: the same
    about its fixed upper-left corner; factor 0 or below, or an empty object, gives {}.
    grid: a set is first turned into a tuple, in canonical order.

    Errors: type: set elements are not cells; budget: too large.
    """

def upscale_f(obj: _Object, factor: Integer) -> Object:
    """upscale_f(obj: Object, factor: Integer) -> Object

    Grid: each cell becomes a factor x factor block; factor 0 or below gives (). Object: the same
    about its fixed upper-left corner; factor 0 or below, or an empty object, gives {}.
    obj: a tuple is first turned into a set.

    Errors: type: set elements are not cells; budget: too large.
    """

def downscale(grid: Grid, factor: Integer) -> Grid:
    """downscale(grid: Grid, factor: Integer) -> Grid

    Rows and columns whose index is divisible by factor (the sign of factor does not matter).

    Errors: domain: factor 0; index: grid ().
    """

def hconcat(a: Grid, b: Grid) -> Grid:
    """hconcat(a: Grid, b: Grid) -> Grid

    Rows of a and b joined side by side; the grid with fewer rows decides, () if either is ().

    Errors: type: a row is not a tuple.
    """

def vconcat(a: Grid, b: Grid) -> Grid:
    """vconcat(a: Grid, b: Grid) -> Grid

    Rows of a followed by rows of b; widths are not checked, so the result may be ragged.

    Errors: type: an argument is not a tuple.
    """

def crop(grid: Grid, start: IJ, dims: IJ) -> Grid:
    """crop(grid: Grid, start: IJ, dims: IJ) -> Grid

    The dims-sized rectangle at start if start lies inside the grid and the rectangle does not pass
    the far border, otherwise (); a 0 or negative dim that satisfies this is sliced as in crop. The
    empty grid gives (); dims is not read when start lies outside. Own row: crop clips and wraps,
    this one refuses.

    Errors: index: start or dims shorter than 2 (non-empty grid); type: not a grid.
    """

def subgrid(patch: _Patch, grid: Grid) -> Grid:
    """subgrid(patch: Patch, grid: Grid) -> Grid

    crop_inside of the grid at the patch's bounding box: () for an empty patch or a box that leaves
    the grid. Own row: see crop_inside.

    Errors: type: elements without positions.
    """

def hsplit(grid: Grid, n: Integer) -> _Tuple:
    """hsplit(grid: Grid, n: Integer) -> Tuple

    As hsplit with pieces cut by crop_inside: a piece that does not fit completely is (). Own row:
    differs when n does not divide the width and the pieces overrun.

    Errors: domain: n = 0; index: grid ().
    """

def vsplit(grid: Grid, n: Integer) -> _Tuple:
    """vsplit(grid: Grid, n: Integer) -> Tuple

    As vsplit with pieces cut by crop_inside: a piece that does not fit completely is ().

    Errors: domain: n = 0; index: grid ().
    """

def tophalf(grid: Grid) -> Grid:
    """tophalf(grid: Grid) -> Grid

    The upper h div 2 rows; one row gives ().

    Errors: type: not a tuple.
    """

def bottomhalf(grid: Grid) -> Grid:
    """bottomhalf(grid: Grid) -> Grid

    The lower h div 2 rows (a middle row is dropped).

    Errors: type: not a tuple.
    """

def lefthalf(grid: Grid) -> Grid:
    """lefthalf(grid: Grid) -> Grid

    The left w div 2 columns; a width of 0 or 1 gives (), not empty rows.

    Errors: type: not a grid.
    """

def righthalf(grid: Grid) -> Grid:
    """righthalf(grid: Grid) -> Grid

    The right w div 2 columns (a middle column is dropped); a width of 0 or 1 gives ().

    Errors: type: not a grid.
    """

def trim(grid: Grid) -> Grid:
    """trim(grid: Grid) -> Grid

    Grid without first and last row and column; two rows or fewer give (), two columns or fewer give
    empty rows.

    Errors: type: not a grid.
    """

def compress(grid: Grid) -> Grid:
    """compress(grid: Grid) -> Grid

    Grid without its one-coloured rows and without its one-coloured columns (both judged on the
    original); () when all rows go, () stays ().

    Errors: type: not a grid.
    """

def cellwise(a: Grid, b: Grid, fallback: Integer) -> Grid:
    """cellwise(a: Grid, b: Grid, fallback: Integer) -> Grid

    As cellwise, but places outside b count as different and get fallback. Own row: arc fails there.

    Errors: index: a is (), or b is () while a has cells.
    """

def canvas(color: C_, dimensions: IJ) -> Grid:
    """canvas(color: C_, dimensions: IJ) -> Grid

    Grid of one colour, dimensions = (rows, columns); rows 0 or below give (), columns 0 or below
    give empty rows.

    Errors: index: dimensions shorter than 2; budget: too large.
    """

def index(grid: Grid, loc: IJ) -> Integer:
    """index(grid: Grid, loc: IJ) -> Integer

    Cell value at loc. A loc outside the grid (negative included) gives (), the value that stands
    for nothing: programs compare it with colours.

    Errors: index: grid (); type: loc not a tuple of length 2, () included.
    """

def fill(grid: Grid, color: C_, patch: _Patch) -> Grid:
    """fill(grid: Grid, color: C_, patch: Patch) -> Grid

    Grid with the patch positions set to color; positions outside are ignored; an empty patch
    changes nothing.

    Errors: index: grid (); type: patch elements without positions.
    """

def paint(grid: Grid, obj: _Object) -> Grid:
    """paint(grid: Grid, obj: Object) -> Grid

    Grid with the object's cells drawn in iteration order, so at a repeated position the last
    (largest colour) wins; cells outside are ignored. A tuple of cells is drawn in tuple order.

    Errors: index: grid (); type: elements are not cells.
    """

def underfill(grid: Grid, color: C_, patch: _Patch) -> Grid:
    """underfill(grid: Grid, color: C_, patch: Patch) -> Grid

    fill only where the grid has its mostcolor (determined beforehand). [batt] a grid whose rows are
    all empty is returned unchanged. [arc] that fails.

    Errors: index: grid (); empty: [arc] grid without cells; as fill.
    """

def underpaint(grid: Grid, obj: _Object) -> Grid:
    """underpaint(grid: Grid, obj: Object) -> Grid

    paint only onto cells that at that moment have the grid's mostcolor (determined beforehand), so
    at a repeated position the first cell of another colour wins. [batt] a grid whose rows are all
    empty is returned unchanged. [arc] that fails.

    Errors: index: grid (); empty: [arc] grid without cells; as paint.
    """

def cover(grid: Grid, patch: _Patch) -> Grid:
    """cover(grid: Grid, patch: Patch) -> Grid

    fill of the patch positions with the grid's mostcolor. [batt] a grid whose rows are all empty is
    returned unchanged. [arc] that fails.

    Errors: index or empty: grid without cells ([batt] only ()); as fill.
    """

def move(grid: Grid, obj: _Object, offset: IJ) -> Grid:
    """move(grid: Grid, obj: Object, offset: IJ) -> Grid

    cover the object, then paint it shifted by offset; cells that leave the grid vanish. [batt]
    offset () draws it back in place, a grid of empty rows is returned unchanged. [arc] both fail.

    Errors: as cover, shift and paint.
    """

def objects(grid: Grid, univalued: _Truth, diagonal: _Truth, without_bg: _Truth) -> Objects:
    """objects(grid: Grid, univalued: Boolean, diagonal: Boolean, without_bg: Boolean) -> Objects

    Connected components as objects. univalued: only equal colours join; diagonal: 8 instead of 4
    neighbours; without_bg: cells of the grid's mostcolor are left out. With neither univalued nor
    without_bg the whole grid is one object. [batt] a grid without cells gives {}. [arc] () fails,
    empty rows fail only with without_bg.

    Errors: index: [arc] grid (); empty: [arc] without_bg and no cells.
    """

def o_g(grid: Grid, type: R_) -> Objects:
    """o_g(grid: Grid, type: R8) -> Objects

    objects with the flags packed in one number 0..7: 4*univalued + 2*diagonal + 1*without_bg.

    Errors: domain: type outside 0..7; otherwise as objects.
    """

def partition(grid: Grid) -> Objects:
    """partition(grid: Grid) -> Objects

    One object per colour holding all its cells; a grid without cells gives {}.

    Errors: type: not a grid.
    """

def fgpartition(grid: Grid) -> Objects:
    """fgpartition(grid: Grid) -> Objects

    One object per colour except the grid's mostcolor; a one-coloured grid gives {}. [batt] a grid
    without cells gives {}. [arc] that fails.

    Errors: empty: [arc] grid without cells.
    """

def frontiers(grid: Grid) -> Objects:
    """frontiers(grid: Grid) -> Objects

    Every one-coloured complete row and every one-coloured complete column as an object (a 1x1 grid
    gives one).

    Errors: index: grid ().
    """

def occurrences(grid: Grid, obj: _Object) -> Indices:
    """occurrences(grid: Grid, obj: Object) -> Indices

    Positions (i, j) at which the normalised object, shifted there, fits inside the grid with all
    colours equal. An empty object occurs at every position of (0..h, 0..w), border line included;
    an object larger than the grid gives {}.

    Errors: index: grid (); type: elements are not cells.
    """

def toobject(patch: _Patch, grid: Grid) -> Object:
    """toobject(patch: Patch, grid: Grid) -> Object

    Cells of the grid at the patch positions that lie inside it; empty patch gives {}.

    Errors: index: grid ().
    """

def asobject(grid: Grid) -> Object:
    """asobject(grid: Grid) -> Object

    All cells of the grid as an object; () gives {}. [batt] anything that is_no_grid rejects gives
    {}. [arc] that fails or is read as rows.
    The integer 0 gives {}.

    Errors: type: [arc] not a tuple of containers.
    """

def is_no_grid(x: Any) -> Any:
    """is_no_grid(x: Any) -> Any

    0 when x is a tuple of tuples of Ints (() and ragged rows included), else 1.
    """

__all__ = [
    "identity",
    "normalize_t",
    "first",
    "first_t",
    "first_f",
    "second",
    "last",
    "last_t",
    "last_f",
    "get_nth_t",
    "get_nth_f",
    "get_nth_by_key_t",
    "get_nth_by_key_f",
    "extract",
    "other",
    "other_t",
    "other_f",
    "c_iz",
    "c_zo",
    "c_iz_n",
    "c_zo_n",
    "a_mr",
    "dedupe_pair_tuple",
    "get_rank",
    "get_arg_rank",
    "get_arg_rank_t",
    "get_arg_rank_f",
    "get_val_rank",
    "get_val_rank_t",
    "get_val_rank_f",
    "get_common_rank",
    "get_common_rank_t",
    "get_common_rank_f",
    "get_color_rank_t",
    "get_color_rank_f",
    "maximum",
    "minimum",
    "valmax",
    "valmax_t",
    "valmax_f",
    "valmin",
    "valmin_t",
    "valmin_f",
    "argmax",
    "argmax_t",
    "argmax_f",
    "argmin",
    "argmin_t",
    "argmin_f",
    "mostcommon",
    "mostcommon_t",
    "leastcommon",
    "leastcommon_t",
    "mostcommon_f",
    "leastcommon_f",
    "add",
    "subtract",
    "multiply",
    "divide",
    "invert",
    "even",
    "double",
    "halve",
    "increment",
    "decrement",
    "crement",
    "sign",
    "positive",
    "greater",
    "toivec",
    "tojvec",
    "interval",
    "flip",
    "both",
    "either",
    "equality",
    "contained",
    "branch",
    "c_branch",
    "astuple",
    "ascell",
    "astriple",
    "toij",
    "repeat",
    "initset",
    "insert",
    "totuple",
    "pair",
    "celltuple",
    "product",
    "size",
    "size_t",
    "size_f",
    "combine",
    "combine_t",
    "combine_f",
    "intersection",
    "difference_tuple",
    "difference",
    "dedupe",
    "merge",
    "merge_f",
    "merge_t",
    "remove",
    "remove_t",
    "remove_f",
    "order",
    "compose",
    "chain",
    "matcher",
    "rbind",
    "lbind",
    "power",
    "fork",
    "apply",
    "apply_t",
    "apply_f",
    "rapply",
    "rapply_t",
    "rapply_f",
    "mapply",
    "mapply_t",
    "mapply_f",
    "papply",
    "mpapply",
    "prapply",
    "sfilter",
    "sfilter_t",
    "sfilter_f",
    "mfilter",
    "mfilter_f",
    "mfilter_t",
    "sizefilter",
    "p_f",
    "palette_t",
    "palette_f",
    "p_g",
    "p_o",
    "numcolors_t",
    "numcolors_f",
    "mostcolor_t",
    "mostcolor_f",
    "leastcolor_t",
    "leastcolor_f",
    "colorcount_t",
    "colorcount_f",
    "color",
    "colorfilter",
    "f_ofcolor",
    "recolor_i",
    "recolor_o",
    "replace",
    "switch",
    "height_t",
    "height_f",
    "height_i",
    "height_o",
    "width_t",
    "width_f",
    "width_i",
    "width_o",
    "shape_t",
    "shape_f",
    "portrait_t",
    "portrait_f",
    "square_t",
    "square_f",
    "vline_i",
    "vline_o",
    "hline_i",
    "hline_o",
    "uppermost",
    "uppermost_i",
    "uppermost_o",
    "lowermost",
    "lowermost_i",
    "lowermost_o",
    "leftmost",
    "leftmost_i",
    "leftmost_o",
    "rightmost",
    "rightmost_i",
    "rightmost_o",
    "col_row",
    "ulcorner",
    "ulcorner_i",
    "ulcorner_o",
    "urcorner",
    "urcorner_i",
    "urcorner_o",
    "llcorner",
    "llcorner_i",
    "llcorner_o",
    "lrcorner",
    "lrcorner_i",
    "lrcorner_o",
    "corner",
    "center",
    "centerofmass",
    "hperiod",
    "vperiod",
    "hmatching",
    "vmatching",
    "manhattan",
    "adjacent",
    "bordering",
    "position",
    "gravitate",
    "toindices",
    "toindices_i",
    "toindices_o",
    "asindices",
    "normalize",
    "normalize_i",
    "normalize_o",
    "shift",
    "dneighbors",
    "ineighbors",
    "neighbors",
    "corners",
    "box",
    "inbox",
    "outbox",
    "backdrop",
    "delta",
    "connect",
    "shoot",
    "hfrontier",
    "vfrontier",
    "hmirror_t",
    "hmirror_f",
    "hmirror_i",
    "hmirror_o",
    "vmirror_t",
    "vmirror_i",
    "vmirror_o",
    "vmirror_f",
    "dmirror_t",
    "dmirror_f",
    "dmirror_i",
    "dmirror_o",
    "cmirror_t",
    "cmirror_f",
    "cmirror_i",
    "cmirror_o",
    "mir_rot_f",
    "rot90",
    "rot180",
    "rot270",
    "mir_rot_t",
    "hupscale",
    "vupscale",
    "upscale_t",
    "upscale_f",
    "downscale",
    "hconcat",
    "vconcat",
    "crop",
    "subgrid",
    "hsplit",
    "vsplit",
    "tophalf",
    "bottomhalf",
    "lefthalf",
    "righthalf",
    "trim",
    "compress",
    "cellwise",
    "canvas",
    "index",
    "fill",
    "paint",
    "underfill",
    "underpaint",
    "cover",
    "move",
    "objects",
    "o_g",
    "partition",
    "fgpartition",
    "frontiers",
    "occurrences",
    "toobject",
    "asobject",
    "is_no_grid",
    "F",
    "T",
    "F0",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "L1",
    "L2",
    "L3",
    "L4",
    "L5",
    "L6",
    "L7",
    "L8",
    "L9",
    "L10",
    "R0",
    "R1",
    "R2",
    "R3",
    "R4",
    "R5",
    "R6",
    "R7",
    "R8",
    "R9",
    "NEG_TWO",
    "NEG_ONE",
    "ZERO",
    "ONE",
    "TWO",
    "THREE",
    "FOUR",
    "FIVE",
    "SIX",
    "SEVEN",
    "EIGHT",
    "NINE",
    "TEN",
    "NEG_TEN",
    "NEG_NINE",
    "NEG_EIGHT",
    "NEG_SEVEN",
    "NEG_SIX",
    "NEG_FIVE",
    "NEG_FOUR",
    "NEG_THREE",
    "HUNDRED",
    "THOUSAND",
    "BLACK",
    "BLUE",
    "RED",
    "GREEN",
    "YELLOW",
    "GRAY",
    "MAGENTA",
    "ORANGE",
    "CYAN",
    "BURGUNDY",
    "A0",
    "A1",
    "A2",
    "A3",
    "A4",
    "A5",
    "A6",
    "A7",
    "A8",
    "A9",
    "SM2",
    "SM3",
    "SD2",
    "SD3",
    "DOWN",
    "RIGHT",
    "UP",
    "LEFT",
    "ORIGIN",
    "UNITY",
    "NEG_UNITY",
    "UP_RIGHT",
    "DOWN_LEFT",
    "ZERO_BY_TWO",
    "TWO_BY_ZERO",
    "TWO_BY_TWO",
    "THREE_BY_THREE",
    "Any",
    "Callable",
    "Container",
    "FrozenSet",
    "List",
    "Tuple",
    "Union",
    "IJ",
    "Cell",
    "C_",
    "F_",
    "L_",
    "FL",
    "R_",
    "A_",
    "I_",
    "J_",
    "Samples",
    "Boolean",
    "Integer",
    "Numerical",
    "IntegerSet",
    "Grid",
    "Object",
    "Objects",
    "Indices",
    "IndicesSet",
    "Patch",
    "Element",
    "Piece",
    "TupleTuple",
    "ContainerContainer",
    "Function",
]
