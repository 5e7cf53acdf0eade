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
Layer: TypeAlias = tuple[Grid, tuple[int, int]]  # picture and the place of its upper left cell
Layers: TypeAlias = tuple[Layer, ...]  # layers
_Layer: TypeAlias = Grid | Layer | Layers  # layer, grid at the origin, or layers
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

def crop_l(layer: _Layer) -> Any:
    """crop_l(layer: Layer) -> Layer

    The layer cut to the box around its set cells. A layer is a picture with a place, (grid, (row,
    column)), in which 0 is transparent; a grid stands for the layer at (0, 0). Here and in every op
    from a layer to a layer, a tuple of layers is a list: the op is applied to each member, and
    those it does not apply to are left out.

    Errors: type: no layer; domain: a colour outside 0..9, a side outside 1..40, a place beyond
    1000, more than 100 layers, or no cell is set; empty: an empty list, or no member is left.
    """

def turn_l(layer: _Layer, k: Integer) -> Any:
    """turn_l(layer: Layer, k: Integer) -> Layer

    The layer turned or mirrored: k = 1 clockwise, 2 half a turn, 3 counter-clockwise, 4 left to
    right, 5 top to bottom, 6 at the main diagonal, 7 at the other one.

    Errors: domain: k outside 1..7; otherwise as crop_l.
    """

def half_l(layer: _Layer, k: Integer) -> Any:
    """half_l(layer: Layer, k: Integer) -> Layer

    A half of the layer: k = 0 left, 1 right, 2 top, 3 bottom; the middle line of an odd side
    belongs to neither.

    Errors: domain: k outside 0..3, a side of 1; otherwise as crop_l.
    """

def quarter_l(layer: _Layer, k: Integer) -> Any:
    """quarter_l(layer: Layer, k: Integer) -> Layer

    A quarter of the layer: k = 0 top left, 1 top right, 2 bottom left, 3 bottom right; middle lines
    of odd sides belong to none.

    Errors: domain: k outside 0..3, a side of 1; otherwise as crop_l.
    """

def trim_l(layer: _Layer) -> Any:
    """trim_l(layer: Layer) -> Layer

    The layer without its outermost cells.

    Errors: domain: a side of 2 or less; otherwise as crop_l.
    """

def origin_l(layer: _Layer) -> Any:
    """origin_l(layer: Layer) -> Layer

    The layer moved to (0, 0).

    Errors: as crop_l.
    """

def keep_l(layer: _Layer, colour: C_) -> Any:
    """keep_l(layer: Layer, colour: C_) -> Layer

    Only cells of the colour stay.

    Errors: domain: colour outside 1..9 or nowhere; otherwise as crop_l.
    """

def drop_l(layer: _Layer, colour: C_) -> Any:
    """drop_l(layer: Layer, colour: C_) -> Layer

    Cells of the colour become transparent.

    Errors: domain: colour outside 1..9, nothing is left; otherwise as crop_l.
    """

def recolour_l(layer: _Layer, colour: C_) -> Any:
    """recolour_l(layer: Layer, colour: C_) -> Layer

    All set cells get the colour.

    Errors: domain: colour outside 1..9, no cell is set; otherwise as crop_l.
    """

def common_l(layer: _Layer, k: Integer) -> Any:
    """common_l(layer: Layer, k: Integer) -> Layer

    Only the k-th most common colour but 0 stays, counted from 0; negative k counts from the least
    common one, -1.

    Errors: domain: no such colour, or another one is as common; otherwise as crop_l.
    """

def uncommon_l(layer: _Layer, k: Integer) -> Any:
    """uncommon_l(layer: Layer, k: Integer) -> Layer

    The k-th most common colour but 0 becomes transparent, counted from 0; negative k counts from
    the least common one, -1.

    Errors: domain: no such colour, another one is as common, nothing is left; otherwise as crop_l.
    """

def majority_l(layer: _Layer, k: Integer) -> Any:
    """majority_l(layer: Layer, k: Integer) -> Layer

    A single cell of the layer's colour: k = 0 the most common one but 0, 1 the most common of all
    if that is not 0, 2 the least common one but 0.

    Errors: domain: k outside 0..2, no such colour; otherwise as crop_l.
    """

def invert_l(layer: _Layer) -> Any:
    """invert_l(layer: Layer) -> Layer

    Transparent cells get the main colour (the most common one but 0, the smaller of equals) and the
    others become transparent; an empty layer gets colour 1.

    Errors: domain: no cell is transparent; otherwise as crop_l.
    """

def unground_l(layer: _Layer) -> Any:
    """unground_l(layer: Layer) -> Layer

    The most common colour exchanged with 0, which makes the background transparent.

    Errors: domain: the most common colour is 0, nothing is left; otherwise as crop_l.
    """

def exchange_l(layer: _Layer) -> Any:
    """exchange_l(layer: Layer) -> Layer

    The colours of a layer that has exactly two besides 0, exchanged.

    Errors: domain: not two colours; otherwise as crop_l.
    """

def fillzero_l(layer: _Layer, colour: C_) -> Any:
    """fillzero_l(layer: Layer, colour: C_) -> Layer

    Transparent cells get the colour.

    Errors: domain: colour outside 1..9; otherwise as crop_l.
    """

def denoise_l(layer: _Layer, k: Integer) -> Any:
    """denoise_l(layer: Layer, k: Integer) -> Layer

    The layer without noise: k = 0 removes cells that have no neighbour of their colour, all eight
    counted; 1 gives cells the colour that at least five of their neighbours share.

    Errors: domain: k outside 0..1, nothing is left; otherwise as crop_l.
    """

def fill_l(layer: _Layer, k: Integer) -> Any:
    """fill_l(layer: Layer, k: Integer) -> Layer

    The layer with its holes filled: k = 0 in the main colour, 1 each in the colour most common
    beside it. Holes are transparent regions that do not reach the edge by sides.

    Errors: domain: k outside 0..1, no cell is set; otherwise as crop_l.
    """

def holes_l(layer: _Layer, k: Integer) -> Any:
    """holes_l(layer: Layer, k: Integer) -> Layer

    Only the holes: k = 0 in the main colour, 1 each in the colour most common beside it.

    Errors: domain: k outside 0..1, no hole; otherwise as crop_l.
    """

def solid_l(layer: _Layer) -> Any:
    """solid_l(layer: Layer) -> Layer

    All cells in the main colour.

    Errors: domain: no cell is set; otherwise as crop_l.
    """

def boxed_l(layer: _Layer) -> Any:
    """boxed_l(layer: Layer) -> Layer

    The box around set cells in the main colour; the size stays.

    Errors: domain: no cell is set; otherwise as crop_l.
    """

def frame_l(layer: _Layer) -> Any:
    """frame_l(layer: Layer) -> Layer

    The outermost cells in the main colour; the others are transparent.

    Errors: domain: no cell is set; otherwise as crop_l.
    """

def border_l(layer: _Layer, k: Integer) -> Any:
    """border_l(layer: Layer, k: Integer) -> Layer

    Set cells with a transparent cell or the edge next to them: k = 0 beside, 1 anywhere around.

    Errors: domain: k outside 0..1, nothing is left; otherwise as crop_l.
    """

def inside_l(layer: _Layer, k: Integer) -> Any:
    """inside_l(layer: Layer, k: Integer) -> Layer

    Set cells with set cells all around: k = 0 all eight, 1 the four beside.

    Errors: domain: k outside 0..1, nothing is left; otherwise as crop_l.
    """

