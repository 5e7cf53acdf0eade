"""Stores: what searches found, in one database file."""

from __future__ import annotations

import os
from collections.abc import Iterable

from . import _arcbatt
from ._data import Dataset
from ._engine import programs_of
from ._program import Program
from .errors import DataError, ParseError, StoreError


class Kept:
    """A program that a store keeps for a task, with how good it is there.

    `score` is the demo score, 1000 for each demo sample that is right; `fits_demos` tells whether all of them
    are, `right_on_tests` whether the tests are, `demo_right` of `demo_count` and `test_right` of `test_count`
    how many; `cost` is its cost on the demo samples, `origin` a dict of where it came from.
    """

    __slots__ = ("program", "task", "_standing", "origin")

    def __init__(self, program: Program, task: str, standing: dict, origin: dict) -> None:
        self.program = program
        self.task = task
        self._standing = standing
        self.origin = origin

    @property
    def score(self) -> int:
        """The demo score."""
        return self._standing["demo_score"]

    @property
    def fits_demos(self) -> bool:
        """Whether it is right on all demo samples, also with the sample's own pair taken out of `S`."""
        return self._standing["fits_demos"]

    @property
    def right_on_tests(self) -> bool | None:
        """Whether it is right on all tests; None where their outputs are not known."""
        return self.test_right == self.test_count if self.test_count else None

    @property
    def demo_right(self) -> int:
        """Demo samples with the right output."""
        return self._standing["demo_right"]

    @property
    def demo_count(self) -> int:
        """Demo samples."""
        return self._standing["demo_count"]

    @property
    def test_right(self) -> int:
        """Test samples with the right output."""
        return self._standing["test_right"]

    @property
    def test_count(self) -> int:
        """Test samples whose output is known."""
        return self._standing["test_count"]

    @property
    def cost(self) -> int:
        """Cost on the demo samples."""
        return self._standing["cost"]

    def _fields(self) -> tuple:
        return (self.program, self.task, self._standing, self.origin)

    def __eq__(self, other: object) -> bool:
        return self._fields() == other._fields() if isinstance(other, Kept) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.program, self.task))

    def __reduce__(self):
        return Kept, self._fields()

    def __repr__(self) -> str:
        return f"Kept({self.program.name!r}, score {self.score}, {'fits the demos' if self.fits_demos else 'does not fit the demos'})"

    def _repr_html_(self) -> str:
        return self.program._repr_html_()


class Store:
    """A store: programs, results and lineage of searches in one file, which is made if it is not there.

    One process writes to a store at a time; `read_only=True` reads beside a writer. Use it in a `with`
    block, or `close()` it. A store that is pickled is opened again for reading.
    """

    __slots__ = ("_native", "_read_only")

    def __init__(self, path, *, read_only: bool = False) -> None:
        if not isinstance(path, (str, os.PathLike)):
            raise StoreError(f"a store is a path, not {type(path).__name__}")
        self._read_only = bool(read_only)
        try:
            self._native = _arcbatt.NativeStore(os.fspath(path), "read" if read_only else "create")
        except (UnicodeError, ValueError, TypeError) as error:
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"{path!r}: {error}") from None

    @property
    def path(self) -> str:
        """The file."""
        return str(self._native.path)

    def tasks(self) -> list[dict]:
        """The tasks it has programs for: `task`, `programs`, `best_score`, `demo_count`, and `fits_demos`,
        how many of them fit the demos."""
        return self._native.ask("tasks")

    def programs(self, task: str | None = None) -> list[Kept]:
        """The programs kept for a task, best first; those of all tasks without one."""
        return [_kept(row) for row in self._native.kept(task)]

    def runs(self) -> list[dict]:
        """The runs of `evolve` that it knows, with their settings and counters."""
        return self._native.ask("runs")

    def differs(self) -> list[dict]:
        """The differs in it."""
        return self._native.ask("differs")

    def add(
        self, programs, data=None, *, threads: int | None = None, allow_changed_data: bool = False
    ) -> dict:
        """Scores programs on the tasks in their names, and keeps those that are good enough.

        `programs` and `data` are as for `evaluate` and `Dataset.of`. Says how many were `added`, `known`
        before or `refused`, and which tasks are not in the data (`without_task`).
        """
        found, bad = programs_of(programs)
        if bad:
            place, error = next(iter(bad.items()))
            raise ParseError(f"programs[{place}]: {error}")
        natives = [program._native for program in found if program is not None]
        return self._native.add(natives, Dataset.of(data)._native, threads, allow_changed_data)

    def export(self, folder, tasks: Iterable[str] | None = None) -> int:
        """Writes the programs of some tasks, or of all, as files and an `index.json`; says how many."""
        known = [row["task"] for row in self.tasks()]
        wanted = known if tasks is None else list(tasks)
        for task in wanted:
            if task not in known:
                raise StoreError(f"{self.path}: it has no programs for task {task!r}")
        return self._native.export(os.fspath(folder), wanted)

    def merge(self, other) -> dict:
        """Brings everything of another store into this one; the same in whatever order it is done."""
        path = other.path if isinstance(other, Store) else os.fspath(other)
        if os.path.exists(path) and os.path.samefile(path, self.path):
            raise StoreError(f"{path}: a store cannot be merged into itself")
        return self._native.merge(path)

    def gc(self) -> dict:
        """Deletes what nothing kept descends from, and makes the file as small as it can be."""
        return self._native.ask("gc")

    def check(self) -> dict:
        """Checks everything in it; `wrong` counts the problems, `problems` tells the first ones."""
        return self._native.ask("check")

    def close(self) -> None:
        """Closes it; closing it again does nothing."""
        self._native.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_error) -> None:
        self.close()

    def __eq__(self, other: object) -> bool:
        return self.path == other.path if isinstance(other, Store) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.path)

    def __reduce__(self):
        return _opened, (self.path,)

    def __repr__(self) -> str:
        state = "" if self._native.is_open() else ", closed"
        return f"Store({self.path!r}{', read_only=True' if self._read_only else ''}{state})"


def _kept(row: dict) -> Kept:
    program = Program(row["text"], dialect=row["dialect"])
    return Kept(program, row["task"], row["standing"], row["origin"])


def _opened(path: str) -> Store:
    return Store(path, read_only=True)


def source_of(x):
    """A store or programs, as the engine takes them; programs that cannot be read are an error."""
    if isinstance(x, Store):
        return x._native
    programs, bad = programs_of(x)
    if bad:
        place, error = next(iter(bad.items()))
        raise ParseError(f"programs[{place}]: {error}")
    if not programs:
        raise DataError("there are no programs")
    return [program._native for program in programs]
