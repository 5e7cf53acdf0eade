"""Tasks in the arrays that `Dataset.save(form="arrays")` writes, back through numpy."""

from __future__ import annotations

import os

from .errors import DataError

_END = "_inputs.npy"
_PARTS = ("inputs", "outputs", "sizes", "is_test", "puzzle_indices", "puzzle_ids")


def is_arrays(path) -> bool:
    """Whether a path is the first of such files."""
    return os.fsdecode(path).endswith(_END) and os.path.isfile(path)


def read_arrays(path) -> tuple[str, list[tuple[str, list, list]]]:
    """The name of the set, and id, demo and test pairs of each task."""
    place = os.fsdecode(path)
    stem = place.removesuffix(_END)
    try:
        import numpy
    except ImportError:
        raise DataError(f"{place}: found a numpy array, which is read through numpy: pip install numpy") from None
    try:
        # Mapped: a head that promises more than there is costs no memory, and is an error.
        parts = [numpy.load(f"{stem}_{part}.npy", mmap_mode="r", allow_pickle=False) for part in _PARTS]
        return os.path.basename(stem), _tasks(*parts)
    except (OSError, ValueError, TypeError, IndexError, OverflowError) as error:
        raise DataError(f"{place}: found arrays of numpy that are no tasks: {str(error)[:300]}") from None


def _tasks(inputs, outputs, sizes, is_test, places, ids) -> list:
    rows = len(inputs)
    shapes = [inputs.shape, outputs.shape, sizes.shape, is_test.shape, (len(places),), ids.shape]
    wanted = [(rows, 30, 30), (rows, 30, 30), (rows, 4), (rows,), (len(ids) + 1,), (len(ids),)]
    if shapes != wanted:
        raise ValueError(f"shapes {shapes}, not {wanted}")
    if places[0] != 0 or places[-1] != rows or (places[1:] < places[:-1]).any():
        raise ValueError("the puzzle indices do not lead through all samples")
    tasks = []
    for id, start, end in zip(ids.tolist(), places.tolist(), places[1:].tolist()):
        demo: list = []
        test: list = []
        for row in range(start, end):
            height, width, out_height, out_width = sizes[row].tolist()
            output = outputs[row, :out_height, :out_width] if out_height else None
            (test if is_test[row] else demo).append((inputs[row, :height, :width], output))
        tasks.append((str(id), demo, test))
    return tasks
