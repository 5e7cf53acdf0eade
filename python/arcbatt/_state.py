"""Partial programs as states: for search and learning that look at values while a program is written."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from . import _arcbatt
from ._data import Task, whole_text
from ._engine import _budget, _count
from ._program import Program, _name
from ._values import value
from .errors import DataError

if TYPE_CHECKING:
    import numpy as np

#: The most that a program may cost in a state, on a sample.
MOST_COST = 1 << 25


class Vocabulary:
    """What lines are made of in a dialect, by number.

    `ops`: their names; an op's number is its place, and the last one, "call", calls the function in the first argument. `words`: what may
    stand as an argument: 0 is nothing, 1 is I, 2 is S, then the constants and the ops as functions; lines of a state come behind, the
    first one has the number `first_line`. `classes`: what places take, in words. `places`: an array that gives the class of each place
    of each op. `faults` and `kinds`: kinds of failures and of values by their numbers in arrays, 0 is none.
    """

    __slots__ = ("dialect", "ops", "words", "classes", "faults", "kinds", "first_line", "_places", "_op", "_word", "_sizes")

    def __init__(self, dialect: str) -> None:
        known = _arcbatt.state_words(whole_text("dialect", dialect))
        self.dialect = dialect
        self.ops: tuple[str, ...] = (*known["ops"], "call")
        self.words: tuple[str, ...] = ("", *known["words"])
        self.classes: tuple[str, ...] = tuple(known["classes"])
        self.faults: tuple[str | None, ...] = (None, *known["faults"])
        self.kinds: tuple[str | None, ...] = (None, *known["kinds"])
        self.first_line = len(self.words)
        self._places = bytes(known["places"])
        self._op = {name: at for at, name in enumerate(self.ops)}
        self._word = {name: at for at, name in enumerate(self.words) if at}
        self._sizes: tuple[int, int, int] = known["side"]

    @staticmethod
    def of(dialect: str) -> Vocabulary:
        """The words of a dialect, "arc" or "batt"."""
        return _vocabulary(whole_text("dialect", dialect))

    @property
    def places(self) -> np.ndarray:
        """By op and place, the number of its class."""
        import numpy as np

        return np.frombuffer(self._places, dtype=np.uint8).reshape(len(self.ops), -1)

    def op(self, op: str | int) -> int:
        """The number of an op."""
        return self._numbered("op", op, self._op)

    def word(self, word: str | int) -> int:
        """The number of a word; lines are "x1", "x2" and so on."""
        if isinstance(word, str) and word not in self._word and _is_line(word):
            return self.first_line + int(word[1:9]) - 1
        return self._numbered("word", word, self._word)

    def _arity(self, op: int) -> int:
        """How many places an op has; all that there are where its number is none, which is told elsewhere."""
        most = self._sizes[2]
        return sum(map(bool, self._places[op * most : (op + 1) * most])) if 0 <= op < len(self.ops) else most

    def _numbered(self, what: str, name: str | int, known: dict[str, int]) -> int:
        if isinstance(name, str):
            if name in known:
                return known[name]
            from difflib import get_close_matches

            near = get_close_matches(name, known, 1)
            raise DataError(f"no {what} {name!r} in {self.dialect}" + (f"; did you mean {near[0]!r}?" if near else ""))
        return _number(what, name)

    def __repr__(self) -> str:
        return f"Vocabulary({self.dialect!r}, {len(self.ops)} ops, {self.first_line - 1} words)"


@lru_cache(maxsize=None)
def _vocabulary(dialect: str) -> Vocabulary:
    return Vocabulary(dialect)


class Seen(NamedTuple):
    """What states hold, as arrays with a row for each: what `step_batch` and `observe_batch` give.

    `illegal`: the action was none and the state stays as it was. `faults`: 0 if the last line has a value on every sample, else the
    place in `vocabulary.faults` of why it has none on the first one where it fails. `scores`: what the last line is worth, as
    `arcbatt.reward` has it. `fits`: by class and word, what may stand where. `grids` and `facts`: pictures and numbers.
    """

    illegal: np.ndarray
    faults: np.ndarray
    scores: np.ndarray
    fits: np.ndarray | None
    grids: np.ndarray | None
    facts: np.ndarray | None


class State:
    """A partial program on a task, with the values of all its lines on all samples, demo samples before test inputs.

    `dialect` is "arc" or "batt". `budget`: the most that a line's program may cost on a sample, or `(of a step, of a program)`. `lines`: how
    many it may have. `memory`: megabytes for values, which a state shares with its forks; beyond that they are forgotten, and computed
    again where needed.

    A line's value is what `program(line).run` gives. A line that fails on a sample stays and is marked there, and so do lines that
    use it; `undo` takes it back. Actions that are no line raise `DataError` and change nothing.
    """

    __slots__ = ("_native", "_task", "_settings", "_vocabulary")

    def __init__(
        self,
        task,
        *,
        dialect: str = "arc",
        budget: int | tuple[int, int] | None = None,
        lines: int = _arcbatt.STATE_LINES,
        memory: int = _arcbatt.STATE_MEMORY,
    ) -> None:
        self._task = Task.of(task)
        self._vocabulary = Vocabulary.of(dialect)
        usual = _arcbatt.SEARCH_BUDGET
        costs = _budget(budget) or (usual, usual)
        if costs[1] > MOST_COST:
            raise DataError(f"budget={budget!r}: a state's program may cost {MOST_COST} at most")
        for name, number, most in (("lines", lines, 1000), ("memory", memory, 1_000_000)):
            if _count(name, number) is None or number > most:
                raise DataError(f"{name}={number!r}: a whole number from 1 to {most}")
        self._settings = (costs, lines, memory)
        self._native = _arcbatt.NativeState(self._task._native, dialect, costs, lines, memory)

    def _with(self, native) -> State:
        state = State.__new__(State)
        state._native, state._task = native, self._task
        state._settings, state._vocabulary = self._settings, self._vocabulary
        return state

    @property
    def task(self) -> Task:
        """The task."""
        return self._task

    @property
    def dialect(self) -> str:
        """The language of its lines."""
        return self._vocabulary.dialect

    @property
    def vocabulary(self) -> Vocabulary:
        """What lines are made of."""
        return self._vocabulary

    @property
    def most_lines(self) -> int:
        """How many lines it may have."""
        return self._settings[1]

    @property
    def lines(self) -> list[str]:
        """Its lines as text, `x1 = rot90(I)` and so on."""
        return self._native.text()

    @property
    def actions(self) -> list[tuple[int, list[int]]]:
        """Its lines as numbers: an op, and the words in its places."""
        return self._native.actions()

    @property
    def hash(self) -> str:
        """32 hexadecimal digits made of its calls: the same for the same programs at the ends of its lines, in whatever order and however
        often they stand, with the same one last. The task is no part of it."""
        return self._native.hash()

    @property
    def value_hash(self) -> str:
        """32 hexadecimal digits made of what its lines give on all samples, failures included: the same wherever the same values are
        there and the last line gives the same, whatever calls made them."""
        return self._native.value_hash()

    @property
    def memory(self) -> int:
        """Bytes that the values of this state and its forks take, roughly."""
        return self._native.bytes()

    def step(self, op: str | int, arguments: Sequence[str | int] = ()) -> str | None:
        """Adds a line. `op`: the name or number of an op, or a line such as "x2" whose function is called. `arguments`: "I", "S", constants, ops as
        functions, lines "x1", "x2" and so on, by name or number. Gives None if the line has a value on every sample, else the kind of
        the first failure."""
        if isinstance(arguments, (str, bytes)) or not isinstance(arguments, Iterable):
            raise DataError(f"arguments is a list of words, not {type(arguments).__name__}")
        known = self._vocabulary
        called = [op] if _is_line(op) and op not in known._op else []
        number = known.op("call" if called else op)
        words = [known.word(word) for word in (*called, *arguments)]
        if 0 in words:
            raise DataError("word 0 stands for no argument: leave it out")
        if len(words) > (most := known._arity(number)):
            raise DataError(f"{known.ops[number]} takes {most} arguments, not {len(words)}")
        op_bytes, *rows = (n.to_bytes(8, sys.byteorder, signed=True) for n in (number, *words))
        seen = _arcbatt.step_states([self._native], op_bytes, b"".join(rows), len(words), True, (False, None), _NO_ROOM, 1)
        return known.faults[seen["faults"][0]]

    def undo(self, count: int = 1) -> None:
        """Takes back so many lines."""
        have = len(self)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= have:
            raise DataError(f"undo({count!r}): the state has {have} lines")
        self._native.truncate(have - count)

    def fork(self) -> State:
        """A state of its own with the same lines. Values are shared, so it costs next to nothing."""
        return self._with(self._native.fork())

    def fits(self) -> np.ndarray:
        """By class and word, whether the word may stand in a place of the class: `vocabulary.places` tells the class of each place. All of
        it is False when there is no room for a line."""
        seen = observe_batch([self], fits=True).fits
        assert seen is not None
        return seen[0]

    def legal(self, op: str | int | None = None) -> np.ndarray:
        """By op, place and word, whether the word may stand there, as declared types allow; for one op by place and word. An op may be
        used if each of its places allows something: `legal().any(2).all(1)`. Word 0 is nothing."""
        fits, places = self.fits(), self._vocabulary.places
        if op is None:
            return fits[places]
        number = self._vocabulary.op(op)
        if not 0 <= number < len(places):
            raise DataError(f"no op has the number {number}: they go from 0 to {len(places) - 1}")
        return fits[places[number]]

    def observe(self, samples: int | None = None, lines: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Pictures, samples x planes x 30 x 30, and facts, samples x planes x 4, both `uint8`. `samples`: the first so many, all demo samples
        without; `lines`: the last so many, all that it may have without. `observe_batch` does it for many states."""
        samples = self._task._native.demo_count if samples is None else samples
        seen = observe_batch([self], (samples, self.most_lines if lines is None else lines))
        assert seen.grids is not None and seen.facts is not None
        return seen.grids[0], seen.facts[0]

    def value(self, line: str | int | None = None, sample: int = 0, *, out: str | None = None):
        """The value of a line on a sample, the last line without; None where it fails."""
        samples = self._task._native.demo_count + self._task._native.test_count
        if isinstance(sample, bool) or not isinstance(sample, int) or not 0 <= sample < samples:
            raise DataError(f"sample {sample!r}: the task has {samples}, counted from 0, demo samples first")
        raw, fault = self._native.value(self._line(line), sample)
        return None if fault else value(raw, self.dialect, out)

    def faults(self, line: str | int | None = None) -> list[str | None]:
        """For each sample why a line has no value there, None where it has one."""
        place = self._line(line)
        samples = self._task._native.demo_count + self._task._native.test_count
        return [None] * samples if place is None else self._native.faults(place)

    def points(self, line: str | int | None = None) -> list[int]:
        """The points of a line as an answer, by demo sample: 1000 if it is right, at most 500 for what is like it."""
        return self._native.points(self._line(line))

    def score(self, line: str | int | None = None) -> float:
        """What a line is worth as an answer, from 0 to 1, as `arcbatt.reward` has it: 1 if it is right on all demo samples."""
        return self._native.score(self._line(line))

    @property
    def solved(self) -> bool:
        """Whether the last line fits all demo samples."""
        return self.score() == 1.0

    def program(self, line: str | int | None = None, *, name: str | None = None) -> Program:
        """The program that ends in a line, the last one without; with no lines, the one that gives its input back."""
        native = self._native.program(self._line(line))
        return Program._of(native if name is None else native.renamed(_name(name)))

    def _line(self, line: str | int | None) -> int | None:
        """A line's place, counted from 0; None for the input."""
        have = len(self)
        if line is None:
            return have - 1 if have else None
        if line == "I":
            return None
        number = int(line[1:9]) if isinstance(line, str) and _is_line(line) else line
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= have:
            raise DataError(f"no line {line!r}: the state has {have}, x1 is the first")
        return number - 1

    def __len__(self) -> int:
        return len(self._native)

    def __reduce__(self):
        return _state, (self._task, self.dialect, self._settings, self.actions)

    def __repr__(self) -> str:
        return f"State({self._task.id!r}, {self.dialect}, {len(self)} lines, score {self.score():.3f})"


