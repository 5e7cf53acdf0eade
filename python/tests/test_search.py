"""Batts, evolution, stores, submissions and grades."""

from __future__ import annotations

import json
import os
import signal

import pytest

import arcbatt
from arcbatt import DataError, Program, Store, StoreError, Task

ROT = "def solve_a(I):\n    return rot90(I)\n"


@pytest.fixture(scope="module")
def few(embedded):
    return arcbatt.Dataset.of(list(embedded)[:3])


@pytest.fixture(scope="module")
def few_texts(few, texts):
    return [text for text in texts if Program(text).task_id in few]


def test_a_batt_holds_its_programs(few_texts, tmp_path):
    batt = arcbatt.card(few_texts, freeze_solvers=True, freeze_differs=True)
    hashes = {program.hash for program in batt.programs()}
    assert {Program(text).hash for text in few_texts} <= hashes
    batt.save(tmp_path / "batt.py")
    assert (tmp_path / "batt.py").read_text() == batt.source
    assert json.loads((tmp_path / "batt.json").read_text()) == batt.table
    assert sorted(os.listdir(tmp_path)) == ["batt.json", "batt.py"]
    with pytest.raises(DataError, match="not the name of a Python file"):
        batt.save(tmp_path / "batt.json")
    with pytest.raises(DataError, match="cannot write"):
        batt.save(tmp_path / "no" / "batt.py")


def test_the_seed_decides_a_batt(few_texts, few):
    def made(seed):
        return arcbatt.card(few_texts, seed=seed, mutation_rate=0.3, data=few)

    assert made(1) == made(1) and made(1) != made(2)
    assert len(arcbatt.card(few_texts, count=1, freeze_solvers=True).table["solvers"]) == 1


def test_bad_batts(few_texts):
    for settings in (
        {"seed": -1},
        {"mutation_rate": 2},
        {"mutation_rate": "x"},
        {"tasks": ["none"]},
        {"count": 0},
        {"tasks": []},
        {"tasks": 5},
        {"tasks": ["\ud800"]},
        {"dialect": 5},
        {"mutation_rate": 10**400},
    ):
        with pytest.raises(DataError):
            arcbatt.card(few_texts, **settings)
    with pytest.raises(arcbatt.ParseError, match=r"programs\[0\]"):
        arcbatt.card(["bad"])
    with pytest.raises(DataError, match="both dialects"):
        arcbatt.card([ROT, "def solve_b(S, I, C):\n    return vmirror_t(I)\n"])


def test_evolve_finds_what_there_is(few, few_texts):
    seen = []
    wish = {"generations": 2, "population": 20}
    summary = arcbatt.evolve(few, few_texts, beyond=True, callback=seen.append, **wish)
    assert [generation["generation"] for generation in seen] == [0, 1, 2]
    assert summary["fits_demos_tasks"] == few.ids and summary["ended"] == "generations"
    assert summary["data_version"] == few.version and summary["tasks"] == 3
    assert set(summary["best"]) == set(few.ids)
    best = summary["best"][few.ids[0]]
    assert all(outcome.match for outcome in best.run(few[0]) if outcome.kind == "demo")
    # As in the command, a search that has solved everything ends, and its seed is 1.
    usual = arcbatt.evolve(few, few_texts, **wish)
    assert (usual["ended"], usual["last_generation"], usual["seed"]) == ("all tasks fitted", 0, 1)


def test_strategies_help_a_search_unless_told_otherwise(few, tmp_path):
    wish = {"generations": 0, "population": 8}
    for settings, helped in (({}, True), ({"solve": 0}, False)):
        with Store(tmp_path / f"{helped}.db") as store:
            summary = arcbatt.evolve(few, ROT, store=store, **wish, **settings)
            assert bool(summary["started_from"]["strategies"]) is helped
            assert store.runs()[0]["settings"]["solve_units"] > 0 or not helped


def without_times(summary):
    """What does not depend on the clock."""
    drop = {"seconds", "candidate_samples_per_second", "run_total"}
    return {key: item for key, item in summary.items() if key not in drop}


