"""What can go wrong, as exceptions.

A program that fails is a `Fault`: one subclass per kind, each of which is also the builtin exception
that Python code would have raised, so existing `except` clauses go on working. Everything else is bad
input (`ParseError`, `DataError`), a store (`StoreError`) or a device (`DeviceError`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class ArcbattError(Exception):
    """Every exception of arcbatt."""


class Fault(ArcbattError):
    """A call that failed. `kind` is the kind of failure, `op` the name of the op that was called."""

    kind = ""

    def __init__(self, message: str = "", op: str = "") -> None:
        super().__init__(message)
        self.op = op

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self.args, self.op)


class TypeFault(Fault, TypeError):
    """An argument of the wrong kind."""

    kind = "type"


class ArityFault(Fault, TypeError):
    """A wrong number of arguments."""

    kind = "arity"


class EmptyFault(Fault, ValueError):
    """Nothing to choose from."""

    kind = "empty"


class IndexFault(Fault, IndexError):
    """A place that does not exist."""

    kind = "index"


class DomainFault(Fault, ValueError, ZeroDivisionError):
    """A number outside the op's domain, a division by zero included, or an integer overflow."""

    kind = "domain"


class BudgetFault(Fault, ValueError):
    """Too much work, too large a value, or too deep a nesting."""

    kind = "budget"


class ParseError(ArcbattError, ValueError):
    """Text that is no program; the message points at the place. `programs` are the others of the text."""

    programs: Sequence[Any] = ()


class DataError(ArcbattError, ValueError):
    """Data that are no task, grid, data set or submission."""


class StoreError(ArcbattError, RuntimeError):
    """A store that cannot be opened, read or written."""


class DeviceError(ArcbattError, RuntimeError):
    """A device that cannot be used."""