def _is_line(word: str | int) -> bool:
    """Whether it is the name of a line, x1, x2 and so on."""
    return isinstance(word, str) and word[:1] == "x" and word[1:].isdecimal() and word[1] != "0"


def _state(task: Task, dialect: str, settings: tuple, actions: list) -> State:
    budget, lines, memory = settings
    state = State(task, dialect=dialect, budget=budget, lines=lines, memory=memory)
    for op, words in actions:
        state.step(op, words)
    return state


def step_batch(
    states: Sequence[State],
    ops,
    arguments,
    *,
    strict: bool = True,
    fits: bool = False,
    observe: tuple[int, int] | None = None,
    out: Seen | None = None,
    threads: int | None = None,
) -> Seen:
    """Adds a line to each of many states at once, on all processors and without Python's lock.

    `ops`: the number of an op for each state. `arguments`: a row of words for each. Arguments end at the first word 0 and where the op takes no more;
    what stands behind is not looked at. With `strict` an action that is no line raises before anything is done, else the state stays as
    it is and `illegal` says so. `fits=True` adds what may stand where next. `observe=(samples, lines)` adds pictures.
    `out`: an earlier answer of this size whose `fits`, `grids` and `facts` are written over. What comes of it does not depend on threads.
    """
    import numpy as np

    states, natives = _natives(states)
    ops, arguments = _whole("ops", ops, 1), _whole("arguments", arguments, 2)
    counts = (len(natives), len(ops), len(arguments))
    if len(set(counts)) > 1:
        raise DataError("{} states, {} ops, {} rows of arguments: give one of each for each state".format(*counts))
    wanted = (bool(fits), _frame(observe))
    told = _arcbatt.step_states(
        natives, ops.tobytes(), arguments.tobytes(), arguments.shape[1], bool(strict), wanted, _room(out), _count("threads", threads)
    )
    return _seen(states, told, observe)