def test_threads_and_stops_make_no_difference(few, few_texts, tmp_path):
    wish = {"population": 30, "seed": 5, "mutation_rate": 0.1, "solve": 0, "beyond": True}
    whole = arcbatt.evolve(few, few_texts[:1], generations=4, threads=1, store=tmp_path / "a.db", **wish)
    again = arcbatt.evolve(few, few_texts[:1], generations=4, threads=3, store=tmp_path / "b.db", **wish)
    assert without_times(again) == without_times(whole)
    stopped = arcbatt.evolve(
        few,
        few_texts[:1],
        generations=4,
        store=tmp_path / "c.db",
        callback=lambda generation: generation["generation"] < 1,
        **wish,
    )
    assert stopped["ended"] == "stopped" and stopped["last_generation"] == 1
    resumed = arcbatt.evolve(few, store=tmp_path / "c.db", generations=4, resume=True)
    assert resumed["last_generation"] == 4 and resumed["best"] == whole["best"]
    kept = []
    for name in "abc":
        with Store(tmp_path / f"{name}.db", read_only=True) as store:
            kept.append(store.programs())
    assert kept[0] == kept[1] == kept[2]


@pytest.mark.usefixtures("interrupts")
def test_evolve_ends_cleanly_when_interrupted(few, few_texts, tmp_path):
    path = tmp_path / "s.db"

    def interrupt(generation):
        if generation["generation"] == 1:
            signal.raise_signal(signal.SIGINT)

    with Store(path) as store:
        wish = {"generations": 50, "population": 20, "beyond": True}
        summary = arcbatt.evolve(few, few_texts, store=store, callback=interrupt, **wish)
        assert summary["ended"] == "stopped" and summary["last_generation"] in (1, 2)
        assert store.runs()[0]["finished"] and store.check()["wrong"] == 0


def test_exceptions_of_the_callback_come_back(few, few_texts, tmp_path):
    def fail(generation):
        raise LookupError("enough")

    with Store(tmp_path / "s.db") as store:
        with pytest.raises(LookupError, match="enough"):
            arcbatt.evolve(few, few_texts, store=store, generations=5, population=20, callback=fail)
        assert store.tasks()
        with pytest.raises(StoreError, match="a search is using it"):
            arcbatt.evolve(
                few, few_texts, store=store, generations=1, population=20, callback=lambda _: store.tasks()
            )
        assert store.tasks()


def test_bad_wishes(few, few_texts):
    for settings, error in (
        ({"tasks": ["none"]}, "no task none"),
        ({"time": -1}, "time"),
        ({"time": float("nan")}, "time"),
        ({"population": 0}, "population"),
        ({"memory": 0}, "memory"),
        ({"shard": "3/2"}, "shard"),
        ({"shard": "9/9"}, "no task to work on"),
        ({"mutation_rate": 7}, "mutation_rate"),
        ({"callback": 5}, "callback"),
        ({"resume": True, "tasks": ["x"]}, "resume"),
        ({"generations": -1}, "generations"),
        ({"time": 10**400}, "time"),
        ({"shard": 5}, "shard is text, not int"),
        ({"shard": "\ud800"}, "shard: .* half characters"),
        ({"backend": 5}, "backend is text, not int"),
        ({"tasks": 5}, "tasks: a list of task ids"),
        ({"tasks": ["\ud800"]}, "half characters"),
    ):
        with pytest.raises(DataError, match=error):
            arcbatt.evolve(few, few_texts, **{"generations": 1, **settings})
    with pytest.raises(arcbatt.DeviceError):
        arcbatt.evolve(few, few_texts, generations=1, backend="gpu")
    with pytest.raises(DataError, match="no run to go on with"):
        arcbatt.evolve(few, generations=1, resume=True)


def test_stores_keep_what_is_good(few, few_texts, tmp_path):
    path = tmp_path / "s.db"
    with Store(path) as store:
        added = store.add([*few_texts, ROT], few)
        assert (added["added"], added["without_task"]) == (3, ["a"])
        assert store.add(few_texts, few)["known"] == 3
        assert [task["task"] for task in store.tasks()] == few.ids
        kept = store.programs(few.ids[0])[0]
        assert kept.fits_demos and kept.right_on_tests and kept.score == 1000 * kept.demo_count and kept.test_right == kept.test_count
        assert len(store.programs()) == 3 and store.runs() == [] and store.differs() == []
        assert store.check()["wrong"] == 0 and store.gc()["programs"] == 0
        assert store.export(tmp_path / "out") == 3 and store.export(tmp_path / "one", few.ids[:1]) == 1
        assert len(arcbatt.load(tmp_path / "out" / f"{few.ids[0]}_01.py")) == 1
        with pytest.raises(StoreError, match="no programs for task"):
            store.export(tmp_path / "out", ["none"])
        with pytest.raises(StoreError, match="itself"):
            store.merge(store)
    with Store(tmp_path / "other.db") as other:
        assert other.merge(path)["programs"] == 3
        with Store(path, read_only=True) as store:
            assert other.programs() == store.programs()
            with pytest.raises(StoreError):
                store.add(few_texts, few)


