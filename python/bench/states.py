"""Steps per second of states: random legal actions in batches, from Python.

    python python/bench/states.py [--data embedded] [--states 1024] [--rounds 60] [--threads 2] [--budget 65536]

Actions are drawn outside of the time that counts. Processor time beside the clock's: on a machine that does other things too the clock
says less. Each part begins with empty memories.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import arcbatt
from arcbatt.gym import sample_legal


def walk(tasks, *, states: int, rounds: int, threads: int, lines: int, observe=None, fits: bool = False, reuse: bool = False, dialect: str, budget: int | None) -> tuple:
    """Steps, seconds and processor seconds of random walks, and how many lines failed."""
    roots = [arcbatt.State(task, lines=lines, dialect=dialect, budget=budget, memory=64) for task in tasks]
    forks = [roots[at % len(roots)].fork() for at in range(states)]
    vocabulary, rng = roots[0].vocabulary, np.random.default_rng(1)
    seconds = processor = 0.0
    failed, seen = 0, None
    for round in range(rounds):
        if round % lines == 0:
            forks = [roots[at % len(roots)].fork() for at in range(states)]
        actions = sample_legal(arcbatt.observe_batch(forks, fits=True).fits, vocabulary, rng)
        clock, used = time.perf_counter(), time.process_time()
        seen = arcbatt.step_batch(forks, actions[:, 0], actions[:, 1:], observe=observe, fits=fits, out=seen, threads=threads)
        seconds += time.perf_counter() - clock
        processor += time.process_time() - used
        failed += int((seen.faults > 0).sum())
        seen = seen if reuse else None
    return states * rounds, seconds, processor, failed, sum(root.memory for root in roots)


def main() -> None:
    parse = argparse.ArgumentParser()
    parse.add_argument("--data", default="embedded")
    parse.add_argument("--dialect", default="arc")
    for name, usual in (("states", 1024), ("rounds", 60), ("threads", 2), ("lines", 10), ("tasks", 1000), ("budget", None)):
        parse.add_argument(f"--{name}", type=int, default=usual)
    asked = parse.parse_args()
    tasks = list(arcbatt.Dataset.of(asked.data))[: asked.tasks]
    samples = sum(len(task.demo) + len(task.test) for task in tasks) / len(tasks)
    print(f"{len(tasks)} tasks with {samples:.1f} samples each, {asked.states} states, {asked.threads} threads")
    parts = {"steps alone": {}, "with masks": {"fits": True}, "with pictures of 4 demos and 1 line": {"observe": (4, 1)},
             "with masks and pictures of 4 demos and 10 lines": {"fits": True, "observe": (4, 10)},
             "the same, arrays written over": {"fits": True, "observe": (4, 10), "reuse": True}}
    settings = {name: getattr(asked, name) for name in ("states", "rounds", "threads", "lines", "dialect", "budget")}
    for name, more in parts.items():
        steps, seconds, processor, failed, memory = walk(tasks, **settings, **more)
        print(
            f"{name}: {steps / seconds:,.0f} steps per second; {processor / steps * 1e6:.2f} us of processor time a step, "
            f"{2 * steps / processor:,.0f} on two processors alone; {failed / steps:.0%} fail, {memory / 1e6:.0f} MB"
        )


if __name__ == "__main__":
    main()