def observe_batch(
    states: Sequence[State],
    observe: tuple[int, int] | None = None,
    *,
    fits: bool = False,
    out: Seen | None = None,
    threads: int | None = None,
) -> Seen:
    """What many states hold, as `step_batch` gives it, without a step."""
    states, natives = _natives(states)
    wanted = (bool(fits), _frame(observe))
    told = _arcbatt.look_at_states(natives, wanted, _room(out), _count("threads", threads))
    return _seen(states, {**told, "illegal": bytearray(len(natives))}, observe)


def _natives(states) -> tuple[list[State], list]:
    try:
        states = list(states)
        return states, [state._native for state in states]
    except (AttributeError, TypeError):
        raise DataError("states is a list of State") from None


#: No arrays to write over.
_NO_ROOM = (None, None, None)


def _room(out: Seen | None) -> tuple:
    """The memory of the arrays of an earlier answer."""
    if out is None:
        return _NO_ROOM
    if not isinstance(out, Seen):
        raise DataError(f"out is what an earlier call gave, not {type(out).__name__}")

    def memory(array):
        while hasattr(array, "base") and array.base is not None:
            array = array.base
        array = array.obj if isinstance(array, memoryview) else array
        if array is not None and not isinstance(array, bytearray):
            raise DataError("out= holds arrays that were made elsewhere")
        return array

    return tuple(memory(array) for array in (out.fits, out.grids, out.facts))


