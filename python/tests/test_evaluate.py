"""The batch evaluator: every row, every order of asking, every way of cutting it up."""

from __future__ import annotations

import pickle
import signal
import threading

import pytest

import arcbatt
from arcbatt import Program, Results, Task

TASKS = [
    Task("a", [([[1, 2]], [[2, 1]]), ([[3, 4]], [[4, 3]])], [([[5, 6]], None)]),
    Task("b", [([[1], [2]], [[1, 2]])]),
]
TEXTS = [
    "def solve_a(I):\n    return vmirror(I)\n",
    "def solve_same(I):\n    x = vmirror(I)\n    return x\n",
    "this is no program",
    "def solve_b(I):\n    return rot270(I)\n",
    "def solve_c(I):\n    return objects(I, T, F, F)\n",
    "def solve_d(I):\n    x1 = add(ONE, ONE)\n    return rot90(x1)\n",
    "def solve_e(I):\n    x1 = upscale(I, TEN)\n    return upscale(x1, TEN)\n",
    "def solve_f(S, I, C):\n    return vmirror_t(I)\n",
]
CPU = arcbatt.Engine("cpu", threads=1)


@pytest.fixture(scope="module")
def results() -> Results:
    return arcbatt.evaluate(TEXTS, TASKS, engine=CPU)


def test_rows_say_what_came_out(results):
    assert len(results) == len(list(results)) == 8 * 4
    first = results[0, 0]
    assert [(o.kind, o.index, o.match) for o in first] == [
        ("demo", 0, True),
        ("demo", 1, True),
        ("test", 0, None),
    ]
    assert [o.tolist() for o in (first[0].output, first[2].output)] == [[[2, 1]], [[6, 5]]]
    assert [o.error for o in results[5, 0]] == ["type"] * 3 and results[5, 0][0].output is None
    assert results[4, 1][0].output == frozenset(
        {frozenset({(1, (0, 0))}), frozenset({(2, (1, 0))})}
    )
    assert results[0, 0][0].cost == results[1, 0][0].cost > 0


def test_unreadable_programs_are_rows_too(results):
    assert results.programs[2] is None and list(results.bad) == [2]
    assert "program:1:12" in str(results.bad[2])
    assert [(o.error, o.match, o.output, o.cost) for o in results[2, "b"]] == [("parse", False, None, 0)]


def test_large_outputs_are_computed_again(results):
    output = results[6, 0][0].output
    assert output.shape == (100, 200) and (output[:, :100] == 1).all()


def test_rows_come_by_task_sample_and_program(results):
    rows = list(results)
    assert [row.position for row in rows[:8]] == list(range(8))
    assert [row.task.id for row in rows[:: 8]] == ["a", "a", "a", "b"]
    assert rows[0].program == results.programs[0] and rows[2].program is None
    assert [row.index for row in rows if row.task.id == "a" and row.position == 0] == [0, 1, 0]


def test_keys_are_positions_names_or_objects(results):
    for key in ((3, 1), ("solve_b", "b"), (results.programs[3], results.tasks[1]), (-5, -1)):
        assert results[key] == results[3, 1]
    assert results[Program(TEXTS[3]), TASKS[1]][0].match is True
    for key in ((True, 1), (3, False)):
        with pytest.raises(KeyError):
            results[key]
    for key, error in (((8, 0), IndexError), (("nope", 0), KeyError), ((0, "nope"), KeyError), (0, TypeError)):
        with pytest.raises(error):
            results[key]


def test_fitting_means_right_on_all_demo_samples(results):
    assert results.fits_demos() == {"a": [0, 1, 7], "b": [3]}
    # Of these tests the outputs are not known, which is not the same as wrong.
    assert results.right_on_tests() == {"a": None, "b": None}


def test_columns_and_pandas(results):
    np = pytest.importorskip("numpy")
    columns = results.columns()
    assert {len(column) for column in columns.values()} == {len(results)}
    rows = list(results)
    assert columns["program"].tolist() == [row.position for row in rows]
    assert columns["cost"].tolist() == [row.cost for row in rows]
    assert columns["match"].tolist() == [{True: 1, False: 0, None: -1}[row.match] for row in rows]
    assert [Results.ERRORS[code] or None for code in columns["error"]] == [row.error for row in rows]
    assert columns["test"].dtype == np.bool_ and columns["test"].sum() == 8
    pytest.importorskip("pandas")
    frame = results.to_pandas()
    assert len(frame) == len(rows) and frame["match"].isna().sum() == 8
    assert frame.loc[5, "error"] == "type" and frame.loc[0, "name"] == "solve_a"
    assert frame.groupby("task", observed=True)["cost"].sum()["b"] == sum(
        row.cost for row in rows if row.task.id == "b"
    )


def test_positions_in_columns_are_keys(results):
    pytest.importorskip("numpy")
    columns = results.columns()
    for program, task in zip(columns["program"], columns["task"]):
        assert results[program, task] == results[int(program), int(task)]


def test_names_pair_programs_with_tasks(embedded, texts):
    results = arcbatt.evaluate(texts, embedded, pairing="name", engine=CPU)
    samples = sum(len(task.demo) + len(task.test) for task in embedded)
    assert len(results) == samples and all(row.match for row in results)
    assert results.fits_demos() == {task.id: [place] for place, task in enumerate(embedded)}
    assert results.right_on_tests() == results.fits_demos()
    assert results[0, 1] == []


