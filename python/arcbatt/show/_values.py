"""Pictures of values: grids, patches in their place, containers of these; all else is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._draw import Cells, Drawing, above, arrow, beside, flow, paragraph, text
from ._read import (
    LITERAL,
    GridView,
    PatchView,
    grid_of,
    in_order,
    kind_of,
    literal,
    patch_of,
    plural,
)

# Elements of a container that are drawn, and how large.
ELEMENTS = 8
ELEMENT_TARGET = 120
# Sides of the window that a patch is seen through.
SIDE = 40
# Grids of so few numbers that are not all colours are written, not drawn.
FEW = 60


@dataclass(frozen=True)
class Drawn:
    """A value for people: what it is in words, and its picture if it has one."""

    about: str
    picture: Drawing | None

    def drawing(self) -> Drawing:
        """Words above picture."""
        if self.picture is None:
            return paragraph(self.about)
        return above([text(self.about), self.picture])


def drawn(value: Any, dialect: str, frame: tuple[int, int] | None = None, target: int = 300) -> Drawn:
    """Any value, however large or nested. `frame` is the size of the grid that patches belong to."""
    grid = grid_of(value)
    if grid is not None and is_drawn(grid):
        cells = grid.cells()
        return Drawn(grid.about(), cells.draw(cells.cell(target)))
    patch = patch_of(value, dialect)
    if patch is not None:
        return _in_place(patch, frame, target)
    is_container = isinstance(value, (tuple, list, frozenset, set)) and bool(value)
    if is_container and all(has_picture(item, dialect) for item in value):
        return _elements(value, dialect)
    return Drawn(_written(value, dialect), None)


def is_drawn(grid: GridView) -> bool:
    """Two pairs make a small grid too: numbers that are no colours are better read than drawn."""
    cells = grid.height * grid.width
    return cells > FEW or (cells > 0 and grid.others() == 0)


def has_picture(value: Any, dialect: str) -> bool:
    """Whether it is a grid, a patch, or a pair of grids as a sample is."""
    grid = grid_of(value)
    if grid is not None:
        return is_drawn(grid)
    return patch_of(value, dialect) is not None or _pair_of_grids(value) is not None


def _pair_of_grids(value: Any) -> tuple[GridView, GridView] | None:
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return None
    first, second = grid_of(value[0]), grid_of(value[1])
    if first is None or second is None or not (is_drawn(first) and is_drawn(second)):
        return None
    return first, second


@dataclass(frozen=True)
class Window:
    """A part of the plane."""

    top: int
    left: int
    height: int
    width: int

    @staticmethod
    def around(patch: PatchView) -> Window:
        """The smallest one around all places."""
        rows, columns = [place[0] for place in patch.places], [place[1] for place in patch.places]
        top, left = min(rows), min(columns)
        return Window(top, left, max(rows) - top + 1, max(columns) - left + 1)

    def from_origin(self) -> Window:
        """Begun at row 0 and column 0 where that is near, so that patches are seen in their place."""
        top = 0 if 0 <= self.top < SIDE else self.top
        left = 0 if 0 <= self.left < SIDE else self.left
        return Window(top, left, self.height + self.top - top, self.width + self.left - left)

    def framed(self, frame: tuple[int, int] | None) -> Window:
        """As large as the grid that it belongs to, if it lies inside."""
        if frame is None or self.top or self.left:
            return self
        height, width = frame
        inside = self.height <= height and self.width <= width
        return Window(0, 0, height, width) if inside else self

    def cut(self, side: int = SIDE) -> Window:
        """No longer than `side`."""
        return Window(self.top, self.left, min(self.height, side), min(self.width, side))

    def cells(self, patch: PatchView) -> Cells:
        """What is seen of the patch."""
        places, top, left = patch.places, self.top, self.left
        return Cells(self.height, self.width, lambda row, column: places.get((row + top, column + left)))

    def outside(self, patch: PatchView) -> int:
        """How many places are not seen."""
        bottom, right = self.top + self.height, self.left + self.width
        return sum(not (self.top <= i < bottom and self.left <= j < right) for i, j in patch.places)


def _in_place(patch: PatchView, frame: tuple[int, int] | None, target: int) -> Drawn:
    window = Window.around(patch).from_origin().framed(frame).cut()
    about = patch.about()
    if (window.top, window.left) != (0, 0):
        about += f", shown from {_place(window)}"
    outside = window.outside(patch)
    if outside:
        about += f", {outside} of them further out"
    cells = window.cells(patch)
    return Drawn(about, cells.draw(cells.cell(target)))


def _place(window: Window) -> str:
    return literal((window.top, window.left), limit=60)


def _elements(value: Any, dialect: str) -> Drawn:
    """A container of grids and patches: how many, and the first ones small, side by side."""
    items = in_order(value) if isinstance(value, (frozenset, set)) else list(value)
    kinds = {_kind(item, dialect) for item in items}
    what = kinds.pop() if len(kinds) == 1 else "value"
    small = [_small(item, dialect) for item in items[:ELEMENTS]]
    more = len(items) - len(small)
    if more:
        small.append(text(f"... and {more} more"))
    outer = "set" if isinstance(value, (frozenset, set)) else type(value).__name__
    return Drawn(f"{outer} of {plural(len(items), what)}", flow(small))


def _kind(value: Any, dialect: str) -> str:
    kind = kind_of(value, dialect)
    return {"indices": "index set", "tuple": "grid pair", "list": "grid pair"}.get(kind, kind)


def _small(value: Any, dialect: str) -> Drawing:
    """An element: a grid, or the bounding box of a patch with its place."""
    pair = _pair_of_grids(value) if grid_of(value) is None else None
    if pair is not None:
        grids = [grid.cells().draw(grid.cells().cell(ELEMENT_TARGET)) for grid in pair]
        return beside([grids[0], arrow(), grids[1]], gap=6, middle=True)
    patch = patch_of(value, dialect)
    if patch is None:
        return drawn(value, dialect, target=ELEMENT_TARGET).drawing()
    box = Window.around(patch)
    cells = box.cut().cells(patch)
    caption = text(f"{patch.counted()} at {_place(box)}")
    return above([caption, cells.draw(cells.cell(ELEMENT_TARGET))])


def _written(value: Any, dialect: str) -> str:
    """A literal that fits into a few lines; what is cut says how much there is of it."""
    words = literal(value)
    if len(words) <= LITERAL or not hasattr(value, "__len__"):
        return words
    return f"{kind_of(value, dialect)} of {plural(len(value), 'element')}: {words}"
