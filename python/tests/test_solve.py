"""Answers for unseen tasks: attempts, programs, candidates, stores, submissions."""

from __future__ import annotations

import json
import pickle
import signal
import threading

import pytest

import arcbatt
from arcbatt import DataError, Dataset, Found, Program, Solution, Store, StoreError, Task

EFFORT = 0.05
MIRROR = Task("mirror", [([[1, 2]], [[2, 1]]), ([[5, 6, 7]], [[7, 6, 5]])], [([[3, 4]], [[4, 3]])])
# No rule in it: whoever looks for one spends all the effort there is.
NOISE = Task(
    "noise",
    [([[(i * i * n + 3 * j * n) % 7 + (i * j) % 3 for j in range(12)] for i in range(12)],
      [[(i * n + j * j * n + i * j) % 8 for j in range(12)] for i in range(12)]) for n in (3, 5, 8, 11)],
    [([[(i + 2 * j) % 9 for j in range(12)] for i in range(12)], None)],
)  # fmt: skip
ENDLESS = 1e6
# A busy machine may not have begun with the next task when the work is ended.
ENDED = ("stopped", "untried")


def lists(grid) -> list:
    return [list(map(int, row)) for row in grid]


@pytest.fixture(scope="module")
def solved(embedded):
    return arcbatt.solve(embedded, effort=EFFORT)


@pytest.fixture(scope="module")
def few(embedded):
    return [embedded[id] for id in ("e4d14648", "ae6f42a5")] + [MIRROR]


@pytest.fixture(scope="module")
def some(few):
    """A few tasks with all candidates."""
    return arcbatt.solve(few, effort=EFFORT, details=True, threads=1)


def test_every_test_input_has_two_attempts(solved, embedded):
    assert len(solved) == len(embedded) == 20 and solved.ids == embedded.ids and solved.data == embedded
    for solution, task in zip(solved, embedded):
        assert solution.task == task and solution.id == task.id
        assert len(solution.attempts) == len(solution.strategies) == len(solution.chances) == len(task.test)
        for pair in solution.attempts:
            assert len(pair) == 2 and lists(pair[0]) != lists(pair[1])
        assert solution.how in ("tried", "spent") and not solution.cut and solution.seconds >= 0


def test_what_is_right_is_told(solved, embedded):
    outputs = [(lists(sample.output), pair) for task in embedded
               for sample, pair in zip(task.test, solved[task.id].attempts)]  # fmt: skip
    right = sum(output in map(lists, pair) for output, pair in outputs)
    assert solved.right == right > 5
    for solution in solved:
        known = [lists(sample.output) for sample in solution.task.test]
        matches = [tuple(lists(grid) == output for grid in pair) for output, pair in zip(known, solution.attempts)]
        assert solution.matches == matches and solution.right == all(map(any, matches))


def test_totals_are_those_of_the_command(solved, embedded):
    totals = solved.totals()
    assert (totals["tasks"], totals["test_inputs"], totals["known_outputs"]) == (20, 22, 22)
    assert totals["answered"] == solved.answered == sum(solution.answered for solution in solved) > 5
    assert totals["fits_demos"] == sum(solution.fits_demos for solution in solved)
    assert totals["right"] == solved.right >= totals["right_first"]
    assert totals["guesses"] == sum(name is None for s in solved for pair in s.strategies for name in pair)
    assert totals["effort"] == EFFORT and totals["data_version"] == embedded.version
    assert totals["seed"] == 1 and totals["memory"] == 300 and totals["seconds_per_task"] is None
    assert (totals["cut"], totals["untried"], totals["failed"]) == ([], [], [])
    assert not totals["interrupted"] and totals["stored"] is None and totals["unreadable_tasks"] == 0
    by = totals["by_strategy"]
    assert sum(strategy["units"] for strategy in by.values()) == sum(solution.units for solution in solved)
    assert sum(strategy["right"] for strategy in by.values()) >= totals["right"] - totals["guesses"]
    assert json.loads(json.dumps(totals)) == totals


