"""Pictures with matplotlib, for papers and for those who have their axes already."""

from __future__ import annotations

from typing import Any

from ..errors import DataError
from ._draw import LINE, Cells
from ._read import grid_of, kind_of, literal, patch_of
from ._task import HIDDEN, task_view
from ._values import Window

# Inches of a cell, and of the longest side of a picture.
CELL_INCH = 0.25
SIDE_INCH = 5.0
# Lines between more cells than these along a side would hide them.
LINED_SIDE = 60


def plot(
    x: Any, ax: Any = None, *, dialect: str = "arc", title: str | None = None, expected: bool = False
) -> Any:
    """Draws a grid, an object, indices or a task with matplotlib.

    A task makes a figure of its own with one column per sample and returns its axes; everything else is drawn
    into `ax`, or into a new figure, and returns the axes. Test outputs are hidden unless they are `expected`. Raises ImportError where matplotlib is missing.
    """
    pyplot = _pyplot()
    if isinstance(x, dict) or hasattr(x, "demo"):
        if ax is not None:
            raise DataError("a task needs a figure of its own: leave out ax")
        return _plot_task(pyplot, x, title, expected)
    cells = _cells(x, dialect)
    if ax is None:
        _, ax = pyplot.subplots(figsize=_size(cells))
    _draw(ax, cells, title)
    return ax


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot
    except ImportError as error:
        raise ImportError(
            "plot needs matplotlib: pip install matplotlib; grid_svg and the other functions of arcbatt.show "
            "need nothing"
        ) from error
    return matplotlib.pyplot


def _cells(value: Any, dialect: str) -> Cells:
    patch = patch_of(value, dialect)
    if patch is not None:
        return Window.around(patch).from_origin().cut().cells(patch)
    grid = grid_of(value)
    if grid is None:
        kind = kind_of(value, dialect)
        raise DataError(f"cannot plot {literal(value, limit=80)} ({kind}): give a grid, a patch or a task")
    return grid.cells()


def _size(cells: Cells) -> tuple[float, float]:
    inch = min(CELL_INCH, SIDE_INCH / max(cells.height, cells.width, 1))
    return max(cells.width * inch, 0.5), max(cells.height * inch, 0.5)


def _draw(ax: Any, cells: Cells, title: str | None) -> None:
    every = cells.every()
    rows, columns = range(0, cells.height, every), range(0, cells.width, every)
    picture = [[_rgba(cells.colour(row, column)) for column in columns] for row in rows]
    if picture and picture[0]:
        ax.imshow(picture, interpolation="nearest")
        _lines(ax, len(rows), len(columns))
    ax.set_xticks([])
    ax.set_yticks([])
    if title:
        ax.set_title(_plain(title), fontsize="small")


def _rgba(colour: str | None) -> tuple[float, float, float, float]:
    if colour is None:
        return (0.0, 0.0, 0.0, 0.0)
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue, 1.0)


def _lines(ax: Any, height: int, width: int) -> None:
    if max(height, width) <= LINED_SIDE:
        rows = [row - 0.5 for row in range(height + 1)]
        columns = [column - 0.5 for column in range(width + 1)]
        ax.hlines(rows, -0.5, width - 0.5, color=LINE, linewidth=0.5)
        ax.vlines(columns, -0.5, height - 0.5, color=LINE, linewidth=0.5)


def _plain(words: str) -> str:
    # Names are data: a dollar sign would begin a formula.
    return words[:80].replace("$", r"\$")


def _plot_task(pyplot: Any, task: Any, title: str | None, expected: bool) -> Any:
    view = task_view(task, expected)
    columns = max(len(view.samples), 1)
    figure, axes = pyplot.subplots(2, columns, squeeze=False, figsize=(2 * columns, 4))
    for (upper, lower), sample in zip(axes.T, view.samples, strict=False):
        _draw(upper, sample.given.cells(), sample.label)
        if sample.wanted is not None and not sample.hidden:
            _draw(lower, sample.wanted.cells(), None)
        else:
            lower.axis("off")
            lower.text(0.5, 0.5, HIDDEN if sample.hidden else "?", ha="center", va="center", fontsize="x-large")
    figure.suptitle(_plain(title or view.title))
    return axes
