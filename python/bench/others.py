"""Numbers about the package beside its ops: whole programs, small calls, how long `import arcbatt` takes, what
`evaluate` adds to the engine."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import record

IMPORTS = 15
ROUNDS = 7

IMPORT = "from time import perf_counter as t; a = t(); import arcbatt; print(t() - a)"


def import_seconds() -> list[float]:
    """How long importing the package takes, each time in a fresh process."""
    command = [sys.executable, "-c", IMPORT]
    return [float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(IMPORTS)]


def best_seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The best time of a call."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def program_seconds() -> list[tuple[float, float]]:
    """Of each reference program on the first input of its task: the best time in Python, and in the engine."""
    import arcbatt

    ours = {program.task_id: program for program in arcbatt.load("rearc")}
    inputs = record.training_inputs()
    times = []
    for name, program in record.reference_programs(record.reference_ops()).items():
        if name not in ours or name not in inputs:
            continue
        grid, own = inputs[name][0], ours[name]
        try:
            theirs = best_seconds(lambda: program(grid))
            times.append((theirs, best_seconds(lambda: own.run(grid, out="tuple"))))
        except Exception:  # Some fail on some input, in one or the other.
            continue
    return times


def small_calls() -> str:
    """What a program costs on one grid, and on one task."""
    import arcbatt

    task = arcbatt.Dataset.of("embedded")["e4d14648"]
    program = arcbatt.Program("def solve_e4d14648(I):\n    return cmirror(I)")
    grid = task.demo[0].input
    one = best_seconds(lambda: program.run(grid), 1000)
    all = best_seconds(lambda: arcbatt.evaluate([program], [task]), 1000)
    return f"A program of one step: `run` on a grid takes {one * 1e6:.0f} µs, `evaluate` on a task {all * 1e6:.0f} µs."


def evaluate_seconds(pairing: str, rounds: int) -> tuple[float, float, int]:
    """The best time of `evaluate` on the reference programs and all training samples: as seen from Python,
    and inside the engine; and the number of rows."""
    import arcbatt

    programs = arcbatt.load("rearc")
    tasks = arcbatt.Dataset.of("arc1-training")
    engine = arcbatt.Engine(backend="cpu", threads=1)
    best = (float("inf"), 0.0, 0)
    for _ in range(rounds):
        started = time.perf_counter()
        results = arcbatt.evaluate(programs, tasks, engine=engine, pairing=pairing)
        best = min(best, (time.perf_counter() - started, results.stats["seconds"], len(results)))
    return best


def command_seconds(batt: Path) -> float:
    """The best time that the command reports for the same work."""
    command = [batt, "run", "--backend", "cpu", "--threads", "1", "--repeat", str(ROUNDS), "--json"]
    command += ["--data", "arc1-training"]
    # Not checked: the command says with its code that not every program is right on every sample.
    return json.loads(subprocess.run(command, check=False, capture_output=True).stdout)["exec_seconds"]


def report(batt: Path | None) -> list[str]:
    """Lines for the page."""
    imports, programs = import_seconds(), program_seconds()
    ratios = [theirs / ours for theirs, ours in programs]
    theirs, ours = (sum(side) / len(programs) for side in zip(*programs))
    wall, engine, rows = evaluate_seconds("all", 1)
    lines = [
        f"Whole programs: {len(programs)} reference programs on one grid each take {theirs * 1e3:.2f} ms in Python and "
        f"{ours * 1e3:.3f} ms by `run` in the mean; the median program is {statistics.median(ratios):.0f} times as fast.",
        "",
        small_calls(),
        "",
        f"`import arcbatt` takes {min(imports) * 1e3:.1f} ms at best, {statistics.median(imports) * 1e3:.1f} ms in the "
        f"median of {IMPORTS} fresh processes.",
        "",
        f"`evaluate` of the 400 reference programs on all training samples, {rows:,} rows, one thread: {wall:.2f} s seen "
        f"from Python, {engine:.2f} s of it in the engine ({(wall / engine - 1) * 100:.1f} % on top).",
    ]
    wall, engine, rows = evaluate_seconds("name", ROUNDS)
    lines[-1] += f" Each program on its own task only, {rows:,} rows: {wall * 1e3:.1f} ms, {engine * 1e3:.1f} ms of it in the engine."
    if batt:
        command = command_seconds(batt)
        more = (wall / command - 1) * 100
        lines[-1] += f" The `batt` command reports {command * 1e3:.1f} ms for the same runs ({more:+.1f} %)."
    return lines
