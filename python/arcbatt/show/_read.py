"""What a Python value is, to those who look at it: a grid, a patch, or something to be written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import DataError
from ._draw import OTHER, PALETTE, PLACE, Cells

# Characters of a literal, and how deep it goes into nested values.
LITERAL = 240
DEPTH = 40
# Elements, counted through nested containers, that are put in order; the engine's limit for a value.
MOST_ORDERED = 1 << 17

DIALECTS = ("arc", "batt")


@dataclass(frozen=True)
class GridView:
    """A rectangle of integers, read where it is."""

    height: int
    width: int
    rows: Any

    def at(self, row: int, column: int) -> int:
        """The number in a cell."""
        return int(self.rows[row][column])

    def others(self) -> int:
        """How many cells are no colours."""
        if hasattr(self.rows, "dtype"):
            return int(((self.rows < 0) | (self.rows > 9)).sum())
        return sum(not 0 <= cell <= 9 for row in self.rows for cell in row)

    def cells(self) -> Cells:
        """What is drawn of it."""
        return Cells(self.height, self.width, lambda row, column: colour_of(self.at(row, column)))

    def about(self) -> str:
        """Kind and size in words."""
        others = self.others()
        remark = f", {others} cells are no colours" if others else ""
        every = self.cells().every()
        drawn = f", every {every}th row and column drawn" if every > 1 else ""
        return f"grid {self.height} x {self.width}{remark}{drawn}"


def colour_of(cell: int) -> str:
    """The colour that a number is drawn in."""
    return PALETTE[cell] if 0 <= cell < len(PALETTE) else OTHER


def is_integer(value: Any) -> bool:
    """Whether it is an integer of Python or numpy; booleans are."""
    kind = type(value)
    return isinstance(value, int) or (hasattr(kind, "__index__") and not hasattr(kind, "__len__"))


def grid_of(value: Any) -> GridView | None:
    """The value as a grid, if it is one: an array, or rows of equal length that hold integers."""
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        is_grid = len(value.shape) == 2 and value.dtype.kind in "iub"
        return GridView(int(value.shape[0]), int(value.shape[1]), value) if is_grid else None
    if not isinstance(value, (tuple, list)) or not value:
        return None
    if not all(isinstance(row, (tuple, list)) and len(row) == len(value[0]) for row in value):
        return None
    if not all(is_integer(cell) for row in value for cell in row):
        return None
    return GridView(len(value), len(value[0]), value)


def need_grid(value: Any) -> GridView:
    """The value as a grid, or an error that says what it is instead."""
    if isinstance(value, (tuple, list)) and not value:
        return GridView(0, 0, ())
    grid = grid_of(value)
    if grid is None:
        raise DataError(
            f"not a grid but {literal(value, limit=80)}: give rows of integers, all of one length"
        )
    return grid


def is_pair(value: Any) -> bool:
    """Whether it is a position."""
    return isinstance(value, tuple) and len(value) == 2 and all(map(is_integer, value))


def cell_of(value: Any, dialect: str) -> tuple[int, int, str] | None:
    """Row, column and colour of a cell as the dialect writes it."""
    if not isinstance(value, tuple):
        return None
    if dialect == "batt":
        row_column_colour = value if len(value) == 3 else ()
    else:
        is_cell = len(value) == 2 and is_pair(value[1])
        row_column_colour = (*value[1], value[0]) if is_cell else ()
    if not row_column_colour or not all(map(is_integer, row_column_colour)):
        return None
    row, column, colour = row_column_colour
    return int(row), int(column), colour_of(int(colour))


@dataclass(frozen=True)
class PatchView:
    """Places of the plane with the colours they are drawn in."""

    kind: str
    places: dict[tuple[int, int], str]
    size: int

    def about(self) -> str:
        """Kind and size in words."""
        return f"{self.kind} of {self.counted()}"

    def counted(self) -> str:
        """How many cells or places."""
        return plural(self.size, "cell" if self.kind == "object" else "place")


def patch_of(value: Any, dialect: str) -> PatchView | None:
    """The value as a patch, if it is a set of cells or of positions and not empty."""
    if not isinstance(value, (frozenset, set)) or not value:
        return None
    cells = [cell_of(item, dialect) for item in value]
    if all(cell is not None for cell in cells):
        # Of two cells in one place the one with the larger colour name is drawn, whatever the order.
        places = {(row, column): colour for row, column, colour in sorted(filter(None, cells))}
        return PatchView("object", places, len(value))
    if all(map(is_pair, value)):
        return PatchView("indices", {(int(i), int(j)): PLACE for i, j in value}, len(value))
    return None


def kind_of(value: Any, dialect: str) -> str:
    """One word for what it is."""
    if is_integer(value):
        return "integer"
    if callable(value):
        return "function"
    if isinstance(value, (frozenset, set)):
        patch = patch_of(value, dialect)
        return patch.kind if patch else "set"
    return "grid" if grid_of(value) else type(value).__name__


def plural(count: int, word: str) -> str:
    """A count with its word."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def in_order(items: Iterable[Any]) -> list[Any]:
    """A set's elements as the language orders them: integers, tuples, sets, the rest.

    Sets that are too much work to order, larger than any that a program can make, stay as they are.
    """
    found = list(items)
    return sorted(found, key=_order) if _is_modest(found) else found


