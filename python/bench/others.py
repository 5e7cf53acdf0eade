"""Numbers about the package beside its ops: how long `import arcbatt` takes, what `evaluate` adds to the engine."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path


IMPORTS = 15
ROUNDS = 7

IMPORT = "from time import perf_counter as t; a = t(); import arcbatt; print(t() - a)"


def import_seconds() -> list[float]:
    """How long importing the package takes, each time in a fresh process."""
    command = [sys.executable, "-c", IMPORT]
    return [float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(IMPORTS)]


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
    imports = import_seconds()
    wall, engine, rows = evaluate_seconds("all", 1)
    lines = [
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
