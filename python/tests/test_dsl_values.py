"""What ops of `arcbatt.dsl` give for values of every size and kind, against Python's own answers."""

from __future__ import annotations

import enum
import random
import re
from typing import Any, Callable

import pytest

from arcbatt import Fault, dsl, dsl_batt
from arcbatt._arcbatt import dsl_functions

MODULES = {"arc": dsl, "batt": dsl_batt}
NAMES = [(dialect, name) for dialect in MODULES for name in dsl_functions(dialect)]

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
def test_wrong_number_of_arguments_is_refused(dialect: str, name: str) -> None:
    function = dsl_functions(dialect)[name]
    for number in (0, len(parameters(function)) + 1):
        with pytest.raises(TypeError):
            function(*[()] * number)


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
    if cells:
        assert dsl.color(cells) == min(colour for colour, _ in cells)
        assert dsl.first(cells) == min(cells) and dsl.last(cells) == max(cells)
        assert dsl.ulcorner(places) == (min(i for i, _ in places), min(j for _, j in places))


@pytest.mark.parametrize("side", [1, 2, 31, 63, 64, 65, 70])
def test_fill_of_grids_of_all_sizes(side: int) -> None:
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


def test_classes_made_from_integers_are_integers() -> None:
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
        assert function(*args) == wanted


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
        places = frozenset(frozenset(place for _, place in o) for o in objects)
        assert dsl.totuple(places) == tuple(sorted(places, key=sorted))


@pytest.mark.parametrize("dialect", MODULES)
def test_arguments_do_not_change_and_rows_are_shared(dialect: str) -> None:
    ops = dsl_functions(dialect)
    grid = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    kept = tuple(map(tuple, map(list, grid)))
    filled = ops["fill"](grid, 0, frozenset({(1, 1)}))
    assert filled == ((1, 2, 3), (4, 0, 6), (7, 8, 9))
    assert filled[0] is grid[0] and filled[2] is grid[2]
    assert ops["replace"](grid, 5, 0) == filled
    assert grid == kept


def test_truth_is_a_truth_value() -> None:
    """Where an op is declared to answer yes or no, the answer is True or False."""
    for function, args in [
        (dsl.even, (2,)),
        (dsl.greater, (2, 1)),
        (dsl.equality, ((1,), (1,))),
        (dsl.contained, (1, (1,))),
        (dsl.portrait, (((1,), (2,)),)),
        (dsl.flip, (0,)),
        (dsl.hline, (frozenset({(0, 0)}),)),
    ]:
        assert function(*args) is True


def test_deep_and_shared_values_end() -> None:
    """A tuple of itself, many times over, is refused or answered, never followed for ever."""
    deep: Any = ()
    for _ in range(100_000):
        deep = (deep,)
    for call in (lambda: dsl.identity(deep), lambda: dsl.equality(deep, (deep,)), lambda: dsl.initset(deep)):
        outcome(call)
