"""Programs: read, run, traced."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from . import _arcbatt
from ._data import Task
from ._grid import unpack
from ._values import value
from .errors import DataError, ParseError


class Program:
    """One program: a function `solve_<id>`, `verify_<id>` or `differ_<name>` as text.

    `dialect` is "arc" or "batt", None to tell by the function. `name` gives it another name. Two
    programs are equal if they compute the same by the same steps, whatever they are called.
    """

    __slots__ = ("_native",)

    def __init__(self, source: str, *, name: str | None = None, dialect: str | None = None) -> None:
        if not isinstance(source, str):
            raise ParseError(f"a program is text, not {type(source).__name__}")
        native = _arcbatt.parse_each([utf8(source)], "program", dialect)[0]
        if isinstance(native, str):
            raise ParseError(native)
        self._native = native if name is None else native.renamed(_name(name))

    @classmethod
    def _of(cls, native) -> Program:
        program = cls.__new__(cls)
        program._native = native
        return program

    @property
    def name(self) -> str:
        """The function's name."""
        return self._native.name

    @property
    def task_id(self) -> str:
        """The name without its prefix: the id of a task, or the name of a differ."""
        return self._native.id

    @property
    def kind(self) -> str:
        """What it is for: "solve", "verify" or "differ"."""
        return self._native.kind

    @property
    def hash(self) -> str:
        """32 hexadecimal digits, the same for any names and order of lines."""
        return self._native.hash

    @property
    def dialect(self) -> str:
        """The language it is written in: "arc" or "batt"."""
        return self._native.dialect

    @property
    def source(self) -> str:
        """The text of the function."""
        return self._native.source

    @property
    def steps(self) -> int:
        """Number of calls; a call that is written twice counts once."""
        return self._native.steps

    def to_python(self) -> str:
        """The program in its normal form: one call per line, variables numbered."""
        return self._native.to_python()

    def run(self, x, *, engine=None, out: str | None = None):
        """Runs it. A grid gives the output, or raises the `Fault` of the step that failed; a task gives
        an `Outcome` for each sample, demo samples first."""
        from ._engine import _engine, evaluate

        engine = _engine(engine)
        if _is_task(x):
            task = Task.of(x)
            return evaluate([self], [task], engine=engine, out=out)[0, 0]
        raw, _cost = _arcbatt.run_one(self._native, engine._native, x)
        return value(raw, self.dialect, out)

    def trace(self, x, sample: int | str = 0, *, engine=None, out: str | None = None) -> Trace:
        """Every step on a grid, or on a sample of a task: "demo 1", "test 1", or its place from 0, demo samples first."""
        from ._engine import _engine

        engine = _engine(engine)
        if _is_task(x):
            task = Task.of(x)
            native, place = task._native, _sample_place(task, sample)
        else:
            task, native, place = None, x, 0
        lines, *rest = _arcbatt.trace_one(self._native, engine._native, native, place)
        return Trace(self, lines, rest, task, place, out)

    def __eq__(self, other: object) -> bool:
        return self.hash == other.hash if isinstance(other, Program) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self):
        return _program, (self.source, self.dialect)

    def __repr__(self) -> str:
        return f"Program({self.name!r}, {self.dialect}, {self.steps} steps)"

    def _repr_html_(self) -> str:
        from . import show

        return show.program_html(self)


class TraceStep:
    """One line of a traced program.

    `name` is "x1", `call` "objects(I, T, F, T)", `op` the op's name (None for a call of a computed
    function), `kind` a word for the value such as "grid" or "object", `error` the kind of failure,
    `cost` what it cost. A line that did not run has neither value nor error.
    """

    __slots__ = ("name", "call", "op", "kind", "error", "cost", "dialect", "_raw", "_out")

    def __init__(self, line, dialect: str, out: str | None) -> None:
        self.name, text, self.op, self._raw, self.kind, self.error, self.cost = line
        self.call = text.partition(" = ")[2]
        self.dialect = dialect
        self._out = out

    @property
    def text(self) -> str:
        """The whole line: "x1 = objects(I, T, F, T)"."""
        return f"{self.name} = {self.call}"

    @property
    def value(self):
        """What it gave; None where it failed or did not run."""
        return value(self._raw, self.dialect, self._out)

    @property
    def ran(self) -> bool:
        """Whether it ran."""
        return self._raw is not None or self.error is not None

    def _line(self) -> tuple:
        return (self.name, self.text, self.op, self._raw, self.kind, self.error, self.cost)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TraceStep):
            return NotImplemented
        return (self._line(), self.dialect) == (other._line(), other.dialect)

    def __hash__(self) -> int:
        return hash((self._line(), self.dialect))

    def __reduce__(self):
        return TraceStep, (self._line(), self.dialect, self._out)

    def __repr__(self) -> str:
        state = self.error or self.kind or "not run"
        return f"TraceStep({self.text!r}, {state})"


