"""Priors: what is likely to stand where in programs, for searches that try it first."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from . import _arcbatt
from ._data import whole_text
from ._engine import programs_of
from .errors import DataError, ParseError

if TYPE_CHECKING:
    import numpy as np

_DIALECTS = ("arc", "batt")


class Prior:
    """What is likely to stand where in a program: as its result, and as each argument of each op.

    `Prior(rows)` takes a dict as docs/prior.md has it in JSON, `Prior.fit` counts programs, `Prior.from_table` takes
    a numpy array, as a network gives it, and `Prior.by_task` holds a prior for each task. `evolve` and `solve` take
    one as `prior=`. Priors that say the same are equal.
    """

    __slots__ = ("_text",)

    def __init__(self, rows: Mapping | None = None) -> None:
        import json

        try:
            text = json.dumps({} if rows is None else rows, default=_plain)
        except (TypeError, ValueError, RecursionError) as error:
            raise DataError(f"a prior is a dict of names and weights: {error}") from None
        self._text: str = _arcbatt.prior_read(text)

    @classmethod
    def _of(cls, text: str) -> Prior:
        prior = cls.__new__(cls)
        prior._text = text
        return prior

    @classmethod
    def fit(cls, programs, *, leave_out: Iterable[str] = ()) -> Prior:
        """The prior that counts programs, each once; `programs` are as for `evaluate`. Programs of the tasks
        `leave_out`, and what equals them, are not counted."""
        if isinstance(leave_out, str):
            leave_out = leave_out.replace(",", " ").split()
        ids = [whole_text("the id of a task", id) for id in leave_out]
        found, bad = programs_of(programs)
        if bad:
            place, error = next(iter(bad.items()))
            raise ParseError(f"programs[{place}]: {error}")
        return cls._of(_arcbatt.prior_fit([p._native for p in found if p is not None], ids))

    @classmethod
    def load(cls, path) -> Prior:
        """Reads a file, as `save` and `batt prior fit` write it."""
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except (OSError, TypeError, ValueError) as error:
            raise DataError(f"cannot read {path!r}: {error}") from None
        return cls._of(_arcbatt.prior_read(text))

    def save(self, path) -> None:
        """Writes a file, whole or not at all."""
        from ._search import write_files

        write_files((path, self._text))

    @classmethod
    def by_task(cls, priors: Mapping[str, Prior], default: Prior | None = None) -> Prior:
        """A prior for each task id; `default` is for tasks without one."""
        tasks = {whole_text("the id of a task", id): prior_of(prior).rows for id, prior in priors.items()}
        rest = {} if default is None else prior_of(default).rows
        if any("tasks" in rows for rows in (rest, *tasks.values())):
            raise DataError("a prior of one task has no priors of tasks")
        return cls({**rest, "tasks": tasks})

    @property
    def rows(self) -> dict:
        """The weights by name, as in a file."""
        import json

        return json.loads(self._text)

    @staticmethod
    def children(dialect: str = "arc") -> list[str]:
        """The columns of a table: names of ops, constants and inputs."""
        return _arcbatt.prior_names(_dialect(dialect))[1]

    @staticmethod
    def places(dialect: str = "arc") -> list[tuple[str | None, int]]:
        """The rows of a table: an op and its argument, counted from 0; the first one is the result: `(None, 0)`."""
        return _arcbatt.prior_names(_dialect(dialect))[0]

    def table(self, dialect: str = "arc") -> np.ndarray:
        """The weights as written, an array of `float64`: a row for each of `places`, a column for each of
        `children`. `Prior.from_table` is the way back, for what has no names of the other dialect."""
        import numpy as np

        places, children = self.places(dialect), {name: at for at, name in enumerate(self.children(dialect))}
        table = np.zeros((len(places), len(children)))
        rows = self.rows
        for at, (op, argument) in enumerate(places):
            of_op = [rows["root"]] if op is None else rows["arguments"].get(op, [])
            for name, weight in (of_op[argument] if argument < len(of_op) else {}).items():
                if name in children:
                    table[at, children[name]] = weight
        return table

    def bits(self, dialect: str = "arc", task: str | None = None) -> np.ndarray:
        """How unlikely a search takes each child to be at each place, in bits (an array of `float32`, in steps of a
        sixteenth; infinite for never): what a task goes by, after everything that docs/prior.md says of missing rows."""
        import numpy as np

        packed = _arcbatt.prior_bits(self._text, task, _dialect(dialect))
        if packed is None:
            raise DataError("the prior says nothing: a search goes on as without one")
        parts = np.frombuffer(packed, dtype="<u2").reshape(len(self.places(dialect)), -1)
        return np.where(parts == 0xFFFF, np.inf, parts / 16).astype(np.float32)

    @classmethod
    def from_table(cls, table, *, dialect: str = "arc", other: float = 1.0, any=None) -> Prior:
        """The prior of a table as `table` gives it: from 0 up, rows in any scale. `other` is what all names weigh in a
        row beside that, shared out by `any`, a row of its own."""
        import numpy as np

        places, children = cls.places(dialect), cls.children(dialect)
        weights = _array(np, "table", table, (len(places), len(children)))
        rows: dict = {"other": other, "root": {}, "arguments": {}}
        if any is not None:
            rows["any"] = _row(_array(np, "any", any, (len(children),)), children)
        for (op, argument), row in zip(places, weights):
            found = _row(row, children)
            if op is None:
                rows["root"] = found
            elif found:
                of_op = rows["arguments"].setdefault(op, [])
                of_op.extend({} for _ in range(argument - len(of_op)))
                of_op.append(found)
        return cls(rows)

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Prior) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self):
        return Prior._of, (self._text,)

    def __repr__(self) -> str:
        rows = self.rows
        tasks = f", {len(rows['tasks'])} tasks" if "tasks" in rows else ""
        return f"Prior({len(rows['arguments'])} ops{tasks})"


def prior_of(x) -> Prior:
    """A prior as people give it: a `Prior`, a dict, or the path of a file."""
    if isinstance(x, Prior):
        return x
    if isinstance(x, Mapping):
        return Prior(x)
    if isinstance(x, (str, os.PathLike)):
        return Prior.load(x)
    raise DataError(f"prior: a Prior, a dict or the path of a file, not {type(x).__name__}")


def prior_text(x) -> str | None:
    """What the engine takes for `prior=`."""
    return None if x is None else prior_of(x)._text


def _dialect(name: str) -> str:
    if name not in _DIALECTS:
        raise DataError(f'dialect: "arc" or "batt", not {name!r}')
    return name


def _plain(value):
    """A number of numpy as one of Python."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        return value.item()
    raise TypeError(f"a weight is a number, not {type(value).__name__}")


def _array(np, what: str, given, shape: tuple[int, ...]):
    try:
        array = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(f"{what}: {error}") from None
    if array.shape != shape:
        raise DataError(f"{what}: an array of shape {shape}, not {array.shape}")
    return array


def _row(weights, children: list[str]) -> dict[str, float]:
    # NaN is not 0 either, and is told where names are known.
    return {children[at]: float(weights[at]) for at in (weights != 0).nonzero()[0]}
