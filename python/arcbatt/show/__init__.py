"""Pictures for notebooks: grids, tasks, values, programs, traces, results and solutions.

Everything is inline SVG or HTML as a string, in the ARC palette, readable on light and dark pages, bounded
in size, and escaped: names and ids are data, never markup. The objects of arcbatt draw themselves with these
functions when a notebook shows them. `plot` draws with matplotlib, if that is installed.

    from arcbatt import show
    show.view(show.grid_svg([[1, 2], [3, 4]]))
"""

from __future__ import annotations

from typing import Any

from ..errors import DataError
from ._draw import PALETTE
from ._html import block as _block
from ._html import ending as _ending
from ._html import program as _program
from ._html import program_head as _program_head
from ._html import trace as _trace
from ._html import value_cell as _value_cell
from ._plot import plot
from ._read import DIALECTS as _DIALECTS
from ._read import need_grid as _need_grid
from ._solution import solution_html, solution_svg, solutions_html
from ._summary import results_html
from ._task import task_html, task_svg
from ._values import drawn as _drawn

__all__ = [
    "PALETTE",
    "Picture",
    "grid_svg",
    "plot",
    "program_html",
    "results_html",
    "solution_html",
    "solution_svg",
    "solutions_html",
    "task_html",
    "task_svg",
    "trace_html",
    "value_html",
    "value_svg",
    "view",
]


class Picture:
    """SVG or HTML that a notebook shows as a picture; `str(picture)` is the text of it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Picture of {len(self.text)} characters>"

    def _repr_html_(self) -> str:
        return self.text


def view(text: str) -> Picture:
    """What another function of this module returned, as something that a notebook shows."""
    return Picture(text)


def grid_svg(grid: Any, *, title: str | None = None) -> str:
    """A grid as SVG. `grid` is rows of integers: tuples, lists or a numpy array.

    Cells shrink as the grid grows; of grids with a side over 100 every n-th row and column is drawn.
    `title` is read out in place of the picture; it is kind and size if not given.
    """
    found = _need_grid(grid)
    cells = found.cells()
    return cells.draw(cells.cell()).svg(title or found.about())


def value_svg(value: Any, dialect: str = "arc", *, frame: tuple[int, int] | None = None) -> str:
    """Any value that a program can compute as SVG, with a line that says what it is.

    Grids, objects and indices in their place, and containers of these are drawn; everything else is
    written. `dialect` says what a cell is: `(colour, (row, column))` in arc, `(row, column, colour)` in
    batt. `frame` is height and width of the grid that objects and indices belong to.
    """
    shown = _drawn(value, _known(dialect), frame)
    return shown.drawing().svg(shown.about)


def value_html(value: Any, dialect: str = "arc", *, frame: tuple[int, int] | None = None) -> str:
    """As `value_svg`, but as HTML: text stays text, which can be selected and wraps."""
    return _block(_value_cell(value, _known(dialect), frame))


def program_html(program: Any) -> str:
    """A program, or program text, with line numbers."""
    if isinstance(program, str):
        return _program(program, "")
    return _program(program.source, _program_head(program))


def trace_html(trace: Any, *, dialect: str | None = None) -> str:
    """A trace: one row per step with its name, call, value as a picture, and cost or fault.

    Where the right output is known, the last line says whether it came out.
    """
    program = getattr(trace, "program", None)
    spoken = _known(getattr(program, "dialect", "arc") if dialect is None else dialect)
    head = _program_head(program) if hasattr(program, "name") else ""
    return _trace(list(trace), spoken, getattr(trace, "input", None), head, _ending(trace, spoken))


def _known(dialect: str) -> str:
    if dialect not in _DIALECTS:
        raise DataError(f"unknown dialect {dialect!r}: use 'arc' or 'batt'")
    return dialect
