"""Environments of gymnasium, judged by its own checkers and by its own vector environment."""

from __future__ import annotations

import pickle
import warnings

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")

import arcbatt  # noqa: E402
from arcbatt import DataError  # noqa: E402
from arcbatt.gym import ID, SynthesisEnv, SynthesisVectorEnv, sample_legal  # noqa: E402
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded  # noqa: E402
from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.utils.env_match import check_environments_match  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

MODES = list(AutoresetMode)


@pytest.fixture(autouse=True)
def no_warnings():
    """What gymnasium warns of is an error here."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def action(env, op: str, *words: str) -> np.ndarray:
    known = env.vocabulary
    numbers = [known.op(op), *map(known.word, words)]
    return np.array(numbers + [0] * (1 + known.places.shape[1] - len(numbers)))


@pytest.mark.parametrize("settings", [{}, {"dialect": "batt", "show": 2}, {"reward": "gain", "masks": False}])
def test_gymnasium_finds_nothing_wrong(settings):
    env = gymnasium.make(ID, **settings)
    check_env(env.unwrapped)
    env.close()


def test_the_wrapped_environment_passes_the_passive_checker():
    env = gymnasium.make("arcbatt.gym:" + ID)
    env.action_space.seed(3)
    env.reset(seed=3)
    for _ in range(30):
        *_, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()
    env.close()


def test_the_same_seed_makes_the_same_episodes():
    check_environments_match(SynthesisEnv(), SynthesisEnv(threads=2), 40, seed=5)


def test_a_right_program_is_worth_one_and_ends_the_episode():
    env = SynthesisEnv(render_mode="ansi")
    _, info = env.reset(seed=1, options={"task": "e4d14648"})
    assert env.tasks[info["task"]].id == "e4d14648" and info["score"] < 1
    observation, reward, terminated, truncated, info = env.step(action(env, "rot90", "I"))
    assert 0 < reward < 0.5 and not terminated and not info["illegal"] and reward == info["score"]
    observation, reward, terminated, truncated, info = env.step(action(env, "cmirror", "I"))
    assert (reward, terminated, truncated) == (1.0, True, False)
    shown = min(4, len(env.tasks[info["task"]].demo))
    assert np.array_equal(observation["grids"][:shown, 1], observation["grids"][:shown, 3])
    assert env.render() == "x1 = rot90(I)\nx2 = cmirror(I)" and env.state.solved
    with pytest.raises(ResetNeeded, match="the episode has ended: reset"):
        env.step(action(env, "rot90", "I"))
    env.reset()
    assert env.step(action(env, "rot90", "I"))[2] is False


def test_gain_adds_up_to_the_best_score():
    env = SynthesisEnv(reward="gain")
    env.reset(options={"task": "e4d14648"})
    first = env.state.score()
    rewards = [env.step(action(env, op, "I"))[1] for op in ("rot90", "rot180", "trim", "cmirror")]
    assert sum(rewards) == pytest.approx(1.0 - first) and rewards[2] == 0.0


def test_what_is_no_line_is_worth_nothing_and_counts_as_a_step():
    env = SynthesisEnv(steps=2)
    env.reset(seed=1)
    nothing = np.zeros(5, dtype=np.int64)
    _, reward, terminated, truncated, info = env.step(nothing)
    assert (reward, terminated, truncated, info["illegal"], len(env.state)) == (0.0, False, False, True, 0)
    assert env.step(nothing)[3] is True


def test_an_episode_that_did_not_begin_is_an_error():
    with pytest.raises(ResetNeeded, match="reset\\(\\) comes before"):
        SynthesisEnv().step(np.zeros(5, dtype=np.int64))
    with pytest.raises(ResetNeeded):
        SynthesisVectorEnv(2).step(np.zeros((2, 5), dtype=np.int64))


def test_masks_let_legal_actions_be_drawn():
    envs = SynthesisVectorEnv(64, dialect="batt", lines=6, show=1)
    _, infos = envs.reset(seed=4)
    rng = np.random.default_rng(0)
    began = np.zeros(64, dtype=bool)
    for _ in range(25):
        actions = sample_legal(infos["fits"], envs.vocabulary, rng)
        _, _, terminated, truncated, infos = envs.step(actions)
        assert not infos["illegal"].any() and envs.single_action_space.contains(actions[0])
        assert not (began & (terminated | truncated)).any(), "a step that begins an episode does not end it"
        began = terminated | truncated
    envs.close()


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_many_do_what_gymnasium_makes_of_single_ones(mode):
    """The same seeds and actions through gymnasium's own vector environment."""
    settings = {"lines": 4, "samples": 2, "show": 2, "reward": "gain"}
    theirs = SyncVectorEnv([lambda: SynthesisEnv(**settings)] * 6, autoreset_mode=mode)
    ours = gymnasium.make_vec(ID, num_envs=6, autoreset_mode=mode, **settings)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.action_space == theirs.action_space and ours.observation_space == theirs.observation_space
    assert ours.metadata["autoreset_mode"] is mode and ours.num_envs == 6
    options = {"task": "e4d14648"}
    begun = [envs.reset(seed=7, options=dict(options)) for envs in (ours, theirs)]
    assert data_equivalence(*begun, exact=True)
    rng = np.random.default_rng(1)
    ended = np.zeros(6, dtype=bool)
    for step in range(14):
        if mode is AutoresetMode.DISABLED and ended.any():
            begun = [envs.reset(options={"reset_mask": ended.copy()}) for envs in (ours, theirs)]
            assert data_equivalence(*begun, exact=True)
        actions = sample_legal(begun[0][1]["fits"], ours.vocabulary, rng)
        actions[step % 6] = action(ours, "cmirror", "I")
        actions[(step + 1) % 6, 0] = 160
        given = [envs.step(actions) for envs in (ours, theirs)]
        assert given[0][0] in ours.observation_space
        for own, other in zip(*given):
            assert data_equivalence(own, other, exact=True), (step, own, other)
        ended = given[0][2] | given[0][3]
        begun = [(one[0], one[4]) for one in given]
    ours.close()
    theirs.close()


