"""Evaluation, search and answers on a local Ray of two workers, one of which is killed on the way."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

import arcbatt
import arcbatt.ray as scale
import pytest

SEARCH = {"generations": 4, "population": 32, "seed": 3, "solve": 0, "beyond": True}
# They depend on time, or on what was still in memory.
UNSTEADY = {"seconds", "candidate_samples_per_second", "steps_run", "steps_known", "stats", "devices", "values_high_bytes"}


@pytest.fixture(scope="module")
def cluster():
    """Two workers on this machine."""
    ray = pytest.importorskip("ray", reason="Ray is not installed: make python tries to")
    # Sockets have short names only, so not pytest's folder.
    folder = tempfile.mkdtemp(prefix="ray-")
    start(ray, folder)
    yield ray
    ray.shutdown()
    shutil.rmtree(folder, ignore_errors=True)


def start(ray, folder: str, attempts: int = 5) -> None:
    """Ray gives up after 30 seconds, which a busy machine may need: then it is tried again."""
    try:
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            log_to_driver=False,
            object_store_memory=100_000_000,
            _node_ip_address="127.0.0.1",
            _temp_dir=folder,
        )
    except Exception as error:
        ray.shutdown()
        if attempts == 1 or "timed out" not in str(error):
            raise
        start(ray, folder, attempts - 1)


class Killer:
    """Kills the first worker that calls `victim`, from outside and while it works."""

    def __init__(self, folder: Path) -> None:
        self.claim, self.call = folder / "claimed", folder / "call"
        os.mkfifo(self.call)
        self.killed: list[int] = []
        self._thread = threading.Thread(target=self._kill)

    def _kill(self) -> None:
        if pid := self.call.read_text():
            os.kill(int(pid), signal.SIGKILL)
            self.killed.append(int(pid))

    def __enter__(self) -> Killer:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if not self.claim.exists():
            # Nobody came, and the thread still waits for a pid.
            self.call.write_text("")
        self._thread.join()

    def victim(self) -> Callable[[], None]:
        """What the worker calls. Only the first one that does dies of it."""
        claim, call = str(self.claim), str(self.call)

        def die_once() -> None:
            import os
            import signal

            try:
                os.close(os.open(claim, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                return
            with open(call, "w") as file:
                file.write(str(os.getpid()))
            while True:
                signal.pause()

        return die_once


def with_first(before: Callable[[], None], name: str) -> Callable[..., object]:
    """The worker's function `name`, which does its work, then calls `before`, then does its work again."""
    work = getattr(scale, name)

    def in_between(*arguments):
        work(*arguments)
        before()
        return work(*arguments)

    return in_between


def programs_of(texts: list[str]) -> list[object]:
    """Texts and objects, one of them unreadable."""
    return [*texts[:7], "def broken(I:", *map(arcbatt.Program, texts[7:])]


@pytest.mark.parametrize("piece", [None, 1, 3, 1000])
def test_pieces_of_any_size_give_what_one_machine_gives(cluster, piece, texts, embedded):
    programs = programs_of(texts)
    there, here = scale.evaluate(programs, embedded, piece=piece), arcbatt.evaluate(programs, embedded)
    assert there == here
    assert there.fits_demos() == here.fits_demos() != {}
    assert {at: str(error) for at, error in there.bad.items()} == {
        at: str(error) for at, error in here.bad.items()
    }
    assert list(there.bad) == [7]


def test_settings_reach_the_workers(cluster, texts, embedded):
    engine = arcbatt.Engine("cpu", threads=1, budget=200)
    settings = {"engine": engine, "pairing": "name", "outputs": False, "out": "tuple"}
    there = scale.evaluate(texts, embedded, piece=5, **settings)
    here = arcbatt.evaluate(texts, embedded, **settings)
    assert there == here != arcbatt.evaluate(texts, embedded, pairing="name")


def test_nothing_gives_nothing(cluster, embedded):
    assert scale.evaluate([], embedded) == arcbatt.evaluate([], embedded)


def test_tasks_stay_in_the_order_given(cluster, texts, embedded):
    tasks = list(embedded)[::-1]
    assert scale.evaluate(texts, tasks, piece=4).tasks == tasks