def test_bad_stores(tmp_path, few, few_texts):
    text = tmp_path / "text.db"
    text.write_text("no database, only words")
    for path in (text, tmp_path, tmp_path / "no" / "s.db", "nul\0", 5):
        with pytest.raises(StoreError):
            Store(path)
    with pytest.raises(StoreError, match="no such file|check the path"):
        Store(tmp_path / "none.db", read_only=True)
    store = Store(tmp_path / "s.db")
    with pytest.raises(StoreError, match="wait for it"):
        Store(tmp_path / "s.db")
    store.close()
    store.close()
    for call in (store.tasks, store.gc, lambda: store.add(few_texts, few)):
        with pytest.raises(StoreError, match="closed"):
            call()
    assert repr(store).endswith("closed)")


def test_changed_tasks_are_refused(tmp_path):
    task = Task("a", [([[1, 2]], [[1], [2]])])
    other = Task("a", [([[1, 2]], [[1], [2]]), ([[3, 4]], [[3], [4]])])
    with Store(tmp_path / "s.db") as store:
        store.add([ROT], [task])
        with pytest.raises(StoreError, match="task a changed"):
            store.add([ROT], [other])
        assert store.add([ROT], [other], allow_changed_data=True)["added"] == 1


def test_submissions_are_complete_and_graded(few, few_texts, tmp_path):
    path = tmp_path / "submission.json"
    submission = arcbatt.submit(few_texts, few, path)
    assert json.loads(path.read_text()) == submission and list(submission) == few.ids
    for graded in (arcbatt.grade(submission, few), arcbatt.grade(path, few), arcbatt.grade(str(path), few)):
        assert graded.score == 1.0 and graded.right_tasks == few.ids
    with Store(tmp_path / "s.db") as store:
        store.add(few_texts[:1], few)
        part = arcbatt.submit(store, few)
    graded = arcbatt.grade(part, few)
    assert 0 < graded.score < 1 and graded.tasks[Program(few_texts[0]).task_id] == [True]
    named_otherwise = [Program(text, name=f"other{place}") for place, text in enumerate(few_texts)]
    assert arcbatt.grade(arcbatt.submit(named_otherwise, few), few).score == 0
    assert arcbatt.grade(arcbatt.submit(named_otherwise, few, others=True), few).score == 1.0


def test_submissions_may_hold_arrays(few):
    np = pytest.importorskip("numpy")
    submission = {
        task.id: [{"attempt_1": sample.output, "attempt_2": np.zeros((1, 1), int)} for sample in task.test]
        for task in few
    }
    assert arcbatt.grade(submission, few).score == 1.0


def test_bad_submissions(few, tmp_path):
    (tmp_path / "bad.json").write_text("{")
    for submission, message in (
        ({}, "does not fit"),
        ({few.ids[0]: 5}, "submission"),
        ({few.ids[0]: [{"attempt_1": [[11]], "attempt_2": [[1]]}]}, "submission"),
        (tmp_path / "none.json", "No such file"),
        (tmp_path / "bad.json", "submission"),
        (5, "a dict or a path"),
        ({"a": object()}, "is no grid"),
    ):
        with pytest.raises(DataError, match=message):
            arcbatt.grade(submission, few)
    unknown = [Task("a", [([[1]], [[1]])], [([[1]], None)])]
    with pytest.raises(DataError, match="no test outputs"):
        arcbatt.grade(arcbatt.submit([ROT], unknown), unknown)


def test_stores_are_not_overwritten(tmp_path, few, few_texts):
    path = tmp_path / "arcbatt.db"
    with arcbatt.Store(path) as store:
        store.add(few_texts, few)
    before = path.read_bytes()
    batt = arcbatt.card(few_texts)
    solutions = arcbatt.solve(few, effort=0.01)
    for write in (
        lambda: arcbatt.submit(few_texts, few, path),
        lambda: arcbatt.submit(few_texts, few, path=str(path)),
        lambda: batt.save(path),
        lambda: solutions.submission(path),
    ):
        with pytest.raises(arcbatt.StoreError, match="is a store: it is not overwritten"):
            write()
    assert path.read_bytes() == before
    # A batt and its step table are written together or not at all.
    (tmp_path / "mine.json").write_bytes(before)
    with pytest.raises(arcbatt.StoreError):
        batt.save(tmp_path / "mine.py")
    assert not (tmp_path / "mine.py").exists()
    for wrong in ("a\0b", "\ud800", 3):
        with pytest.raises(arcbatt.DataError, match="cannot write"):
            arcbatt.submit(few_texts, few, wrong)
