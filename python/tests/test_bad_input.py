"""What makes no sense is refused with words, and never brings the interpreter down."""

from __future__ import annotations

import random

import pytest

import arcbatt
from arcbatt import DataError, Engine, ParseError, Program, Task, evaluate

ROT = "def solve_a(I):\n    return rot90(I)\n"
TASK = Task("a", [([[1]], [[1]])])


class Sly(list):
    """A list that lies about its length."""

    def __len__(self):
        return 2

    def __iter__(self):
        raise RuntimeError("no")


class Crooked:
    """Looks like an array and is none."""

    shape = (1, 1)

    def tolist(self):
        raise RuntimeError("crooked")


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([], "without rows"),
        ([[]], "row 0 is empty"),
        ([[1, 2], [3]], "row 1 has 1 cells, row 0 has 2"),
        ([[1], [10]], "row 1, column 0: 10 is not a colour 0-9"),
        ([[-1]], "-1 is not a colour"),
        ([[2**100]], "is not a colour"),
        ([[1.0]], "row 0, column 0: expected a colour 0-9, found 1.0"),
        ([["1"]], "expected a colour 0-9, found '1'"),
        ([[None]], "found None"),
        ([1, 2], "row 0: expected a list of cells"),
        ("[[1]]", "expected a list of rows, found str"),
        (None, "found NoneType"),
        (5, "found int"),
        ({1: 2}, "no key \"train\""),
        ({1, 2}, "found set"),
        ([[1] * 31], "more than 30 cells"),
        ([[1]] * 31, "more than 30 rows"),
        ([[1]] * 100_000, "more than 30 rows"),
        ((row for row in [[1]]), "found generator"),
        (Crooked(), "crooked"),
        ([[[1]]], "expected a colour 0-9, found"),
    ],
)
def test_bad_grids(grid, message):
    with pytest.raises(DataError, match=message):
        Program(ROT).run(grid)


def test_lists_that_lie():
    with pytest.raises(arcbatt.ArcbattError):
        Program(ROT).run(Sly())
    loop: list = []
    loop.append(loop)
    with pytest.raises(DataError):
        Program(ROT).run(loop)


class Interrupting:
    """Like an array whose answer to one question is an interrupt."""

    def __init__(self, question):
        self.question = question

    def answer(self, question, other):
        if question == self.question:
            raise KeyboardInterrupt(question)
        return other

    @property
    def shape(self):
        return self.answer("shape", (1, 1))

    def tolist(self):
        return self.answer("tolist", [[self]])

    def __index__(self):
        return self.answer("index", 2**70)

    def __repr__(self):
        return self.answer("repr", "?")


@pytest.mark.parametrize("question", ["shape", "tolist", "index", "repr"])
def test_interrupts_are_about_no_grid(question):
    for call in (Program(ROT).run, lambda grid: Task("a", [(grid, [[1]])])):
        with pytest.raises(KeyboardInterrupt, match=question):
            call(Interrupting(question))
        with pytest.raises(DataError):
            call(Interrupting("none"))


def test_bad_arrays():
    np = pytest.importorskip("numpy")
    for array, message in (
        (np.zeros((2, 2)), "found 0.0"),
        (np.zeros((2, 2, 2), int), "3 dimensions"),
        (np.zeros(3, int), "row 0: expected a list of cells"),
        (np.zeros((0, 3), int), "without rows"),
        (np.zeros((3, 0), int), "row 0 is empty"),
        (np.zeros((31, 2), int), "31 x 2"),
        (np.zeros((10**4, 10**4), np.uint8), "10000 x 10000"),
        (np.array([["a"]]), "found 'a'"),
        (np.array([[300]]), "300 is not a colour"),
        (np.array(5), "0 dimensions"),
        (np.array([[None]]), "found None"),
        (np.array([[1j]]), "found 1j"),
        (np.array([[np.nan]]), "found nan"),
    ):
        with pytest.raises(DataError, match=message):
            Program(ROT).run(array)


@pytest.mark.parametrize(
    "text",
    ["", "\x00", "def", "def solve_a(I):", "import os", "\ud800", "def solve_a(I):\n    return " + "(" * 5000, "é"],
)
def test_bad_programs(text):
    with pytest.raises(ParseError):
        Program(text)
    results = evaluate([text, ROT], [TASK])
    assert list(results.bad) == [0] and [row.error for row in results] == ["parse", None]


def test_errors_point_at_the_place():
    with pytest.raises(ParseError, match="program:2:12") as caught:
        Program("def solve_a(I):\n    return rot99(I)\n")
    assert "rot90" in str(caught.value)


