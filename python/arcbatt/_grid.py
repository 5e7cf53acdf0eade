"""Grids on their way out: numpy arrays or tuples."""

from __future__ import annotations

from .errors import DataError

Packed = "tuple[int, int, bytes]"

_has_numpy: bool | None = None


def wants_numpy(out: str | None) -> bool:
    """Whether grids come as arrays: as asked for, else where numpy is installed."""
    if out == "numpy":
        return True
    if out == "tuple":
        return False
    if out is not None:
        raise DataError(f'out={out!r}: use "numpy", "tuple", or None for numpy where it is installed')
    global _has_numpy
    if _has_numpy is None:
        from importlib.util import find_spec

        _has_numpy = find_spec("numpy") is not None
    return _has_numpy


def unpack(packed: tuple[int, int, bytes], out: str | None = None):
    """A grid of its height, width and cells."""
    height, width, cells = packed
    if wants_numpy(out):
        from ._numpy import of_cells

        return of_cells(height, width, cells)
    if cells and max(cells) > 127:
        numbers = [cell - 256 if cell > 127 else cell for cell in cells]
    else:
        numbers = list(cells)
    return tuple(tuple(numbers[row * width : (row + 1) * width]) for row in range(height))


def rows(packed: tuple[int, int, bytes]) -> tuple[bytes, ...]:
    """A grid as rows of bytes: small to pickle, and taken wherever grids are."""
    height, width, cells = packed
    return tuple(cells[row * width : (row + 1) * width] for row in range(height))