def core_l(layer: _Layer) -> Any:
    """core_l(layer: Layer) -> Layer

    What lies within the border of the shape with its holes filled in the main colour: cells with
    set ones all around.

    Errors: domain: nothing is left; otherwise as crop_l.
    """

def ring_l(layer: _Layer, k: Integer) -> Any:
    """ring_l(layer: Layer, k: Integer) -> Layer

    A layer larger by a cell on each side: k = 0 a ring in the main colour, 1 the same around the
    picture, 2 the outline around the shape, 3 the outline beside its cells only.

    Errors: domain: k outside 0..3, no cell is set, a side beyond 38; otherwise as crop_l.
    """

def dilate_l(layer: _Layer, k: Integer) -> Any:
    """dilate_l(layer: Layer, k: Integer) -> Layer

    The picture grown by a cell: transparent cells take the colour most common next to them, the
    smaller of equals; k = 0 beside, 1 anywhere around.

    Errors: domain: k outside 0..1, no cell is set; otherwise as crop_l.
    """

def mirrored_l(layer: _Layer, k: Integer) -> Any:
    """mirrored_l(layer: Layer, k: Integer) -> Layer

    Transparent cells take the colour of their image about the middle of the layer: k = 0 left and
    right, 1 top and bottom, 2 both; in a square also 3 at the main diagonal, 4 quarter turns, 5 all
    eight.

    Errors: domain: k outside 0..5, no square, no cell is set; otherwise as crop_l.
    """

def mended_l(layer: _Layer, k: Integer) -> Any:
    """mended_l(layer: Layer, k: Integer) -> Layer

    Transparent cells take the colour of their image about the axis that suits set cells best: k = 0
    left and right, 1 top and bottom, 2 both.

    Errors: domain: k outside 0..2, set cells contradict every axis; otherwise as crop_l.
    """

def patch_l(layer: _Layer, k: Integer) -> Any:
    """patch_l(layer: Layer, k: Integer) -> Layer

    The cells of colour k (0..9) filled by the period of the picture, or else by its symmetry; with
    10 more, only the box around the filled cells.

    Errors: domain: k outside 0..19, no such cell, some cell stays unknown; otherwise as crop_l.
    """

def period_l(layer: _Layer, k: Integer) -> Any:
    """period_l(layer: Layer, k: Integer) -> Layer

    A pattern continued into transparent cells by its smallest period: k = 0 down and across, 1 only
    down, 2 only across, 3 one oblique step, 4 as 0 but some cells may stay transparent, 5 as 0 but
    rows of tiles may be moved against each other.

    Errors: domain: k outside 0..5, nothing to fill, no period; otherwise as crop_l.
    """

def tile_of_l(layer: _Layer, k: Integer) -> Any:
    """tile_of_l(layer: Layer, k: Integer) -> Layer

    The smallest tile that the picture repeats down and across: k = 0 exactly, 1 with transparent
    cells unknown.

    Errors: domain: k outside 0..1, no repetition; otherwise as crop_l.
    """

def squeeze_l(layer: _Layer) -> Any:
    """squeeze_l(layer: Layer) -> Layer

    The layer without its transparent rows and columns.

    Errors: domain: no cell is set; otherwise as crop_l.
    """

def merge_l(layer: _Layer) -> Any:
    """merge_l(layer: Layer) -> Layer

    The layer without rows and columns that equal the one before.

    Errors: as crop_l.
    """

def unlattice_l(layer: _Layer) -> Any:
    """unlattice_l(layer: Layer) -> Layer

    One cell for each cell of a lattice: lines of one colour part the picture into boxes, each of a
    single colour.

    Errors: domain: no such lattice; otherwise as crop_l.
    """

def centre_l(layer: _Layer, k: Integer) -> Any:
    """centre_l(layer: Layer, k: Integer) -> Layer

    The cell in the middle, or the two or four there: k = 0 as they are, 1 in the main colour.

    Errors: domain: k outside 0..1, no cell is set there (0) or at all (1); otherwise as crop_l.
    """

def balance_l(layer: _Layer) -> Any:
    """balance_l(layer: Layer) -> Layer

    The layer turned or mirrored so that the weight of set cells lies as far up as can be, then as
    far left.

    Errors: domain: the weight lies in the middle; otherwise as crop_l.
    """

def shift_l(layer: _Layer, k: Integer) -> Any:
    """shift_l(layer: Layer, k: Integer) -> Layer

    The layer a cell further: k = 0 up, 1 down, 2 left, 3 right, 4 up left, 5 up right, 6 down left,
    7 down right.

    Errors: domain: k outside 0..7; otherwise as crop_l.
    """

def crowd_l(layer: _Layer, k: Integer) -> Any:
    """crowd_l(layer: Layer, k: Integer) -> Layer

    Only set cells with exactly k set cells beside them stay: 1 the ends of lines, 4 crossings.

    Errors: domain: nothing is left; otherwise as crop_l.
    """

def grow_l(layer: _Layer, k: Integer) -> Any:
    """grow_l(layer: Layer, k: Integer) -> Layer

    Transparent cells take the colour of the nearest set cell, k = 0 diagonal steps counting as one,
    1 without them; or transparent regions that touch one colour only are filled with it, 2 all, 3
    except those at the edge.

    Errors: domain: k outside 0..3, no cell is set (0, 1); otherwise as crop_l.
    """

def connect_l(layer: _Layer, k: Integer) -> Any:
    """connect_l(layer: Layer, k: Integer) -> Layer

    Paints between two cells of one colour with nothing but transparent cells between them: k = 0 in
    rows, 1 in columns, 2 both, 3 diagonals, 4 all. 5, 6 and 7 are rows, columns and both with other
    colours allowed between, which stay; the smaller colour wins there.

    Errors: domain: k outside 0..7; otherwise as crop_l.
    """

def rays_l(layer: _Layer, k: Integer) -> Any:
    """rays_l(layer: Layer, k: Integer) -> Layer

    Every set cell sends its colour out to the edge: k = 1..15 are sums of 1 left, 2 right, 4 up and
    8 down; 16 all diagonals, 17 the main diagonal, 18 the other one, 19 all eight directions,
    20..23 up left, up right, down left, down right. Earlier directions and nearer cells win.

    Errors: domain: k outside 1..23; otherwise as crop_l.
    """

def fall_l(layer: _Layer, k: Integer) -> Any:
    """fall_l(layer: Layer, k: Integer) -> Layer

    Every set cell falls by itself: k = 0 down, 1 up, 2 to the left, 3 to the right.

    Errors: domain: k outside 0..3; otherwise as crop_l.
    """

def fall_whole_l(layer: _Layer, k: Integer) -> Any:
    """fall_whole_l(layer: Layer, k: Integer) -> Layer

    Objects (set cells with diagonal contact) fall as rigid bodies until something holds them up;
    directions as for fall_l.

    Errors: domain: k outside 0..3; otherwise as crop_l.
    """

def enlarge_l(layer: _Layer, k: Integer) -> Any:
    """enlarge_l(layer: Layer, k: Integer) -> Layer

    Each cell enlarged by the factor k, 1..40; k = -1 by the number of colours but 0, -2 by the
    number of set cells.

    Errors: domain: any other k, a side beyond 40; otherwise as crop_l.
    """

def shrink_l(layer: _Layer, k: Integer) -> Any:
    """shrink_l(layer: Layer, k: Integer) -> Layer

    The layer shrunk by the factor k, 2 or more; each block must have one colour.

    Errors: domain: k below 2, no multiple of it, a block of several colours; otherwise as crop_l.
    """

