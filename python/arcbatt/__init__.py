"""Runs, scores, evolves and finds ARC-AGI grid programs, exactly and fast."""

from __future__ import annotations

from ._arcbatt import __version__
from ._data import Dataset, Sample, Task, undo
from ._engine import Engine, evaluate
from ._prior import Prior
from ._program import Program, Trace, TraceStep, load
from ._results import Outcome, Results, Row
from ._reward import judge, reward
from ._search import Batt, Grade, card, evolve, grade, submit
from ._solve import Candidate, Found, Solution, Solutions, solve
from ._state import Seen, State, Vocabulary, observe_batch, step_batch
from ._store import Kept, Store
from ._synth import Synthetic, synth
from .errors import (
    ArcbattError,
    ArityFault,
    BudgetFault,
    DataError,
    DeviceError,
    DomainFault,
    EmptyFault,
    Fault,
    IndexFault,
    ParseError,
    StoreError,
    TypeFault,
)

#: What needs numpy, or is large, is imported when it is first asked for.
_LATER = {
    "Compiled": ("._compile", "Compiled"),
    "Grid": ("._numpy", "Grid"),
    "compile": ("._compile", "compile"),
    "show": (".show", None),
    "ray": (".ray", None),
    "dsl": (".dsl", None),
    "dsl_batt": (".dsl_batt", None),
    "evaluator": (".evaluator", None),
    "gym": (".gym", None),
}


def __getattr__(name: str):
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _LATER[name]
    found = import_module(module, __name__)
    found = found if attribute is None else getattr(found, attribute)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "ArcbattError",
    "ArityFault",
    "Batt",
    "BudgetFault",
    "Candidate",
    "DataError",
    "Dataset",
    "DeviceError",
    "DomainFault",
    "EmptyFault",
    "Engine",
    "Fault",
    "Found",
    "Grade",
    "IndexFault",
    "Kept",
    "Outcome",
    "ParseError",
    "Prior",
    "Program",
    "Results",
    "Row",
    "Sample",
    "Seen",
    "Solution",
    "Solutions",
    "State",
    "Store",
    "StoreError",
    "Synthetic",
    "Task",
    "Trace",
    "TraceStep",
    "TypeFault",
    "Vocabulary",
    "__version__",
    "card",
    "evaluate",
    "evolve",
    "grade",
    "judge",
    "load",
    "observe_batch",
    "reward",
    "solve",
    "step_batch",
    "submit",
    "synth",
    "undo",
]
