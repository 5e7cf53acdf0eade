"""Partial programs as states: judged by programs that run alone."""

from __future__ import annotations

import pickle
import threading

import pytest

import arcbatt
from arcbatt import ArcbattError, DataError, State

np = pytest.importorskip("numpy", reason="numpy is not installed")

TASK = "2099cb8f"


@pytest.fixture
def task(embedded):
    return embedded[TASK]


@pytest.fixture
def state(task) -> State:
    return State(task)


def solved(task) -> State:
    state = State(task)
    state.step("ofcolor", ["I", "FIVE"])
    state.step("subgrid", ["x1", "I"])
    state.step("trim", ["x2"])
    state.step("colorcount", ["I", "TWO"])
    state.step("upscale", ["x3", "x4"])
    return state


def drawn(states, rng):
    """A legal action for each state, by what `legal` says."""
    actions = []
    for state in states:
        legal = state.legal()
        op = rng.choice(np.flatnonzero(legal.any(2).all(1)))
        actions.append([op, *(rng.choice(np.flatnonzero(row)) for row in legal[op])])
    return np.array(actions)


def walked(state: State, lines: int, seed: int) -> State:
    rng = np.random.default_rng(seed)
    for _ in range(lines):
        action = drawn([state], rng)
        arcbatt.step_batch([state], action[:, 0], action[:, 1:])
    return state


def same(a, b) -> bool:
    return np.array_equal(a, b) if isinstance(a, np.ndarray) or isinstance(b, np.ndarray) else a == b


def is_exact(state: State) -> None:
    engine = arcbatt.Engine("cpu", threads=1, budget=arcbatt._arcbatt.SEARCH_BUDGET)
    samples = range(len(state.task.demo) + len(state.task.test))
    for line in range(1, len(state) + 1):
        outcomes = state.program(line).run(state.task, engine=engine)
        assert state.faults(line) == [outcome.error for outcome in outcomes], state.lines
        for sample, outcome in zip(samples, outcomes):
            assert same(state.value(line, sample), outcome.output), (line, sample, state.lines)


def test_a_program_is_written_line_by_line(task):
    state = solved(task)
    assert state.lines[-1] == "x5 = upscale(x3, x4)" and len(state) == 5
    assert state.solved and state.points() == [1000] * 3 and state.score() == 1.0
    assert state.points("x2") != state.points() and 0 < state.score(2) < 0.5
    program = state.program()
    assert program == arcbatt.Program("def solve_x(I):\n    return upscale(trim(subgrid(ofcolor(I, 5), I)), colorcount(I, 2))")
    assert program.run(task)[0].match and state.program(name="solve_y").name == "solve_y"
    assert state.value("x4", 0) == 2 and same(state.value(5, 1), task.demo[1].output)


@pytest.mark.parametrize("dialect", ["arc", "batt"])
def test_lines_give_what_programs_give(embedded, dialect):
    for seed, task in enumerate(embedded):
        is_exact(walked(State(task, dialect=dialect), 8, seed))


def test_no_lines_give_the_input_back(state, task):
    assert len(state) == 0 and state.lines == [] and state.faults() == [None] * 4
    assert state.program() == arcbatt.Program("def solve_x(I):\n    return I")
    assert same(state.value(), task.demo[0].input) and state.score() == pytest.approx(
        arcbatt.reward(["O = I"], task)[0]
    )


def test_scores_are_rewards(task):
    state = walked(State(task), 12, 3)
    texts = [state.program(line).to_python() for line in range(1, 13)]
    assert [state.score(line) for line in range(1, 13)] == list(arcbatt.reward(texts, task))


def test_a_line_that_fails_stays_and_is_marked(state, task):
    assert state.step("add", ["I", "I"]) == "type"
    assert state.faults() == ["type"] * 4 and state.value() is None and state.score() == 0.0
    assert state.step("vmirror", ["x1"]) == "type"
    state.undo(2)
    assert len(state) == 0 and state.step("vmirror", ["I"]) is None


def test_functions_are_words_and_lines_may_be_called(state):
    state.step("rbind", ["upscale", "TWO"])
    assert state.step("x1", ["I"]) is None and state.lines[-1] == "x2 = x1(I)"
    assert state.actions[-1][0] == state.vocabulary.op("call")
    is_exact(state)


def test_names_and_numbers_are_the_same(task):
    one, other = State(task), State(task)
    known = one.vocabulary
    one.step("ofcolor", ["I", "FIVE"])
    other.step(known.op("ofcolor"), [np.int64(known.word("I")), known.word("FIVE")])
    one.step("subgrid", ["x1", "I"])
    other.step("subgrid", [known.first_line, 1])
    assert one.actions == other.actions and one.hash == other.hash and known.word("x1") == known.first_line