def _is_modest(items: list[Any]) -> bool:
    """Whether there are not too many elements, counted through nested containers."""
    waiting, count = list(items), 0
    while waiting and count <= MOST_ORDERED:
        value = waiting.pop()
        count += 1
        if isinstance(value, (tuple, frozenset, set)):
            waiting.extend(value)
    return not waiting


def _order(value: Any, depth: int = DEPTH) -> tuple[Any, ...]:
    if is_integer(value):
        return (0, int(value))
    if isinstance(value, (tuple, frozenset, set)):
        rank = 1 if isinstance(value, tuple) else 2
        parts = [_order(item, depth - 1) for item in value] if depth else []
        return (rank, parts if rank == 1 else sorted(parts))
    return (3, literal(value))


def literal(value: Any, limit: int = LITERAL) -> str:
    """A value as Python writes it, sets in order as `{…}`, cut after so many characters."""
    parts: list[str] = []
    _write(value, limit, DEPTH, parts)
    whole = "".join(parts)
    return whole if len(whole) <= limit else whole[:limit] + "…"


def _write(value: Any, limit: int, depth: int, parts: list[str]) -> None:
    if sum(map(len, parts)) > limit:
        return
    if isinstance(value, (tuple, list, frozenset, set)):
        _write_items(value, limit, depth, parts)
    elif is_integer(value):
        parts.append(_digits(int(value)))
    elif isinstance(value, str):
        parts.append(repr(value[: limit + 1]))
    else:
        name = getattr(value, "__name__", None)
        parts.append(name if isinstance(name, str) else f"<{type(value).__name__}>")


def _write_items(value: Any, limit: int, depth: int, parts: list[str]) -> None:
    is_set = isinstance(value, (frozenset, set))
    begin, end = ("{", "}") if is_set else ("[", "]") if isinstance(value, list) else ("(", ")")
    if not depth:
        parts.append(f"{begin}…{end}")
        return
    parts.append(begin)
    for at, item in enumerate(in_order(value) if is_set else value):
        # Enough is written; what follows would be cut anyway.
        if sum(map(len, parts)) > limit:
            return
        parts.append(", " if at else "")
        _write(item, limit, depth - 1, parts)
    parts.append(",)" if isinstance(value, tuple) and len(value) == 1 else end)


def _digits(number: int) -> str:
    # Python refuses to write integers of thousands of digits.
    return str(number) if number.bit_length() < 512 else f"<integer of {number.bit_length()} bits>"