def test_a_worker_that_is_killed_changes_nothing(cluster, monkeypatch, tmp_path, texts, embedded):
    with Killer(tmp_path) as killer:
        monkeypatch.setattr(scale, "_evaluate_piece", with_first(killer.victim(), "_evaluate_piece"))
        there = scale.evaluate(texts, embedded, piece=4)
    assert len(killer.killed) == 1
    assert there == arcbatt.evaluate(texts, embedded)


def test_a_piece_that_always_loses_its_worker_is_reported(cluster, monkeypatch, texts, embedded):
    work, deadly = scale._evaluate_piece, texts[5]

    def die_of_one(programs, shared):
        import os
        import signal

        if deadly in programs:
            os.kill(os.getpid(), signal.SIGKILL)
        return work(programs, shared)

    monkeypatch.setattr(scale, "_evaluate_piece", die_of_one)
    with pytest.raises(
        scale.LostPieces, match="1 of 5 pieces .* 2 times, the first with programs 4 to 7"
    ) as lost:
        scale.evaluate(texts[:20], embedded, piece=4, retries=1)
    assert list(lost.value.pieces) == [range(4, 8)]
    # What was finished is not lost.
    assert list(map(len, lost.value.done)) == [4] * 4
    last = arcbatt.evaluate(texts[16:20], embedded, engine=arcbatt.Engine("cpu", threads=1))
    assert lost.value.done[range(16, 20)] == last


def test_what_is_wrong_with_the_input_is_said_as_on_one_machine(cluster, texts, embedded):
    for call in (arcbatt.evaluate, scale.evaluate):
        with pytest.raises(arcbatt.DataError, match="pairing"):
            call(texts, embedded, pairing="by chance")
        with pytest.raises(arcbatt.ParseError, match=r"programs\[1\]"):
            call([texts[0], 7], embedded)
        with pytest.raises(arcbatt.DataError):
            call(texts, 7)


@pytest.fixture(scope="module")
def single(tmp_path_factory, texts, embedded):
    """A search on one machine: what it told, and what its store holds."""
    path = tmp_path_factory.mktemp("single") / "store.db"
    summary = arcbatt.evolve(embedded, texts[:6], store=path, threads=2, **SEARCH)
    return summary, contents(path)


def contents(path: Path) -> dict[str, list[object]]:
    with arcbatt.Store(path, read_only=True) as store:
        return {row["task"]: store.programs(row["task"]) for row in store.tasks()}


def steady(summary: object) -> object:
    if not isinstance(summary, dict):
        return summary
    return {name: steady(value) for name, value in summary.items() if name not in UNSTEADY}


@pytest.mark.parametrize("shards, rounds", [(None, 1), (1, 2), (3, 4)])
def test_a_search_in_shards_finds_what_one_machine_finds(
    cluster, shards, rounds, single, tmp_path, texts, embedded
):
    path = tmp_path / "store.db"
    summary = scale.evolve(embedded, texts[:6], store=path, shards=shards, rounds=rounds, **SEARCH)
    assert contents(path) == single[1]
    assert any(single[1].values())
    assert steady(summary) == steady(single[0])


def test_a_search_survives_the_loss_of_a_worker(cluster, monkeypatch, single, tmp_path, texts, embedded):
    path = tmp_path / "store.db"
    with Killer(tmp_path) as killer:
        monkeypatch.setattr(scale, "_evolve_round", with_first(killer.victim(), "_evolve_round"))
        summary = scale.evolve(embedded, texts[:6], store=path, shards=2, rounds=2, **SEARCH)
    assert len(killer.killed) == 1
    assert contents(path) == single[1]
    assert steady(summary) == steady(single[0])


def test_a_search_goes_on_from_a_store(cluster, tmp_path, texts, embedded):
    path, task = tmp_path / "store.db", embedded[0].id
    scale.evolve(embedded, texts[:6], store=path, shards=2, generations=1, population=8)
    before = contents(path)
    summary = scale.evolve(
        embedded, store=path, tasks=[task], generations=2, population=32, seed=9, beyond=True
    )
    after = contents(path)
    assert summary["tasks"] == 1 and summary["candidates"] > 0
    assert {name: kept for name, kept in after.items() if name != task} == {
        name: kept for name, kept in before.items() if name != task
    }
    assert len(after[task]) >= len(before[task]) > 0


