"""The search: batts, evolution, submissions and their grades."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import _arcbatt
from ._data import Dataset, whole_text
from ._engine import _count, programs_of
from ._prior import prior_text
from ._program import Program, at_hand, load
from ._store import Store, source_of
from .errors import DataError, ParseError

class Batt:
    """Many programs and differs merged into one function: `source` is a Python file, `table` says where
    each of its steps comes from (a dict)."""

    __slots__ = ("source", "_table")

    def __init__(self, source: str, table: str) -> None:
        self.source = source
        self._table = table

    @property
    def table(self) -> dict:
        """The step table."""
        import json

        return json.loads(self._table)

    def programs(self) -> list[Program]:
        """Its programs, one by one."""
        return load(self.source)

    def save(self, path) -> None:
        """Writes the batt, and its step table beside it with the ending .json."""
        path = os.fspath(path)
        table = os.path.splitext(path)[0] + ".json"
        if table == path:
            raise DataError(f"{path}: not the name of a Python file; the step table ends in .json")
        write_files((path, self.source), (table, self._table))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batt):
            return NotImplemented
        return (self.source, self._table) == (other.source, other._table)

    def __hash__(self) -> int:
        return hash(self.source)

    def __reduce__(self):
        return Batt, (self.source, self._table)

    def __repr__(self) -> str:
        return f"Batt({self.source.count(chr(10))} lines)"


def card(
    programs,
    *,
    seed: int = _arcbatt.SEED,
    data=None,
    dialect: str | None = None,
    tasks: Iterable[str] | None = None,
    count: int | None = None,
    freeze_solvers: bool = False,
    freeze_differs: bool = False,
    mutation_rate: float = _arcbatt.MUTATION_RATE,
) -> Batt:
    """Merges one program per task and the differs into one batt, mutated unless frozen.

    `programs` are as for `evaluate`, or a `Store`. The same seed gives the same batt, byte for byte.
    `tasks` takes only these, `count` a random sample of so many; `data` are the tasks on which mutants
    are tried.
    """
    wish = {
        "seed": _seed(seed),
        "dialect": None if dialect is None else whole_text("dialect", dialect),
        "tasks": None if tasks is None else _ids(tasks),
        "count": _count("count", count),
        "freeze_solvers": bool(freeze_solvers),
        "freeze_differs": bool(freeze_differs),
        "mutation_rate": _number("mutation_rate", mutation_rate),
    }
    data = None if data is None else Dataset.of(data)._native
    return Batt(*_arcbatt.card(source_of(programs), data, wish))


def evolve(
    data=None,
    programs=None,
    *,
    store=None,
    time: float | None = None,
    generations: int | None = None,
    tasks: Iterable[str] | None = None,
    population: int = _arcbatt.POPULATION,
    seed: int = _arcbatt.SEED,
    mutation_rate: float = _arcbatt.MUTATION_RATE,
    threads: int | None = None,
    memory: int = _arcbatt.SEARCH_MEMORY,
    shard: str | None = None,
    resume: bool = False,
    backend: str = "cpu",
    allow_changed_data: bool = False,
    solve: float = _arcbatt.SEARCH_EFFORT,
    beyond: bool = False,
    prior=None,
    callback: Callable[[dict], object] | None = None,
    progress: bool = False,
) -> dict:
    """Evolves programs for tasks; what is found is in the store.

    Starts from `programs`, else from those of the store, else from those at hand. `store` is a path or a
    `Store`; without one a temporary store is used. Ends after `time` seconds or `generations`, whichever
    comes first (ten minutes where neither is given); the generation under way when time is over is left out. `callback` gets a dict per
    generation and ends the search by returning False; so does KeyboardInterrupt, after the generation
    under way. `shard="1/4"` works on a part of the tasks; `resume=True` goes on with the last run of the
    store exactly as if it had never stopped. The strategies of `solve` give programs to start from, with
    the effort `solve` per task (0: none). Tasks with a program that fits their demos take no more
    time, and a search that has one for all of them ends, unless `beyond=True`. With `prior` (a `Prior`, a
    dict, or the path of a file) likely programs grow first, and mutation draws likely ops; a run that goes
    on takes the same one again.

    Gives what `batt evolve --json` prints, and `best`: by task id, the best program there is. Bounded by
    generations, it is the same for any number of threads.
    """
    if callback is not None and not callable(callback):
        raise DataError("callback: a function of one dict")
    if resume and (programs is not None or tasks is not None or shard is not None):
        raise DataError("resume=True goes on as the run was started: without programs, tasks and shard")
    if time is None and generations is None:
        time = _arcbatt.SEARCH_TIME
    wish = {
        "time": None if time is None else _number("time", time),
        "generations": None if generations is None else _seed(generations, "generations"),
        "tasks": None if tasks is None else _ids(tasks),
        "population": _count("population", population),
        "seed": _seed(seed),
        "mutation_rate": _number("mutation_rate", mutation_rate),
        "threads": _count("threads", threads),
        "memory": _count("memory", memory),
        "shard": None if shard is None else whole_text("shard", shard),
        "resume": bool(resume),
        "backend": whole_text("backend", backend),
        "allow_changed_data": bool(allow_changed_data),
        "solve": _number("solve", solve),
        "beyond": bool(beyond),
        "prior": prior_text(prior),
    }
    data = Dataset.of(data)
    if isinstance(store, Store):
        return _evolve(data, programs, store, wish, callback, progress)
    if store is not None:
        with Store(store) as opened:
            return _evolve(data, programs, opened, wish, callback, progress)
    import tempfile

    with tempfile.TemporaryDirectory(prefix="arcbatt-") as folder:
        with Store(os.path.join(folder, "store.db")) as opened:
            return _evolve(data, programs, opened, wish, callback, progress)


def _evolve(data: Dataset, programs, store: Store, wish: dict, callback, progress: bool) -> dict:
    pool = [] if wish["resume"] else _pool(data, programs, store)
    with _Watch(callback, progress, wish["generations"]) as watch:
        summary = _arcbatt.evolve(store._native, data._native, pool, wish, watch.tell)
    best: dict[str, Program] = {}
    for kept in store.programs():
        best.setdefault(kept.task, kept.program)
    return {**summary, "best": best}


def _pool(data: Dataset, programs, store: Store) -> list:
    if programs is None:
        if store.tasks():
            return []
        return [program._native for program in at_hand(data.name == "embedded")]
    found, bad = programs_of(programs)
    if bad:
        place, error = next(iter(bad.items()))
        raise ParseError(f"programs[{place}]: {error}")
    pool = [program for program in found if program is not None]
    if not any(program.kind != "differ" for program in pool):
        raise DataError("there is no program to start from: a solver is a function solve_<id> or verify_<id>")
    return [program._native for program in pool]


class _Watch:
    """Hands generations on to the callback and the bar."""

    def __init__(self, callback, progress: bool, total: int | None) -> None:
        self._callback = callback
        self._bar = None
        if progress:
            from ._progress import progress as bar

            self._bar = bar(total, "evolve", True)
        self.tell = None if callback is None and not progress else self._tell

    def _tell(self, generation: dict):
        if self._bar is not None:
            note = f"fits the demos: {generation['fits_demos']} of {generation['tasks']} tasks"
            self._bar.update(1 if generation["generation"] else 0, note)
        return None if self._callback is None else self._callback(generation)

    def __enter__(self) -> _Watch:
        if self._bar is not None:
            self._bar.__enter__()
        return self

    def __exit__(self, *_error) -> None:
        if self._bar is not None:
            self._bar.close()


def submit(store_or_programs, data, path=None, *, others: bool = False, threads: int | None = None) -> dict:
    """Two attempts for every test input, in Kaggle's form, also written to `path` if one is given.

    The best programs for each task answer first; programs in a list are for the tasks in their names. With
    `others`, programs of other tasks are tried where a task's own give fewer than two outputs. Guesses
    fill what is missing.
    """
    import json

    text, _report = _arcbatt.submit(
        source_of(store_or_programs), Dataset.of(data)._native, bool(others), _count("threads", threads)
    )
    if path is not None:
        write_files((path, text))
    return json.loads(text)


class Grade:
    """What a submission got: `tasks` tells by task id which test outputs are right (None where the right
    output is not known)."""

    __slots__ = ("tasks",)

    def __init__(self, tasks: dict[str, list[bool | None]]) -> None:
        self.tasks = tasks

    def _known(self) -> list[bool]:
        return [right for task in self.tasks.values() for right in task if right is not None]

    @property
    def outputs(self) -> int:
        """Test outputs that count."""
        return len(self._known())

    @property
    def right_outputs(self) -> int:
        """Test outputs that one of the two attempts equals."""
        return sum(self._known())

    @property
    def right_tasks(self) -> list[str]:
        """Tasks whose test outputs are all right."""
        known = {id: [s for s in task if s is not None] for id, task in self.tasks.items()}
        return [id for id, task in known.items() if task and all(task)]

    @property
    def score(self) -> float:
        """The share of right test outputs, 0 to 1."""
        return self.right_outputs / max(self.outputs, 1)

    def __eq__(self, other: object) -> bool:
        return self.tasks == other.tasks if isinstance(other, Grade) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self):
        return Grade, (self.tasks,)

    def __repr__(self) -> str:
        return f"Grade({self.score:.4f}, {self.right_outputs} of {self.outputs} outputs)"


#: Largest file of a submission that is read, in bytes.
_MOST_BYTES = 256 << 20


def grade(submission, data) -> Grade:
    """Grades a submission, a dict as `submit` gives it or the path of a file, by Kaggle's rule."""
    grade = Grade(dict(_arcbatt.grade(_submission(submission), Dataset.of(data)._native)))
    if not grade.outputs:
        raise DataError(
            "the data have no test outputs to grade by: name data with outputs, or put the *_solutions.json "
            "beside the challenges"
        )
    return grade