def test_programs_do_what_is_said_of_them(some):
    for solution in some:
        assert solution.programs
        for found in solution.programs:
            assert isinstance(found, Found) and isinstance(found, Program) and found.dialect == "batt"
            outcomes = found.run(solution.task)
            assert [o.match for o in outcomes if o.kind == "demo"] == found.fits
            given = [lists(o.output) for o in outcomes if o.kind == "test" and o.output is not None]
            attempts = [lists(grid) for pair in solution.attempts for grid in pair]
            assert any(output in attempts for output in given)
            assert found.strategy in {name for pair in solution.strategies for name in pair}
            assert isinstance(found.cost, float) and (found.left_out is None or 0 <= found.left_out <= 1)
    best = some["mirror"].programs[0]
    assert all(best.fits) and lists(best.run([[1, 2, 3]])) == [[3, 2, 1]]
    assert arcbatt.evaluate(some["mirror"].programs, MIRROR)[0, 0][0].match


def test_candidates_come_where_they_are_asked_for(some, solved):
    assert all(solution.candidates is None for solution in solved)
    for solution in some:
        candidates = solution.candidates
        assert len(candidates) == solution.candidate_count > 0
        for at, pair in enumerate(solution.attempts):
            for attempt, strategy, chance in zip(pair, solution.strategies[at], solution.chances[at]):
                same = [c for c in candidates if c.outputs[at] is not None and lists(c.outputs[at]) == lists(attempt)]
                assert strategy is None or {strategy} <= {c.strategy for c in same}
                assert strategy is None or {c.chances[at] for c in same} == {chance}
        first = [c for c in candidates if c.ranks[0] == 1]
        assert {str(lists(c.outputs[0])) for c in first} == {str(lists(solution.attempts[0][0]))}
        assert solution.fits_demos == any(all(c.fits) for c in candidates)
        assert all((c.ranks[0] is None) == (c.chances[0] is None) for c in candidates)
        written = [(c.strategy, c.fits, c.cost) for c in candidates if c.program is not None]
        assert all((found.strategy, found.fits, found.cost) in written for found in solution.programs)
    assert repr(some[0].candidates[0]).startswith("Candidate('")


def test_threads_make_no_difference(few, some):
    for threads in (2, 0, None):
        assert arcbatt.solve(few, effort=EFFORT, details=True, threads=threads) == some
    other = arcbatt.solve(few[:2], effort=EFFORT, details=True)
    assert other != some and list(other) == list(some)[:2]


def test_solutions_are_found_by_place_and_by_id(some, few):
    assert some.ids == some.keys() == [task.id for task in few]
    assert some["mirror"] is some[2] is some[-1] is some[MIRROR] is some.get("mirror")
    assert some[:2] == [some[0], some[1]] and dict(some) == dict(some.items())
    assert "mirror" in some and MIRROR in some and some[0] in some and "none" not in some
    assert some.get("none") is None and some.get("none", some[0]) is some[0]
    with pytest.raises(KeyError, match="no task 'none'"):
        some["none"]
    with pytest.raises(IndexError):
        some[3]
    assert repr(some) == f"Solutions(3 tasks, 4 of 4 answered, {some.right} of 4 right)"
    assert repr(some["mirror"]) == "Solution('mirror', 1 of 1 answered, right)"
    assert repr(some["mirror"].programs[0]).startswith("Found('solve_mirror', '")


def test_tasks_are_given_in_many_ways(embedded, tmp_path):
    def ids(tasks):
        return [solution.id for solution in arcbatt.solve(tasks, effort=0)]

    path = tmp_path / "mirror.json"
    path.write_text(json.dumps(MIRROR.to_dict()))
    assert ids("embedded") == ids(embedded) == ids(list(embedded)) == ids(iter(embedded)) == embedded.ids
    assert ids(list(embedded)[::-1]) == embedded.ids[::-1]
    assert ids(MIRROR) == ids([MIRROR]) == ids({"mirror": MIRROR.to_dict()}) == ids(path) == ids(str(path)) == ["mirror"]
    assert ids(MIRROR.to_dict()) == ["task"] and ids([]) == []
    for wrong in (5, [5], "no such data", [{"train": []}]):
        with pytest.raises(DataError):
            arcbatt.solve(wrong)


def test_nothing_has_totals_too(tmp_path):
    nothing = arcbatt.solve([])
    assert len(nothing) == nothing.answered == 0 and nothing.right is None
    assert nothing.totals()["by_strategy"] == {} and nothing.submission(tmp_path / "s.json") == {}