@pytest.fixture(scope="module")
def answered(tmp_path_factory, embedded):
    """Answers of one machine, and what its store holds."""
    path = tmp_path_factory.mktemp("answered") / "store.db"
    tasks = list(embedded)[4:10][::-1]
    return tasks, arcbatt.solve(tasks, effort=0.03, store=path, details=True), contents(path)


@pytest.mark.parametrize("piece", [None, 1, 4])
def test_answers_are_those_of_one_machine(cluster, piece, answered, tmp_path):
    tasks, here, kept = answered
    path = tmp_path / "store.db"
    there = scale.solve(tasks, effort=0.03, store=path, details=True, piece=piece)
    assert there == here and there.right == here.right > 0
    assert contents(path) == kept != {}
    unsteady = {"cpu_seconds", "seconds", "threads", "stored"}
    told, known = ({k: v for k, v in s.totals().items() if k not in unsteady} for s in (there, here))
    assert told == known and there.stored["programs"] == here.stored["new"]
    again = scale.solve(tasks, effort=0.03, store=path, details=True, out="tuple")
    assert again.stored["programs"] == 0 and contents(path) == kept and isinstance(again[0].attempts[0][0], tuple)


def test_answers_survive_the_loss_of_a_worker(cluster, monkeypatch, answered, tmp_path):
    tasks, here, kept = answered
    path = tmp_path / "store.db"
    with Killer(tmp_path) as killer:
        monkeypatch.setattr(scale, "_solve_piece", with_first(killer.victim(), "_solve_piece"))
        there = scale.solve(tasks, effort=0.03, store=path, details=True, piece=2)
    assert len(killer.killed) == 1 and there == here and contents(path) == kept


def test_answers_that_are_lost_are_reported(cluster, monkeypatch, answered, tmp_path):
    tasks, here, kept = answered
    work = scale._solve_piece

    def die_of_one(place, shared):
        import os
        import signal

        if 2 in place:
            os.kill(os.getpid(), signal.SIGKILL)
        return work(place, shared)

    monkeypatch.setattr(scale, "_solve_piece", die_of_one)
    path = tmp_path / "store.db"
    with pytest.raises(scale.LostPieces, match="1 of 3 pieces .* 1 times, the first with tasks 2 to 3") as lost:
        scale.solve(tasks, effort=0.03, store=path, details=True, piece=2, retries=0)
    assert list(lost.value.pieces) == [range(2, 4)]
    assert list(lost.value.done[range(4, 6)]) == list(here)[4:6]
    assert contents(path) == {task.id: kept[task.id] for task in [*tasks[:2], *tasks[4:]] if task.id in kept}


def test_nothing_is_answered_by_nothing(cluster, tmp_path):
    assert scale.solve([]) == arcbatt.solve([]) and scale.solve([]).answered == 0
    for call in (arcbatt.solve, scale.solve):
        with pytest.raises(arcbatt.DataError, match="effort"):
            call("embedded", effort=-1, store=tmp_path / "store.db")
        with pytest.raises(arcbatt.DataError):
            call(7)
        with pytest.raises(arcbatt.StoreError):
            call("embedded", effort=0, store=tmp_path)


@pytest.mark.parametrize("wrong", [{"piece": 0}, {"cpus": 0}, {"piece": 1.5}, {"cpus": True}])
def test_counts_are_whole_numbers_from_1(wrong, texts, embedded):
    with pytest.raises(arcbatt.DataError, match=f"{next(iter(wrong))}=.*whole number"):
        scale.evaluate(texts, embedded, **wrong)


def test_without_ray_it_is_said_what_to_install(monkeypatch, texts, embedded, tmp_path):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"pip install arcbatt\[ray\]"):
        scale.evaluate(texts, embedded)
    with pytest.raises(ImportError, match=r"pip install arcbatt\[ray\]"):
        scale.evolve(embedded, texts, store=tmp_path / "store.db", generations=1)
    with pytest.raises(ImportError, match=r"pip install arcbatt\[ray\]"):
        scale.solve(embedded, store=tmp_path / "store.db")
    assert not list(tmp_path.iterdir())
