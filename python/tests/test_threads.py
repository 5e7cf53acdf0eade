"""Several Python threads at once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

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


def test_other_threads_go_on_meanwhile(embedded, texts):
    """The evaluation waits for a thread of Python's to do something: it would never end with the lock held."""
    seen = threading.Event()
    told = []

    def watch(done, total):
        # Called between pieces of work; the other thread needs Python's lock to answer.
        told.append(seen.wait(60))

    other = threading.Thread(target=seen.set)
    programs = texts * 40
    starter = threading.Timer(0.0, other.start)
    starter.start()
    arcbatt.evaluate(programs, list(embedded), engine=arcbatt.Engine("cpu", threads=1), progress=watch)
    starter.join()
    other.join()
    assert told and all(told)


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