def twice_l(layer: _Layer, k: Integer) -> Any:
    """twice_l(layer: Layer, k: Integer) -> Layer

    Copies in a block: k = 0 beside each other, 1 above each other; 2 and 3 beside its mirror
    picture on the right or left, 4 and 5 with that below or above; 6 mirrored in both axes, 7
    turned by quarters; 8 three in a row, 9 three in a column, 10 three by three, 11 two by two.

    Errors: domain: k outside 0..11, no square (7), a side beyond 40; otherwise as crop_l.
    """

def square_l(layer: _Layer, k: Integer) -> Any:
    """square_l(layer: Layer, k: Integer) -> Layer

    A copy of the layer in place of its own cells: k = 0 for each set one, 1 for each set one in its
    colour, 2 for each transparent one.

    Errors: domain: k outside 0..2, a side beyond 40; otherwise as crop_l.
    """

def flood_l(layer: _Layer, k: Integer) -> Any:
    """flood_l(layer: Layer, k: Integer) -> Layer

    Cells of colour k (1..9) spread through transparent cells; with 10 more, diagonal steps count
    too.

    Errors: domain: any other k, no such cell; otherwise as crop_l.
    """

def lines_l(layer: _Layer, k: Integer) -> Any:
    """lines_l(layer: Layer, k: Integer) -> Layer

    Lines through set cells from edge to edge: k = 0 rows, 1 columns, 2 both, 3 both but only
    through cells whose colour occurs once. The first cell of a line decides, rows before columns;
    set cells stay.

    Errors: domain: k outside 0..3, no such cell; otherwise as crop_l.
    """

def beams_l(layer: _Layer, k: Integer) -> Any:
    """beams_l(layer: Layer, k: Integer) -> Layer

    As rays_l, but only rays that meet a set cell are drawn, up to it; with 32 added to k only those
    that reach the edge.

    Errors: domain: any other k; otherwise as crop_l.
    """

def span_l(layer: _Layer, k: Integer) -> Any:
    """span_l(layer: Layer, k: Integer) -> Layer

    The box around all cells of a colour, for each colour but 0 with two cells or more: k = 0 its
    outline, 1 filled. Smaller colours win, set cells stay.

    Errors: domain: k outside 0..1, no such colour; otherwise as crop_l.
    """

def pair_lines_l(layer: _Layer) -> Any:
    """pair_lines_l(layer: Layer) -> Layer

    Single cells of one colour, those without a neighbour in it, connected wherever two are in one
    row, column or diagonal, whatever lies between.

    Errors: domain: no such pair; otherwise as crop_l.
    """

def attract_l(layer: _Layer) -> Any:
    """attract_l(layer: Layer) -> Layer

    Every object (one colour, diagonal contact) beside, above or below the largest one moves
    straight to it until they touch, the nearest first; later ones stop at earlier ones. The others
    stay.

    Errors: domain: less than two objects; otherwise as crop_l.
    """

def stamp_l(layer: _Layer) -> Any:
    """stamp_l(layer: Layer) -> Layer

    The largest object (diagonal contact) of two colours or more is stamped on every single cell
    elsewhere whose colour it has once, so that these two coincide.

    Errors: domain: no such object or cell; otherwise as crop_l.
    """

def tallies_l(layer: _Layer, k: Integer) -> Any:
    """tallies_l(layer: Layer, k: Integer) -> Layer

    The cells counted. In the main colour: k = 0 a row as long as there are set cells, 1 a column, 2
    a square; 6 a row as long as there are colours, 7 a square. 3 a bar for each colour as long as
    it has cells, the longest first. The colours, most common first: 4 in a column, 5 in a row.

    Errors: domain: k outside 0..7, no cell is set, a side beyond 40; otherwise as crop_l.
    """

def parts_l(layer: _Layer, k: Integer) -> Layers:
    """parts_l(layer: Layer, k: Integer) -> Layers

    The objects as layers cropped to their boxes, in reading order: k = 0 set cells in contact, 1
    the same with diagonal contact, 2 and 3 the same for cells of one colour, 4 as 1 but with all
    that is in the box.

    Errors: domain: k outside 0..4, no cell is set, more than 100 objects; type: a list of layers;
    otherwise as crop_l.
    """

def cut_l(layer: _Layer, k: Integer) -> Layers:
    """cut_l(layer: Layer, k: Integer) -> Layers

    The pieces that lines leave: k = 0 cut at full rows and columns of one colour, 1 at transparent
    ones; 2 what is not of the most common colour, in objects with diagonal contact.

    Errors: domain: k outside 0..2, less than two pieces; type: a list of layers; otherwise as
    crop_l.
    """

def halves_l(layer: _Layer, k: Integer) -> Layers:
    """halves_l(layer: Layer, k: Integer) -> Layers

    Equal parts, where it must be with one line between them left out: k = 0 left and right, 1 top
    and bottom, 2 quarters, 3 thirds from left to right, 4 thirds from top to bottom, 5 squares
    along the longer side.

    Errors: domain: k outside 0..5, no such parts; type: a list of layers; otherwise as crop_l.
    """

def colours_l(layer: _Layer, k: Integer) -> Layers:
    """colours_l(layer: Layer, k: Integer) -> Layers

    A layer for each colour but 0: k = 0 in the size of all, 1 cropped to the colour's box.

    Errors: domain: k outside 0..1, less than two colours; type: a list of layers; otherwise as
    crop_l.
    """

def windows_l(layer: _Layer, k: Integer) -> Layers:
    """windows_l(layer: Layer, k: Integer) -> Layers

    The transparent regions as layers of the main colour: k = 0 those that do not touch the edge, 1
    all.

    Errors: domain: k outside 0..1, no such region, no cell is set; type: a list of layers;
    otherwise as crop_l.
    """

def rows_l(layer: _Layer) -> Layers:
    """rows_l(layer: Layer) -> Layers

    Each row as a layer.

    Errors: type: a list of layers; otherwise as crop_l.
    """

def columns_l(layer: _Layer) -> Layers:
    """columns_l(layer: Layer) -> Layers

    Each column as a layer.

    Errors: type: a list of layers; otherwise as crop_l.
    """

def corners_l(layer: _Layer) -> Layers:
    """corners_l(layer: Layer) -> Layers

    The insides of rectangles that four cells of one colour mark, with none of that colour along the
    sides.

    Errors: domain: no such rectangle; type: a list of layers; otherwise as crop_l.
    """

def pick_l(layers: _Tuple, k: Integer) -> Any:
    """pick_l(layers: Layers, k: Integer) -> Layer

    The member that does best, the first of equals: k = 0 most and 1 fewest set cells; 2 largest and
    3 smallest box; 4 most and 5 fewest colours; 6 most and 7 fewest holes; 8 most and 9 least
    common picture; 10 most and 11 least symmetric; 12 topmost, 13 bottommost, 14 leftmost, 15
    rightmost; 16 most and 17 least common shape; 18 most common and 19 rarest main colour; 20 most
    cells not of its main colour; 21 densest, 22 sparsest; 24 tallest, 25 widest, 26 longest side.
    With 100 more there must be no equals.

    Errors: type: no list of layers; empty: an empty list; domain: as crop_l, k is no criterion, or
    equals where there must be none.
    """

def odd_l(layers: _Tuple, k: Integer) -> Any:
    """odd_l(layers: Layers, k: Integer) -> Layer

    The one member that differs while all others agree: k = 0 in picture, 1 in shape, 2 in main
    colour, 3 in the size of the box, 4 in being left-right symmetric, 5 in the number of set cells.

    Errors: domain: k outside 0..5, no such member; otherwise as pick_l.
    """