def test_no_work_gives_guesses(few):
    for none in ({"effort": 0}, {"seconds_per_task": 0}):
        guessed = arcbatt.solve(few, **none)
        assert guessed.answered == 0 and guessed.totals()["untried"] == guessed.ids
        assert guessed.totals()["guesses"] == 8 and guessed.totals()["units_per_task"] == 0
        for solution in guessed:
            # The input comes first.
            assert lists(solution.attempts[0][0]) == lists(solution.task.test[0].input)
            assert (solution.how, solution.programs, solution.strategies) == ("untried", [], solution.chances)
            assert solution.chances == [(None, None)] * len(solution.task.test) and not solution.fits_demos and solution.candidates is None


def test_bad_wishes(few, tmp_path):
    for settings, error in (
        ({"effort": -1}, "effort: a number from 0"),
        ({"effort": float("nan")}, "effort"),
        ({"effort": float("inf")}, "effort"),
        ({"effort": 10**400}, "effort"),
        ({"effort": "much"}, "effort='much': a number"),
        ({"seconds_per_task": -0.5}, "seconds_per_task"),
        ({"threads": -1}, "threads"),
        ({"threads": False}, "threads"),
        ({"threads": 1.5}, "threads"),
        ({"memory": 0}, "memory"),
        ({"memory": 10**7}, "memory: a number from 1 to 1000000"),
        ({"seed": -1}, "seed"),
        ({"callback": 5}, "callback"),
        ({"progress": 5}, "progress"),
        ({"out": "lists"}, "out"),
    ):
        with pytest.raises(DataError, match=error):
            arcbatt.solve(few, **{"effort": 0, **settings})
    for store in (tmp_path, 5):
        with pytest.raises(StoreError):
            arcbatt.solve(few, effort=0, store=store)


def test_odd_tasks_are_answered():
    odd = [
        Task("one demo", [([[1, 2]], [[2, 1]])], [([[3, 4]], None)]),
        Task("a cell", [([[1]], [[2]]), ([[2]], [[3]])], [([[3]], None), ([[0]], None)]),
        Task("contradiction", [([[1, 1]], [[1]]), ([[1, 1]], [[2]])], [([[1, 1]], [[1]])]),
        Task("no tests", [([[1, 2]], [[2, 1]])]),
        Task("large", [([[1] * 30] * 30, [[0] * 30] * 30)], [([[2] * 30] * 30, None)]),
        Task("same", [([[0]], [[0]])] * 3, [([[0]], None)]),
        Task("", [([[1]], [[2]])], [([[1]], None)]),
        NOISE,
    ]
    solutions = arcbatt.solve(odd, effort=0.02, details=True)
    assert [len(solution.attempts) for solution in solutions] == [1, 2, 1, 0, 1, 1, 1, 1]
    for solution in solutions:
        assert all(len(pair) == 2 and lists(pair[0]) != lists(pair[1]) for pair in solution.attempts)
    none = solutions["no tests"]
    assert none.right is None and none.matches == [] and none.programs == []
    assert solutions["one demo"].right is None and solutions["one demo"].matches == [None]
    assert not solutions["contradiction"].fits_demos and solutions["contradiction"].right is not None
    assert solutions.right == solutions["contradiction"].right
    assert solutions.totals()["known_outputs"] == 1
    with pytest.raises(DataError, match="no demo samples"):
        Task("no demo", [], [([[1]], None)])


def test_tasks_of_one_name(tmp_path):
    two = [MIRROR.to_dict(), NOISE.to_dict()]
    solutions = arcbatt.solve(two, effort=0)
    assert [solution.id for solution in solutions] == ["task", "task"] and solutions.ids == ["task"]
    assert lists(solutions[1].attempts[0][0]) == lists(NOISE.test[0].input)
    with pytest.raises(DataError, match="two tasks are called 'task': a submission"):
        solutions.submission()
    with pytest.raises(DataError, match="two tasks are called 'task': a store"):
        arcbatt.solve(two, effort=0, store=tmp_path / "s.db")


def test_grids_come_as_asked_for():
    solution = arcbatt.solve(MIRROR, effort=EFFORT, details=True, out="tuple")[0]
    assert solution.attempts[0][0] == ((4, 3),)
    assert ((4, 3),) in [candidate.outputs[0] for candidate in solution.candidates]
    pytest.importorskip("numpy")
    arrays = arcbatt.solve(MIRROR, effort=EFFORT, details=True, out="numpy")[0]
    assert isinstance(arrays.attempts[0][0], arcbatt.Grid) and arrays == solution


def test_little_memory_gives_answers_too(few):
    small = arcbatt.solve(few, effort=EFFORT, memory=1)
    assert [len(solution.attempts) for solution in small] == [1, 2, 1]
    assert small == arcbatt.solve(few, effort=EFFORT, memory=1, threads=1) and small.totals()["memory"] == 1