def test_an_ended_environment_is_not_stepped_where_nothing_resets_it():
    envs = SynthesisVectorEnv(3, steps=1, autoreset_mode="Disabled")
    envs.reset(seed=1)
    actions = np.stack([action(envs, "rot90", "I")] * 3)
    assert envs.step(actions)[3].all()
    with pytest.raises(ResetNeeded, match="environment 0 has ended"):
        envs.step(actions)
    envs.reset(options={"reset_mask": np.array([True, False, False])})
    with pytest.raises(ResetNeeded, match="environment 1 has ended"):
        envs.step(actions)


def test_threads_change_nothing():
    def walk(threads):
        envs = SynthesisVectorEnv(40, threads=threads, samples=2, show=1)
        _, infos = envs.reset(seed=2)
        rng, all_given = np.random.default_rng(3), []
        for _ in range(12):
            given = envs.step(sample_legal(infos["fits"], envs.vocabulary, rng))
            infos = given[4]
            all_given.append(given)
        return all_given

    assert data_equivalence(walk(1), walk(3), exact=True)


def test_observations_are_written_over_where_that_is_asked_for():
    given = []
    for copy in (True, False):
        envs = SynthesisVectorEnv(5, copy=copy, show=1)
        _, infos = envs.reset(seed=1)
        rng, last = np.random.default_rng(1), None
        for _ in range(6):
            observation, *_, infos = envs.step(sample_legal(infos["fits"], envs.vocabulary, rng))
            assert last is None or np.shares_memory(last, observation["grids"]) is not copy
            last = observation["grids"]
        given.append(({key: value.copy() for key, value in observation.items()}, infos))
    assert data_equivalence(*given, exact=True)


def test_what_was_given_stays_as_it_was():
    envs = SynthesisVectorEnv(4, show=1)
    first, _ = envs.reset(seed=1)
    copy = {key: value.copy() for key, value in first.items()}
    envs.step(np.stack([action(envs, "rot90", "I")] * 4))
    assert data_equivalence(first, copy, exact=True)
    states = envs.states
    states[0].step("vmirror", ["I"])
    assert len(states[0]) == 2 and len(envs.states[0]) == 1


@pytest.mark.parametrize(
    "actions",
    [[[1, 2]], np.zeros((2, 4), int), np.zeros((3, 5), int), np.zeros((2, 5)), "rot90", None, [[1], [1, 2]]],
    ids=str,
)
def test_what_are_no_actions_is_an_error(actions):
    envs = SynthesisVectorEnv(2)
    envs.reset(seed=1)
    with pytest.raises((InvalidAction, ValueError)):
        envs.step(actions)


def test_numbers_out_of_range_are_illegal_and_nothing_else():
    envs = SynthesisVectorEnv(4, steps=3)
    envs.reset(seed=1)
    actions = np.array([[10**6] * 5, [-5] * 5, [2**62] * 5, [0] * 5])
    assert envs.step(actions)[4]["illegal"].all()


def test_settings_are_checked():
    bad = [{"reward": "gold"}, {"lines": 0}, {"num_envs": 0}, {"samples": -1}, {"show": 0}, {"steps": 0}, {"render_mode": "human"}]
    for settings in bad + [{"data": []}]:
        with pytest.raises(DataError):
            SynthesisVectorEnv(**{"num_envs": 1, **settings})
    envs = SynthesisVectorEnv(2)
    for options in ({"task": "nobody"}, {"task": ["e4d14648"]}, {"reset_mask": [True, False]}):
        with pytest.raises(DataError):
            envs.reset(options=options)
    envs.close()
    envs.close()
    with pytest.raises(ClosedEnvironmentError):
        envs.reset()


def test_few_tasks_are_kept_at_once(embedded):
    envs = SynthesisVectorEnv(3, embedded, steps=1, show=1, memory=12)
    envs.reset(seed=1)
    actions, seen = np.stack([action(envs, "rot90", "I")] * 3), set()
    for _ in range(60):
        seen |= set(envs.step(actions)[4]["task"].tolist())
        assert len(envs._roots) <= 3
    assert len(seen) > 10


def test_environments_pickle_in_the_middle_of_an_episode():
    env = SynthesisEnv(lines=3)
    env.reset(seed=1, options={"task": "e4d14648"})
    env.step(action(env, "rot90", "I"))
    again = pickle.loads(pickle.dumps(env))
    both = [one.step(action(env, "cmirror", "I")) for one in (env, again)]
    assert data_equivalence(*both, exact=True) and both[0][2]
    assert arcbatt.gym.ID == ID