def best_l(layers: _Tuple, k: Integer) -> Layers:
    """best_l(layers: Layers, k: Integer) -> Layers

    All members that do best by criterion k of pick_l.

    Errors: domain: k is no criterion; otherwise as pick_l.
    """

def rest_l(layers: _Tuple, k: Integer) -> Layers:
    """rest_l(layers: Layers, k: Integer) -> Layers

    All members but those that do best by criterion k of pick_l.

    Errors: domain: k is no criterion, none is left; otherwise as pick_l.
    """

def sorted_l(layers: _Tuple, k: Integer) -> Layers:
    """sorted_l(layers: Layers, k: Integer) -> Layers

    The members in another order: k = 0 fewest set cells first, 1 most first, 2 from left to right,
    3 from top to bottom, 4 smallest box first; equals stay as they are.

    Errors: domain: k outside 0..4; otherwise as pick_l.
    """

def unique_l(layers: _Tuple, k: Integer) -> Layers:
    """unique_l(layers: Layers, k: Integer) -> Layers

    The first one of each picture (k = 0) or shape (1).

    Errors: domain: k outside 0..1; otherwise as pick_l.
    """

def coloured_l(layers: _Tuple, colour: C_) -> Layers:
    """coloured_l(layers: Layers, colour: C_) -> Layers

    The members whose main colour is this one.

    Errors: domain: colour outside 1..9, no such member; otherwise as pick_l.
    """

def other_l(layers: _Tuple, colour: C_) -> Layers:
    """other_l(layers: Layers, colour: C_) -> Layers

    The members whose main colour is another one.

    Errors: domain: colour outside 1..9, no such member; otherwise as pick_l.
    """

def overlay_l(layers: _Tuple, k: Integer) -> Any:
    """overlay_l(layers: Layers, k: Integer) -> Layer

    All members where they lie, as one layer: k = 0 later ones over earlier ones, 1 small ones over
    big ones, 2 big ones over small ones, by set cells.

    Errors: domain: k outside 0..2, a side beyond 40; otherwise as pick_l.
    """

def pile_l(layers: _Tuple, k: Integer) -> Any:
    """pile_l(layers: Layers, k: Integer) -> Layer

    All members on top of each other at (0, 0), in the size of the largest: k = 0 later ones over
    earlier ones, 1 cells that all have set, in the colours of the first, 2 cells that an odd number
    has set, in the colour of the first of them, 3 cells that exactly one has set, 4 cells that none
    has set, in the main colour of the first.

    Errors: domain: k outside 0..4; otherwise as pick_l.
    """

def join_l(layers: _Tuple, k: Integer) -> Any:
    """join_l(layers: Layers, k: Integer) -> Layer

    All members in line: k = 0 from left to right, 1 from top to bottom, 2 along the axis in which
    they lie apart, 3 and 4 as 0 and 1 by set cells ascending, 5 and 6 descending. Shorter ones are
    filled up with transparent cells.

    Errors: domain: k outside 0..6, not apart (2), a side beyond 40; otherwise as pick_l.
    """

def grid_l(layers: _Tuple) -> Any:
    """grid_l(layers: Layers) -> Layer

    A cell of its main colour for each member, arranged as the members lie; members that overlap in
    rows share a row.

    Errors: domain: two members get the same cell; otherwise as pick_l.
    """

def counts_l(layers: _Tuple, k: Integer) -> Any:
    """counts_l(layers: Layers, k: Integer) -> Layer

    The list counted. In the main colour of the first: k = 0 a row as long as the list, 1 a column,
    2 a square. 3 a bar for each member as long as it has set cells, the longest first. The main
    colours of all: 4 in a row, 5 in a column, 6 and 7 the same with the largest members first.

    Errors: domain: k outside 0..7, no colour, a side beyond 40; otherwise as pick_l.
    """

def embed_l(layer: _Layer, frame: _Layer, k: Integer) -> Any:
    """embed_l(layer: Layer, frame: Layer, k: Integer) -> Layer

    The layer in a transparent picture of the frame's size, clipped: k = 0 as they lie, 1 at the
    upper left, 2 centred, 3 at the lower right, 4 lower left, 5 upper right. The result lies at (0,
    0).

    Errors: domain: k outside 0..5; type: frame is no single layer; otherwise as crop_l.
    """

def within_l(layer: _Layer, frame: _Layer, k: Integer) -> Any:
    """within_l(layer: Layer, frame: Layer, k: Integer) -> Layer

    The layer and the frame as they lie, inside the frame: k = 0 the layer where the frame is set, 1
    where it is not, 2 the frame where both are set, 3 what exactly one of them has, 4 the layer
    over the frame, 5 the frame over the layer; 10..15 the same for equal sizes wherever they lie.

    Errors: domain: any other k, different sizes (10..15); type: frame is no single layer; otherwise
    as crop_l.
    """

def tile_l(layer: _Layer, frame: _Layer, k: Integer) -> Any:
    """tile_l(layer: Layer, frame: Layer, k: Integer) -> Layer

    The frame covered with copies of the layer: k = 0 without gaps, 1 with gaps of one cell, 2
    starting at the lower right, 3 continuing the layer where it lies.

    Errors: domain: k outside 0..3; type: frame is no single layer; otherwise as crop_l.
    """

def scale_l(layer: _Layer, frame: _Layer, k: Integer) -> Any:
    """scale_l(layer: Layer, frame: Layer, k: Integer) -> Layer

    The layer enlarged or shrunk to the frame's size by whole factors: k = 0 from blocks of one
    colour, 1 in the main colour of any block.

    Errors: domain: k outside 0..1, no whole factors, a block of several colours (0); type: frame is
    no single layer; otherwise as crop_l.
    """

def product_l(layer: _Layer, frame: _Layer, k: Integer) -> Any:
    """product_l(layer: Layer, frame: Layer, k: Integer) -> Layer

    A copy of the layer in place of cells of the frame: k = 0 for each set one, 1 for each set one
    in its colour, 2 for each transparent one.

    Errors: domain: k outside 0..2, a side beyond 40; type: frame is no single layer; otherwise as
    crop_l.
    """

def mirror_l(layer: _Layer, frame: _Layer, k: Integer) -> Any:
    """mirror_l(layer: Layer, frame: Layer, k: Integer) -> Layer

    The frame covered with copies of the layer, every other one mirrored: k = 0 in both axes, 1 the
    same with gaps of one cell, 2 left-right only, 3 top-bottom only, 4 in both axes starting with a
    mirrored one.

    Errors: domain: k outside 0..4; type: frame is no single layer; otherwise as crop_l.
    """

def wrap_l(layer: _Layer, frame: _Layer, k: Integer) -> Any:
    """wrap_l(layer: Layer, frame: Layer, k: Integer) -> Layer

    The cells of the layer in reading order poured into the frame's rows: k = 0 once, 1 over and
    over, 2 once but read column by column.

    Errors: domain: k outside 0..2; type: frame is no single layer; otherwise as crop_l.
    """

def checker_l(layer: _Layer, frame: _Layer, k: Integer) -> Any:
    """checker_l(layer: Layer, frame: Layer, k: Integer) -> Layer

    The frame covered with copies of the layer: k = 0 every other row of them mirrored left-right, 1
    every other one left out as on a checkerboard.

    Errors: domain: k outside 0..1; type: frame is no single layer; otherwise as crop_l.
    """

def picture_l(layer: _Layer) -> Grid:
    """picture_l(layer: Layer) -> Grid

    The picture of a layer as a grid, without its place.

    Errors: type: a list of layers; domain: a side beyond 30, more than any task grid has; otherwise
    as crop_l.
    """

