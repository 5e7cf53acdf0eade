# Generated from the op table by `batt ops --stubs arc`; `make docs` writes this file anew.
"""Every function and constant of the dialect arc, on tuples and frozensets.

A call that fails raises a subclass of `arcbatt.Fault`. `batt ops NAME` explains a function with an
example.
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

IntegerTuple: TypeAlias = tuple[int, int]  # pair of integers
Cell: TypeAlias = tuple[int, tuple[int, int]]  # colour and position
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
NEG_ONE: Integer  # -1
NEG_TWO: Integer  # -2
DOWN: IntegerTuple  # (1, 0)
RIGHT: IntegerTuple  # (0, 1)
UP: IntegerTuple  # (-1, 0)
LEFT: IntegerTuple  # (0, -1)
ORIGIN: IntegerTuple  # (0, 0)
UNITY: IntegerTuple  # (1, 1)
NEG_UNITY: IntegerTuple  # (-1, -1)
UP_RIGHT: IntegerTuple  # (-1, 1)
DOWN_LEFT: IntegerTuple  # (1, -1)
ZERO_BY_TWO: IntegerTuple  # (0, 2)
TWO_BY_ZERO: IntegerTuple  # (2, 0)
TWO_BY_TWO: IntegerTuple  # (2, 2)
THREE_BY_THREE: IntegerTuple  # (3, 3)

def identity(x: Any) -> Any:
    """identity(x: Any) -> Any

    Returns its argument unchanged; also turns an op name into a function value. batt normalize_t is
    this kernel because a grid already starts at the origin.
    """

def first(container: _Container) -> Any:
    """first(container: Container) -> Any

    First element in iteration order (tuple order, canonical order for sets).

    Errors: empty: container has no element.
    """

def last(container: _Container) -> Any:
    """last(container: Container) -> Any

    Last element in iteration order.

    Errors: empty: container has no element.
    """

def extract(container: _Container, condition: _Function) -> Any:
    """extract(container: Container, condition: Callable) -> Any

    First element in iteration order for which condition is truthy; later elements are not
    evaluated.

    Errors: empty: nothing satisfies the condition or container empty; any failure of condition.
    """

def other(container: _Container, value: Any) -> Any:
    """other(container: Container, value: Any) -> Any

    First element, in iteration order, that differs from value (value need not occur).

    Errors: empty: no such element.
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

def valmin(container: _Container, compfunc: _Function) -> Integer:
    """valmin(container: Container, compfunc: Callable) -> Integer

    Smallest value of compfunc over the container; empty gives compfunc(0).

    Errors: as valmax.
    """

def argmax(container: _Container, compfunc: _Function) -> Any:
    """argmax(container: Container, compfunc: Callable) -> Any

    First element in iteration order reaching the largest compfunc value (a later equal key does not
    replace it).

    Errors: empty: no elements; any failure of compfunc; type: keys not comparable.
    """

def argmin(container: _Container, compfunc: _Function) -> Any:
    """argmin(container: Container, compfunc: Callable) -> Any

    First element in iteration order reaching the smallest compfunc value.

    Errors: as argmax.
    """

def mostcommon(container: _Container) -> Any:
    """mostcommon(container: Container) -> Any

    Element with the highest multiplicity; ties go to the canonically smallest.

    Errors: empty: no elements; type: a set argument, although declared Container.
    """

def leastcommon(container: _Container) -> Any:
    """leastcommon(container: Container) -> Any

    Element with the lowest multiplicity; ties go to the canonically smallest.

    Errors: empty: no elements; type: a set argument, although declared Container.
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

def toivec(i: Integer) -> IntegerTuple:
    """toivec(i: Integer) -> IntegerTuple

    (i, 0).
    """

def tojvec(j: Integer) -> IntegerTuple:
    """tojvec(j: Integer) -> IntegerTuple

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

def astuple(a: Any, b: Any) -> _Tuple:
    """astuple(a: Integer, b: Integer) -> IntegerTuple

    The two-element tuple (a, b), any contents. arc declares Int, Int -> Pair but uses it for
    anything.
    """

def repeat(item: Any, num: Integer) -> _Tuple:
    """repeat(item: Any, num: Integer) -> Tuple

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

def combine(a: _Container, b: _Container) -> Any:
    """combine(a: Container, b: Container) -> Container

    Elements of a followed by those of b in the kind of a: concatenation for a tuple, union for a
    set. With mixed kinds combine follows a.

    Errors: type: not a container; combine_t and combine_f also on mixed kinds.
    """

def intersection(a: _Set, b: _Set) -> Any:
    """intersection(a: FrozenSet, b: FrozenSet) -> FrozenSet

    Elements in both sets.

    Errors: type: an argument is not a set (tuples included).
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

