"""Every public object survives pickling and compares as it should."""

from __future__ import annotations

import copy
import pickle

import pytest

import arcbatt
from arcbatt import Engine, Grid, Program, Sample, Store, Task, evaluate

ROT = "def solve_a(I):\n    return rot90(I)\n"
TASK = Task("a", [([[1, 2]], [[1], [2]])], [([[3]], None)])


def objects(tmp_path):
    program = Program(ROT)
    results = evaluate([ROT, "bad", "def solve_c(I):\n    return asindices(I)\n"], [TASK])
    store = Store(tmp_path / "store.db")
    store.add([program], [TASK])
    kept = store.programs("a")[0]
    store.close()
    trace = program.trace(TASK)
    submission = arcbatt.submit([program], [TASK])
    graded = arcbatt.grade({"b": [{"attempt_1": [[1]], "attempt_2": [[2]]}]}, [Task("b", TASK.demo, [([[1]], [[1]])])])
    assert list(submission) == ["a"]
    solutions = arcbatt.solve([TASK], effort=0.02, details=True)
    return [
        program,
        Program("def solve_a(S, I, C):\n    return vmirror_t(I)\n"),
        TASK,
        TASK.demo[0],
        Sample([[1]]),
        arcbatt.Dataset.of([TASK]),
        arcbatt.Dataset.of("embedded"),
        Engine("cpu", threads=3, policy="safe", budget=(5, 6)),
        Engine(),
        results,
        results[0, 0][0],
        results[2, 0][0],
        next(iter(results)),
        trace,
        trace[0],
        arcbatt.card([program], freeze_solvers=True, freeze_differs=True),
        kept,
        graded,
        solutions,
        solutions[0],
        solutions[0].programs[0],
        solutions[0].candidates[0],
    ]


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_come_back_equal(tmp_path, protocol):
    for thing in objects(tmp_path):
        again = pickle.loads(pickle.dumps(thing, protocol))
        assert type(again) is type(thing) and again == thing, thing
        assert repr(again) == repr(thing)
        assert not thing == 5 and thing != "x"
        if type(thing).__hash__ is not None:
            assert hash(again) == hash(thing)


def test_copies_are_equal(tmp_path):
    for thing in objects(tmp_path):
        assert copy.copy(thing) == thing and copy.deepcopy(thing) == thing


def test_a_pickled_store_is_read_only(tmp_path):
    with Store(tmp_path / "s.db") as store:
        store.add([ROT], [TASK])
        again = pickle.loads(pickle.dumps(store))
        assert again == store and again.programs() == store.programs()
        with pytest.raises(arcbatt.StoreError):
            again.gc()
        again.close()


def test_grids_pickle():
    np = pytest.importorskip("numpy")
    grid = Grid([[1, 2], [3, 4]])
    again = pickle.loads(pickle.dumps(grid))
    assert type(again) is Grid and np.array_equal(again, grid)


def test_results_keep_everything(tmp_path):
    results = objects(tmp_path)[9]
    again = pickle.loads(pickle.dumps(results))
    assert [row.output is None for row in again] == [row.output is None for row in results]
    assert str(again.bad[1]) == str(results.bad[1]) and again.stats == results.stats


def test_faults_pickle():
    with pytest.raises(arcbatt.Fault) as caught:
        Program("def solve_a(I):\n    x1 = add(ONE, ONE)\n    return rot90(x1)\n").run([[1]])
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.op) == (type(caught.value), str(caught.value), "rot90")