def height_l(layer: _Layer) -> Integer:
    """height_l(layer: Layer) -> Integer

    Number of rows of a layer; of a list, the number of its members.

    Errors: as crop_l.
    """

def width_l(layer: _Layer) -> Integer:
    """width_l(layer: Layer) -> Integer

    Number of columns of a layer.

    Errors: type: a list of layers; otherwise as crop_l.
    """

def blank_l(height: Integer, width: Integer) -> Any:
    """blank_l(height: Integer, width: Integer) -> Layer

    A transparent layer of this size at (0, 0).

    Errors: domain: a side outside 1..30.
    """

def shown_l(S: Samples, I: Grid, k: Integer) -> Any:
    """shown_l(S: Samples, I: Grid, k: Integer) -> Layer

    The output of sample k, counted from 0, as a layer at (0, 0); where I is the input of that
    sample, a transparent layer of the output's size instead, so that no sample is shown its own
    output.

    Errors: type: a sample is no pair; index: no sample k; otherwise as crop_l.
    """

def over_l(layer: _Layer, below: _Layer) -> Any:
    """over_l(layer: Layer, below: Layer) -> Layer

    The layer drawn over the one below, which is taken to lie at (0, 0) and gives the size: its
    colours where it is set, those below elsewhere; what lies outside is cut off.

    Errors: type: a list of layers; otherwise as crop_l.
    """

def hollow_l(layer: _Layer, below: _Layer) -> Any:
    """hollow_l(layer: Layer, below: Layer) -> Layer

    As over_l, but 0 where the layer is transparent, which it is outside of its picture too, and the
    colours below where it is set.

    Errors: as over_l.
    """

def stain_l(layer: _Layer, below: _Layer, colour: C_) -> Any:
    """stain_l(layer: Layer, below: Layer, colour: C_) -> Layer

    As over_l, but in the colour where the layer is set.

    Errors: domain: colour outside 0..9; otherwise as over_l.
    """

def around_l(layer: _Layer, below: _Layer, colour: C_) -> Any:
    """around_l(layer: Layer, below: Layer, colour: C_) -> Layer

    As hollow_l, but in the colour where the layer is transparent.

    Errors: domain: colour outside 0..9; otherwise as over_l.
    """

def ranked_l(grid: Grid, feature: Integer) -> Grid:
    """ranked_l(grid: Grid, feature: Integer) -> Grid

    The grid with its colours but 0 numbered 1, 2, ... by a feature, equals by colour: 0 number of
    cells, most first; 1 number of objects (one colour, contact by sides), fewest first; 2 first
    row, topmost first; 3 first column, leftmost first; 4 area of the box around all its cells,
    largest first; 5 cells of the largest object, largest first.

    Errors: type: not a grid; domain: feature outside 0..5, otherwise as crop_l.
    """

def ranked_pairs_l(S: Samples, feature: Integer, extra: _Tuple) -> Samples:
    """ranked_pairs_l(S: Samples, feature: Integer, extra: Tuple) -> Samples

    Every sample with colours numbered as ranked_l numbers those of its input, in the output too.
    Colours of the tuple extra that the input does not have become 9, 8, ... by their place in it;
    what is left takes the numbers left, in ascending order, and 0 when there are none.

    Errors: type: a sample is no pair of grids, extra no tuple of Ints; domain: an extra colour
    outside 1..9 or twice, more colours than numbers; otherwise as ranked_l.
    """

def unranked_l(grid: Grid, I: Grid, feature: Integer, extra: _Tuple) -> Grid:
    """unranked_l(grid: Grid, I: Grid, feature: Integer, extra: Tuple) -> Grid

    The grid with numbers replaced by the colours that ranked_pairs_l gives these numbers for the
    input I; a number without a colour becomes 0.

    Errors: as ranked_pairs_l.
    """

def near_p(grid: Grid, k: Integer) -> Grid:
    """near_p(grid: Grid, k: Integer) -> Grid

    For every cell the colour of one of the 25 cells around it, -1 outside of the grid: k = 0..24
    counts them row by row, 12 is the cell itself. A plane is such a grid of small numbers;
    background is 0 where a twelfth of the grid has it, else the most common colour.

    Errors: type: not a grid; domain: a number outside -128..127, a side outside 1..60, k outside
    0..24.
    """

def kin_p(grid: Grid, k: Integer) -> Grid:
    """kin_p(grid: Grid, k: Integer) -> Grid

    For every cell what the cells around it are: 0 neighbours of its colour; 1 side neighbours of
    its colour; 2 neighbours that are not background; 3 side neighbours that are not background; 4
    corner neighbours that are not background; 5 colours among the neighbours, background aside; 6
    commonest colour among the neighbours; 7 commonest colour among the side neighbours; 8 the only
    colour among the neighbours; 9 cells of the 5 x 5 around that are not background; 10 side
    neighbours outside the grid; 11 commonest colour among the corner neighbours; 12 whether some 2
    x 2 square of its colour covers it; 13 side neighbours of another colour, outside included;
    14..23 neighbours of colour k - 14; 24..33 side neighbours of colour k - 24; 34..41 whether the
    neighbour above, left, right, below, above left, above right, below left, below right has its
    colour. A colour that there is not is -1.

    Errors: domain: k out of range; otherwise as near_p.
    """

def place_p(grid: Grid, k: Integer) -> Grid:
    """place_p(grid: Grid, k: Integer) -> Grid

    For every cell where it lies: 0 row; 1 column; 2 row from below; 3 column from the right; 4 row
    modulo 2; 5 column modulo 2; 6 row plus column modulo 2; 7 row modulo 3; 8 column modulo 3; 9
    row plus column modulo 3; 10 row minus column modulo 3; 11 distance to the edge; 12 distance to
    the edge modulo 2; 13 on the main diagonal; 14 on the other diagonal; 15 row against the middle:
    0 above, 1 on it, 2 below; 16 column against the middle: 0 left, 1 on it, 2 right; 17 row
    against column: 0 above the diagonal, 1 on it, 2 below; 18 the same for the other diagonal; 19
    row modulo 4; 20 column modulo 4; 21 row from below modulo 2; 22 column from the right modulo 2;
    23 row from below modulo 3; 24 column from the right modulo 3; 25 row plus column from the right
    modulo 2; 26 row plus column modulo 4; 27 row minus column modulo 4; 28 row plus column; 29 row
    minus column plus width; 30 in the corner; 31 on the edge.

    Errors: domain: k out of range; otherwise as near_p.
    """

def mirror_p(grid: Grid, k: Integer) -> Grid:
    """mirror_p(grid: Grid, k: Integer) -> Grid

    For every cell the colour where a symmetry puts it, k = 2 * way + 0 for the grid, + 1 for the
    box around all that is not background; -1 outside, and where a swap needs a square. Ways: 0 left
    and right swapped; 1 upside down; 2 half a turn; 3 rows and columns swapped; 4 swapped at the
    other diagonal; 5 a quarter turn; 6 three quarter turns; 7 first of these that is not
    background, the cell itself included; 8 first of the first three that is not background, the
    cell itself included.

    Errors: domain: k out of range; otherwise as near_p.
    """