def remove(value: Any, container: _Container) -> Any:
    """remove(value: Any, container: Container) -> Container

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

def rapply(functions: _Container, value: Any) -> Any:
    """rapply(functions: Container, value: Any) -> Container

    Every function of the container applied to value, same kind of container; empty stays empty.

    Errors: type: an element is not a function; any failure of one.
    """

def mapply(function: _Function, container: _Container) -> Any:
    """mapply(function: Callable, container: ContainerContainer) -> FrozenSet

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

def mfilter(container: _Container, function: _Function) -> Any:
    """mfilter(container: Container, function: Callable) -> FrozenSet

    sfilter, then merge one level in the kind of the container (a tuple stays a tuple although
    declared a set).

    Errors: any failure of function; type: a kept element is not a container.
    """

def sizefilter(container: _Container, n: Integer) -> Any:
    """sizefilter(container: Container, n: Integer) -> FrozenSet

    Set of the elements whose length is n (always a set); n below 0 gives {}.

    Errors: type: an element is not a container.
    """

def palette(element: Element) -> Any:
    """palette(element: Element) -> IntegerSet

    Set of distinct colours; empty gives {}.

    Errors: type: a row is not a tuple, an element is not a cell.
    """

def numcolors(element: Element) -> Any:
    """numcolors(element: Element) -> IntegerSet

    Number of distinct colours, 0 when empty (arc declares IntegerSet by mistake).

    Errors: as palette.
    """

def mostcolor(element: Element) -> Integer:
    """mostcolor(element: Element) -> Integer

    Most frequent colour; ties go to the smallest colour number.

    Errors: empty: no cells.
    """

def leastcolor(element: Element) -> Integer:
    """leastcolor(element: Element) -> Integer

    Least frequent colour among those present; ties go to the smallest colour number.

    Errors: empty: no cells.
    """

def colorcount(element: Element, value: Integer) -> Integer:
    """colorcount(element: Element, value: Integer) -> Integer

    Number of cells of that colour, 0 if absent or empty.

    Errors: type: a row is not a tuple, an element is not a cell.
    """

def color(obj: _Object) -> Integer:
    """color(obj: Object) -> Integer

    Colour of the first cell in iteration order: [arc] the smallest colour of the object, [batt] the
    colour of its first cell in row-major order.

    Errors: empty: no cells; type: first element is not a cell.
    """

def colorfilter(objs: Objects, value: Integer) -> Objects:
    """colorfilter(objs: Objects, value: Integer) -> Objects

    Set of the objects whose color (first cell, see color) equals the argument; always a set.

    Errors: empty: some object is empty; type: an element is not an object.
    """

def ofcolor(grid: Grid, value: Integer) -> Indices:
    """ofcolor(grid: Grid, value: Integer) -> Indices

    Positions of all cells of that colour; {} if absent or grid empty.

    Errors: type: not a grid.
    """

def recolor(value: Integer, patch: _Patch) -> Object:
    """recolor(value: Integer, patch: Patch) -> Object

    Object with one cell of that colour at each distinct position; empty gives {}.

    Errors: type: patch elements are neither cells nor pairs.
    """

def replace(grid: Grid, replacee: Integer, replacer: Integer) -> Grid:
    """replace(grid: Grid, replacee: Integer, replacer: Integer) -> Grid

    Every cell equal to replacee becomes replacer; () stays ().

    Errors: type: not a grid.
    """

def switch(grid: Grid, a: Integer, b: Integer) -> Grid:
    """switch(grid: Grid, a: Integer, b: Integer) -> Grid

    Cells of colour a become b and cells of b become a; a = b changes nothing.

    Errors: type: not a grid.
    """

def height(piece: _Piece) -> Integer:
    """height(piece: Piece) -> Integer

    Tuple: number of rows. Set: last row minus first row plus 1 of its positions. Empty gives 0.

    Errors: type: elements without positions.
    """

def width(piece: _Piece) -> Integer:
    """width(piece: Piece) -> Integer

    Tuple: length of the first row. Set: last column minus first column plus 1. Empty gives 0.

    Errors: type: first row not a container, elements without positions.
    """