def test_forks_go_their_own_ways(task):
    state = walked(State(task), 6, 1)
    hashes, fork = (state.hash, state.value_hash), state.fork()
    walked(fork, 4, 2)
    is_exact(fork)
    assert (state.hash, state.value_hash) == hashes and len(fork) == 10
    fork.undo(4)
    assert (fork.hash, fork.value_hash) == hashes and fork.actions == state.actions


def test_hashes_are_of_calls_and_of_values(task):
    def of(*lines):
        state = State(task)
        for op, *args in lines:
            state.step(op, args)
        return state

    one = of(("vmirror", "I"), ("hmirror", "I"), ("rot90", "x1"))
    other = of(("hmirror", "I"), ("vmirror", "I"), ("rot90", "x2"))
    assert one.hash == other.hash and one.value_hash == other.value_hash and len(one.hash) == 32
    last = of(("vmirror", "I"), ("rot90", "x1"), ("hmirror", "I"))
    assert one.hash != last.hash and one.value_hash != last.value_hash
    turned, again = of(("rot90", "I"), ("rot90", "x1")), of(("rot90", "I"), ("rot180", "I"))
    assert turned.hash != again.hash and turned.value_hash == again.value_hash


def test_what_is_legal_can_be_done(task):
    rng = np.random.default_rng(5)
    states = [State(task, dialect=dialect) for dialect in ("arc", "batt") for _ in range(4)]
    for _ in range(10):
        for state in states:
            action = drawn([state], rng)
            seen = arcbatt.step_batch([state], action[:, 0], action[:, 1:])
            assert not seen.illegal.any()
    assert all(len(state) == 10 for state in states)


def test_legal_says_what_fits(state):
    state.step("asobject", ["I"])
    known, legal = state.vocabulary, state.legal()
    assert legal.dtype == np.bool_ and legal.shape == (161, 4, known.first_line + state.most_lines)
    fitting = {known.words[at] if at < known.first_line else "line" for at in np.flatnonzero(state.legal("shift")[0])}
    assert fitting == {"line"}, "only the object is a patch"
    assert {"UP", "ORIGIN"} <= {known.words[at] for at in np.flatnonzero(state.legal("shift")[1]) if at < known.first_line}
    assert state.legal("shift")[2].tolist().index(True) == 0 and state.legal("shift")[2].sum() == 1
    assert not legal[known.op("call"), 0].any(), "no line is a function"
    state.step("identity", ["size"])
    assert state.legal("call")[0].sum() == 1


def test_a_full_state_takes_no_lines(task):
    state = State(task, lines=2)
    walked(state, 2, 1)
    assert not state.legal().any()
    with pytest.raises(DataError, match="2 lines, which is the most"):
        state.step("vmirror", ["I"])
    assert state.fork().most_lines == 2 and len(state) == 2


def test_batches_do_what_steps_do(embedded):
    tasks = [embedded[id] for id in (TASK, "e4d14648", "cddb23ef")]
    rng = np.random.default_rng(9)
    roots = [State(task) for task in tasks]
    many = {threads: [roots[at % 3].fork() for at in range(90)] for threads in (1, 2, 5)}
    single = [State(tasks[at % 3]) for at in range(90)]
    known = single[0].vocabulary
    for _ in range(6):
        actions = drawn(single, rng)
        seen = [
            arcbatt.step_batch(states, actions[:, 0], actions[:, 1:], threads=threads, observe=(3, 2), fits=True)
            for threads, states in many.items()
        ]
        for state, (op, *words) in zip(single, actions.tolist()):
            fault = state.step(op, words[: words.index(0)] if 0 in words else words)
            at = single.index(state)
            assert known.faults[seen[0].faults[at]] == fault and seen[0].scores[at] == state.score()
        for other in seen[1:]:
            assert all(np.array_equal(a, b) for a, b in zip(seen[0], other))
        pictures = [state.observe(3, 2) for state in single[:5]]
        assert all(np.array_equal(seen[0].grids[at], grids) for at, (grids, _) in enumerate(pictures))
        assert all(np.array_equal(seen[0].fits[at], state.fits()) for at, state in enumerate(single[:5]))
    assert [state.value_hash for state in many[5]] == [state.value_hash for state in single]