def _submission(submission) -> bytes:
    if isinstance(submission, (str, os.PathLike)):
        try:
            with open(submission, "rb") as file:
                text = file.read(_MOST_BYTES + 1)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise DataError(f"{os.fspath(submission)}: {reason}") from None
        if len(text) > _MOST_BYTES:
            raise DataError(f"{os.fspath(submission)}: larger than {_MOST_BYTES >> 20} MiB: no submission")
        return text
    if not isinstance(submission, Mapping):
        raise DataError(f"a submission is a dict or a path, not {type(submission).__name__}")
    import json

    try:
        return json.dumps(submission, default=_listed, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise DataError(f"the submission: {error}") from None


def _listed(x):
    """Arrays as lists."""
    if hasattr(x, "tolist"):
        return x.tolist()
    raise TypeError(f"{type(x).__name__} is no grid")


def write_files(*files: tuple[Any, str]) -> None:
    """Writes texts to their places: all of them or none, and never in the place of a store."""
    try:
        _arcbatt.write_files([(os.fspath(path), text) for path, text in files])
    except (TypeError, UnicodeError) as error:
        raise DataError(f"cannot write {files[0][0]!r}: {error}") from None


def _ids(tasks: Iterable[str]) -> list[str]:
    if isinstance(tasks, str):
        tasks = [id for id in tasks.replace(",", " ").split() if id]
    ids = list(tasks) if isinstance(tasks, Iterable) else []
    if not ids or not all(isinstance(id, str) for id in ids):
        raise DataError("tasks: a list of task ids")
    return [whole_text("the id of a task", id) for id in ids]


def _seed(seed: int, name: str = "seed") -> int:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 64:
        raise DataError(f"{name}={seed!r}: a whole number from 0")
    return seed


def _number(name: str, number) -> float:
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise DataError(f"{name}={number!r}: a number")
    try:
        return float(number)
    except OverflowError:
        raise DataError(f"{name}: a number below 1e308") from None