def shape(piece: _Piece) -> IntegerTuple:
    """shape(piece: Piece) -> IntegerTuple

    (height, width); empty gives (0, 0).

    Errors: as width.
    """

def portrait(piece: _Piece) -> Boolean:
    """portrait(piece: Piece) -> Boolean

    1 when height exceeds width; 0 when empty.

    Errors: as width.
    """

def square(piece: _Piece) -> Boolean:
    """square(piece: Piece) -> Boolean

    Grid: as many rows as columns. Patch: height equals width and height times width equals the
    number of elements (so gap-free); the empty set gives 1.

    Errors: index: the empty tuple; as width.
    """

def vline(patch: _Patch) -> Boolean:
    """vline(patch: Patch) -> Boolean

    1 when width is 1 and height equals the number of elements; empty gives 0.

    Errors: as width.
    """

def hline(patch: _Patch) -> Boolean:
    """hline(patch: Patch) -> Boolean

    1 when height is 1 and width equals the number of elements; empty gives 0.

    Errors: as width.
    """

def uppermost(patch: _Patch) -> Integer:
    """uppermost(patch: Patch) -> Integer

    Smallest row of the positions (may be negative).

    Errors: empty: no positions.
    """

def lowermost(patch: _Patch) -> Integer:
    """lowermost(patch: Patch) -> Integer

    Largest row of the positions.

    Errors: empty: no positions.
    """

def leftmost(patch: _Patch) -> Integer:
    """leftmost(patch: Patch) -> Integer

    Smallest column of the positions.

    Errors: empty: no positions.
    """

def rightmost(patch: _Patch) -> Integer:
    """rightmost(patch: Patch) -> Integer

    Largest column of the positions.

    Errors: empty: no positions.
    """

def ulcorner(patch: _Patch) -> IntegerTuple:
    """ulcorner(patch: Patch) -> IntegerTuple

    (smallest row, smallest column); an empty patch gives ().

    Errors: type: elements without positions.
    """

def urcorner(patch: _Patch) -> IntegerTuple:
    """urcorner(patch: Patch) -> IntegerTuple

    (smallest row, largest column); empty gives ().

    Errors: type: elements without positions.
    """

def llcorner(patch: _Patch) -> IntegerTuple:
    """llcorner(patch: Patch) -> IntegerTuple

    (largest row, smallest column); empty gives ().

    Errors: type: elements without positions.
    """

def lrcorner(patch: _Patch) -> IntegerTuple:
    """lrcorner(patch: Patch) -> IntegerTuple

    (largest row, largest column); empty gives ().

    Errors: type: elements without positions.
    """

def center(patch: _Patch) -> IntegerTuple:
    """center(patch: Patch) -> IntegerTuple

    (first row + height div 2, first column + width div 2), i.e. the later of two middle lines.
    [batt] empty gives (). [arc] empty fails.

    Errors: empty: [arc] no positions.
    """

