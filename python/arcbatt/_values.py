"""Values of programs as Python objects: grids, tuples, frozensets, integers, functions."""

from __future__ import annotations

from . import _arcbatt
from ._grid import unpack


def value(raw, dialect: str, out: str | None = None):
    """A value as it came from the engine: a packed grid, or JSON text of anything else."""
    if raw is None:
        return None
    return unpack(raw, out) if isinstance(raw, tuple) else _arcbatt.value(raw, dialect)


def function(dialect: str, name: str | None, args: tuple):
    """A function value as the function of `arcbatt.dsl` or `arcbatt.dsl_batt` that it is."""
    if name is None:
        return nothing
    from importlib import import_module

    module = import_module("arcbatt.dsl" if dialect == "arc" else "arcbatt.dsl_batt")
    made = getattr(module, name)
    return made(*args) if args else made


def nothing(*_args):
    """The function that stands for one that failed under the policy "safe": it gives ()."""
    return ()