def ray_p(grid: Grid, k: Integer) -> Grid:
    """ray_p(grid: Grid, k: Integer) -> Grid

    For every cell what it sees, background and itself aside, -1 if nothing; directions are 0 up, 1
    left, 2 right, 3 down, 4 up left, 5 up right, 6 down left, 7 down right. k = 0..7 first colour
    in a direction; 8..15 the distance to it; 16..19 colour seen both up and down, left and right,
    on the main diagonal, on the other one; 20 the first of 16 and 17; 21 the first of 16..19; 22
    colour seen up, down, left and right alike; 23 sides on which something is seen; 24 colour seen
    nearest by on a side, 25 its distance; 26 sides and corners on which something is seen; 27
    number of colours seen on sides; 28..35 colour at the end of the grid in a direction; 36..39
    number of cells that are not background up, left, right, down; 40..47 first colour in a
    direction that is not the cell's own; 48 nearest colour by steps to sides, 49 its distance, the
    cell itself counting as 0; 50 and 51 the same with diagonal steps; 52 and 53 these distances
    modulo 2; 54 colour seen both ways in a row or column, that where it is nearer; 55 colour seen
    on two sides that meet.

    Errors: domain: k out of range; otherwise as near_p.
    """

def line_p(grid: Grid, k: Integer) -> Grid:
    """line_p(grid: Grid, k: Integer) -> Grid

    For every cell a fact about its row (k = 0..25) or its column (26..51, the same again): 0 cells
    that are not background; 1 colours; 2 main colour, background aside; 3 main colour; 4 whether it
    has one colour only; 5 its only colour; 6 first colour that is not background; 7 last colour
    that is not background; 8 whether another one is equal; 9 whether none has more cells; 10
    whether none has fewer cells; 11 cells that are not background, modulo 2; 12 its only colour,
    background aside; 13 rarest colour, background aside; 14 cells of the same colour as this one;
    15 number of equal ones before it, modulo 2; 16..25 cells of colour k - 16. 52 and 53 are main
    colour and number of cells of the diagonal, 54 and 55 of the other one, background aside; 56
    only colour of the row, else of the column; 57 main colour of the row, else of the column,
    background aside; 58 main colour that row and column share; 59 cells of the row less cells of
    the column, background aside. A colour that there is not is -1.

    Errors: domain: k out of range; otherwise as near_p.
    """

def object_p(grid: Grid, k: Integer) -> Grid:
    """object_p(grid: Grid, k: Integer) -> Grid

    For every cell an attribute of the object that it belongs to, -1 where there is none: k = 56 *
    way + attribute. Ways: 0 object of one colour, by sides; 1 object of one colour; 2 object; 3 box
    of an object of one colour; 4 area of background; 5 area of background, by corners too; 6 area
    of one colour; 7 pane between lines. Attributes: 0 size; 1 no larger one; 2 no smaller one; 3
    number of larger ones; 4 number of smaller ones; 5 height; 6 width; 7 fills its box; 8 box is
    square; 9 is a line; 10 holes; 11 touches the edge; 12 colours; 13 symmetric left and right; 14
    symmetric upside down; 15 others of its shape; 16 others of its colour; 17 row in the box; 18
    column in the box; 19 row in the box from below; 20 column in the box from the right; 21 on the
    border of the box; 22 in a corner of the box; 23 in the middle of the box; 24 distance to the
    border of the box; 25 row in the box modulo 2; 26 column in the box modulo 2; 27 row plus column
    in the box modulo 2; 28 main colour; 29 rarest colour; 30 commonest colour around; 31 the only
    colour around; 32 rarest colour around; 33 colours around; 34 size modulo 2; 35 place from the
    left; 36 place from above; 37 0 wide, 1 square, 2 high; 38 symmetric at the diagonal; 39 edges
    that it touches; 40 cell is one of its commonest colour; 41 symmetric in some way; 42 commonest
    other colour in it; 43 distance to the border of the box modulo 2; 44..53 number of cells of
    colour 0..9; 54 cell is one of its rarest colour; 55 cells of its rarest colour.

    Errors: domain: k out of range; otherwise as near_p.
    """

def whole_p(grid: Grid, k: Integer) -> Grid:
    """whole_p(grid: Grid, k: Integer) -> Grid

    The same number for every cell, about the grid as a whole: 0 commonest colour; 1 background; 2
    commonest colour, background aside; 3 second commonest, background aside; 4 rarest colour; 5
    rarest colour, background aside; 6 colour of a single cell; 7 colour of the largest object; 8
    colour of the smallest object; 9 colour with most objects; 10 colour with fewest objects; 11
    upper left corner; 12 upper right corner; 13 lower left corner; 14 lower right corner; 15 middle
    cell; 16 third commonest, background aside; 17 colour of the object that no other has the shape
    of; 18 colours; 19 objects; 20 height; 21 width; 22 whether it is square; 23 cells of the
    commonest colour, background aside. A colour that there is not is -1.

    Errors: domain: k out of range; otherwise as near_p.
    """

def rank_p(grid: Grid, k: Integer) -> Grid:
    """rank_p(grid: Grid, k: Integer) -> Grid

    For every cell how common a colour is: k = 0..8 rank of the colour of one of the 9 cells around,
    counted row by row, 0 the background, 1 the commonest other; 9 rank of its colour from the
    rarest, 0 the background; 10 cells of its colour; 11 whether no other colour has as many
    objects.

    Errors: domain: k out of range; otherwise as near_p.
    """

def period_p(grid: Grid, k: Integer) -> Grid:
    """period_p(grid: Grid, k: Integer) -> Grid

    For every cell what a pattern that is hidden under one colour has there, -1 where there is no
    pattern: k = 8 * colour + attribute. Attributes: 0 colour that the repeated tile has here; 1
    colour that the row, repeating itself, has here; 2 colour that the column, repeating itself, has
    here; 3 colour that mirror images have here; 4 colour that mirror images have here, swapped ones
    too; 5 row in the tile; 6 column in the tile; 7 colour that the repeated and mirrored pattern
    has here. All tiles up to 24 x 24 may be tried, which is more work than the cost says.

    Errors: domain: k out of range; otherwise as near_p.
    """

def least_p(plane: Grid, bound: Integer) -> Grid:
    """least_p(plane: Grid, bound: Integer) -> Grid

    1 where the plane is at least the bound, else 0.

    Errors: domain: bound outside -128..127; otherwise as near_p.
    """

def same_p(plane: Grid, value: Integer) -> Grid:
    """same_p(plane: Grid, value: Integer) -> Grid

    1 where the plane has the value, else 0.

    Errors: domain: value outside -128..127; otherwise as near_p.
    """

def where_p(test: Grid, then: Grid, other: Grid) -> Grid:
    """where_p(test: Grid, then: Grid, other: Grid) -> Grid

    The cell of then where test is not 0, else that of other.

    Errors: domain: different sizes; otherwise as near_p.
    """

def flat_p(grid: Grid, value: Integer) -> Grid:
    """flat_p(grid: Grid, value: Integer) -> Grid

    A plane of the grid's size with one value everywhere.

    Errors: domain: value outside -128..127; otherwise as near_p.
    """

def grid_p(plane: Grid) -> Grid:
    """grid_p(plane: Grid) -> Grid

    The plane as a grid of colours: what is no colour 0..9 becomes 0.

    Errors: as near_p.
    """

def part_p(grid: Grid, size: IJ, gap: Integer, k: Integer) -> Grid:
    """part_p(grid: Grid, size: IJ, gap: Integer, k: Integer) -> Grid

    Part k, counted row by row, of the grid cut into size = (rows, columns) equal parts with gap
    lines between them.

    Errors: type: size no pair; domain: a number outside 0..60, no such parts; otherwise as near_p.
    """

def scale_p(grid: Grid, factor: IJ) -> Grid:
    """scale_p(grid: Grid, factor: IJ) -> Grid

    Every cell factor = (rows, columns) times as large.

    Errors: domain: a factor outside 1..60, a side beyond 60; otherwise as part_p.
    """