def centerofmass(patch: _Patch) -> IntegerTuple:
    """centerofmass(patch: Patch) -> IntegerTuple

    Sum of rows and sum of columns over the distinct positions, each floor-divided by the number of
    ELEMENTS of the patch; empty gives ().

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

def position(a: _Patch, b: _Patch) -> IntegerTuple:
    """position(a: Patch, b: Patch) -> IntegerTuple

    Direction from the centre of a to the centre of b: equal rows (0, 1) if b lies right else (0,
    -1), also for equal centres; equal columns (1 or -1, 0); otherwise (1 or -1, 1 or -1).

    Errors: empty: either patch is empty.
    """

def gravitate(source: _Patch, destination: _Patch) -> IntegerTuple:
    """gravitate(source: Patch, destination: Patch) -> IntegerTuple

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

    Errors: type: [arc] elements are not tuples.
    """

def asindices(grid: Grid) -> Indices:
    """asindices(grid: Grid) -> Indices

    All positions of the grid (width taken from the first row); () gives {}.

    Errors: type: not a grid.
    """

def normalize(patch: _Patch) -> _Set:
    """normalize(patch: Patch) -> Patch

    Patch translated so that its smallest row and column are 0; empty stays as it is.

    Errors: type: elements without positions.
    """

def shift(patch: _Patch, directions: IntegerTuple) -> _Set:
    """shift(patch: Patch, directions: IntegerTuple) -> Patch

    Every position translated by directions, colours kept; may leave the grid or become negative.
    Empty gives {}. [batt] direction () returns the patch unchanged. [arc] direction () fails unless
    the patch is empty.

    Errors: type: directions not of length 2 (non-empty patch), elements without positions.
    """

def dneighbors(loc: IntegerTuple) -> Indices:
    """dneighbors(loc: IntegerTuple) -> Indices

    The four orthogonal neighbours, not clipped. [batt] () or a non-tuple gives {}. [arc] those
    fail.

    Errors: index: tuple shorter than 2; type: [arc] not a tuple.
    """

def ineighbors(loc: IntegerTuple) -> Indices:
    """ineighbors(loc: IntegerTuple) -> Indices

    The four diagonal neighbours, not clipped. [batt] () or a non-tuple gives {}. [arc] those fail.

    Errors: as dneighbors.
    """

def neighbors(loc: IntegerTuple) -> Indices:
    """neighbors(loc: IntegerTuple) -> Indices

    The eight neighbours, union of dneighbors and ineighbors.

    Errors: as dneighbors.
    """

def corners(patch: _Patch) -> Indices:
    """corners(patch: Patch) -> Indices

    Set of the four bounding-box corners (fewer when they coincide); an empty patch gives the set
    holding ().

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

    Errors: type: elements without positions.
    """

def delta(patch: _Patch) -> Indices:
    """delta(patch: Patch) -> Indices

    Positions of the bounding box that are not in the patch; empty gives {}.

    Errors: type: elements without positions.
    """

def connect(a: IntegerTuple, b: IntegerTuple) -> Indices:
    """connect(a: IntegerTuple, b: IntegerTuple) -> Indices

    Horizontal, vertical or 45-degree line from a to b, ends included (a = b gives one position);
    any other slope gives {}. [batt] an end () gives {}. [arc] () fails.

    Errors: type: an end is not a tuple of exactly 2 Ints.
    """

def shoot(start: IntegerTuple, direction: IntegerTuple) -> Indices:
    """shoot(start: IntegerTuple, direction: IntegerTuple) -> Indices

    connect from start to start + 42 times direction: 43 positions for a unit direction, one for (0,
    0), {} for a slope that is neither axis-parallel nor diagonal. [batt] start or direction () or
    {} gives {}. [arc] those fail.

    Errors: index: tuple shorter than 2; type: not tuples of Ints.
    """

def hfrontier(location: IntegerTuple) -> Indices:
    """hfrontier(location: IntegerTuple) -> Indices

    The 30 positions (row of location, 0..29), independent of any grid. [batt] () gives {}. [arc] ()
    fails.

    Errors: index: [arc] (); type: not a tuple.
    """

def vfrontier(location: IntegerTuple) -> Indices:
    """vfrontier(location: IntegerTuple) -> Indices

    The 30 positions (0..29, column of location); () fails in both dialects, unlike hfrontier in
    batt.

    Errors: index: tuple shorter than 2; type: not a tuple.
    """

def hmirror(piece: _Piece) -> Any:
    """hmirror(piece: Piece) -> Piece

    Grid: rows in reverse order. Patch: row r becomes first row + last row - r inside its own
    bounding box, colours kept.

    Errors: empty: the empty set (the empty tuple is fine); type: elements without positions.
    """

def vmirror(piece: _Piece) -> Any:
    """vmirror(piece: Piece) -> Piece

    Grid: every row reversed. Patch: column c becomes first column + last column - c.

    Errors: empty: the empty set; type: elements without positions.
    """

def dmirror(piece: _Piece) -> Any:
    """dmirror(piece: Piece) -> Piece

    Grid: transpose. Patch: transpose about the main diagonal through its upper-left corner, which
    stays in place.

    Errors: empty: the empty set; type: elements without positions.
    """

def cmirror(piece: _Piece) -> Any:
    """cmirror(piece: Piece) -> Piece

    Grid: transpose about the counter-diagonal (reverse rows and columns, then transpose). Patch:
    same reflection with the upper-left corner of the bounding box kept: (r, c) becomes (top + right
    - c, left + bottom - r).

    Errors: empty: the empty set; type: elements without positions.
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

