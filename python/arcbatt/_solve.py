"""Answers for tasks that nobody wrote a program for."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import overload

from . import _arcbatt
from ._data import Dataset, Task, tasks_of
from ._engine import _count, _Teller
from ._grid import unpack, wants_numpy
from ._prior import prior_text
from ._program import Program
from ._search import _number, _seed, write_files
from ._store import Store
from .errors import DataError

#: What says nothing about the answers.
_TIMES = ("seconds", "totals")


class Found(Program):
    """A program that gives an attempt, run alone by the engine before it is shown.

    `strategy` found it, `fits` tells for each demo sample whether it is right there, `cost` how complicated
    it is (in bits, comparable within one strategy), `left_out` the share of demo samples that its strategy
    got right without having seen them, None where that was not tried.
    """

    __slots__ = ("strategy", "fits", "cost", "left_out")

    def __init__(
        self, source: str, strategy: str, fits: list[bool], cost: float, left_out: float | None = None
    ) -> None:
        super().__init__(source, dialect="batt")
        self.strategy = strategy
        self.fits = fits
        self.cost = cost
        self.left_out = left_out

    def __reduce__(self):
        return Found, (self.source, self.strategy, self.fits, self.cost, self.left_out)

    def __repr__(self) -> str:
        fits = f"fits {sum(self.fits)} of {len(self.fits)}"
        return f"Found({self.name!r}, {self.strategy!r}, {fits}, {self.steps} steps)"


class Candidate:
    """Something that a strategy found: outputs for test inputs, and the program that gives them.

    `strategy`, `fits`, `cost` and `left_out` are those of `Found`. `ranks` and `chances` tell for each test
    input where its output stands among all different ones, 1 being the most likely, and how likely it is to
    be right; None where it has none.
    """

    __slots__ = ("strategy", "fits", "cost", "left_out", "ranks", "chances", "_source", "_outputs", "_out")

    def __init__(
        self, strategy, fits, cost, left_out, source, outputs, ranks, chances, out: str | None = None
    ) -> None:
        self.strategy: str = strategy
        self.fits: list[bool] = fits
        self.cost: float = cost
        self.left_out: float | None = left_out
        self.ranks: list[int | None] = ranks
        self.chances: list[float | None] = chances
        self._source = source
        self._outputs = outputs
        self._out = out

    @property
    def outputs(self) -> list:
        """A grid for each test input, None where it fails."""
        return [None if packed is None else unpack(packed, self._out) for packed in self._outputs]

    @property
    def program(self) -> Program | None:
        """The program as its strategy wrote it; None where a strategy writes none. Only those in
        `Solution.programs` were run by the engine."""
        return None if self._source is None else Program(self._source, dialect="batt")

    def _fields(self) -> tuple:
        said = (self.strategy, self.fits, self.cost, self.left_out)
        return (*said, self._source, self._outputs, self.ranks, self.chances)

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if isinstance(other, Candidate) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self):
        return Candidate, (*self._fields(), self._out)

    def __repr__(self) -> str:
        return f"Candidate({self.strategy!r}, fits {sum(self.fits)} of {len(self.fits)}, cost {self.cost:.1f})"


class Solution:
    """Two attempts for every test input of a task, and the programs that give them.

    An attempt that no candidate gives is a guess: the input, the first demo output, an empty grid, a single
    cell. Solutions are equal if everything but the time they took is.
    """

    __slots__ = ("task", "_facts", "_out")

    def __init__(self, task: Task, facts: dict, out: str | None = None) -> None:
        self.task = task
        self._facts = facts
        self._out = out

    @property
    def id(self) -> str:
        """The id of the task."""
        return self.task.id

    @property
    def attempts(self) -> list[tuple]:
        """For each test input two grids."""
        return [tuple(unpack(packed, self._out) for packed, _, _ in pair) for pair in self._facts["attempts"]]

    @property
    def strategies(self) -> list[tuple[str | None, ...]]:
        """For each test input who gave the two attempts; None is a guess."""
        names = [strategy for strategy, *_ in self._facts["programs"]]
        tests = self._facts["attempts"]
        return [tuple(None if by is None else names[by] for _, by, _ in pair) for pair in tests]

    @property
    def chances(self) -> list[tuple[float | None, ...]]:
        """For each test input how likely the two attempts are to be right; None for a guess."""
        return [tuple(chance for _, _, chance in pair) for pair in self._facts["attempts"]]

    @property
    def matches(self) -> list[tuple[bool, ...] | None]:
        """For each test input which of the two attempts are right; None where that is not known."""
        return [None if right is None else tuple(right) for right in self._facts["right"]]

    @property
    def right(self) -> bool | None:
        """Whether every known test output equals one of its attempts; None where none is known."""
        known = [any(right) for right in self._facts["right"] if right is not None]
        return all(known) if known else None

    @property
    def programs(self) -> list[Found]:
        """The programs that give the attempts; attempts of strategies that write none have none."""
        rows = self._facts["programs"]
        return [Found(text, *said) for *said, text in rows if text is not None]

    @property
    def candidates(self) -> list[Candidate] | None:
        """Everything that was found, with `details=True`; None without."""
        rows = self._facts["candidates"]
        return None if rows is None else [Candidate(*(*row, self._out)) for row in rows]

    @property
    def candidate_count(self) -> int:
        """How many different candidates were found."""
        return self._facts["candidate_count"]

    @property
    def fits_demos(self) -> bool:
        """Whether some candidate is right on all demo samples."""
        return self._facts["fits_demos"]

    @property
    def answered(self) -> int:
        """Test inputs with an attempt that is no guess."""
        return self._facts["totals"]["answered"]

    @property
    def units(self) -> int:
        """Work that was done; an effort of 1 allows 200 million units."""
        return self._facts["units"]

    @property
    def how(self) -> str:
        """How the work ended: "tried" (everything), "spent" (the effort), "stopped", "untried", "failed"
        (by a defect of ours)."""
        return self._facts["how"]

    @property
    def cut(self) -> bool:
        """Whether `seconds_per_task` cut it short."""
        return self._facts["cut"]

    @property
    def seconds(self) -> float:
        """Processor seconds that it took."""
        return self._facts["seconds"]

    def _said(self) -> tuple:
        return (self.task, {key: fact for key, fact in self._facts.items() if key not in _TIMES})

    def __eq__(self, other: object) -> bool:
        return self._said() == other._said() if isinstance(other, Solution) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self):
        return Solution, (self.task, self._facts, self._out)

    def __repr__(self) -> str:
        right = {True: ", right", False: ", wrong", None: ""}[self.right]
        return f"Solution({self.id!r}, {self.answered} of {len(self._facts['attempts'])} answered{right})"

    def _repr_html_(self) -> str:
        from . import show

        return show.solution_html(self)


class Solutions(Sequence):
    """Solutions in the order of the tasks: a sequence, and a lookup by task id.

    `data` are the tasks with those that cannot be read, `seconds` the time by the clock, `interrupted` tells
    whether Ctrl-C or the callback ended the work, `stored` what became of the programs in the store.
    """

    __slots__ = ("data", "_solutions", "_places", "_about")

    def __init__(self, data: Dataset, solutions: list[Solution], about: dict) -> None:
        self.data = data
        self._solutions = solutions
        self._about = about
        self._places: dict[str, int] = {}
        for place, solution in enumerate(solutions):
            self._places.setdefault(solution.id, place)

    @property
    def ids(self) -> list[str]:
        """The ids of the tasks."""
        return list(self._places)

    @property
    def seconds(self) -> float:
        """Time by the clock."""
        return self._about["seconds"]

    @property
    def interrupted(self) -> bool:
        """Whether it was ended before all tasks were done."""
        return self._about["interrupted"]

    @property
    def stored(self) -> dict | None:
        """How many programs are `new` in the store, `known`, `refused`, `evicted` or `too_long`; None
        without a store."""
        return self._about["stored"]

    @property
    def answered(self) -> int:
        """Test inputs with an attempt that is no guess."""
        return self._sums()["answered"]

    @property
    def right(self) -> int | None:
        """Test outputs that one of the two attempts equals; None where none is known."""
        return self._sums()["right"]

    def _sums(self) -> dict:
        return _sum([_NOTHING, *(solution._facts["totals"] for solution in self._solutions)])

    def totals(self) -> dict:
        """Counts over all tasks, as `batt solve --json` has them."""
        about = {key: item for key, item in self._about.items() if key != "defect"}

        def ids(is_one: Callable[[Solution], bool]) -> list[str]:
            return [solution.id for solution in self._solutions if is_one(solution)]

        return {
            **self._sums(),
            **about,
            "cut": ids(lambda solution: solution.cut),
            "untried": ids(lambda solution: solution.how == "untried"),
            "failed": ids(lambda solution: solution.how == "failed"),
            "data_version": self.data.version,
            "unreadable_tasks": len(self.data.bad),
        }

    def submission(self, path=None) -> dict:
        """The attempts in Kaggle's form, also written to `path` if one is given: whole or not at all, and
        never in the place of a store. Tasks of the data that cannot be read have guesses as far as their
        test inputs can be read."""
        import json

        _check_ids(self._solutions, "a submission")
        attempts = [
            (solution.id, [tuple(packed for packed, _, _ in pair) for pair in solution._facts["attempts"]])
            for solution in self._solutions
        ]
        text = _arcbatt.solve_submission(self.data._native, attempts)
        if path is not None:
            write_files((path, text))
        return json.loads(text)

    def to_pandas(self):
        """All attempts as a pandas DataFrame, two rows for each test input; the grids stay here."""
        try:
            import pandas as pd
        except ImportError:
            raise ImportError("to_pandas() needs pandas: pip install pandas") from None
        rows = [row for solution in self._solutions for row in _rows(solution)]
        columns = zip(*rows) if rows else [()] * len(_COLUMNS)
        frame = pd.DataFrame({name: list(column) for name, column in zip(_COLUMNS, columns)})
        return frame.astype(_COLUMNS)

    def get(self, id: str, default: Solution | None = None) -> Solution | None:
        """The solution of a task, or `default`."""
        return self[id] if id in self._places else default

    def keys(self) -> list[str]:
        """The ids of the tasks: `dict(solutions)` is a dict by id."""
        return self.ids

    def items(self) -> list[tuple[str, Solution]]:
        """Ids and solutions."""
        return [(id, self._solutions[place]) for id, place in self._places.items()]

    def __len__(self) -> int:
        return len(self._solutions)

    def __iter__(self) -> Iterator[Solution]:
        return iter(self._solutions)

    @overload
    def __getitem__(self, key: int | str | Task) -> Solution: ...

    @overload
    def __getitem__(self, key: slice) -> list[Solution]: ...

    def __getitem__(self, key):
        key = key.id if isinstance(key, Task) else key
        if isinstance(key, str):
            if key not in self._places:
                raise KeyError(f"no task {key!r} in these solutions")
            return self._solutions[self._places[key]]
        return self._solutions[key]

    def __contains__(self, x: object) -> bool:
        x = x.id if isinstance(x, Task) else x
        return x in self._places if isinstance(x, str) else x in self._solutions

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solutions):
            return NotImplemented
        return (self.data, self._solutions) == (other.data, other._solutions)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self):
        return Solutions, (self.data, self._solutions, self._about)

    def __repr__(self) -> str:
        sums = self._sums()
        right = "" if sums["right"] is None else f", {sums['right']} of {sums['known_outputs']} right"
        answered = f"{sums['answered']} of {sums['test_inputs']} answered"
        return f"Solutions({len(self)} tasks, {answered}{right})"

    def _repr_html_(self) -> str:
        from . import show

        return show.solutions_html(self)


def solve(
    tasks,
    *,
    effort: float | None = None,
    seconds_per_task: float | None = None,
    threads: int | None = None,
    memory: int = _arcbatt.SOLVE_MEMORY,
    seed: int = _arcbatt.SEED,
    store=None,
    allow_changed_data: bool = False,
    details: bool = False,
    prior=None,
    callback: Callable[[Solution], object] | None = None,
    progress: bool | Callable[[int, int], object] = False,
    out: str | None = None,
) -> Solutions:
    """Two attempts for every test input of tasks that nobody wrote a program for.

    `tasks`: whatever `Dataset.of` and `Task.of` take. `effort` is the work per task, 1 unless told otherwise:
    about so many seconds of a processor, counted and not timed, so the answers are the same everywhere and
    for any number of threads. `seconds_per_task` means an effort of as much, and at most so many processor
    seconds per task on average for all tasks together. `memory`: megabytes that a task may take. `store`, a
    path or a `Store`, keeps the programs that fit demo samples. `details=True` keeps all candidates. `prior` (a `Prior`,
    a dict, or the path of a file) is what strategy `repair` goes by.

    `callback` gets a `Solution` whenever a task is done, in whatever order that is, and ends the work by
    returning False; so does KeyboardInterrupt. Tasks under way are then answered with what was found so far,
    the others by guesses. `progress` and `out` are as for `evaluate`. Test outputs are used for reports alone.
    """
    wants_numpy(out)
    if callback is not None and not callable(callback):
        raise DataError("callback: a function of one Solution")
    wish = wish_of(effort, seconds_per_task, threads, memory, seed, details, allow_changed_data, prior)
    data, chosen = data_of(tasks)
    begun = time.monotonic()
    if store is None or isinstance(store, Store):
        facts, report = run(data, chosen, wish, store, callback, progress, out)
    else:
        with Store(store) as opened:
            facts, report = run(data, chosen, wish, opened, callback, progress, out)
    return solutions_of(data, chosen, facts, about_of(wish, report, time.monotonic() - begun), out)


def wish_of(effort, seconds_per_task, threads, memory, seed, details, allow_changed_data, prior=None) -> dict:
    """What is asked for, as the engine takes it."""
    # 0 means all processors on the command line.
    threads = None if threads == 0 and not isinstance(threads, bool) else threads
    return {
        "effort": None if effort is None else _number("effort", effort),
        "seconds_per_task": None if seconds_per_task is None else _number("seconds_per_task", seconds_per_task),
        "threads": _count("threads", threads),
        "memory": _count("memory", memory),
        "seed": _seed(seed),
        "prior": prior_text(prior),
        "details": bool(details),
        "allow_changed_data": bool(allow_changed_data),
    }


def data_of(x) -> tuple[Dataset, list[Task]]:
    """The data set that tasks belong to, and the tasks in the order given."""
    if x is None or isinstance(x, (str, os.PathLike, Dataset)):
        data = Dataset.of(x)
        return data, list(data)
    tasks = tasks_of(x)
    data = Dataset(tasks, str(getattr(x, "name", "tasks")))
    # The same objects in both places, where ids tell them.
    return data, tasks if len(data) < len(tasks) else [data[task.id] for task in tasks]


def run(
    data: Dataset, tasks: list[Task], wish: dict, store: Store | None, callback=None, progress=False, out=None
) -> tuple[list[dict], dict]:
    """Facts of each task, and what there is to say of all."""
    if store is not None:
        _check_ids(tasks, "a store")

    def tell(place: int, facts: dict):
        return callback(Solution(tasks[place], facts, out))

    with _Teller(progress, "solve") as teller:
        return _arcbatt.solve(
            data._native,
            [task._native for task in tasks],
            wish,
            None if store is None else store._native,
            None if callback is None else tell,
            teller.tell,
        )


def about_of(wish: dict, report: dict, seconds: float) -> dict:
    """What is known beside the solutions."""
    asked = {key: wish[key] for key in ("seconds_per_task", "memory", "seed")}
    return {**asked, **report, "seconds": seconds}


def solutions_of(data: Dataset, tasks: list[Task], facts: list[dict], about: dict, out: str | None) -> Solutions:
    """Everything together; a defect of ours is told and takes no answer away."""
    if about["defect"] is not None:
        warnings.warn(f"internal error, please report: {about['defect']}", RuntimeWarning, stacklevel=3)
    return Solutions(data, [Solution(task, fact, out) for task, fact in zip(tasks, facts)], about)


def _check_ids(items: Sequence, what: str) -> None:
    seen: set[str] = set()
    for item in items:
        if item.id in seen:
            raise DataError(f"two tasks are called {item.id!r}: {what} tells tasks by their ids")
        seen.add(item.id)


#: The columns of `to_pandas`.
_COLUMNS = {
    "task": "category",
    "index": "uint32",
    "attempt": "uint8",
    "match": "boolean",
    "strategy": "category",
    "chance": "float64",
    "fits_demos": "bool",
    "how": "category",
}


def _rows(solution: Solution) -> Iterator[tuple]:
    tests = zip(solution.matches, solution.strategies, solution.chances)
    for index, (matches, strategies, chances) in enumerate(tests):
        for attempt, (match, strategy, chance) in enumerate(zip(matches or (None, None), strategies, chances)):
            about = (match, strategy, chance, solution.fits_demos, solution.how)
            yield (solution.id, index, attempt + 1, *about)


#: The totals of no task.
_NOTHING: dict = {
    **dict.fromkeys(("tasks", "test_inputs", "answered", "guesses", "fits_demos", "known_outputs"), 0),
    **{"right": None, "right_first": None, "cpu_seconds": 0.0, "by_strategy": {}},
}


def _sum(totals: list[dict]) -> dict:
    """Numbers are added, None where there is none; dicts summed by key."""
    total: dict = {}
    for part in totals:
        for key, item in part.items():
            before = total.get(key)
            if isinstance(item, dict):
                total[key] = _sum([before or {}, item])
            else:
                total[key] = item if before is None else before + (item or 0)
    if total.get("right") is not None:
        for strategy in total.get("by_strategy", {}).values():
            # Somewhere it is known what is right, so nothing of the others is.
            strategy["right"] = strategy["right"] or 0
    return total