def test_seconds_mean_as_much_effort(few):
    limited = arcbatt.solve(few, seconds_per_task=0.2)
    totals = limited.totals()
    assert (totals["effort"], totals["seconds_per_task"], totals["units_per_task"]) == (0.2, 0.2, 40_000_000)
    assert totals["cut"] == [solution.id for solution in limited if solution.cut] and not limited.interrupted
    assert [len(solution.attempts) for solution in limited] == [1, 2, 1]
    # Work without end: only the clock cuts it.
    cut = arcbatt.solve("embedded", seconds_per_task=0.01, effort=1000)
    assert any(solution.cut for solution in cut)
    both = arcbatt.solve([], seconds_per_task=3, effort=0.5).totals()
    assert (both["effort"], both["seconds_per_task"]) == (0.5, 3)


def test_solutions_are_told_as_they_come(few, some):
    told, thread = [], threading.current_thread()

    def tell(solution):
        assert threading.current_thread() is thread
        told.append(solution)

    steps = []
    solutions = arcbatt.solve(
        few, effort=EFFORT, details=True, callback=tell, progress=lambda done, total: steps.append((done, total))
    )
    assert solutions == some and steps[-1] == (3, 3) and steps == sorted(steps)
    assert sorted(map(repr, told)) == sorted(map(repr, some)) and all(isinstance(s, Solution) for s in told)
    assert all(solution == some[solution.id] for solution in told)
    assert [told_.seconds for told_ in sorted(told, key=lambda s: s.id)] == [
        solution.seconds for solution in sorted(solutions, key=lambda s: s.id)
    ]


def test_a_callback_ends_the_work(tmp_path):
    told = []

    def enough(solution):
        told.append(solution.id)
        return False

    tasks = [MIRROR, NOISE, Task("never", NOISE.demo, NOISE.test)]
    solutions = arcbatt.solve(tasks, effort=ENDLESS, threads=1, callback=enough, store=tmp_path / "s.db")
    assert told == ["mirror"] and solutions.interrupted
    assert solutions["noise"].how in ENDED and solutions["never"].how == "untried"
    assert solutions["mirror"].right and not any(solution.cut for solution in solutions)
    assert all(len(solution.attempts) == 1 for solution in solutions)
    with Store(tmp_path / "s.db", read_only=True) as store:
        assert store.programs("mirror")


def test_exceptions_of_the_callback_come_back(tmp_path):
    error = LookupError("enough")

    def fail(*_told):
        raise error

    with Store(tmp_path / "s.db") as store:
        for wish in ({"callback": fail}, {"progress": fail}):
            with pytest.raises(LookupError) as caught:
                arcbatt.solve([MIRROR, NOISE], effort=ENDLESS, threads=1, store=store, **wish)
            assert caught.value is error
        assert store.programs("mirror"), "what was found is kept"
        with pytest.raises(StoreError, match="is using it"):
            arcbatt.solve(MIRROR, effort=EFFORT, store=store, callback=lambda _: store.tasks())
        assert store.check()["wrong"] == 0


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_gives_what_there_is(tmp_path):
    def interrupt(*_told):
        signal.raise_signal(signal.SIGINT)

    for wish in ({"callback": interrupt}, {"progress": interrupt}):
        solutions = arcbatt.solve([MIRROR, NOISE], effort=ENDLESS, threads=1, store=tmp_path / "s.db", **wish)
        assert solutions.interrupted and solutions.stored is not None
        assert solutions["noise"].how in ENDED and not solutions["noise"].cut
        assert [len(solution.attempts) for solution in solutions] == [1, 1]
        # The callback is not called before a task is done.
        assert solutions["mirror"].right or "progress" in wish


def test_a_store_keeps_the_programs(few, tmp_path):
    path = tmp_path / "s.db"
    solutions = arcbatt.solve(few, effort=EFFORT, store=path)
    assert solutions.stored["new"] > 0 and solutions.totals()["stored"] == solutions.stored
    with Store(path) as store:
        for solution in solutions:
            kept = store.programs(solution.id)
            assert kept and all(one.origin["strategy"] for one in kept)
            assert kept[0].fits_demos == solution.fits_demos and kept[0].demo_count == len(solution.task.demo)
        assert store.check()["wrong"] == 0
        again = arcbatt.solve(few, effort=EFFORT, store=store)
        assert again == solutions and again.stored["new"] == 0 and again.stored["known"] > 0
        changed = Task("mirror", MIRROR.demo[:1], MIRROR.test)
        with pytest.raises(DataError, match="task mirror changed"):
            arcbatt.solve(changed, effort=EFFORT, store=store)
        arcbatt.solve(changed, effort=EFFORT, store=store, allow_changed_data=True)
        assert store.programs("mirror")[0].demo_count == 1
        summary = arcbatt.evolve(few[:2], store=store, generations=1, population=8)
        assert set(summary["best"]) >= {few[0].id, few[1].id}


