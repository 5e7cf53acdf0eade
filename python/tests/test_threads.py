"""Several Python threads at once."""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import arcbatt

ROT = "def solve_a(I):\n    return rot90(I)\n"


def test_two_threads_give_the_same_results(embedded, texts):
    engine = arcbatt.Engine("cpu", threads=2)
    alone = engine.evaluate(texts, embedded)
    with ThreadPoolExecutor(4) as pool:
        together = [pool.submit(engine.evaluate, texts, embedded) for _ in range(8)]
        assert all(future.result() == alone for future in together)
        usual = [pool.submit(arcbatt.evaluate, texts, embedded) for _ in range(4)]
        assert all(future.result() == alone for future in usual)


class Enough(Exception):
    """Ends an evaluation from its callback."""


def test_other_threads_go_on_meanwhile(embedded, long_work):
    """No thread is made to give up Python's lock here, so a count moves between two calls of the callback only
    if the evaluation does not hold it."""
    count, done, seen = [0], threading.Event(), []

    def counting():
        while not done.is_set():
            count[0] += 1
            time.sleep(0)  # hands the lock to whoever waits for it

    def watch(_done, _total):
        seen.append(count[0])
        if len(seen) == 3:
            raise Enough

    usual = sys.getswitchinterval()
    other = threading.Thread(target=counting)
    sys.setswitchinterval(1000)
    try:
        other.start()
        with pytest.raises(Enough):
            arcbatt.evaluate(long_work, list(embedded), engine=arcbatt.Engine("cpu", threads=1), progress=watch)
    finally:
        done.set()
        sys.setswitchinterval(usual)
        other.join()
    assert seen[0] < seen[1] < seen[2]


def test_programs_are_shared_between_threads(embedded):
    program = arcbatt.Program(ROT)
    grid = embedded[0].demo[0].input
    wanted = program.run(grid, out="tuple")
    with ThreadPoolExecutor(8) as pool:
        outs = list(pool.map(lambda _: program.run(grid, out="tuple"), range(200)))
    assert outs == [wanted] * 200


def test_a_store_is_shared_between_threads(tmp_path, embedded, texts):
    with arcbatt.Store(tmp_path / "s.db") as store:
        store.add(texts, embedded)
        wanted = store.tasks()
        with ThreadPoolExecutor(4) as pool:
            assert all(tasks == wanted for tasks in pool.map(lambda _: store.tasks(), range(40)))


def nested(levels: int) -> str:
    """A program whose function nests so many levels."""
    lines = [f"    f{n} = compose(identity, f{n - 1})\n" for n in range(1, levels)]
    return "def solve_a(I):\n    f0 = identity\n" + "".join(lines) + f"    return f{levels - 1}(I)\n"


@pytest.mark.parametrize("size", [256, 1024, 5 * 1024, 64 * 1024])
def test_deep_programs_run_in_threads_with_any_stack(size, embedded):
    program, task = arcbatt.Program(nested(250)), embedded[0]
    grid = task.demo[0].input.tolist()
    outs = []

    def work():
        outs.append(program.run(grid, out="tuple"))
        outs.extend(row.output.tolist() for row in arcbatt.evaluate([program], [task])[0, 0])

    before = threading.stack_size(size << 10)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert outs == [tuple(map(tuple, grid)), *(sample.input.tolist() for sample in [*task.demo, *task.test])]


def test_small_evaluations_give_what_large_ones_give(embedded, texts):
    """A few steps run in this thread, many on others."""
    together = arcbatt.evaluate(texts, embedded)
    for place, text in enumerate(texts[:5]):
        for task in embedded[:5]:
            alone = arcbatt.evaluate([text], [task])
            assert alone[0, 0] == together[place, task.id]
            assert alone.stats["threads"] >= 1 and alone.stats["steps"] > 0
