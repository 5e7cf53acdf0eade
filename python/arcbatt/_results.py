"""What programs gave on samples."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence

from . import _arcbatt
from ._data import Task
from ._program import Program
from ._values import value
from .errors import DataError, ParseError


class Outcome:
    """What a program gave on one sample.

    `kind` is "demo" or "test", `index` the place among these from 0, `match` whether the output is right
    (None where that is not known), `error` the kind of failure ("type", "arity", "empty", "index",
    "domain", "budget", "parse") or None, `cost` what it cost.
    """

    __slots__ = ("kind", "index", "match", "error", "cost", "_raw", "_dialect", "_out", "_again")

    def __init__(self, kind, index, match, error, cost, raw, dialect, out, again=None) -> None:
        self.kind = kind
        self.index = index
        self.match = match
        self.error = error
        self.cost = cost
        self._raw = raw
        self._dialect = dialect
        self._out = out
        self._again = again

    @property
    def name(self) -> str:
        """What people call the sample: "demo 1" is the first."""
        return f"{self.kind} {self.index + 1}"

    @property
    def output(self):
        """The output; None where the program failed or outputs were not kept. One of more than 4096
        elements is computed again when it is asked for."""
        return value(self._packed(), self._dialect, self._out)

    def _packed(self):
        if self._raw is True:
            self._raw = self._again()
        return self._raw

    def _fields(self) -> tuple:
        raw = self._packed()
        return (self.kind, self.index, self.match, self.error, self.cost, raw, self._dialect)

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._fields())

    def __reduce__(self):
        return Outcome, (*self._fields(), self._out)

    def __repr__(self) -> str:
        state = self.error or {True: "right", False: "wrong", None: "unknown"}[self.match]
        return f"{type(self).__name__}({self.name}, {state}, cost {self.cost})"


class Row(Outcome):
    """An `Outcome` with its `program` (None if it could not be read), the program's `position`, and
    its `task`."""

    __slots__ = ("program", "position", "task")

    def __init__(self, program, position, task, *fields) -> None:
        super().__init__(*fields)
        self.program = program
        self.position = position
        self.task = task

    def _fields(self) -> tuple:
        return (self.program, self.position, self.task, *super()._fields())

    def __reduce__(self):
        return Row, (*self._fields(), self._out)


class Results:
    """What programs gave on all samples of tasks.

    `programs` (None in the place of one that could not be read) and `tasks` are in the order given,
    `bad` tells why programs could not be read, by position, `stats` what was counted. Iteration goes
    through rows by task, sample and program; `results[program, task]` gives the outcomes of a program on
    a task, either of them by position, by name or id, or as an object.

    A row takes 14 bytes; outputs are kept once per sample and different output, up to 4096 elements
    each (`memory` is the sum in bytes).
    """

    __slots__ = ("_native", "programs", "tasks", "bad", "_stats", "_engine", "_out")

    #: Error kinds by their number in `columns()["error"]`; 0 is none.
    ERRORS = tuple(_arcbatt.ERRORS)

    def __init__(self, native, programs, tasks, bad, stats, engine, out) -> None:
        self._native = native
        self.programs: list[Program | None] = programs
        self.tasks: list[Task] = tasks
        self.bad: dict[int, ParseError] = bad
        self._stats: dict | str = stats
        self._engine = engine
        self._out = out

    @property
    def stats(self) -> dict:
        """What was counted: calls, failures, time and calls by op."""
        stats = self._stats
        if isinstance(stats, str):
            import json

            self._stats = stats = json.loads(stats)
        return stats

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self) -> Iterator[Row]:
        for place, task in enumerate(self.tasks):
            for row in self._native.rows(place):
                yield Row(self.programs[row[0]], row[0], task, *self._outcome(row))

    def __getitem__(self, key) -> list[Outcome]:
        if not isinstance(key, tuple) or len(key) != 2:
            raise TypeError("results[program, task]: both by position, by name or id, or as objects")
        program, task = _place(self.programs, key[0], "program"), _place(self.tasks, key[1], "task")
        return [Outcome(*self._outcome(row)) for row in self._native.rows(task, program)]

    def _outcome(self, row) -> tuple:
        position, place, sample, match, error, cost, raw = row
        program, task = self.programs[position], self.tasks[place]
        demo = task._native.demo_count
        kind, index = ("demo", sample) if sample < demo else ("test", sample - demo)
        dialect = "arc" if program is None else program.dialect
        again = None
        if raw is True:

            def again():
                return _arcbatt.run_one(program._native, self._engine._native, task._native, sample)[0]

        return kind, index, match, error, cost, raw, dialect, self._out, again

    @property
    def memory(self) -> int:
        """Bytes that rows and outputs take."""
        return self._native.memory

    def fits_demos(self) -> dict[str, list[int]]:
        """By task id, the positions of the programs that are right on all demo samples."""
        return {task.id: places for task, places in zip(self.tasks, self._native.fits_demos()) if places}

    def right_on_tests(self) -> dict[str, list[int] | None]:
        """By task id, the positions of the programs that are right on all tests; None where their outputs are not known."""
        given = zip(self.tasks, self._native.right_on_tests())
        return {task.id: places for task, places in given if places is None or places}

    def columns(self) -> dict:
        """All rows as numpy arrays of one length.

        `program` and `task` are positions, `test` tells test samples, `index` is the place among the
        demo or test samples, `match` is 1, 0, or -1 where it is not known, `error` a place in
        `Results.ERRORS`, `cost` what it cost.
        """
        try:
            import numpy as np
        except ImportError:
            raise ImportError("columns() needs numpy: pip install numpy") from None
        types = {
            "program": np.uint32,
            "task": np.uint32,
            "test": np.bool_,
            "index": np.uint32,
            "match": np.int8,
            "error": np.uint8,
            "cost": np.uint64,
        }
        columns = self._native.columns()
        return {name: np.frombuffer(columns[name], dtype=type) for name, type in types.items()}

    def to_pandas(self):
        """All rows as a pandas DataFrame; outputs stay here."""
        try:
            import numpy as np
            import pandas as pd
        except ImportError:
            raise ImportError("to_pandas() needs pandas: pip install pandas") from None
        columns = self.columns()
        names = ["" if program is None else program.name for program in self.programs]
        return pd.DataFrame(
            {
                "program": columns["program"],
                "name": _category(pd, names, columns["program"]),
                "task": _category(pd, [task.id for task in self.tasks], columns["task"]),
                "kind": pd.Categorical.from_codes(columns["test"].astype(np.int8), ["demo", "test"]),
                "index": columns["index"],
                "match": pd.arrays.BooleanArray(columns["match"] == 1, columns["match"] == -1),
                "error": pd.Categorical.from_codes(columns["error"].astype(np.int8) - 1, self.ERRORS[1:]),
                "cost": columns["cost"],
            }
        )

    @staticmethod
    def concat(parts: Sequence[Results], axis: str | None = None) -> Results:
        """The results of one call, of those of several: over the same programs and some of the tasks each
        (`axis="tasks"`), or over the same tasks and some of the programs each (`axis="programs"`).
        Without `axis` it is told by which of the two are the same."""
        parts = list(parts) if isinstance(parts, Iterable) else [parts]
        odd = [part for part in parts if not isinstance(part, Results)]
        if odd:
            raise DataError(f"expected a list of Results, found {type(odd[0]).__name__}")
        if not parts:
            raise DataError("there are no results to put together")
        if axis not in (None, "tasks", "programs"):
            raise DataError(f'axis={axis!r}: use "tasks", "programs" or None')
        first = parts[0]
        if axis is None:
            same = all(p.programs == first.programs and _texts(p.bad) == _texts(first.bad) for p in parts)
            axis = "tasks" if same else "programs"
        _check_fit(parts, axis)
        native = _arcbatt.NativeResults.join([part._native for part in parts], axis == "tasks")
        programs, tasks, bad = first.programs, first.tasks, first.bad
        if axis == "tasks":
            tasks = [task for part in parts for task in part.tasks]
        else:
            programs, bad = _joined(parts)
        stats = _sum([part.stats for part in parts])
        return Results(native, programs, tasks, bad, stats, first._engine, first._out)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Results):
            return NotImplemented
        return (
            self.programs == other.programs
            and self.tasks == other.tasks
            and _texts(self.bad) == _texts(other.bad)
            and self._native.same(other._native)
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self):
        state = self._native.to_bytes()
        return _results, (state, self.programs, self.tasks, self.bad, self.stats, self._engine, self._out)

    def __repr__(self) -> str:
        return f"Results({len(self.programs)} programs, {len(self.tasks)} tasks, {len(self)} rows)"

    def _repr_html_(self) -> str | None:
        from . import show

        html = getattr(show, "results_html", None)
        return None if html is None else html(self)


def _results(state: bytes, programs, tasks, bad, stats, engine, out) -> Results:
    native = _arcbatt.NativeResults.from_bytes(state, len(programs), len(tasks))
    return Results(native, programs, tasks, bad, stats, engine, out)


def _place(items: list, key, what: str) -> int:
    """The position of a program or task."""
    key = _position(key)
    if isinstance(key, int) and not isinstance(key, bool):
        if not -len(items) <= key < len(items):
            raise IndexError(f"there are {len(items)} {what}s, none at {key}")
        return key % len(items)
    for place, item in enumerate(items):
        if item is not None and (item is key or key in (item.name if what == "program" else item.id, item)):
            return place
    raise KeyError(f"no {what} {key!r} in these results")


def _position(key):
    """Whatever stands for an integer, such as an element of a column, as that integer."""
    try:
        return key if isinstance(key, bool) else operator.index(key)
    except TypeError:
        return key


def _category(pd, names: list[str], codes):
    """Names by code; several programs may have one name."""
    known = {name: None for name in names}
    places = {name: place for place, name in enumerate(known)}
    if len(known) < len(names):
        import numpy as np

        codes = np.array([places[name] for name in names], dtype=np.int32)[codes]
    return pd.Categorical.from_codes(codes.astype("int32"), list(known))


def _texts(bad: dict) -> dict:
    return {position: str(error) for position, error in bad.items()}


def _check_fit(parts: list[Results], axis: str) -> None:
    first = parts[0]
    shared = "programs" if axis == "tasks" else "tasks"
    for part in parts:
        if getattr(part, shared) != getattr(first, shared):
            raise DataError(f"these results do not fit together: to join their {axis} they must share {shared}")
        if part._engine != first._engine:
            raise DataError("these results do not fit together: they were made by different rules")


def _joined(parts: list[Results]) -> tuple[list, dict]:
    programs: list = []
    bad: dict = {}
    for part in parts:
        bad.update({len(programs) + position: error for position, error in part.bad.items()})
        programs += part.programs
    return programs, bad


#: Counters that do not add up.
_LARGEST = ("peak_value_bytes", "threads")


def _sum(stats: list[dict]) -> dict:
    total: dict = {}
    for part in stats:
        for key, item in part.items():
            before = total.get(key)
            if before is None:
                total[key] = dict(item) if isinstance(item, dict) else item
            elif isinstance(item, dict):
                total[key] = _sum([before, item])
            elif isinstance(item, (int, float)):
                total[key] = max(before, item) if key in _LARGEST else before + item
    return total