def tile_p(grid: Grid, size: IJ, mirror: _Truth) -> Grid:
    """tile_p(grid: Grid, size: IJ, mirror: Boolean) -> Grid

    The grid size = (rows, columns) times; with mirror every other copy is mirrored.

    Errors: as scale_p.
    """

def block_p(grid: Grid, size: IJ, gap: Integer, what: Integer) -> Grid:
    """block_p(grid: Grid, size: IJ, gap: Integer, what: Integer) -> Grid

    One number for each block of size = (height, width) cells, blocks with gap lines between them:
    what = 0 the commonest colour, 1 the commonest that is not background, 2 the rarest, 3 how many
    cells are not background, 4 how many colours, 5 the first cell, 6 whether the block has more
    than one colour.

    Errors: domain: what outside 0..6, no such blocks; otherwise as part_p.
    """

def lattice_p(grid: Grid, size: IJ, gap: Integer, what: Integer) -> Grid:
    """lattice_p(grid: Grid, size: IJ, gap: Integer, what: Integer) -> Grid

    As block_p for size = (rows, columns) blocks, however large they are.

    Errors: as block_p.
    """

def scene_b(grid: Grid, way: Integer) -> _Tuple:
    """scene_b(grid: Grid, way: Integer) -> Tuple

    The grid cut into bodies: (grid, ground, bodies), bodies in reading order of their first cells,
    each a set of cells. way = 0 4-connected, one colour, on 0; 1 8-connected, one colour, on 0; 2
    4-connected, any colour, on 0; 3 8-connected, any colour, on 0; 4 4-connected, one colour, on
    the most common colour; 5 8-connected, one colour, on the most common colour; 6 4-connected, any
    colour, on the most common colour; 7 8-connected, any colour, on the most common colour; 8 by
    colour, on 0; 9 by colour, on the most common colour; 10 4-connected, one colour, 0 too; 11
    4-connected parts of colour 0; 12 lattice cells between separator lines; 13 lattice cells of one
    separator colour, the frame included; 14 rows; 15 columns; 16 any colour on 0, within two steps
    of each other; 17 runs in columns, one colour, on 0; 18 runs in rows, one colour, on 0; 19
    single cells, on 0. The ground is 0 or the most common colour.

    Errors: type: not a grid; domain: colours outside 0..9, sides beyond 60, no such way.
    """

def bodies_b(scene: _Tuple) -> _Tuple:
    """bodies_b(scene: Tuple) -> Tuple

    The bodies of a scene.

    Errors: type: no scene.
    """

def attribute_b(scene: _Tuple, k: Integer) -> _Tuple:
    """attribute_b(scene: Tuple, k: Integer) -> Tuple

    One integer for each body, -1 where there is nothing to say. k = 0 most common colour; 1 number
    of cells; 2 rows of the box; 3 columns of the box; 4 cells of the box; 5 longer side of the box;
    6 shorter side of the box; 7 fills its box; 8 box is a square; 9 one row or one column; 10 1
    taller than wide, 2 wider than tall, 0 neither; 11 shape up to translation; 12 shape up to
    symmetry; 13 shape up to scale; 14 shape and colours; 15 shape and colours up to symmetry; 16
    number of holes; 17 cells in holes; 18 equals its left-right mirror image; 19 equals its
    upside-down image; 20 number of symmetries of the shape; 21 number of symmetries with colours;
    22 number of grid edges it touches; 23 grid edges it touches: 1 top, 2 bottom, 4 left, 8 right;
    24 number of colours; 25 colours as bits; 26 rarest colour; 27 cells of colours other than the
    most common one; 28 cells of colours other than the ground; 29 most common colour other than the
    ground; 30 first row; 31 first column; 32 last row; 33 last column; 34 twice the middle row; 35
    twice the middle column; 36 how many different first rows of bodies lie above; 37 how many
    different first columns of bodies lie to the left; 38 number of bodies that it touches, corners
    too; 39 number of bodies that it touches by sides; 40 colour of the largest body that it
    touches; 41 colours of bodies that it touches; 42 number of bodies whose box encloses it; 43
    colour of the smallest such body; 44 number of bodies inside its box; 45 colour of the largest
    body inside its box; 46 colours of bodies inside its box; 47 colour of the nearest other body;
    48 colour of the nearest body of another colour; 49 distance to the nearest other body; 50
    colour of the largest other body of the same shape and another colour; 51 the same up to
    symmetry; 52 number of bodies in its rows; 53 number of bodies in its columns; 54 colour of the
    nearest body of another colour in its rows; 55 colour of the nearest body of another colour in
    its columns; 56 colour of the nearest body above in its columns; 57 colour of the nearest body
    below in its columns; 58 colour of the nearest body to the left in its rows; 59 colour of the
    nearest body to the right in its rows; 60 colour of the largest body; 61 colour of the smallest
    body; 62 rarest colour of the grid; 63 second most common colour of the grid; 64 all cells
    around the box, corners too, have one colour other than the ground; 65 no way to the grid's edge
    over cells of the ground and its own; 66 colour of most cells that touch its sides, the ground
    left out; 67 cells with exactly two neighbours in the body, at a right angle; 68 cells with at
    most one neighbour in the body; 69 a diagonal line; 70 number of bodies of its most common
    colour; 71 cells of colour 1; 72 cells of colour 2; 73 cells of colour 3; 74 cells of colour 4;
    75 cells of colour 5; 76 cells of colour 6; 77 cells of colour 7; 78 cells of colour 8; 79 cells
    of colour 9; 80 number of larger bodies of its colour.

    Errors: type: no scene; domain: no such attribute, or as scene_b.
    """

def derive_b(values: _Tuple, how: Integer) -> _Tuple:
    """derive_b(values: Tuple, how: Integer) -> Tuple

    What values are among the others. how = 0 the value itself; 1 1 for the largest value; 2 1 for
    the smallest value; 3 how many different values are larger; 4 how many different values are
    smaller; 5 how often the value occurs; 6 1 where the value occurs once; 7 1 where no value is
    more frequent; 8 1 where no value is rarer, 0 where all are equally frequent.

    Errors: type: no tuple of integers; domain: no such way.
    """

def test_b(values: _Tuple, how: Integer, value: Integer) -> _Tuple:
    """test_b(values: Tuple, how: Integer, value: Integer) -> Tuple

    1 for each value that passes a test, else 0. how = 0 equal to value; 1 at least value; 2 bit
    number value is set; 3 to 5 the opposite.

    Errors: as derive_b.
    """

def look_up_b(values: _Tuple, keys: _Tuple, results: _Tuple, default: Integer) -> _Tuple:
    """look_up_b(values: Tuple, keys: Tuple, results: Tuple, default: Integer) -> Tuple

    For each value the result in the place of its key, the default where it is no key.

    Errors: type: no tuple of integers.
    """

def both_b(a: _Tuple, b: _Tuple) -> _Tuple:
    """both_b(a: Tuple, b: Tuple) -> Tuple

    1 where both masks are 1, else 0.

    Errors: type: no tuple of integers; domain: different lengths.
    """