def _frame(observe) -> tuple[int, int] | None:
    if observe is None:
        return None
    if not isinstance(observe, tuple) or len(observe) != 2:
        raise DataError(f"observe={observe!r}: (samples, lines), how many of each are shown")
    for number in observe:
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= 1000:
            raise DataError(f"observe={observe!r}: two numbers from 0 to 1000")
    return observe


def _whole(name: str, given, dimensions: int) -> np.ndarray:
    """An array of 64-bit integers."""
    import numpy as np

    try:
        array = np.asarray(given)
        if array.dtype.kind not in "iu" and array.size:
            raise TypeError(f"numbers of type {array.dtype}")
        if array.ndim != dimensions and array.size:
            raise TypeError(f"{array.ndim} dimensions")
        if array.size and array.dtype.kind == "u" and array.max() >= 1 << 63:
            raise OverflowError("numbers beyond 64 bits")
        array = array if array.ndim == dimensions else array.reshape((len(array), 0)[:dimensions])
        return np.ascontiguousarray(array.astype(np.int64, casting="same_kind" if array.size else "unsafe"))
    except (TypeError, ValueError, OverflowError) as error:
        raise DataError(f"{name}: expected an array of integers with {dimensions} dimensions: {str(error)[:200]}") from None


def _number(what: str, number) -> int:
    from operator import index

    try:
        found = index(number)
    except TypeError:
        raise DataError(f"{what} {number!r}: a name or a number") from None
    if not -(1 << 63) <= found < 1 << 63:
        raise DataError(f"no {what} has the number {found}")
    return found


def _seen(states: Sequence[State], told: dict, observe: tuple[int, int] | None) -> Seen:
    import numpy as np

    count = len(states)
    fits = grids = facts = None
    if told["fits"] is not None:
        known = states[0]._vocabulary if count else Vocabulary.of("arc")
        words = known.first_line + (states[0].most_lines if count else 0)
        fits = np.frombuffer(told["fits"], dtype=np.bool_).reshape(count, len(known.classes), words)
    if observe is not None:
        samples, lines = observe
        side, facts_each, _ = Vocabulary.of("arc")._sizes
        grids = np.frombuffer(told["grids"], dtype=np.uint8).reshape(count, samples, 2 + lines, side, side)
        facts = np.frombuffer(told["facts"], dtype=np.uint8).reshape(count, samples, 2 + lines, facts_each)
    return Seen(
        np.frombuffer(told["illegal"], dtype=np.bool_),
        np.frombuffer(told["faults"], dtype=np.uint8),
        np.frombuffer(told["scores"], dtype=np.float64),
        fits,
        grids,
        facts,
    )
