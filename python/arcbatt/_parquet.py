"""Tasks in the columns of Parquet files, through pyarrow."""

from __future__ import annotations

import os
from collections.abc import Iterator

from . import _arcbatt
from .errors import DataError

#: What names a task, and what it is made of.
_NAMES, _PARTS = ("id", "task_id"), ("train", "test", "pairs")
#: Files that unpack to more than this are refused, as larger files of JSON are.
_MOST_BYTES = 512 << 20
_ROWS = 256


def is_parquet(path) -> bool:
    """Whether a path is a file that begins as Parquet files do."""
    try:
        if not os.path.isfile(path):
            return False
        with open(path, "rb") as file:
            return file.read(4) == b"PAR1"
    except (OSError, ValueError):
        return False


def read_parquet(path):
    """The tasks of a file, a row each: columns `train` and `test` with lists of pairs, or `pairs`; `id` or
    `task_id` where tasks have names. Columns of text are read as JSON."""
    name, place = os.path.splitext(os.path.basename(os.fspath(path)))[0], os.fspath(path)
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise DataError(f"{place}: found Parquet, which is read through pyarrow: pip install pyarrow") from None
    try:
        with ParquetFile(path) as file:
            lines = b"".join(_lines(file))
    except (ArrowException, OSError, _Unfit) as error:
        raise DataError(f"{place}: found Parquet: {str(error)[:300]}") from None
    if not lines:
        raise DataError(f"{place}: found Parquet: no rows in it")
    return _arcbatt.NativeDataset.parse_lines(name, lines)


class _Unfit(ValueError):
    """Columns without tasks, or too much of them."""


def _lines(file) -> Iterator[bytes]:
    """Rows as lines of JSON: what reads those knows what a task is, and says what is wrong with one."""
    import json

    columns = file.schema_arrow.names
    wanted = [name for name in columns if name in _NAMES + _PARTS]
    if not {"train", "test"} <= set(wanted) and "pairs" not in wanted:
        found = ", ".join(repr(name[:40]) for name in columns[:20])
        raise _Unfit(f"the columns are {found or 'none'}; tasks have 'train' and 'test', or 'pairs'")
    groups = file.metadata.num_row_groups
    left = _MOST_BYTES - sum(file.metadata.row_group(at).total_byte_size for at in range(groups))
    for batch in file.iter_batches(_ROWS, columns=wanted) if left >= 0 else ():
        for row in batch.to_pylist():
            line = json.dumps({key: _value(value) for key, value in row.items() if value is not None}, default=str)
            left -= len(line)
            yield line.encode() + b"\n"
        if left < 0:
            break
    if left < 0:
        raise _Unfit(f"it unpacks to more than {_MOST_BYTES >> 20} MiB")


def _value(value):
    """Text that is JSON as what it says."""
    import json

    if isinstance(value, (str, bytes)):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value.decode(errors="replace") if isinstance(value, bytes) else value
    return value