def test_submissions_are_graded(solved, embedded, tmp_path):
    path = tmp_path / "submission.json"
    submission = solved.submission(path)
    assert json.loads(path.read_text()) == submission and list(submission) == embedded.ids
    for given in (submission, path):
        grade = arcbatt.grade(given, embedded)
        assert (grade.right_outputs, grade.outputs) == (solved.right, 22)
        assert grade.right_tasks == [solution.id for solution in solved if solution.right]
    attempts = [[lists(entry["attempt_1"]), lists(entry["attempt_2"])] for entry in submission[solved[0].id]]
    assert attempts == [list(map(lists, pair)) for pair in solved[0].attempts]
    # Part of the data: the others have guesses.
    part = arcbatt.Solutions(embedded, list(solved)[:3], solved._about)
    assert list(part.submission()) == embedded.ids


def test_submissions_replace_no_store(solved, tmp_path):
    store = tmp_path / "s.db"
    Store(store).close()
    before = store.read_bytes()
    with pytest.raises(StoreError, match="is a store: it is not overwritten"):
        solved.submission(store)
    assert store.read_bytes() == before
    for path in (tmp_path / "no" / "s.json", tmp_path, 5, "nul\0", "\ud800"):
        with pytest.raises(DataError, match="cannot write"):
            solved.submission(path)
    assert {file.name for file in tmp_path.iterdir()} <= {"s.db", "s.db.lock"}


def test_unreadable_tasks_have_guesses_in_a_submission(tmp_path):
    path = tmp_path / "tasks.json"
    pair = {"input": [[1, 2]], "output": [[2, 1]]}
    bad = {"train": [], "test": [{"input": [[7]]}]}
    path.write_text(json.dumps({"good": {"train": [pair], "test": [pair]}, "poor": bad}))
    data = Dataset.of(path)
    solutions = arcbatt.solve(data, effort=EFFORT)
    assert solutions.ids == ["good"] and solutions.totals()["unreadable_tasks"] == 1
    assert solutions.submission()["poor"][0]["attempt_1"] == [[7]]


def test_pandas_has_a_row_for_each_attempt(solved, some):
    pytest.importorskip("pandas")
    frame = solved.to_pandas()
    assert len(frame) == 44 and list(frame["attempt"]) == [1, 2] * 22
    assert frame.groupby(["task", "index"], observed=True)["match"].any().sum() == solved.right
    assert frame["strategy"].isna().sum() == frame["chance"].isna().sum() == solved.totals()["guesses"]
    unknown = arcbatt.solve(NOISE, effort=0).to_pandas()
    assert unknown["match"].isna().all() and dict(unknown.dtypes) == dict(frame.dtypes) | dict(
        unknown.dtypes[["task", "strategy", "how"]]
    )
    assert list(arcbatt.solve([]).to_pandas().columns) == list(frame.columns)


def test_solutions_travel(some):
    again = pickle.loads(pickle.dumps(some))
    assert again == some and again.totals() == some.totals() and again.submission() == some.submission()
    assert again[0].seconds == some[0].seconds and again["mirror"].programs == some["mirror"].programs
    assert [found.strategy for found in again[0].programs] == [found.strategy for found in some[0].programs]
    # The tasks are in it once.
    assert len(pickle.dumps(some)) < len(pickle.dumps(some.data)) + len(pickle.dumps([s._facts for s in some])) + 2000


def test_a_defect_of_ours_is_told_and_takes_no_answer_away(monkeypatch):
    native = arcbatt._arcbatt.solve

    def broken(*arguments):
        facts, report = native(*arguments)
        return facts, {**report, "defect": "a strategy failed"}

    monkeypatch.setattr(arcbatt._arcbatt, "solve", broken)
    with pytest.warns(RuntimeWarning, match="please report: a strategy failed"):
        assert len(arcbatt.solve(MIRROR, effort=0)) == 1