def upscale(element: Element, factor: Integer) -> Any:
    """upscale(element: Element, factor: Integer) -> Element

    Grid: each cell becomes a factor x factor block; factor 0 or below gives (). Object: the same
    about its fixed upper-left corner; factor 0 or below, or an empty object, gives {}.

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

def crop(grid: Grid, start: IntegerTuple, dims: IntegerTuple) -> Grid:
    """crop(grid: Grid, start: IntegerTuple, dims: IntegerTuple) -> Grid

    Per axis the half-open slice from start to start+dims: each of the two bounds, if negative,
    first has the length added (counts from the end), then is clipped to the grid. No rows left
    gives (), no columns left gives empty rows.

    Errors: index: start or dims shorter than 2; type: not a grid.
    """

def subgrid(patch: _Patch, grid: Grid) -> Grid:
    """subgrid(patch: Patch, grid: Grid) -> Grid

    crop of the grid at the patch's bounding box, with the clipping and negative-index behaviour of
    crop.

    Errors: index: empty patch.
    """

def hsplit(grid: Grid, n: Integer) -> _Tuple:
    """hsplit(grid: Grid, n: Integer) -> Tuple

    n pieces of width w div n from left to right; when n does not divide w one column is skipped
    between pieces. A piece passing the right border is clipped, down to empty rows. n below 0 gives
    ().

    Errors: domain: n = 0; index: grid ().
    """

def vsplit(grid: Grid, n: Integer) -> _Tuple:
    """vsplit(grid: Grid, n: Integer) -> Tuple

    n pieces of height h div n from top to bottom; when n does not divide h one row is skipped
    between pieces. A piece passing the lower border is clipped, down to (). n below 0 gives ().

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

    Shape of a; cell of a where b has the same value at that place, else fallback. b may be larger.

    Errors: index: a is (), or b lacks a place of a.
    """

def canvas(value: Integer, dimensions: IntegerTuple) -> Grid:
    """canvas(value: Integer, dimensions: IntegerTuple) -> Grid

    Grid of one colour, dimensions = (rows, columns); rows 0 or below give (), columns 0 or below
    give empty rows.

    Errors: index: dimensions shorter than 2; budget: too large.
    """

def index(grid: Grid, loc: IntegerTuple) -> Integer:
    """index(grid: Grid, loc: IntegerTuple) -> Integer

    Cell value at loc. A loc outside the grid (negative included) gives (), the value that stands
    for nothing: programs compare it with colours.

    Errors: index: grid (); type: loc not a tuple of length 2, () included.
    """

def fill(grid: Grid, value: Integer, patch: _Patch) -> Grid:
    """fill(grid: Grid, value: Integer, patch: Patch) -> Grid

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

def underfill(grid: Grid, value: Integer, patch: _Patch) -> Grid:
    """underfill(grid: Grid, value: Integer, patch: Patch) -> Grid

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

def move(grid: Grid, obj: _Object, offset: IntegerTuple) -> Grid:
    """move(grid: Grid, obj: Object, offset: IntegerTuple) -> Grid

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

    Errors: type: [arc] not a tuple of containers.
    """

__all__ = [
    "identity",
    "first",
    "last",
    "extract",
    "other",
    "maximum",
    "minimum",
    "valmax",
    "valmin",
    "argmax",
    "argmin",
    "mostcommon",
    "leastcommon",
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
    "astuple",
    "repeat",
    "initset",
    "insert",
    "totuple",
    "pair",
    "product",
    "size",
    "combine",
    "intersection",
    "difference",
    "dedupe",
    "merge",
    "remove",
    "order",
    "compose",
    "chain",
    "matcher",
    "rbind",
    "lbind",
    "power",
    "fork",
    "apply",
    "rapply",
    "mapply",
    "papply",
    "mpapply",
    "prapply",
    "sfilter",
    "mfilter",
    "sizefilter",
    "palette",
    "numcolors",
    "mostcolor",
    "leastcolor",
    "colorcount",
    "color",
    "colorfilter",
    "ofcolor",
    "recolor",
    "replace",
    "switch",
    "height",
    "width",
    "shape",
    "portrait",
    "square",
    "vline",
    "hline",
    "uppermost",
    "lowermost",
    "leftmost",
    "rightmost",
    "ulcorner",
    "urcorner",
    "llcorner",
    "lrcorner",
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
    "asindices",
    "normalize",
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
    "hmirror",
    "vmirror",
    "dmirror",
    "cmirror",
    "rot90",
    "rot180",
    "rot270",
    "hupscale",
    "vupscale",
    "upscale",
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
    "partition",
    "fgpartition",
    "frontiers",
    "occurrences",
    "toobject",
    "asobject",
    "F",
    "T",
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
    "NEG_ONE",
    "NEG_TWO",
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
    "IntegerTuple",
    "Cell",
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
