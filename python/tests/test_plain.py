"""Short ways of ops against the general way: the same answer for the same arguments.

A call with positional arguments may take a short way; one with keyword arguments always goes through the
engine. So every op is called both ways, on random values of its declared types, on values of other types,
and on the odd ones: empty, ragged, huge, mixed.
"""

from __future__ import annotations

import enum
import os
import random
import re
from typing import Any, Callable

import pytest

from arcbatt import Fault, dsl, dsl_batt
from arcbatt._arcbatt import dsl_functions

# More cases for a longer look: ARCBATT_CASES=5000 pytest python/tests/test_plain.py
CASES = int(os.environ.get("ARCBATT_CASES", "250"))

MODULES = {"arc": dsl, "batt": dsl_batt}
NAMES = [(dialect, name) for dialect in MODULES for name in dsl_functions(dialect)]

LARGE = [10, 29, 31, 255, 256, 257, 1000, 2047, 2048, 5000, 2**31, 2**40, 2**62, 2**63 - 1, -(2**63), -6, -2049]
FOREIGN = [None, 1.0, "x", [1, 2], {1, 2}, {}, 2**63, 10**30, object()]


class Values:
    """Random values of a dialect, by the names of its types."""

    def __init__(self, dialect: str, seed: str):
        self.random = random.Random(seed)
        self.batt = dialect == "batt"
        self.module = MODULES[dialect]

    def some(self, make: Callable[[], Any], most: int = 5) -> list:
        return [make() for _ in range(self.random.randint(0, most))]

    # ---- numbers

    def integer(self) -> Any:
        if self.random.random() < 0.05:
            return self.random.choice(LARGE)
        return self.random.choice([True, False]) if self.random.random() < 0.1 else self.random.randint(-3, 9)

    def pair(self) -> tuple:
        return (self.integer(), self.integer())

    def numerical(self) -> Any:
        longer = (self.integer(), self.integer(), self.integer())
        return self.random.choice([self.integer(), self.integer(), self.pair(), self.pair(), longer, ()])

    # ---- grids

    def grid(self) -> tuple:
        height, width = self.random.randint(0, 6), self.random.randint(0, 6)
        colours = self.random.sample(range(10), self.random.randint(1, 3))
        rows = [[self.random.choice(colours) for _ in range(width)] for _ in range(height)]
        if rows and self.random.random() < 0.15:
            self.spoil(rows)
        return tuple(map(tuple, rows))

    def layer(self) -> tuple:
        return (self.grid(), self.pair())

    def layers(self) -> tuple:
        return tuple(self.some(self.layer))

    def spoil(self, rows: list[list]) -> None:
        """Makes a grid odd: ragged, with another value in it, or with a row repeated."""
        row = self.random.choice(rows)
        odd = self.random.randrange(4)
        if odd == 0:
            row.append(self.integer())
        elif odd == 1 and row:
            row.pop()
        elif odd == 2 and row:
            row[self.random.randrange(len(row))] = self.random.choice([self.integer(), self.pair(), (), True])
        else:
            rows.append(row)

    # ---- patches

    def cell(self) -> tuple:
        row, col, colour = self.integer(), self.integer(), self.random.randint(0, 4)
        if self.random.random() < 0.02:
            colour = self.random.choice([*LARGE, ()])
        return (row, col, colour) if self.batt else (colour, (row, col))

    def indices(self) -> frozenset:
        return frozenset(self.some(self.pair, 9))

    def object(self) -> frozenset:
        return frozenset(self.some(self.cell, 9))

    def patch(self) -> Any:
        kind = self.random.random()
        if kind < 0.42:
            return self.object()
        if kind < 0.84:
            return self.indices()
        if kind < 0.92:
            return tuple(self.some(self.random.choice([self.cell, self.pair])))
        return self.object() | self.indices()

    def box(self) -> frozenset:
        """Positions of a rectangle: squares and lines occur."""
        height, width = self.random.randint(1, 3), self.random.randint(1, 3)
        return frozenset((i, j) for i in range(height) for j in range(width))

    # ---- containers

    def integers(self) -> Any:
        ints = self.some(self.integer, 7)
        return self.random.choice([frozenset, tuple])(ints)

    def objects(self) -> frozenset:
        return frozenset(self.some(self.random.choice([self.object, self.indices]), 4))

    def function(self) -> Any:
        names = ["identity", "first", "size", "flip", "ulcorner", "invert", "initset", "double"]
        return getattr(self.module, self.random.choice(names))

    def element(self) -> Any:
        kinds = [self.integer, self.pair, self.cell, self.grid, self.indices, self.object]
        return self.random.choice(kinds)()

    def tuple(self) -> tuple:
        return tuple(self.some(self.random.choice([self.integer, self.pair, self.cell, self.element, self.objects])))

    def set(self) -> frozenset:
        return frozenset(self.some(self.random.choice([self.integer, self.pair, self.cell, self.element])))

    def container(self) -> Any:
        kinds = [self.tuple, self.set, self.grid, self.indices, self.object, self.objects, self.integers, self.box]
        return self.random.choice(kinds)()

    def containers(self) -> Any:
        inner = self.random.choice([self.tuple, self.indices, self.object, self.container])
        return self.random.choice([tuple, frozenset])(self.some(inner))

    def anything(self) -> Any:
        return self.random.choice([self.element, self.element, self.container, self.containers, self.function])()

    def of_type(self, name: str) -> Any:
        """A value of a declared type; now and then another one."""
        odd = self.random.random()
        if odd < 0.02:
            return self.random.choice(FOREIGN)
        if odd < 0.12:
            return self.anything()
        return self.maker(name)()

    def maker(self, name: str) -> Callable[[], Any]:
        if name in ("Boolean", "Integer") or re.fullmatch(r"[CFLIJRA][_L48]", name):
            return self.integer
        return {
            "Numerical": self.numerical,
            "IntegerTuple": self.random.choice([self.pair, self.numerical]),
            "IJ": self.random.choice([self.pair, self.numerical]),
            "IntegerSet": self.integers,
            "Grid": self.grid,
            "Layer": self.random.choice([self.grid, self.layer, self.layers]),
            "Layers": self.layers,
            "Cell": self.cell,
            "Object": self.random.choice([self.object, self.object, self.patch]),
            "Objects": self.objects,
            "Indices": self.random.choice([self.indices, self.indices, self.box, self.patch]),
            "Patch": self.random.choice([self.patch, self.box]),
            "Element": self.random.choice([self.grid, self.object]),
            "Piece": self.random.choice([self.grid, self.patch, self.box]),
            "Tuple": self.random.choice([self.tuple, self.grid]),
            "TupleTuple": self.grid,
            "FrozenSet": self.random.choice([self.set, self.indices, self.object, self.objects]),
            "Container": self.container,
            "ContainerContainer": self.containers,
            "Samples": self.containers,
            "Callable": self.function,
            "Any": self.anything,
        }[name]


