"""Whole programs in the engine and single ops of `arcbatt.dsl`, against pure Python on real arguments.

    python python/bench/ops.py                    the tables on standard output
    python python/bench/ops.py --write docs/python.md
    python python/bench/ops.py --only paint,size --limit 50

Arguments are recorded from the reference programs on the training tasks (see record.py; `batt data get`
fetches both). Each implementation gets function values of its own making. Both are timed in this process, in
turns, best of several rounds for every call. Results are compared before: calls that differ (ties that
Python's set order decides) are counted and left out.
"""

from __future__ import annotations

import argparse
import gc
import platform
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any, Callable

sys.path.insert(0, str(Path(__file__).parent))

import others
import record

# One measurement repeats a call for about this long, so that the clock's own cost does not count.
SHORTEST = 40e-6
ROUNDS = 7
# Ops that do much work, which single calls are worth for too.
OPS = ["fill", "objects", "occurrences", "upscale"]

MARKS = ("<!-- ops table: begin -->", "<!-- ops table: end -->")


@dataclass
class Row:
    """What was measured of one op; times in seconds, means over its calls."""

    op: str
    calls: int
    different: int
    theirs: float
    ours: float
    median: float

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours if self.ours else 0.0


# ---- timing: one loop per number of arguments, so that calls are made as programs make them


def looped1(f: Callable, n: int, a: Any) -> None:
    for _ in repeat(None, n):
        f(a)


def looped2(f: Callable, n: int, a: Any, b: Any) -> None:
    for _ in repeat(None, n):
        f(a, b)


def looped3(f: Callable, n: int, a: Any, b: Any, c: Any) -> None:
    for _ in repeat(None, n):
        f(a, b, c)


def looped4(f: Callable, n: int, a: Any, b: Any, c: Any, d: Any) -> None:
    for _ in repeat(None, n):
        f(a, b, c, d)


LOOPS = {1: looped1, 2: looped2, 3: looped3, 4: looped4}


def timed(function: Callable, args: tuple, times: int) -> float:
    """Seconds per call, over `times` calls."""
    loop = LOOPS[len(args)]
    started = time.perf_counter()
    loop(function, times, *args)
    return (time.perf_counter() - started) / times


def times_for(function: Callable, args: tuple) -> int:
    """How often to call it in one measurement."""
    once = min(timed(function, args, 1) for _ in range(3))
    return max(1, min(1000, int(SHORTEST / max(once, 1e-9))))


def best(theirs: tuple[Callable, tuple], ours: tuple[Callable, tuple], rounds: int) -> tuple[float, float]:
    """The best time of each, measured in turns."""
    counts = times_for(*theirs), times_for(*ours)
    pairs = [(timed(*theirs, counts[0]), timed(*ours, counts[1])) for _ in range(rounds)]
    return min(a for a, _ in pairs), min(b for _, b in pairs)


# ---- one op


def outcome(function: Callable, args: tuple) -> Any:
    try:
        return function(*args)
    except Exception as error:
        return type(error)


def same(theirs: Any, ours: Any) -> bool:
    """Whether two results agree, as far as results can be compared: a tuple made of a set's elements in whatever
    order."""
    if callable(theirs) and not isinstance(theirs, type):
        return callable(ours)
    if record.holds_function(theirs):
        return type(theirs) is type(ours)
    if isinstance(theirs, type):
        return False
    return theirs == ours or (isinstance(theirs, tuple) and isinstance(ours, tuple) and Counter(theirs) == Counter(ours))


def measured(op: str, calls: list[tuple], sides: tuple[Callable, Callable], moved: list[tuple], rounds: int) -> Row:
    theirs, ours = sides
    both = list(zip(calls, moved))
    good = [(a, b) for a, b in both if same(outcome(theirs, a), outcome(ours, b))]
    times = [best((theirs, a), (ours, b), rounds) for a, b in good]
    n = max(len(times), 1)
    median = statistics.median(t / o for t, o in times) if times else 0.0
    means = [sum(side) / n for side in zip(*times)] or [0.0, 0.0]
    return Row(op, len(good), len(both) - len(good), *means, median)


def table(names: list[str], limit: int, rounds: int) -> list[Row]:
    from arcbatt import dsl

    ops, calls = record.recorded(limit)
    translator = record.Translator(ops, dsl)
    rows = []
    gc.disable()
    for op in names or OPS:
        taken = calls[op]
        moved = [tuple(map(translator.value, args)) for args in taken]
        rows.append(measured(op, taken, (ops[op], getattr(dsl, op)), moved, rounds))
        gc.collect()
    gc.enable()
    return rows


# ---- words


def rendered(rows: list[Row]) -> list[str]:
    lines = ["| op | calls | reference, µs | arcbatt, µs | times as fast | the median call |", "|---|---:|---:|---:|---:|---:|"]
    for row in sorted(rows, key=lambda row: row.op):
        theirs, ours = row.theirs * 1e6, row.ours * 1e6
        lines.append(f"| {row.op} | {row.calls} | {theirs:.2f} | {ours:.2f} | {row.ratio:.2f} | {row.median:.2f} |")
    return lines


def report(rows: list[Row], others: list[str]) -> str:
    where = f"CPython {platform.python_version()}, {platform.machine()}"
    lines = [f"Measured by `python/bench/ops.py` on {where}.", "", *rendered(rows)]
    return "\n".join(lines + ([""] + others if others else []))


def write(path: Path, text: str) -> None:
    """Puts the report between the marks of a page; a page without marks is the report alone."""
    begin, end = MARKS
    page = path.read_text(encoding="utf-8") if path.exists() else f"{begin}\n{end}\n"
    if begin not in page or end not in page:
        raise SystemExit(f"{path} has no section between {begin} and {end}")
    head, tail = page.split(begin, 1)[0], page.split(end, 1)[1]
    path.write_text(f"{head}{begin}\n{text}\n{end}{tail}", encoding="utf-8")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help=f"ops to measure, separated by commas [default: {','.join(OPS)}]")
    parser.add_argument("--limit", type=int, default=200, help="calls per op at most [default: 200]")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"measurements of each call [default: {ROUNDS}]")
    parser.add_argument("--write", type=Path, help="the page whose marked section is replaced")
    parser.add_argument("--batt", type=Path, help="the batt command, to compare `evaluate` with")
    parser.add_argument("--no-others", action="store_true", help="only the ops: no programs, no import time, no evaluate")
    return parser.parse_args()


def main() -> None:
    chosen = options()
    names = [name for name in chosen.only.split(",") if name]
    try:
        rows = table(names, chosen.limit, chosen.rounds)
        beside = [] if chosen.no_others or names else others.report(chosen.batt)
    except record.Missing as missing:
        raise SystemExit(str(missing)) from None
    text = report(rows, beside)
    if chosen.write:
        write(chosen.write, text)
    print(text)


if __name__ == "__main__":
    main()
