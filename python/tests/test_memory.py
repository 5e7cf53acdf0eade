"""Memory stays where it is over ten thousand calls."""

from __future__ import annotations

import gc
import resource
from collections.abc import Callable
from pathlib import Path

import arcbatt
import pytest
from arcbatt import dsl, dsl_batt

CALLS = 10_000
# After these the allocator has what it needs.
WARM_UP = 2_000
# 300 bytes per call: less than the smallest grid that somebody could forget to give back.
BOUND = 3_000_000

GRID = tuple(tuple((row * column) % 10 for column in range(10)) for row in range(10))
ENGINE = arcbatt.Engine("cpu", threads=1)


def resident() -> int:
    """Bytes of this process that are in memory."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        pytest.skip("no /proc: memory in use cannot be read")
    return pages * resource.getpagesize()


def growth(work: Callable[[], object], calls: int = CALLS, warm_up: int = WARM_UP) -> int:
    for _ in range(warm_up):
        work()
    before = resident()
    for _ in range(calls):
        work()
    return resident() - before


def raises(work: Callable[[], object], error: type[Exception]) -> Callable[[], None]:
    def caught() -> None:
        with pytest.raises(error):
            work()

    return caught


def objects() -> object:
    return dsl.objects(GRID, True, False, True)


def callback() -> object:
    return dsl.apply(lambda row: row[:5], GRID)


def composed() -> object:
    return dsl.compose(dsl.vmirror, dsl.rbind(dsl.upscale, 2))(GRID)


def builder_of_batt() -> object:
    return dsl_batt.compose(dsl_batt.vmirror_t, dsl_batt.hmirror_t)(GRID)


def failing_callback() -> object:
    return dsl.apply(lambda row: row[99], GRID)


CALLED = [
    objects,
    callback,
    composed,
    builder_of_batt,
    raises(lambda: dsl.first(()), arcbatt.EmptyFault),
    raises(lambda: dsl.vmirror(object()), Exception),
    raises(failing_callback, IndexError),
]


@pytest.mark.parametrize("work", CALLED, ids=range(len(CALLED)))
def test_calls_of_functions(work):
    assert growth(work) < BOUND


def test_programs_on_grids_and_tasks(texts, embedded):
    program, task = arcbatt.Program(texts[0]), embedded[0]
    grid = task.demo[0].input
    assert growth(lambda: arcbatt.Program(texts[0])) < BOUND
    assert growth(lambda: program.run(grid, engine=ENGINE)) < BOUND
    assert growth(lambda: program.run(task, engine=ENGINE)) < BOUND
    assert growth(lambda: program.trace(task)) < BOUND


def test_evaluations(texts, embedded):
    task = embedded[0]
    work = [*texts[:2], "def broken(I:"]
    assert growth(lambda: list(arcbatt.evaluate(work, [task], engine=ENGINE))) < BOUND


def test_evaluations_on_threads(texts, embedded):
    engine = arcbatt.Engine("cpu", threads=2)
    assert growth(lambda: arcbatt.evaluate(texts[:2], embedded[:2], engine=engine)) < BOUND


def test_engines_and_data(embedded):
    given = embedded[0].to_dict()
    assert growth(lambda: arcbatt.Task.of(given, "task")) < BOUND
    assert growth(lambda: arcbatt.Engine("cpu", threads=1).name) < BOUND
    assert growth(raises(lambda: arcbatt.Task.of({"train": 1, "test": 2}), arcbatt.DataError)) < BOUND


def test_stores_that_are_opened_and_closed(texts, embedded, tmp_path):
    path = tmp_path / "store.db"
    arcbatt.evolve(
        embedded, texts[:2], store=path, generations=1, population=8, tasks=[embedded[0].id], threads=1
    )

    def work() -> None:
        with arcbatt.Store(path, read_only=True) as store:
            assert store.tasks()

    assert growth(work) < BOUND