def parameters(function: Callable) -> list[tuple[str, str]]:
    """Names and declared types, as the first line of the documentation has them."""
    inside = re.match(r"\w+\((.*?)\) ->", function.__doc__.splitlines()[0]).group(1)
    return [tuple(part.replace("?", "").split(": ")) for part in inside.split(", ") if part]


def outcome(call: Callable[[], Any]) -> Any:
    """What a call gives; of a failure its class and words."""
    try:
        return call()
    except Exception as error:
        return (type(error).__name__, str(error))


@pytest.mark.parametrize(("dialect", "name"), NAMES)
def test_short_and_general_way_agree(dialect: str, name: str) -> None:
    function = dsl_functions(dialect)[name]
    params = parameters(function)
    values = Values(dialect, f"{dialect} {name}")
    for _ in range(CASES):
        args = [values.of_type(kind) for _, kind in params]
        named = {param: value for (param, _), value in zip(params, args)}
        short, general = outcome(lambda: function(*args)), outcome(lambda: function(**named))
        assert short == general, f"{name}{tuple(args)}"


@pytest.mark.parametrize(("dialect", "name"), NAMES)
def test_wrong_number_of_arguments_is_refused(dialect: str, name: str) -> None:
    function = dsl_functions(dialect)[name]
    for number in (0, len(parameters(function)) + 1):
        with pytest.raises(TypeError):
            function(*[()] * number)