def test_observations_show_inputs_targets_and_lines(task):
    state = solved(task)
    grids, facts = state.observe()
    assert grids.dtype == facts.dtype == np.uint8
    assert grids.shape == (3, 34, 30, 30) and facts.shape == (3, 34, 4)
    assert np.array_equal(grids[0, 0, :10, :10], task.demo[0].input) and (grids[0, 0, 10:] == 10).all()
    assert np.array_equal(grids[0, 1, :6, :6], task.demo[0].output)
    assert np.array_equal(grids[:, 1], grids[:, 6]), "the last line gives the target"
    kinds = [state.vocabulary.kinds[kind] for kind in facts[0, :8, 0]]
    assert kinds == ["grid", "grid", "indices", "grid", "grid", "int", "grid", None]
    assert facts[0, 5].tolist() == [1, 0, 128 + 2, 0] and facts[0, 6, 2:].tolist() == [6, 6]
    # The last two lines, and a test input without its output.
    grids, facts = state.observe(samples=4, lines=2)
    assert grids.shape == (4, 4, 30, 30) and facts[3, :, 0].tolist() == [4, 0, 1, 4]
    state.step("add", ["I", "I"])
    assert state.vocabulary.faults[state.observe(1, 1)[1][0, 2, 1]] == "type"


def test_arrays_are_written_over_where_that_is_asked_for(task):
    states = [State(task) for _ in range(3)]
    ops, args = [states[0].vocabulary.op("rot90")] * 3, [[1]] * 3
    first = arcbatt.step_batch(states, ops, args, observe=(2, 1), fits=True)
    again = arcbatt.step_batch(states, ops, args, observe=(2, 1), fits=True, out=first)
    fresh = arcbatt.observe_batch(states, (2, 1), fits=True)
    for name in ("fits", "grids", "facts"):
        one, two, three = (getattr(seen, name) for seen in (first, again, fresh))
        assert np.shares_memory(one, two) and not np.shares_memory(one, three) and np.array_equal(two, three)
    other = first._replace(grids=np.zeros_like(first.grids))
    mixed = first._replace(grids=first.facts, facts=first.facts)
    for out, message in ((other, "made elsewhere"), (mixed, "another size"), ("x", "an earlier call gave")):
        with pytest.raises(DataError, match=message):
            arcbatt.observe_batch(states, (2, 1), fits=True, out=out)
    with pytest.raises(DataError, match="another size"):
        arcbatt.observe_batch(states, (2, 2), out=first)


def test_states_travel(task):
    state = walked(State(task, dialect="batt", lines=20, budget=1 << 20, memory=16), 7, 4)
    again = pickle.loads(pickle.dumps(state))
    assert (again.hash, again.value_hash, again.actions) == (state.hash, state.value_hash, state.actions)
    assert again.most_lines == 20 and again.task == task and again.dialect == "batt"


def test_budgets_are_those_of_programs(task):
    state = State(task, budget=700)
    assert [state.step("rot90", [word]) for word in ("I", "x1", "x2", "x3")] == [None, None, "budget", "budget"]
    engine = arcbatt.Engine("cpu", threads=1, budget=700)
    for line in range(1, 5):
        assert [outcome.error for outcome in state.program(line).run(task, engine=engine)] == state.faults(line)
    assert state.step("hmirror", ["I"]) is None, "what other lines cost does not count"


