"""Evaluation, search and answers on a Ray cluster: `pip install arcbatt[ray]`, here and on every node.

Work is cut into coarse pieces, some seconds of work each. A piece depends on what it is given alone, so
one whose worker is lost runs again elsewhere, and the answer is that of one machine, whatever the number
of nodes, pieces and losses.

A cluster that this process is connected to is used. If there is none, `address` says where it is; without
one, Ray looks for a cluster and else starts one on this machine, which is stopped afterwards.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import arcbatt

from . import _arcbatt, _solve
from ._data import tasks_of
from ._grid import wants_numpy
from ._program import at_hand
from ._progress import Progress
from .errors import ArcbattError, DataError, ParseError

if TYPE_CHECKING:
    from arcbatt import Engine, Program, Results, Solutions

__all__ = ["LostPieces", "evaluate", "evolve", "solve"]

# How often a piece runs again when its worker is lost.
RETRIES = 3
# Programs times samples of one piece, at most: some seconds on one core.
PIECE_RUNS = 200_000
# Pieces per core, so that no core waits long for the last one.
PIECES_PER_CPU = 4
# Processor seconds of tasks that are solved in one piece, about.
PIECE_SECONDS = 10


class LostPieces(ArcbattError, RuntimeError):
    """Pieces of work whose workers were lost again and again; everything else was finished.

    `pieces` has a reason for every lost piece, `done` the answer of every finished one. Pieces are
    ranges: of positions of programs (`evaluate`), of tasks (`solve`) or of shards (`evolve`, whose store has
    the others).
    """

    def __init__(self, message: str, pieces: dict[range, str], done: dict[range, Any]) -> None:
        super().__init__(message)
        self.pieces, self.done = pieces, done

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.pieces, self.done)


def evaluate(
    programs: Any,
    tasks: Any,
    *,
    engine: Engine | None = None,
    pairing: str = "all",
    outputs: bool = True,
    piece: int | None = None,
    address: str | None = None,
    cpus: int = 1,
    retries: int = RETRIES,
    progress: bool = False,
    out: str | None = None,
) -> Results:
    """`arcbatt.evaluate` on a cluster: the same results in the same order.

    `piece` is the number of programs that go to a worker at once, `cpus` the number of cores that a
    worker takes. An `engine` is made anew by every worker, with its own settings. Raises `LostPieces`
    when a piece was started `retries` + 1 times and lost its worker every time.
    """
    _check_counts(cpus=cpus, piece=piece)
    programs, data = _listed(programs), tasks_of(tasks)
    engine = engine if engine is not None else arcbatt.Engine("cpu", threads=cpus)
    with _cluster(address, retries) as ray:
        size = piece or _piece_size(len(programs), data, pairing, _cpus_of(ray) // cpus)
        ranges = [range(len(programs))[first : first + size] for first in range(0, len(programs), size)]
        # An evaluation of nothing has the form of all others.
        ranges = ranges or [range(0)]
        work = ray.remote(_evaluate_piece).options(num_cpus=cpus, max_retries=retries)
        # Tasks go to every node once, programs with their piece.
        shared = ray.put((data, {"engine": engine, "pairing": pairing, "outputs": outputs, "out": out}))
        refs = {place: work.remote(programs[place.start : place.stop], shared) for place in ranges}
        done: dict[range, Results] = {}
        _collect(ray, refs, done, "programs", retries, progress)
    return arcbatt.Results.concat([done[place] for place in ranges], axis="programs")


def evolve(
    data: Any = None,
    programs: Any = None,
    *,
    store: str | os.PathLike[str],
    generations: int,
    tasks: Iterable[str] | None = None,
    population: int = _arcbatt.POPULATION,
    seed: int = _arcbatt.SEED,
    mutation_rate: float = _arcbatt.MUTATION_RATE,
    memory: int = _arcbatt.SEARCH_MEMORY,
    backend: str = "cpu",
    allow_changed_data: bool = False,
    solve: float = _arcbatt.SEARCH_EFFORT,
    beyond: bool = False,
    shards: int | None = None,
    rounds: int = 1,
    address: str | None = None,
    cpus: int = 1,
    retries: int = RETRIES,
    progress: bool = False,
) -> dict[str, Any]:
    """`arcbatt.evolve` on a cluster, tasks cut into `shards`; `store` gets what all of them found.

    Tasks know nothing of each other in a search, so a new store holds in the end what a search on one
    machine would have brought, whatever the number of shards. One that exists is where every shard
    starts from, and takes in what was found.

    A worker that is lost costs its shard at most the generations of a round: `rounds` says into how many
    parts the generations are cut. `memory` is that of one worker. Returns what `arcbatt.evolve` does,
    summed over all shards; `seconds` is the time that passed here.
    """
    _check_counts(cpus=cpus, shards=shards, rounds=rounds, generations=generations)
    begun, data = time.monotonic(), arcbatt.Dataset.of(data)
    chosen = data.ids if tasks is None else sorted({*tasks})
    run = {"tasks": chosen, "population": population, "seed": seed, "mutation_rate": mutation_rate}
    run.update(allow_changed_data=allow_changed_data, solve=solve, beyond=beyond)
    here = {"threads": cpus, "memory": memory, "backend": backend}
    with _cluster(address, retries) as ray:
        file = _copy_of(store)
        shared = ray.put((data, _starters(data, programs, file), run, here))
        start = ray.put((file, []))
        shards = max(1, min(shards or PIECES_PER_CPU * (_cpus_of(ray) // cpus), len(chosen)))
        work = ray.remote(_evolve_round).options(num_cpus=cpus, max_retries=retries)
        refs = {}
        for shard in range(shards):
            state: Any = start
            for end in _ends(generations, rounds):
                state = work.remote(state, shared, f"{shard + 1}/{shards}", end)
            refs[range(shard, shard + 1)] = state
        done: dict[range, tuple[bytes, list[dict[str, Any]]]] = {}
        try:
            _collect(ray, refs, done, "shards", retries, progress)
        finally:
            # After a failure or an interrupt too: what was found is not thrown away.
            best = _merge(store, [done[place][0] for place in refs if place in done])
    return {**_sum([done[place][1] for place in refs], time.monotonic() - begun), "best": best}


def solve(
    tasks: Any,
    *,
    effort: float | None = None,
    seconds_per_task: float | None = None,
    memory: int = _arcbatt.SOLVE_MEMORY,
    seed: int = _arcbatt.SEED,
    store: str | os.PathLike[str] | None = None,
    allow_changed_data: bool = False,
    details: bool = False,
    piece: int | None = None,
    address: str | None = None,
    cpus: int = 1,
    retries: int = RETRIES,
    progress: bool = False,
    out: str | None = None,
) -> Solutions:
    """`arcbatt.solve` on a cluster: by `effort`, the same answers in the same order.

    `piece` is the number of tasks that go to a worker at once, `cpus` the number of cores that a worker
    takes; `seconds_per_task` is kept within every piece. `store` gets the programs of all pieces that were
    finished, also after a failure or an interrupt; `stored` is then what `Store.merge` says. Raises
    `LostPieces` when a piece was started `retries` + 1 times and lost its worker every time.
    """
    _check_counts(cpus=cpus, piece=piece)
    wants_numpy(out)
    wish = _solve.wish_of(effort, seconds_per_task, cpus, memory, seed, details, allow_changed_data)
    begun, (data, chosen) = time.monotonic(), _solve.data_of(tasks)
    # No tasks: what is wrong with the wish is known before the rest.
    _, report = _solve.run(data, [], wish, None)
    done: dict[range, _Solved] = {}
    with _cluster(address, retries) as ray:
        if store is not None:
            # No work, for the same with the store and what is in it.
            with arcbatt.Store(store) as opened:
                _solve.run(data, chosen, {**wish, "effort": 0.0}, opened)
        size = piece or _task_count(len(chosen), wish, _cpus_of(ray) // cpus)
        ranges = [range(len(chosen))[first : first + size] for first in range(0, len(chosen), size)]
        ranges = ranges or [range(0)]
        work = ray.remote(_solve_piece).options(num_cpus=cpus, max_retries=retries)
        shared = ray.put((data, chosen, wish, store is not None))
        refs = {place: work.remote(place, shared) for place in ranges}
        try:
            _collect(ray, refs, done, "tasks", retries, progress)
        except LostPieces as lost:
            parts = {place: _solved_part(data, chosen, place, done[place], wish, out) for place in done}
            raise LostPieces(lost.args[0], lost.pieces, parts) from None
        finally:
            files = [done[place][2] for place in ranges if place in done]
            told = None if store is None else _merge_all(store, files)
    facts = [fact for place in ranges for fact in done[place][0]]
    defects = [done[place][1]["defect"] for place in ranges if done[place][1]["defect"] is not None]
    report = {**report, "threads": cpus, "defect": next(iter(defects), None), "stored": told}
    about = _solve.about_of(wish, report, time.monotonic() - begun)
    return _solve.solutions_of(data, chosen, facts, about, out)


def _evaluate_piece(programs: list[Any], shared: tuple[Any, ...]) -> Results:
    """Runs on a worker."""
    tasks, settings = shared
    return arcbatt.evaluate(programs, tasks, **settings)


# Facts of tasks, what there is to say of them, and a store as bytes.
_Solved = tuple[list[dict[str, Any]], dict[str, Any], bytes]


def _solve_piece(place: range, shared: tuple[Any, ...]) -> _Solved:
    """Runs on a worker: solves the tasks at these positions."""
    data, tasks, wish, storing = shared
    some = [tasks[at] for at in place]
    if not storing:
        return (*_solve.run(data, some, wish, None), b"")
    with tempfile.TemporaryDirectory(prefix="arcbatt-") as folder:
        path = Path(folder, "piece.db")
        with arcbatt.Store(path) as store:
            facts, report = _solve.run(data, some, wish, store)
        return facts, report, path.read_bytes()


def _solved_part(
    data: Any, tasks: list[Any], place: range, done: _Solved, wish: dict[str, Any], out: str | None
) -> Solutions:
    """The solutions of one piece."""
    facts, report, _ = done
    about = _solve.about_of(wish, report, sum(fact["seconds"] for fact in facts))
    return _solve.solutions_of(data, [tasks[at] for at in place], facts, about, out)


def _task_count(tasks: int, wish: dict[str, Any], workers: int) -> int:
    """Tasks per piece: enough pieces for all workers, none of them longer than some seconds."""
    even = -(-tasks // (PIECES_PER_CPU * max(1, workers)))
    asked = [wish[key] for key in ("effort", "seconds_per_task") if wish[key] is not None]
    seconds = max(min(asked, default=_arcbatt.SOLVE_EFFORT), 1e-3)
    return max(1, min(even, int(PIECE_SECONDS / seconds)))


def _evolve_round(
    state: tuple[bytes, list[dict[str, Any]]], shared: tuple[Any, ...], shard: str, end: int
) -> tuple[bytes, list[dict[str, Any]]]:
    """Runs on a worker: takes a store as bytes and what was told of it, gives both as they are after
    generation `end`."""
    file, told = state
    data, programs, run, here = shared
    with tempfile.TemporaryDirectory(prefix="arcbatt-") as folder:
        path = Path(folder, "shard.db")
        if file:
            path.write_bytes(file)
        if told:
            # Everything else that decides about a run is in its store.
            summary = arcbatt.evolve(data, store=path, generations=end, resume=True, **here)
        else:
            summary = arcbatt.evolve(data, programs, store=path, generations=end, shard=shard, **run, **here)
        del summary["best"]
        return path.read_bytes(), [*told, summary]


def _ends(generations: int, rounds: int) -> list[int]:
    """The last generation of every round."""
    return sorted({generations * part // rounds for part in range(1, rounds + 1)})


def _starters(data: Any, programs: Any, file: bytes) -> list[Any] | None:
    """The programs to start from, found here: what lies at hand on other nodes may be something else. None
    stands for those of the store."""
    if programs is not None:
        return _listed(programs)
    if file:
        return None
    return at_hand(data.name == "embedded")


def _copy_of(store: str | os.PathLike[str]) -> bytes:
    """What is in a store now, as a file; nothing where it is empty or not there."""
    if not Path(store).exists():
        return b""
    with tempfile.TemporaryDirectory(prefix="arcbatt-") as folder:
        path = Path(folder, "copy.db")
        with arcbatt.Store(path) as copy:
            copy.merge(store)
            empty = not copy.tasks()
        return b"" if empty else path.read_bytes()


def _merge(store: str | os.PathLike[str], files: list[bytes]) -> dict[str, Program]:
    """Puts stores into one; gives its best programs by task."""
    best: dict[str, Program] = {}
    if not files:
        return best
    _merge_all(store, files)
    with arcbatt.Store(store, read_only=True) as whole:
        for kept in whole.programs():
            best.setdefault(kept.task, kept.program)
    return best


def _merge_all(store: str | os.PathLike[str], files: list[bytes]) -> dict[str, int]:
    """Puts stores into one; gives what `Store.merge` says of all."""
    told: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="arcbatt-") as folder, arcbatt.Store(store) as whole:
        path = Path(folder, "part.db")
        for file in files:
            path.write_bytes(file)
            told = _sum_of([told, whole.merge(path)])
    return told


def _import_ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise ImportError("arcbatt.ray needs Ray: pip install arcbatt[ray]") from error
    return ray


@contextlib.contextmanager
def _cluster(address: str | None, retries: int) -> Iterator[Any]:
    """Ray, connected to a cluster; what is started here is stopped here."""
    ray = _import_ray()
    if ray.is_initialized():
        yield ray
        return
    # A worker that needs too much memory would be started again for ever.
    os.environ.setdefault("RAY_task_oom_retries", str(retries))
    ray.init(address=address, log_to_driver=False)
    try:
        yield ray
    finally:
        ray.shutdown()


def _cpus_of(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _piece_size(programs: int, tasks: list[Any], pairing: str, workers: int) -> int:
    """Programs per piece: enough pieces for all workers, none of them longer than some seconds."""
    samples = sum(len(task.demo) + len(task.test) for task in tasks)
    # By name a program has one task at most.
    runs_each = max(1, samples if pairing == "all" else samples // max(1, len(tasks)))
    even = -(-programs // (PIECES_PER_CPU * max(1, workers)))
    return max(1, min(even, PIECE_RUNS // runs_each))


def _collect(
    ray: Any, refs: dict[range, Any], done: dict[range, Any], what: str, retries: int, progress: bool
) -> None:
    """Waits for all pieces and puts their answers into `done`. A failure that another worker would
    repeat ends everything at once; the loss of a worker only after all other pieces are done."""
    waiting = {ref: place for place, ref in refs.items()}
    lost: dict[range, str] = {}
    try:
        with Progress(len(refs), "pieces", bool(progress)) as bar:
            while waiting:
                [ref], _ = ray.wait(list(waiting), num_returns=1)
                place = waiting.pop(ref)
                try:
                    done[place] = ray.get(ref)
                except ray.exceptions.RayTaskError as error:
                    raise error.cause from None
                except ray.exceptions.RayError as error:
                    lost[place] = f"{type(error).__name__}: {error}"
                bar.update(1)
    finally:
        # Nobody waits for what is left after a failure or an interrupt.
        for ref in waiting:
            ray.cancel(ref, force=True)
    if lost:
        raise LostPieces(_lost_text(lost, len(refs), what, retries), lost, done)


def _lost_text(lost: dict[range, str], pieces: int, what: str, retries: int) -> str:
    first, reason = next(iter(lost.items()))
    last = f" to {first.stop - 1}" if len(first) > 1 else ""
    return (
        f"{len(lost)} of {pieces} pieces of work lost their worker {retries + 1} times, "
        f"the first with {what} {first.start}{last}: {reason.splitlines()[0]}"
    )


def _sum(shards: list[list[dict[str, Any]]], seconds: float) -> dict[str, Any]:
    """One summary of those of all rounds of all shards."""
    rounds = [_sum_of([told[at] for told in shards]) for at in range(len(shards[0]))]
    total = _sum_of(rounds)
    # A later round knows all that the earlier ones found, and generations pass in all shards at once.
    for name in ("tasks", "fits_demos", "fits_demos_tasks", "right_on_tests", "tests_known", "run_total", "fitted_by", "started_from"):
        total[name] = rounds[-1][name]
    # Every shard starts from the same programs; what strategies and growth add is each one's own.
    first = shards[0][-1]["started_from"]
    total["started_from"].update({name: first[name] for name in ("files", "store", "at_hand")})
    total["values_high_bytes"] = max(told["values_high_bytes"] for told in rounds)
    total["generations"] = sum(max(told[at]["generations"] for told in shards) for at in range(len(rounds)))
    # A shard that has a program for each of its tasks ends before the others.
    furthest = max((told[-1] for told in shards), key=lambda told: told["last_generation"] or 0)
    total.update({name: furthest[name] for name in ("ended", "last_generation")})
    total["fits_demos_tasks"] = sorted(total["fits_demos_tasks"])
    total["seconds"] = seconds
    total["candidate_samples_per_second"] = total["candidate_samples"] / max(seconds, 1e-9)
    return total


# What is the same in all summaries, or does not add up.
_LAST = ("seed", "data_version", "ended", "last_generation", "generation")


def _sum_of(parts: list[Any]) -> Any:
    """Numbers are added, lists joined, dicts summed by key; of the rest the last counts."""
    parts = [part for part in parts if part is not None]
    last = parts[-1] if parts else None
    if isinstance(last, dict):
        keys = dict.fromkeys(key for part in parts for key in part)
        by_key = {key: [part[key] for part in parts if key in part] for key in keys}
        return {key: values[-1] if key in _LAST else _sum_of(values) for key, values in by_key.items()}
    if isinstance(last, list):
        return [item for part in parts for item in part]
    if isinstance(last, (int, float)) and not isinstance(last, bool):
        return sum(parts)
    return last


def _listed(programs: Any) -> list[Any]:
    """Programs as a list whose parts mean the same as the whole."""
    if isinstance(programs, arcbatt.Program):
        return [programs]
    if isinstance(programs, (str, bytes, os.PathLike)):
        return list(arcbatt.load(programs))
    items = list(programs)
    for place, item in enumerate(items):
        # A worker would count from the first program of its piece.
        if not isinstance(item, (str, arcbatt.Program)):
            raise ParseError(f"programs[{place}]: a program is text or a Program, not {type(item).__name__}")
    return items


def _check_counts(**counts: int | None) -> None:
    for name, count in counts.items():
        is_whole = isinstance(count, int) and not isinstance(count, bool)
        if count is not None and not (is_whole and count >= 1):
            raise DataError(f"{name}={count!r}: a whole number from 1")
