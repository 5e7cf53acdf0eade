"""Work in other processes: made by fork and by spawn, before and after the parent has worked itself."""

from __future__ import annotations

import multiprocessing
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor

import arcbatt
import pytest
from arcbatt import dsl

STARTS = ["fork", "spawn", "forkserver"]
FAULTS = [(dsl.first, ((),)), (dsl.divide, (1, 0)), (dsl.vmirror, (7,))]


def evaluate(programs, data, threads):
    return arcbatt.evaluate(programs, data, engine=arcbatt.Engine("cpu", threads=threads))


def call(function, arguments):
    return function(*arguments)


def send_back(thing):
    return thing


def pool(start: str) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(start))


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("threads", [1, 2])
def test_children_give_what_the_parent_gives(start, threads, texts, embedded):
    # The parent has had threads of its own by now, which a fork does not copy.
    here = evaluate(texts, embedded, 2)
    assert here.fits_demos()
    with pool(start) as children:
        there = [children.submit(evaluate, texts, embedded, threads) for _ in range(4)]
        assert all(child.result() == here for child in there)


def test_a_fork_in_the_middle_of_an_evaluation(texts, embedded):
    """A child of fork has a copy of every lock, held or not, and none of the threads that hold them."""
    here = evaluate(texts, embedded, 1)
    begun, over = threading.Event(), threading.Event()

    def work():
        while not over.is_set():
            evaluate(texts, embedded, 2)
            begun.set()

    worker = threading.Thread(target=work)
    worker.start()
    try:
        begun.wait()
        for _ in range(5):
            with pool("fork") as children:
                assert children.submit(evaluate, texts, embedded, 2).result() == here
    finally:
        over.set()
        worker.join()


@pytest.mark.parametrize("start", STARTS)
def test_objects_travel_through_processes(start, texts, embedded):
    program = arcbatt.Program(texts[0])
    things = [
        program,
        embedded[0],
        embedded[0].demo[0],
        embedded,
        arcbatt.Engine("cpu", threads=1, budget=1000),
    ]
    things.append(evaluate(texts[:3], embedded, 1))
    things.append(program.run(embedded[0]))
    with pool(start) as children:
        for thing in things:
            assert children.submit(send_back, thing).result() == thing, type(thing)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("function, arguments", FAULTS, ids=lambda part: getattr(part, "__name__", None))
def test_faults_of_children_arrive_as_they_were_raised(start, function, arguments):
    with pytest.raises(arcbatt.Fault) as here:
        call(function, arguments)
    with pool(start) as children, pytest.raises(arcbatt.Fault) as there:
        children.submit(call, function, arguments).result()
    assert type(there.value) is type(here.value)
    assert (str(there.value), there.value.op) == (str(here.value), here.value.op)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_of_pickle_works(protocol, texts, embedded):
    results = evaluate(texts[:3], embedded, 1)
    assert pickle.loads(pickle.dumps(results, protocol)) == results