def test_outputs_may_be_left_out(results):
    without = arcbatt.evaluate(TEXTS, TASKS, engine=CPU, outputs=False)
    assert all(row.output is None for row in without)
    assert [row.cost for row in without] == [row.cost for row in results]
    assert without.memory < results.memory and without.memory < 40 * len(without)


def test_equal_outputs_are_kept_once():
    one = arcbatt.evaluate(TEXTS[:1], TASKS, engine=CPU)
    many = arcbatt.evaluate(TEXTS[:2] * 500, TASKS, engine=CPU)
    assert many.memory - 14 * len(many) == one.memory - 14 * len(one)


def test_grids_come_out_as_asked():
    results = arcbatt.evaluate(TEXTS[:1], TASKS, engine=CPU, out="tuple")
    assert results[0, 0][0].output == ((2, 1),)
    assert pickle.loads(pickle.dumps(results))[0, 0][0].output == ((2, 1),)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_make_no_difference(threads, embedded, texts):
    engine = arcbatt.Engine("cpu", threads=threads)
    programs = (TEXTS + texts) * 5
    tasks = list(embedded)[:3] + TASKS
    assert arcbatt.evaluate(programs, tasks, engine=engine) == arcbatt.evaluate(programs, tasks, engine=CPU)


def test_parts_put_together_are_the_whole(results):
    for at in range(len(TEXTS) + 1):
        parts = [arcbatt.evaluate(part, TASKS, engine=CPU) for part in (TEXTS[:at], TEXTS[at:])]
        whole = Results.concat(parts, "programs")
        assert whole == results and list(whole.bad) == [2]
    parts = [arcbatt.evaluate(TEXTS, [task], engine=CPU) for task in TASKS]
    assert Results.concat(parts) == results
    assert Results.concat(parts).stats["calls"] == sum(part.stats["calls"] for part in parts)
    named = [arcbatt.evaluate(TEXTS, [task], engine=CPU, pairing="name") for task in TASKS]
    assert Results.concat(named) == arcbatt.evaluate(TEXTS, TASKS, engine=CPU, pairing="name")


def test_parts_that_do_not_fit(results):
    other = arcbatt.evaluate(TEXTS[:2], TASKS[:1], engine=CPU)
    for parts in ([results, other], []):
        with pytest.raises(arcbatt.DataError):
            Results.concat(parts)
    for parts in ([1], [results, None], 5, results, "ab"):
        with pytest.raises(arcbatt.DataError, match="expected a list of Results, found"):
            Results.concat(parts)
    strict, safe = (
        arcbatt.evaluate(TEXTS, TASKS[:1], engine=arcbatt.Engine("cpu", policy=policy)) for policy in ("strict", "safe")
    )
    with pytest.raises(arcbatt.DataError, match="different rules"):
        Results.concat([strict, safe])


def test_nothing_to_do_is_fine():
    assert len(arcbatt.evaluate([], TASKS)) == 0 and len(arcbatt.evaluate(TEXTS, [])) == 0
    assert arcbatt.evaluate([], []).fits_demos() == {}
    assert len(arcbatt.evaluate(["bad"], TASKS)) == 4
    assert list(arcbatt.evaluate([], TASKS).columns())


def test_programs_come_in_many_forms(tmp_path):
    path = tmp_path / "programs.py"
    path.write_text(TEXTS[0] + TEXTS[3])
    whole = arcbatt.evaluate([Program(TEXTS[0]), TEXTS[3]], TASKS, engine=CPU)
    for programs in (path, str(path), TEXTS[0] + TEXTS[3], iter([TEXTS[0], TEXTS[3]])):
        assert arcbatt.evaluate(programs, TASKS, engine=CPU) == whole
    assert len(arcbatt.evaluate(Program(TEXTS[0]), TASKS[0], engine=CPU)) == 3
    several = arcbatt.evaluate([TEXTS[0] + TEXTS[3]], TASKS, engine=CPU)
    assert "holds 2 programs" in str(several.bad[0])


def test_statistics_count(results):
    stats = results.stats
    assert stats["backend"] == "cpu" and stats["threads"] == 1
    assert stats["failures"]["type"] == 4 and stats["ops"]["arc.vmirror"]["steps"] == 4
    assert stats["steps_shared"] > 0 and stats["seconds"] > 0


def test_progress_is_told(embedded, texts):
    told = []
    arcbatt.evaluate(texts, embedded, engine=CPU, progress=lambda done, total: told.append((done, total)))
    samples = sum(len(task.demo) + len(task.test) for task in embedded)
    assert told[-1] == (samples, samples) and told == sorted(told)


class Enough(Exception):
    """Raised by a callback."""


def test_an_exception_of_the_callback_ends_the_work(embedded, long_work):
    def stop(done, total):
        raise Enough

    with pytest.raises(Enough):
        arcbatt.evaluate(long_work, list(embedded), engine=CPU, progress=stop)


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_ends_the_work(embedded, long_work):
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            arcbatt.evaluate(long_work, list(embedded), engine=CPU)
    finally:
        timer.join()