BAD = {
    "an op of the other dialect": (lambda s: s.step("o_g", ["I", "FIVE"]), "no op 'o_g' in arc"),
    "a typo": (lambda s: s.step("vmiror", ["I"]), "did you mean 'vmirror'"),
    "too many": (lambda s: s.step("vmirror", ["I", "I"]), "vmirror takes 1 arguments, not 2"),
    "too few": (lambda s: s.step("objects", ["I"]), "objects takes 4 arguments, not 1"),
    "none": (lambda s: s.step("vmirror"), "vmirror takes 1 arguments, not 0"),
    "a line that is not there": (lambda s: s.step("vmirror", ["x1"]), "no word has the number"),
    "x0": (lambda s: s.step("vmirror", ["x0"]), "no word 'x0'"),
    "a call of a constant": (lambda s: s.step("call", ["THREE", "I"]), "only a line can be called"),
    "a huge number": (lambda s: s.step(10**30, ["I"]), "no op has the number"),
    "a negative one": (lambda s: s.step(-1, ["I"]), "no op has the number -1"),
    "a huge word": (lambda s: s.step("vmirror", [2**63 - 1]), "no word has the number"),
    "nothing as a word": (lambda s: s.step("vmirror", [0]), "word 0 stands for no argument"),
    "text as words": (lambda s: s.step("vmirror", "I"), "arguments is a list of words"),
    "a fraction": (lambda s: s.step("vmirror", [1.5]), "a name or a number"),
    "an undo too far": (lambda s: s.undo(1), "has 0 lines"),
    "a negative undo": (lambda s: s.undo(-1), "has 0 lines"),
    "no such line": (lambda s: s.value("x1"), "no line 'x1'"),
    "no such sample": (lambda s: s.value(sample=99), "the task has 4"),
    "too wide a view": (lambda s: s.observe(10**9), "two numbers from 0 to 1000"),
    "a strange op to ask about": (lambda s: s.legal(999), "no op has the number 999"),
    "ops of the wrong type": (lambda s: arcbatt.step_batch([s], [1.5], [[1]]), "ops: expected an array of integers"),
    "rows of unequal length": (lambda s: arcbatt.step_batch([s, s], [1, 1], [[1], [1, 1]]), "arguments: expected"),
    "too few ops": (lambda s: arcbatt.step_batch([s], [], [[1]]), "1 states, 0 ops"),
    "numbers beyond 64 bits": (lambda s: arcbatt.step_batch([s], np.array([2**63], np.uint64), [[1]]), "ops: expected"),
    "a state twice": (lambda s: arcbatt.step_batch([s, s], [1, 1], [[1], [1]]), "states\\[1\\] is given twice"),
    "no states": (lambda s: arcbatt.step_batch(7, [1], [[1]]), "a list of State"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_line_raises_and_changes_nothing(state, name):
    act, message = BAD[name]
    with pytest.raises(DataError, match=message):
        act(state)
    assert len(state) == 0 and state.step("vmirror", ["I"]) is None


def test_settings_are_checked(task):
    for settings in ({"lines": 0}, {"lines": 1001}, {"memory": 0}, {"lines": True}, {"budget": 0}, {"budget": 1 << 26}):
        with pytest.raises(DataError):
            State(task, **settings)
    with pytest.raises(ArcbattError, match="no dialect"):
        State(task, dialect="basic")


def test_a_batch_does_all_or_nothing(task):
    states = [State(task) for _ in range(3)]
    known = states[0].vocabulary
    op = known.op("vmirror")
    with pytest.raises(DataError, match=r"states\[2\]: no op has the number 999"):
        arcbatt.step_batch(states, [op, op, 999], [[1], [1], [1]])
    assert [len(state) for state in states] == [0, 0, 0]
    seen = arcbatt.step_batch(states, [op, op, 999], [[1], [0], [1]], strict=False)
    assert seen.illegal.tolist() == [False, True, True] and [len(state) for state in states] == [1, 0, 0]
    empty = arcbatt.step_batch([], [], np.zeros((0, 4), int), fits=True, observe=(1, 1))
    assert all(len(part) == 0 for part in empty)


def test_random_numbers_never_do_harm(task):
    rng = np.random.default_rng(8)
    state = State(task, lines=1000, memory=8)
    forks = [state.fork() for _ in range(50)]
    for _ in range(40):
        ops = rng.integers(-3, 170, 50)
        args = rng.integers(-2, 300, (50, 6))
        arcbatt.step_batch(forks, ops, args, strict=False, observe=(5, 1))
    assert any(len(fork) > 5 for fork in forks)
    is_exact(max(forks, key=len))


def test_threads_share_a_task(task):
    root = State(task)
    hashes: dict[int, list[str]] = {}

    def work(number: int) -> None:
        state = walked(root.fork(), 10, seed=1)
        hashes[number] = [state.hash, state.value_hash]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = walked(State(task), 10, seed=1)
    assert list(hashes.values()) == [[alone.hash, alone.value_hash]] * 4


def test_memory_is_bounded_over_a_million_steps(embedded):
    """Banks forget: what they hold is counted after every batch."""
    gym = pytest.importorskip("arcbatt.gym", reason="gymnasium is not installed")
    megabytes, count = 16, 5000
    root = State(embedded["e4d14648"], lines=10, memory=megabytes)
    rng, done, most = np.random.default_rng(2), 0, 0
    while done < 1_000_000:
        forks = [root.fork() for _ in range(count)]
        fits = arcbatt.observe_batch(forks, fits=True).fits
        for _ in range(10):
            actions = gym.sample_legal(fits, root.vocabulary, rng)
            fits = arcbatt.step_batch(forks, actions[:, 0], actions[:, 1:], fits=True).fits
            done, most = done + count, max(most, root.memory)
    assert megabytes << 19 < most < megabytes << 21, f"{most / 1e6:.1f} MB"
    is_exact(forks[0])
