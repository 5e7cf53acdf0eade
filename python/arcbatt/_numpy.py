"""Grids as numpy arrays. Imported only where numpy is wanted."""

from __future__ import annotations

import numpy as np

from . import _arcbatt


class Grid(np.ndarray):
    """A grid of colours 0-9: a numpy array of `uint8` that draws itself in notebooks.

    `Grid(rows)` takes lists, tuples or an array and checks them. What programs give may hold other
    numbers: a grid with negative cells is an array of `int8`.
    """

    def __new__(cls, cells) -> Grid:
        return of_cells(*_arcbatt.pack(cells))

    def __array_wrap__(self, array, context=None, return_scalar=False):
        # What is computed from a grid need not be one: plain arrays and numbers come out.
        plain = np.asarray(array)
        return plain[()] if return_scalar or plain.ndim == 0 else plain

    def to_tuple(self) -> tuple[tuple[int, ...], ...]:
        """The grid as the DSL's functions take it."""
        return tuple(tuple(row) for row in self.tolist())

    def _repr_html_(self) -> str | None:
        if self.ndim != 2 or max(self.shape) > 200:
            return None
        from . import show

        return show.grid_svg(self)


def of_cells(height: int, width: int, cells: bytes) -> Grid:
    """The grid of these cells, which may be written to."""
    array = np.frombuffer(bytearray(cells), dtype=np.uint8)
    if cells and array.max() > 127:
        array = array.view(np.int8)
    return array.reshape(height, width).view(Grid)
