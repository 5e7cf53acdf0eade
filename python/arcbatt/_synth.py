"""Tasks with known programs, for training."""

from __future__ import annotations

from collections.abc import Iterator

from . import _arcbatt
from ._data import Dataset, Task
from ._engine import _count
from ._prior import prior_text
from ._program import Program, at_hand
from ._search import _seed
from ._store import Store, source_of
from .errors import DataError


class Synthetic:
    """A task that was made: `task`, a `program` that solves it, and `facts`, a dict that says where both come from, what the
    program costs and how hard the task may be (docs/synth.md has all of it)."""

    __slots__ = ("task", "program", "facts")

    def __init__(self, task: Task, program: Program, facts: dict) -> None:
        self.task = task
        self.program = program
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Synthetic):
            return NotImplemented
        return (self.task, self.program, self.facts) == (other.task, other.program, other.facts)

    def __hash__(self) -> int:
        return hash(self.task)

    def __reduce__(self):
        return Synthetic, (self.task, self.program, self.facts)

    def __repr__(self) -> str:
        return f"Synthetic({self.task.id!r}, {self.facts.get('lines')} lines, difficulty {self.facts.get('difficulty')})"

    def _repr_html_(self) -> str:
        return self.task._repr_html_()


def synth(
    count: int | None = None,
    programs=None,
    *,
    data=None,
    pairs: int = _arcbatt.PAIRS,
    seed: int = _arcbatt.SEED,
    budget: int = _arcbatt.SYNTH_BUDGET,
    threads: int | None = None,
    prior=None,
) -> Iterator[Synthetic]:
    """Tasks with known programs, one after the other, as `batt synth` makes them.

    Programs, as they are, mutated and put together, run on inputs of `data` and on inputs made from these; what a program gives for at
    least `pairs` of them is a task, whatever it was written for. `programs` are as for `evaluate`, or a `Store`; without, those at
    hand. Without `count` there is no end, or one when nothing more comes of the programs. The same seed gives the same tasks on any
    number of threads. `budget` is what a program may cost on an input; mutation draws by `prior` (a `Prior`, a path or a dict).

    `Dataset([made.task for made in synth(1000)]).save(...)` writes them; `batt synth` writes shards that can be gone on with.
    """
    data = Dataset.of(data)
    if isinstance(programs, Store):
        programs = [kept.program for kept in programs.programs()]
    elif programs is None:
        programs = at_hand(data.name == "embedded")
    natives = source_of(programs)
    for name, number in (("pairs", pairs), ("budget", budget)):
        if _count(name, number) is None:
            raise DataError(f"{name}: a whole number from 1")
    settings = (pairs, _seed(seed), budget)
    native = _arcbatt.NativeSynth(data._native, natives, settings, _count("threads", threads), prior_text(prior))
    return _taken(native, _count("count", count))


def _taken(native: _arcbatt.NativeSynth, count: int | None) -> Iterator[Synthetic]:
    import json

    while count is None or count > 0:
        found = native.next()
        if found is None:
            return
        task, program, facts = found
        yield Synthetic(Task._of(task), Program._of(program), json.loads(facts))
        count = None if count is None else count - 1