class Trace(Sequence):
    """What a program did on one grid or sample: its steps, `input`, `output` (None if it failed),
    `kind` of the output, `error`, `cost`, and `expected` where a task says what should come out."""

    __slots__ = ("program", "steps", "task", "sample", "kind", "error", "cost", "_input", "_raw", "_out")

    def __init__(self, program: Program, lines, rest, task: Task | None, sample: int, out: str | None) -> None:
        self.program = program
        self.steps = [TraceStep(line, program.dialect, out) for line in lines]
        self._input, self._raw, self.kind, self.error, self.cost = rest
        self.task = task
        self.sample = sample
        self._out = out

    @property
    def input(self):
        """The grid it started from."""
        return unpack(self._input, self._out)

    @property
    def output(self):
        """What came out; None if it failed."""
        return value(self._raw, self.program.dialect, self._out)

    @property
    def expected(self):
        """What should come out, where that is known."""
        packed = None if self.task is None else self.task._native.sample(self.sample)[1]
        return None if packed is None else unpack(packed, self._out)

    @property
    def match(self) -> bool | None:
        """Whether the right output came out; None where that is not known."""
        packed = None if self.task is None else self.task._native.sample(self.sample)[1]
        return None if packed is None or self.program.kind == "differ" else self._raw == packed

    def _rest(self) -> tuple:
        return (self._input, self._raw, self.kind, self.error, self.cost)

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, key):
        if isinstance(key, str):
            for step in self.steps:
                if step.name == key:
                    return step
            raise KeyError(f"no step {key!r} in {self.program.name}")
        return self.steps[key]

    def __iter__(self) -> Iterator[TraceStep]:
        return iter(self.steps)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return (self.program, self.steps, self._rest()) == (other.program, other.steps, other._rest())

    def __hash__(self) -> int:
        return hash((self.program, tuple(self.steps)))

    def __reduce__(self):
        lines = [step._line() for step in self.steps]
        return Trace, (self.program, lines, self._rest(), self.task, self.sample, self._out)

    def __repr__(self) -> str:
        return f"Trace({self.program.name!r}, {len(self)} steps, {self.error or self.kind})"

    def _repr_html_(self) -> str:
        from . import show

        return show.trace_html(self)


def load(source, *, dialect: str | None = None, errors: str = "raise") -> list[Program]:
    """All programs of a file or of a text, batts taken apart.

    A text with line breaks is program text; "embedded" are the programs that are part of this package and
    "rearc" the 400 public ones that `batt data get` fetches; anything else is a path. What cannot be read raises
    `ParseError`, whose `programs` are the others; `errors="skip"` leaves it out instead.
    """
    if errors not in ("raise", "skip"):
        raise DataError(f'errors={errors!r}: use "raise" or "skip"')
    programs: list[Program] = []
    wrong: list[str] = []
    for file, text in _files_of(source):
        natives, problems = _arcbatt.parse(text, file, dialect)
        programs += [Program._of(native) for native in natives]
        wrong += problems
    if wrong and errors == "raise":
        more = f"\n\nand {len(wrong) - 1} more" if len(wrong) > 1 else ""
        error = ParseError(wrong[0] + more)
        error.programs = programs
        raise error
    return programs


def at_hand(embedded: bool) -> list[Program]:
    """The programs that a search starts from where nobody names any: the fetched ones, or those of this package."""
    found = [] if embedded else _arcbatt.known_programs("rearc")
    return load("rearc" if found else "embedded", errors="skip")


def _files_of(source) -> list[tuple[str, bytes]]:
    if not isinstance(source, str) or source not in ("embedded", "rearc") or os.path.exists(source):
        return [_file_of(source)]
    found = _arcbatt.known_programs(source)
    if not found:
        raise DataError(f'the programs {source!r} have not been fetched; call `batt data get`, or use "embedded"')
    return found


def _file_of(source) -> tuple[str, bytes]:
    if isinstance(source, bytes):
        return "text", source
    if isinstance(source, str) and ("\n" in source or "\r" in source or source.lstrip().startswith("def ")):
        return "text", utf8(source).encode()
    if not isinstance(source, (str, os.PathLike)):
        raise ParseError(f"expected a path or program text, found {type(source).__name__}")
    path = os.fspath(source)
    try:
        with open(path, "rb") as file:
            # One byte more than is read at most: the parser then says that it is too long.
            return str(path), file.read((64 << 20) + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ParseError(f"{path}: {reason}; program text has line breaks, anything else is a path") from None


def utf8(text: str) -> str:
    """Text that can be handed on: half characters become question marks, which no program holds."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _name(name) -> str:
    if not isinstance(name, str):
        raise ParseError(f"a name is text, not {type(name).__name__}")
    return utf8(name)


def _program(source: str, dialect: str) -> Program:
    return Program(source, dialect=dialect)


def _is_task(x) -> bool:
    return isinstance(x, (Task, dict)) or all(hasattr(x, name) for name in ("id", "train", "test"))


def _sample_place(task: Task, sample) -> int:
    demo, test = task._native.demo_count, task._native.test_count
    names = [f"demo {n + 1}" for n in range(demo)] + [f"test {n + 1}" for n in range(test)]
    if isinstance(sample, str):
        name = f"{sample[:4]} {sample[4:].lstrip()}"
        if name in names:
            return names.index(name)
    elif isinstance(sample, int) and -len(names) <= sample < len(names):
        return sample % len(names)
    places = f"{names[0]!r} to {names[-1]!r}, which are 0 to {len(names) - 1}"
    raise DataError(f"task {task.id!r} has samples {places}; not {sample!r}")