# Arguments at the sizes where short ways end.
SIZES = [0, 1, 63, 64, 65, 127, 128, 129, 181, 16383, 16384, 16385, 32767, 32768, 32769, 2**17, 2**17 + 1]


def named_colour(dialect: str) -> str:
    return "value" if dialect == "arc" else "color"


def cell(dialect: str, i: int) -> tuple:
    return (3, (i, 1)) if dialect == "arc" else (i, 1, 3)


@pytest.mark.parametrize("dialect", MODULES)
@pytest.mark.parametrize("n", SIZES)
def test_large_results_agree(dialect: str, n: int) -> None:
    ops = dsl_functions(dialect)
    row, square = tuple(range(n)), ((1, 2), (3, 4))
    calls = [
        ("repeat", {"item": 1, "num": n}),
        ("repeat", {"item": square, "num": n}),
        ("interval", {"start": 0, "stop": n, "step": 1}),
        ("interval", {"start": n, "stop": -n, "step": -3}),
        ("combine", {"a": row, "b": (1, 2)}),
        ("combine", {"a": frozenset(row), "b": frozenset({-1})}),
        ("merge", {"containers": (row, (1,))}),
        ("merge", {"containers": frozenset({row, (1,)})}),
        ("insert", {"value": -1, "container": frozenset(row)}),
        ("size", {"container": row}),
        ("first", {"container": row}),
        ("last", {"container": frozenset(row)}),
        ("other", {"container": row, "value": 0}),
        ("contained", {"value": n - 1, "container": row}),
        ("contained", {"value": n - 1, "container": frozenset(row)}),
        ("remove", {"value": 0, "container": frozenset(row)}),
        ("difference", {"a": frozenset(row), "b": frozenset({1})}),
        ("intersection", {"a": frozenset(row), "b": frozenset({1})}),
        ("maximum", {"container": row}),
        ("equality", {"a": row, "b": row}),
        ("initset", {"value": row}),
        ("astuple", {"a": row, "b": 1}),
        ("tophalf", {"grid": row}),
        ("product", {"a": row, "b": (0, 1)}),
        ("pair", {"a": row, "b": row}),
        ("totuple", {"container": frozenset(row)}),
        ("fill", {"grid": square, named_colour(dialect): 5, "patch": tuple((i, i % 7) for i in row)}),
        ("fill", {"grid": square, named_colour(dialect): 5, "patch": tuple(cell(dialect, i) for i in row)}),
        ("vconcat", {"a": (row,), "b": (row,)}),
        ("hconcat", {"a": (row,), "b": (row,)}),
        ("rot90", {"grid": (row,)}),
        ("hupscale", {"grid": square, "factor": n}),
        ("vupscale", {"grid": square, "factor": n}),
    ]
    for name, named in calls:
        function = ops[name]
        short, general = outcome(lambda: function(*named.values())), outcome(lambda: function(**named))
        assert short == general, (name, n)


# Sizes of sets before and after their tables grow.
TABLES = [0, 1, 4, 5, 8, 9, 18, 19, 20, 31, 33, 63, 64, 65, 76, 77, 128, 306, 307, 308, 900, 1228, 1229, 3000, 5000]


