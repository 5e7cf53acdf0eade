"""Where programs run, and the batch evaluator."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from . import _arcbatt
from ._data import tasks_of
from ._program import Program, load, utf8
from ._results import Results
from .errors import DataError, ParseError

if TYPE_CHECKING:
    from ._progress import Progress


class Engine:
    """Where programs run, and by which rules.

    `backend`: "cpu", "auto" (a device where a batch should end sooner there), "opencl" or "cuda",
    devices by number as in "cuda:0,1". `threads`: how many, None for all processors. `policy`: what
    happens when a step fails, "strict" (its programs fail), "safe" (it takes the default of its type),
    "pile" (the first two failures are patched). `budget`: most cost of a program on a sample, or
    `(of a step, of a program)`. `device_memory`: most megabytes of a device to use. Nothing but time
    depends on backend and threads.
    """

    __slots__ = ("_native", "_settings")

    def __init__(
        self,
        backend: str = "auto",
        threads: int | None = None,
        policy: str = "strict",
        budget: int | tuple[int, int] | None = None,
        device_memory: int | None = None,
    ) -> None:
        for name, text in (("backend", backend), ("policy", policy)):
            if not isinstance(text, str):
                raise DataError(f"{name} is text, not {type(text).__name__}")
        self._settings = (backend, _count("threads", threads), policy, budget, _count("device_memory", device_memory))
        memory = None if device_memory is None else device_memory << 20
        self._native = _arcbatt.NativeEngine(backend, threads, policy, _budget(budget), memory)

    @property
    def backend(self) -> str:
        """What was asked for."""
        return self._settings[0]

    @property
    def threads(self) -> int:
        """How many threads it uses."""
        return self._native.threads

    @property
    def policy(self) -> str:
        """What happens when a step fails."""
        return self._settings[2]

    @property
    def budget(self) -> int | tuple[int, int] | None:
        """Most cost of a program on a sample; None is the usual one."""
        return self._settings[3]

    @property
    def name(self) -> str:
        """Where batches run, in a few words."""
        return self._native.name()

    def stats(self) -> dict:
        """What devices did so far; empty where none was used."""
        return self._native.stats()

    def explain(self) -> list[str]:
        """Where batches ran and why, since the last call."""
        return self._native.explain()

    def evaluate(self, programs, tasks, **options) -> Results:
        """As `arcbatt.evaluate` with this engine."""
        return evaluate(programs, tasks, engine=self, **options)

    def __eq__(self, other: object) -> bool:
        return self._settings == other._settings if isinstance(other, Engine) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._settings)

    def __reduce__(self):
        return Engine, self._settings

    def __repr__(self) -> str:
        names = ("backend", "threads", "policy", "budget", "device_memory")
        settings = zip(names, self._settings, ("auto", None, "strict", None, None))
        return f"Engine({', '.join(f'{name}={now!r}' for name, now, usual in settings if now != usual)})"


def evaluate(
    programs,
    tasks,
    *,
    engine: Engine | None = None,
    pairing: str = "all",
    outputs: bool = True,
    progress: bool | Callable[[int, int], object] = False,
    out: str | None = None,
) -> Results:
    """Runs programs on all samples of tasks, in one batch, without holding Python's lock.

    `programs`: a list of program texts, `Program`s and compiled functions (or one of them, or the path of a file). A text
    that cannot be read gets rows with the error "parse", and `results.bad` tells why. `tasks`: whatever
    `Dataset.of` and `Task.of` take. `pairing="name"` runs each program only on the task in its name.
    `outputs=False` keeps no outputs. `progress=True` shows a bar; a function is called with the numbers of
    finished and of all pieces of work, at most ten times a second, and ends the work by raising.
    `out`: how grids come out, as for `Program.run`.

    The results depend on programs, tasks, policy and budget alone, not on threads or devices. Steps that
    programs share run once per sample, so one call with many programs is faster than many calls.
    """
    if pairing not in ("all", "name"):
        raise DataError(f'pairing={pairing!r}: use "all" or "name"')
    from ._grid import wants_numpy

    wants_numpy(out)
    engine = _engine(engine)
    programs, bad = programs_of(programs)
    tasks = tasks_of(tasks)
    natives = [None if program is None else program._native for program in programs]
    with _Teller(progress, "evaluate") as teller:
        native, stats = _arcbatt.run_all(
            engine._native,
            natives,
            [task._native for task in tasks],
            pairing == "name",
            bool(outputs),
            teller.tell,
        )
    return Results(native, programs, tasks, bad, stats, engine, out)


def programs_of(x) -> tuple[list[Program | None], dict[int, ParseError]]:
    """Programs in the order given, and what is wrong with those that cannot be read."""
    if isinstance(x, Program):
        return [x], {}
    if isinstance(x, (str, bytes, os.PathLike)):
        return list(load(x)), {}
    x = [x] if hasattr(type(x), "compiled") else x
    if not isinstance(x, Iterable):
        raise ParseError(f"expected programs, found {type(x).__name__}: give a list of texts or Programs")
    items = list(x)
    bad: dict[int, ParseError] = {}
    for place, item in enumerate(items):
        if not isinstance(item, (str, Program)):
            items[place] = _compiled(place, item, bad)
    texts = [place for place, item in enumerate(items) if isinstance(item, str)]
    for place, read in zip(texts, _arcbatt.parse_each([utf8(items[p]) for p in texts], "program", None)):
        if isinstance(read, str):
            bad[place], items[place] = ParseError(read), None
        else:
            items[place] = Program._of(read)
    return items, bad


def _compiled(place: int, item, bad: dict[int, ParseError]) -> Program | None:
    """The program of a compiled function, or why it has none."""
    from ._compile import Compiled

    if not isinstance(item, Compiled):
        raise ParseError(f"programs[{place}]: a program is text or a Program, not {type(item).__name__}")
    if item.program is None:
        bad[place] = ParseError(f"error: not compiled: {item.why}")
    return item.program


def _engine(engine: Engine | None) -> Engine:
    """The engine asked for, else the usual one."""
    if engine is None:
        return _usual()
    if not isinstance(engine, Engine):
        raise DataError(f"engine: expected an Engine, found {type(engine).__name__}")
    return engine


_USUAL: list[Engine] = []


def _usual() -> Engine:
    if not _USUAL:
        _USUAL.append(Engine())
    return _USUAL[0]


def _count(name: str, number: int | None) -> int | None:
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < 1 << 31:
        raise DataError(f"{name}={number!r}: a whole number from 1, or None")
    return number


def _budget(budget) -> tuple[int, int] | None:
    if budget is None:
        return None
    both = budget if isinstance(budget, tuple) else (budget, budget)
    least, most = _arcbatt.BUDGETS
    if len(both) != 2 or not all(isinstance(n, int) and least <= n <= most for n in both):
        raise DataError(f"budget={budget!r}: a cost from {least} to {most}, or (cost of a step, cost of a program)")
    return both


class _Teller:
    """Progress as asked for: none, a bar, or a function of done and all pieces."""

    def __init__(self, progress, what: str) -> None:
        self._bar: Progress | None = None
        self._what = what
        self._done = 0
        self.tell: Callable[[int, int], object] | None
        if progress is True:
            self.tell = self._show
        elif callable(progress):
            self.tell = progress
        elif progress is False or progress is None:
            self.tell = None
        else:
            raise DataError(f"progress={progress!r}: True, False, or a function of two numbers")

    def _show(self, done: int, total: int) -> None:
        if self._bar is None:
            from ._progress import progress

            self._bar = progress(total, self._what, True).__enter__()
        self._bar.update(done - self._done)
        self._done = done

    def __enter__(self) -> _Teller:
        return self

    def __exit__(self, *_error) -> None:
        if self._bar is not None:
            self._bar.close()