def act_b(scene: _Tuple, mask: Any, kind: Integer, values: Any) -> _Tuple:
    """act_b(scene: Tuple, mask: Any, kind: Integer, values: Any) -> Tuple

    The bodies after an act on those where the mask is 1; mask and values are one integer per body,
    or one for all. kind = 0 keep; 1 delete; 2 to 88 draw extra cells, 89 to 175 leave only these,
    in the colour of the value or with -1 in their own: rays to the edge in 15 sets of directions,
    the same until an obstacle, then in this order holes; the rest of the box; ring around the box;
    cells around, corners too; cells around by sides; ring around the box at distance 2; corners
    outside the box; line to equals in the row; line to equals in the column; lines to equals; line
    to any body in the row; line to any body in the column; lines to any body; ray out of the odd
    cell; ray away from the odd cell; mirror left-right; mirror upside down; both mirrors; all eight
    symmetries; half turn; turns; own cells; own border; own border by sides; own interior; own
    corners of the box; own odd cells; own main cells; own ground cells; own other cells; own ends;
    first row; last row; first column; last column; ring of the box; inside of the box; inner ring;
    middle cell; copies up; copies down; copies left; copies right; line goes on; own every other
    cell; largest hole; the most colourful body, its cell of the own colour on the own cell; the
    largest other body around the own middle; ray from the upper left corner; ray from the upper
    right corner; ray from the lower left corner; ray from the lower right corner; diagonal lines to
    equals; line to the nearest body in rows or columns; ray away from the body that it touches; ray
    towards the nearest body in rows or columns, to the edge; ray away from the nearest body in rows
    or columns; moves from 176 on: 176 until blocked, up; 177 until blocked, down; 178 until
    blocked, left; 179 until blocked, right; 180 until blocked, up left; 181 until blocked, up
    right; 182 until blocked, down left; 183 until blocked, down right; 184 by so many cells, up;
    185 by so many cells, down; 186 by so many cells, left; 187 by so many cells, right; 188 to the
    nearest body of that colour, straight, until it touches; 189 by 100 x rows + columns, each plus
    50; 190 to the nearest larger body of that colour, straight, until it touches; 191 one step
    towards the nearest body of that colour, diagonal too; 192 towards the nearest body of that
    colour, diagonal too, until it is in the way.

    Errors: type: no scene; domain: no such kind, a list of another length.
    """

def choose_b(mask: Any, then: _Tuple, other: _Tuple) -> _Tuple:
    """choose_b(mask: Any, then: Tuple, other: Tuple) -> Tuple

    For each body the one of then where the mask is 1, else that of other.

    Errors: type: no tuples; domain: different lengths.
    """

def join_each_b(first: _Tuple, second: _Tuple) -> _Tuple:
    """join_each_b(first: Tuple, second: Tuple) -> Tuple

    For each body the one of first, and the cells of second where that has none.

    Errors: type: no tuples of bodies; domain: different lengths.
    """

def draw_b(scene: _Tuple, after: _Tuple, over: _Truth) -> Grid:
    """draw_b(scene: Tuple, after: Tuple, over: Boolean) -> Grid

    The grid of the scene with every body replaced: first all give place to the ground, then what
    lies where the same body was, then what lies elsewhere, with over = 1 on anything, else on the
    ground alone.

    Errors: type: no scene; domain: another number of bodies.
    """

def matrix_b(bodies: _Tuple) -> Grid:
    """matrix_b(bodies: Tuple) -> Grid

    A grid with one cell for each body, in its colour, by rank of first row and first column.

    Errors: type: no tuple of bodies; domain: not one body for each place.
    """

def sort_b(bodies: _Tuple, mask: Any, values: Any, down: _Truth) -> _Tuple:
    """sort_b(bodies: Tuple, mask: Any, values: Any, down: Boolean) -> Tuple

    The bodies where the mask is 1 by value, rising or with down = 1 falling, equal ones in their
    order; mask and values may be one integer for all.

    Errors: type: no tuple; domain: a list of another length.
    """

def cut_b(scene: _Tuple, body: _Object, how: Integer) -> Grid:
    """cut_b(scene: Tuple, body: Object, how: Integer) -> Grid

    A body as a grid. how = 0 the box as it lies in the grid; 1 the body alone on the ground; 2 the
    box without its rim; 3 the body alone on 0; 4 one cell of its colour; 5 the box with one cell
    more on each side.

    Errors: type: no scene, no body; domain: no such way, nothing left.
    """

def join_b(scene: _Tuple, list: _Tuple, how: Integer) -> Grid:
    """join_b(scene: Tuple, list: Tuple, how: Integer) -> Grid

    A grid from a list of bodies. how = 0 cells of their colours in a row; 1 cells of their colours
    in a column; 2 the bodies' boxes side by side; 3 the bodies' boxes one below the other; 4 bars
    from the left, as long as their sizes, one below the other; 5 bars from the top, as long as
    their sizes, side by side; 6 bars from the bottom, as long as their sizes, side by side; 7
    squares in each other, the first outside; 8 cells of their colours on the diagonal of a square;
    10000 x order + 100 x rows + columns: their colours fill a grid of that size, order 1 by rows, 2
    by columns, 3 by rows to and fro.

    Errors: type: no scene, no bodies; domain: no such way, nothing to show.
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
    "crop_l",
    "turn_l",
    "half_l",
    "quarter_l",
    "trim_l",
    "origin_l",
    "keep_l",
    "drop_l",
    "recolour_l",
    "common_l",
    "uncommon_l",
    "majority_l",
    "invert_l",
    "unground_l",
    "exchange_l",
    "fillzero_l",
    "denoise_l",
    "fill_l",
    "holes_l",
    "solid_l",
    "boxed_l",
    "frame_l",
    "border_l",
    "inside_l",
    "core_l",
    "ring_l",
    "dilate_l",
    "mirrored_l",
    "mended_l",
    "patch_l",
    "period_l",
    "tile_of_l",
    "squeeze_l",
    "merge_l",
    "unlattice_l",
    "centre_l",
    "balance_l",
    "shift_l",
    "crowd_l",
    "grow_l",
    "connect_l",
    "rays_l",
    "fall_l",
    "fall_whole_l",
    "enlarge_l",
    "shrink_l",
    "twice_l",
    "square_l",
    "flood_l",
    "lines_l",
    "beams_l",
    "span_l",
    "pair_lines_l",
    "attract_l",
    "stamp_l",
    "tallies_l",
    "parts_l",
    "cut_l",
    "halves_l",
    "colours_l",
    "windows_l",
    "rows_l",
    "columns_l",
    "corners_l",
    "pick_l",
    "odd_l",
    "best_l",
    "rest_l",
    "sorted_l",
    "unique_l",
    "coloured_l",
    "other_l",
    "overlay_l",
    "pile_l",
    "join_l",
    "grid_l",
    "counts_l",
    "embed_l",
    "within_l",
    "tile_l",
    "scale_l",
    "product_l",
    "mirror_l",
    "wrap_l",
    "checker_l",
    "picture_l",
    "height_l",
    "width_l",
    "blank_l",
    "shown_l",
    "over_l",
    "hollow_l",
    "stain_l",
    "around_l",
    "ranked_l",
    "ranked_pairs_l",
    "unranked_l",
    "near_p",
    "kin_p",
    "place_p",
    "mirror_p",
    "ray_p",
    "line_p",
    "object_p",
    "whole_p",
    "rank_p",
    "period_p",
    "least_p",
    "same_p",
    "where_p",
    "flat_p",
    "grid_p",
    "part_p",
    "scale_p",
    "tile_p",
    "block_p",
    "lattice_p",
    "scene_b",
    "bodies_b",
    "attribute_b",
    "derive_b",
    "test_b",
    "look_up_b",
    "both_b",
    "act_b",
    "choose_b",
    "join_each_b",
    "draw_b",
    "matrix_b",
    "sort_b",
    "cut_b",
    "join_b",
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
    "Layer",
    "Layers",
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
