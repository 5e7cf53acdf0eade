"""Results at a glance."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ._draw import escaped
from ._html import MAX_ROWS, and_more, bar, block, faint, table
from ._read import plural

# Names in one cell of a table.
MAX_NAMES = 3
# What `match` says of rows that did not fail; 255 is -1 as a byte.
ENDS = {1: "right", 0: "wrong", 255: "not known"}


def results_html(results: Any) -> str:
    """Results of `evaluate`: how many rows are right, wrong or failed, and which programs fit the demos of which tasks."""
    counts = (
        plural(len(results.programs), "program"),
        plural(len(results.tasks), "task"),
        plural(len(results), "row"),
    )
    head = f"<div><b>Results</b> {faint(', '.join(counts))}</div>"
    return block(head + _rows(results) + _fits(results) + _bad(results))


def _rows(results: Any) -> str:
    """How many rows ended how."""
    columns = results._native.columns()
    counts: Counter[str] = Counter()
    for (match, error), count in Counter(zip(columns["match"], columns["error"], strict=True)).items():
        counts[f"failed: {results.ERRORS[error]}" if error else ENDS[match]] += count
    order = [*ENDS.values(), *(f"failed: {name}" for name in results.ERRORS)]
    rows = [[escaped(end), str(counts[end]), bar(counts[end], len(results))] for end in order if counts[end]]
    return table(rows)


def _fits(results: Any) -> str:
    """The tasks with a program that is right on all demo samples."""
    fits = results.fits_demos()
    share = bar(len(fits), len(results.tasks))
    counts = f"fits the demos: {len(fits)} of {plural(len(results.tasks), 'task')}"
    rows = [[escaped(task, 60), _names(results, places)] for task, places in list(fits.items())[:MAX_ROWS]]
    listed = table(rows) + and_more(len(fits) - len(rows), "task") if rows else ""
    return f"<div>{counts} {share}</div>{listed}"


def _names(results: Any, places: list[int]) -> str:
    """Some programs by name, and how many more there are."""
    names = [getattr(results.programs[place], "name", "") for place in places[:MAX_NAMES]]
    more = len(places) - len(names)
    return ", ".join(escaped(name, 60) for name in names) + (faint(f" ... and {more} more") if more else "")


def _bad(results: Any) -> str:
    """The programs that could not be read."""
    if not results.bad:
        return ""
    bad = list(results.bad.items())
    rows = [[f"programs[{place}]", escaped(str(error).partition("\n")[0])] for place, error in bad[:MAX_ROWS]]
    head = f"<div>{plural(len(bad), 'program')} could not be read:</div>"
    return head + table(rows) + and_more(len(bad) - len(rows), "program")