def test_wrong_kinds_of_things():
    for call, error, message in (
        (lambda: Program(5), ParseError, "a program is text, not int"),
        (lambda: Program(ROT, dialect="python"), ParseError, "no dialect"),
        (lambda: evaluate([5], [TASK]), ParseError, r"programs\[0\]: a program is text"),
        (lambda: evaluate(5, [TASK]), ParseError, "expected programs, found int"),
        (lambda: evaluate([ROT], 5), DataError, "expected tasks, found int"),
        (lambda: evaluate([ROT], [5]), DataError, "expected a task, found int"),
        (lambda: evaluate([ROT], [TASK], pairing="best"), DataError, "pairing"),
        (lambda: evaluate([ROT], [TASK], engine="cpu"), DataError, "expected an Engine"),
        (lambda: evaluate([ROT], [TASK], progress=5), DataError, "progress"),
        (lambda: evaluate([ROT], [TASK], out="list"), DataError, "out="),
        (lambda: Program(ROT).run([[1]], out="list"), DataError, "out="),
        (lambda: Program(ROT).trace(TASK, 1), DataError, "has samples 'demo 1' to 'demo 1', which are 0 to 0"),
        (lambda: Program(ROT).trace(TASK, "train[0]"), DataError, "has samples 'demo 1' to"),
        (lambda: Program(ROT).trace(TASK, "demo 2"), DataError, "not 'demo 2'"),
        (lambda: Program(ROT).trace(TASK, "test 1"), DataError, "not 'test 1'"),
        (lambda: arcbatt.load("no/such/file.py"), ParseError, "No such file"),
        (lambda: arcbatt.load(5), ParseError, "expected a path"),
        (lambda: arcbatt.load(ROT, errors="never"), DataError, "errors="),
        (lambda: Task(5, []), DataError, "the id of a task is text"),
        (lambda: Task("\ud800", []), DataError, "half characters"),
        (lambda: arcbatt.Dataset([], name=5), DataError, "the name of a data set is text, not int"),
        (lambda: arcbatt.Dataset([], name="\ud800"), DataError, "half characters"),
        (lambda: arcbatt.Dataset(5), DataError, "expected a list of tasks, found int"),
        (lambda: Program(ROT, name="\ud800"), ParseError, "cannot be the name"),
        (lambda: Program(ROT, name=5), ParseError, "a name is text"),
        (lambda: arcbatt.Dataset.of("\ud800"), arcbatt.ArcbattError, "."),
    ):
        with pytest.raises(error, match=message):
            call()


def test_bad_engines():
    for settings, error in (
        ({"backend": "gpu"}, arcbatt.DeviceError),
        ({"backend": "opencl:99"}, arcbatt.DeviceError),
        ({"backend": 5}, DataError),
        ({"threads": -1}, DataError),
        ({"threads": 0}, DataError),
        ({"threads": 1.5}, DataError),
        ({"threads": 2**70}, DataError),
        ({"policy": "kind"}, DataError),
        ({"budget": -1}, DataError),
        ({"budget": 0}, DataError),
        ({"budget": (1, 1 << 51)}, DataError),
        ({"budget": (1, 2, 3)}, DataError),
        ({"budget": "much"}, DataError),
        ({"device_memory": 0}, DataError),
    ):
        with pytest.raises(error):
            Engine(**settings)


def test_bytes_that_are_no_results():
    good = evaluate([ROT], [TASK])._native.to_bytes()
    native = arcbatt._arcbatt.NativeResults
    assert len(native.from_bytes(good, 1, 1)) == 1
    for bad in (b"", good[:-1], good + b"x", b"\xff" * 100):
        with pytest.raises(DataError):
            native.from_bytes(bad, 1, 1)
    for counts in ((2, 1), (1, 2)):
        with pytest.raises(DataError):
            native.from_bytes(good, *counts)


def test_values_that_are_none():
    for text in ("", "[", "[1,", "{", '{"fn":', "x", "9" * 40, "[" * 100_000):
        with pytest.raises(DataError):
            arcbatt._arcbatt.value(text, "arc")


def test_random_texts_raise_nothing_else():
    chance = random.Random(5)
    pieces = ["def ", "solve_a", "(I)", ":", "\n", "    ", "return ", "rot90", "(", ")", "I", "=", "x1", ",", "'", "é", "\t"]
    texts = ["".join(chance.choices(pieces, k=chance.randrange(40))) for _ in range(2000)]
    results = evaluate(texts, [TASK])
    assert len(results) == 2000 and all(row.error == "parse" for row in results if row.program is None)