@pytest.mark.parametrize("taken", [0, 1, 7, 60])
@pytest.mark.parametrize("n", TABLES)
def test_every_element_of_a_set_is_read(n: int, taken: int) -> None:
    """Python's own answers, for tables of every size; taking elements out leaves holes in them."""
    cells = [(i % 10, (i // 70, i * 37 % 70)) for i in range(n + taken)]
    out = frozenset(random.Random(n).sample(cells, taken))
    cells = frozenset(cells).difference(out)
    places = frozenset(place for _, place in cells)
    numbers = frozenset(range(-9, n + taken - 9)).difference(range(-9, taken - 9))
    assert len(cells) == n
    for name, args, wanted in [
        ("totuple", (cells,), tuple(sorted(cells))),
        ("totuple", (places,), tuple(sorted(places))),
        ("totuple", (numbers,), tuple(sorted(numbers))),
        ("toindices", (cells,), places),
        ("shift", (places, (2, 1)), frozenset((i + 2, j + 1) for i, j in places)),
        ("size", (cells,), len(cells)),
        ("maximum", (numbers,), max(numbers, default=0)),
    ]:
        assert getattr(dsl, name)(*args) == wanted, name
        assert getattr(dsl, name)(**dict(zip((name for name, _ in parameters(getattr(dsl, name))), args))) == wanted
    if cells:
        assert dsl.color(cells) == min(colour for colour, _ in cells)
        assert dsl.first(cells) == min(cells) and dsl.last(cells) == max(cells)
        assert dsl.ulcorner(places) == (min(i for i, _ in places), min(j for _, j in places))


@pytest.mark.parametrize("side", [1, 2, 31, 63, 64, 65, 70])
def test_fill_at_the_sizes_where_its_short_way_ends(side: int) -> None:
    chance = random.Random(side)
    for height, width in [(side, side), (side, 3), (3, side)]:
        grid = tuple(tuple(chance.randrange(10) for _ in range(width)) for _ in range(height))
        patch = frozenset((chance.randint(-2, height + 1), chance.randint(-2, width + 1)) for _ in range(side * 3))
        wanted = tuple(tuple(5 if (i, j) in patch else v for j, v in enumerate(row)) for i, row in enumerate(grid))
        assert dsl.fill(grid, 5, patch) == wanted
        assert dsl.fill(grid, 5, tuple(patch)) == wanted
        assert dsl.fill(grid, 5, frozenset((1, place) for place in patch)) == wanted


class Named(enum.IntEnum):
    """Integers that are not exactly of Python's own type."""

    ZERO, ONE, TWO, LOW = 0, 1, 2, -1


# One digit of Python's integers has 30 bits; it keeps one object of each from -5 to 256.
NUMBERS = [0, 5, 256, 257, 1000, 2**30 - 1, 2**30, 2**30 + 1, 2**31, 2**39, True, Named.TWO]


def test_integers_of_every_size_and_kind_are_read() -> None:
    numbers = sorted(NUMBERS + [-n for n in NUMBERS] + [-5, -6, 1 - 2**30])
    for i in numbers:
        for j in numbers:
            assert dsl.ulcorner(frozenset({(i, j)})) == (i, j)
            assert dsl.color(frozenset({(i, (j, 0))})) == i
            assert dsl.shift(frozenset({(i, j)}), (1, -1)) == frozenset({(i + 1, j - 1)})
            assert dsl.totuple(frozenset({(i, j), (j, i), (i, i)})) == tuple(sorted({(i, j), (j, i), (i, i)}))


class Unequal(int):
    """An integer that says it equals nothing."""

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = int.__hash__


def test_classes_made_from_integers_are_integers_on_both_ways() -> None:
    five = Unequal(5)
    grid = ((five, 1), (2, 5))
    for function, args, wanted in [
        (dsl.equality, (five, 5), True),
        (dsl.equality, ((1, five), (1, 5)), True),
        (dsl.contained, (five, (4, 5)), True),
        (dsl.contained, (5, (4, five)), True),
        (dsl.remove, (5, (4, five)), (4,)),
        (dsl.colorcount, (grid, 5), 2),
        (dsl.colorcount, (grid, five), 2),
        (dsl.ofcolor, (grid, 5), frozenset({(0, 0), (1, 1)})),
        (dsl.replace, (grid, 5, 0), ((0, 1), (2, 0))),
        (dsl.add, (five, 1), 6),
        (dsl.flip, (five,), False),
    ]:
        named = dict(zip((name for name, _ in parameters(function)), args))
        assert function(*args) == function(**named) == wanted


@pytest.mark.parametrize("dialect", MODULES)
def test_fill_reads_positions_all_around_the_grid(dialect: str) -> None:
    fill, chance = dsl_functions(dialect)["fill"], random.Random(7)
    grid = tuple(tuple(chance.randrange(3) for _ in range(5)) for _ in range(4))
    numbers = [*range(-8, 9), *NUMBERS, *Named, -257, -(2**30), False]
    everywhere = [(i, j) for i in numbers for j in numbers]
    for patch in [everywhere, chance.sample(everywhere, 300), [(i, j) for i, j in everywhere if i != j]]:
        wanted = tuple(tuple(7 if (i, j) in patch else v for j, v in enumerate(row)) for i, row in enumerate(grid))
        assert fill(grid, 7, frozenset(patch)) == wanted
        assert fill(grid, 7, tuple(patch)) == wanted
    # A far position does not hide what is none.
    for odd in [(300, None), (None, 300), (300, (1, 2)), ("x", 0), (1, 2.0), (1, 10**30)]:
        for patch in (frozenset({odd, (9, 9)}), (odd, (9, 9))):
            with pytest.raises(Fault):
                fill(grid, 7, patch)


def test_filled_rows_that_are_alike_are_one_object() -> None:
    grid = tuple((0, r % 2, 0, 3) for r in range(6))
    filled = dsl.fill(grid, 3, frozenset((r, 0) for r in range(6)))
    assert filled == tuple((3, r % 2, 0, 3) for r in range(6))
    assert filled[0] is filled[2] is filled[4] and filled[1] is filled[3] is filled[5]
    assert all(a is b for a, b in zip(dsl.fill(grid, 3, frozenset((r, 3) for r in range(6))), grid))


def an_object(chance: random.Random, size: int, colours: list[int], far: bool) -> frozenset:
    rows = range(-40, 400) if far else range(12)
    return frozenset((chance.choice(colours), (chance.choice(rows), chance.randrange(30))) for _ in range(size))


@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("palette", [1, 2, 10])
@pytest.mark.parametrize("size", [1, 4, 5, 12, 40])
def test_sets_of_objects_are_sorted(size: int, palette: int, far: bool) -> None:
    """Objects with and without a smallest colour, or cell, of their own; small ones, large ones, both."""
    chance = random.Random(f"{size} {palette} {far}")
    for count in [2, 3, 9, 32, 33, 120]:
        colours = chance.sample(range(10), palette)
        sizes = [chance.choice([1, size, size + chance.randrange(9)]) for _ in range(count)]
        objects = frozenset(an_object(chance, n, colours if far else [chance.choice(colours)], far) for n in sizes)
        wanted = tuple(sorted(objects, key=sorted))
        assert dsl.totuple(objects) == wanted
        assert dsl.totuple(container=objects) == wanted
        places = frozenset(frozenset(place for _, place in o) for o in objects)
        assert dsl.totuple(places) == tuple(sorted(places, key=sorted))
        # Objects and sets of positions in one, and an empty one.
        mixed = objects | places | {frozenset()}
        assert dsl.totuple(mixed) == dsl.totuple(container=mixed)


@pytest.mark.parametrize("dialect", MODULES)
def test_short_ways_change_no_argument_and_share_rows(dialect: str) -> None:
    ops = dsl_functions(dialect)
    grid = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    kept = tuple(map(tuple, map(list, grid)))
    filled = ops["fill"](grid, 0, frozenset({(1, 1)}))
    assert filled == ((1, 2, 3), (4, 0, 6), (7, 8, 9))
    assert filled[0] is grid[0] and filled[2] is grid[2]
    assert ops["replace"](grid, 5, 0) == filled
    assert grid == kept


def test_truth_is_a_truth_value() -> None:
    """Where an op is declared to answer yes or no, the answer is True or False on both ways."""
    for function, args in [
        (dsl.even, (2,)),
        (dsl.greater, (2, 1)),
        (dsl.equality, ((1,), (1,))),
        (dsl.contained, (1, (1,))),
        (dsl.portrait, (((1,), (2,)),)),
        (dsl.flip, (0,)),
        (dsl.hline, (frozenset({(0, 0)}),)),
    ]:
        named = dict(zip((name for name, _ in parameters(function)), args))
        assert function(*args) is True
        assert function(**named) is True


def test_deep_and_shared_values_end() -> None:
    """A tuple of itself, many times over, is refused or answered, never followed for ever."""
    deep: Any = ()
    for _ in range(100_000):
        deep = (deep,)
    for call in (lambda: dsl.identity(deep), lambda: dsl.equality(deep, (deep,)), lambda: dsl.initset(deep)):
        outcome(call)
