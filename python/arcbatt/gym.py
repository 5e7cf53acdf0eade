"""Environments of gymnasium in which programs are written line by line: `pip install arcbatt[gym]`.

    import gymnasium, arcbatt.gym

    env = gymnasium.make("arcbatt/Synthesis-v0", data="embedded")
    envs = gymnasium.make_vec("arcbatt/Synthesis-v0", num_envs=256, data="embedded")

An episode is a task and a program for it, which has no lines at first. An action adds a line: the number of an op, then a word for each
place. The observation shows the demo samples: inputs, outputs, and what the lines give. An episode terminates when a line fits all
demo samples, and is cut off after `steps` actions.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._data import tasks_of
from ._engine import _count
from ._state import Seen, State, Vocabulary, observe_batch, step_batch
from .errors import DataError

__all__ = ["ID", "SynthesisEnv", "SynthesisVectorEnv", "sample_legal"]

#: What `gymnasium.make` and `gymnasium.make_vec` know the environments by.
ID = "arcbatt/Synthesis-v0"

#: The number of an op that is none: the action of an environment that begins anew instead.
_NO_OP = -1


def sample_legal(fits: np.ndarray, vocabulary: Vocabulary, rng: np.random.Generator) -> np.ndarray:
    """A legal action for each row of `infos["fits"]`, drawn evenly: first the op, then each word. Rows without any get zeros."""
    places = vocabulary.places
    # By state and class: how many words fit.
    counts = fits.sum(2)
    usable = (counts[:, places] > 0).all(2)
    ops = (rng.random(usable.shape) * usable).argmax(1)
    rows = np.arange(len(fits))
    actions = np.zeros((len(fits), 1 + places.shape[1]), dtype=np.int64)
    actions[:, 0] = ops
    for place in range(places.shape[1]):
        allowed = fits[rows, places[ops, place]]
        # The word at which as many fit as were drawn.
        drawn = (rng.random(len(fits)) * allowed.sum(1)).astype(np.int64)
        actions[:, 1 + place] = (allowed.cumsum(1) > drawn[:, None]).argmax(1)
    return actions


class SynthesisVectorEnv(VectorEnv):
    """Many environments at once: one call steps all of them in the engine, on all processors.

    `data`: the tasks, as `arcbatt.Dataset.of` takes them; each episode draws one. `lines`: how many a program may have. `steps`: actions of an
    episode, as many as lines without. `samples`: demo samples that are shown. `show`: the last so many lines are shown, all without.
    `reward`: "points" is what the new line is worth as an answer, from 0 to 1, "gain" by how much it is better than the best one before;
    an action that is no line is worth 0. `masks=False` leaves out `infos["fits"]`. `budget`: as for `State`. `memory`: megabytes for
    values of all tasks together. `copy=False`: observations and masks are written over by the next step. `autoreset_mode`: as gymnasium
    has it.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        data="embedded",
        *,
        dialect: str = "arc",
        lines: int = 10,
        steps: int | None = None,
        samples: int = 4,
        show: int | None = None,
        reward: str = "points",
        masks: bool = True,
        budget: int | tuple[int, int] | None = None,
        memory: int = 1024,
        threads: int | None = None,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        self.tasks = tasks_of(data)
        if not self.tasks:
            raise DataError("no tasks to draw from")
        if reward not in ("points", "gain"):
            raise DataError(f'reward={reward!r}: use "points" or "gain"')
        if render_mode not in (None, "ansi"):
            raise DataError(f'render_mode={render_mode!r}: use "ansi" or None')
        counts = {"num_envs": num_envs, "lines": lines, "samples": samples, "memory": memory}
        if show is not None:
            counts["show"] = show
        if any(_count(name, number) is None for name, number in counts.items()):
            raise DataError("num_envs, lines, samples and memory are whole numbers from 1")
        self.num_envs, self.render_mode = num_envs, render_mode
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.vocabulary = Vocabulary.of(dialect)
        self._steps = _count("steps", steps) or lines
        self._gain, self._masks, self._threads, self._mode = reward == "gain", bool(masks), threads, mode
        self._copy = bool(copy)
        self._out: Seen | None = None
        self._frame = (samples, lines if show is None else show)
        worlds = min(num_envs, len(self.tasks))
        # States hold at most so many tasks, and as many are kept for later.
        share = max(1, memory // (2 * worlds))
        self._settings: dict[str, Any] = {"dialect": dialect, "budget": budget, "lines": lines, "memory": share}
        self._roots: OrderedDict[int, State] = OrderedDict()
        self._kept = worlds
        self._root(0)
        self._states: list[State] = []
        self._task_of = np.zeros(num_envs, dtype=np.int64)
        self._done = np.zeros(num_envs, dtype=np.int64)
        self._best = np.zeros(num_envs)
        self._ended = np.zeros(num_envs, dtype=np.bool_)
        self._rngs: list[np.random.Generator] = []
        self._set_spaces(lines)

    def _set_spaces(self, lines: int) -> None:
        samples, show = self._frame
        places = self.vocabulary.places.shape[1]
        words = self.vocabulary.first_line + lines
        self.single_action_space = spaces.MultiDiscrete([len(self.vocabulary.ops)] + [words] * places)
        grids = spaces.Box(0, 12, (samples, 2 + show, 30, 30), np.uint8)
        facts = spaces.Box(0, 255, (samples, 2 + show, 4), np.uint8)
        self.single_observation_space = spaces.Dict({"facts": facts, "grids": grids})
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def _root(self, place: int) -> State:
        """The state without lines of a task."""
        if place not in self._roots:
            self._roots[place] = State(self.tasks[place], **self._settings)
        self._roots.move_to_end(place)
        while len(self._roots) > self._kept:
            self._roots.popitem(last=False)
        return self._roots[place]

    def _begin(self, at: int, task: int | None = None) -> None:
        """A new episode of an environment."""
        task = int(self._rngs[at].integers(len(self.tasks))) if task is None else task
        self._states[at] = self._root(task).fork()
        self._task_of[at], self._done[at], self._ended[at] = task, 0, False
        self._best[at] = self._states[at].score()

    def reset(self, *, seed=None, options: dict[str, Any] | None = None):
        """Begins episodes: in all environments, or where `options["reset_mask"]` is True. `seed` is that of the first, the next ones count
        up from it, or there is one for each. `options["task"]`: the id of the task, or one for each, instead of drawing."""
        self._open()
        options = options or {}
        mask = options.get("reset_mask")
        if mask is None:
            mask = np.ones(self.num_envs, dtype=np.bool_)
        elif not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            raise DataError(f"reset_mask is an array of {self.num_envs} truth values")
        elif not self._states:
            raise ResetNeeded("reset_mask: all environments are to be reset once before")
        seeds = [None if seed is None else seed + at for at in range(self.num_envs)] if not isinstance(seed, list) else seed
        if len(seeds) != self.num_envs:
            raise DataError(f"{len(seeds)} seeds for {self.num_envs} environments")
        tasks = self._asked(options.get("task"))
        if not self._states:
            self._states = [self._root(0)] * self.num_envs
            self._rngs = [seeding.np_random(each)[0] for each in seeds]
        for at in np.flatnonzero(mask).tolist():
            if seeds[at] is not None:
                self._rngs[at] = seeding.np_random(seeds[at])[0]
            self._begin(at, tasks[at])
        seen = observe_batch(self._states, self._frame, fits=self._masks, threads=self._threads)
        return self._observation(seen), self._infos(seen, mask)

    def _asked(self, task) -> list[int | None]:
        """The places of tasks that were asked for by their ids."""
        given = [task] * self.num_envs if task is None or isinstance(task, str) else list(task)
        known = {task.id: place for place, task in enumerate(self.tasks)}
        missing = [id for id in given if id is not None and id not in known]
        if missing or len(given) != self.num_envs:
            raise DataError(f"no task {missing[0]!r} here" if missing else f"{len(given)} tasks for {self.num_envs} environments")
        return [None if id is None else known[id] for id in given]

    def step(self, actions):
        """Adds a line in each environment: a row of actions for each, an op and the words in its places. One whose episode has ended begins
        anew instead, as `autoreset_mode` says; with "Disabled" it is an error to step it."""
        self._open()
        if not self._states:
            raise ResetNeeded("reset() comes before the first step()")
        if self._mode is AutoresetMode.DISABLED and self._ended.any():
            ended = np.flatnonzero(self._ended)
            raise ResetNeeded(f"the episode of environment {ended[0]} has ended: reset(options={{'reset_mask': ...}}) begins a new one")
        actions = self._actions(actions)
        new = self._ended.copy()
        for at in np.flatnonzero(new).tolist():
            self._begin(at)
        ops = np.where(new, _NO_OP, actions[:, 0])
        seen = step_batch(
            self._states,
            ops,
            actions[:, 1:],
            strict=False,
            fits=self._masks,
            observe=self._frame,
            out=self._out,
            threads=self._threads,
        )
        self._out = None if self._copy else seen
        rewards, terminated, truncated = self._judge(seen, new)
        observation, infos = self._observation(seen), self._infos(seen, None, new)
        self._ended = terminated | truncated
        if self._mode is AutoresetMode.SAME_STEP and self._ended.any():
            self._begin_now(observation, infos)
        return observation, rewards, terminated, truncated, infos

    def _actions(self, actions) -> np.ndarray:
        actions = np.asarray(actions)
        shape = (self.num_envs, 1 + self.vocabulary.places.shape[1])
        if actions.shape != shape or actions.dtype.kind not in "iu":
            raise InvalidAction(f"actions are an array of integers, {shape[0]} x {shape[1]}, not {actions.dtype} of {actions.shape}")
        return actions.astype(np.int64)

    def _judge(self, seen: Seen, new: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rewards, and which episodes end how. Those that begin with this step have done nothing yet."""
        added = ~seen.illegal
        worth = np.where(added, seen.scores, 0.0)
        rewards = np.where(added, np.maximum(worth - self._best, 0.0), 0.0) if self._gain else worth
        self._best = np.maximum(self._best, worth)
        self._done += ~new
        terminated = added & (worth == 1.0)
        return rewards, terminated, ~terminated & (self._done >= self._steps)

    def _begin_now(self, observation: dict, infos: dict) -> None:
        """Begins episodes in the place of those that ended with this step, of which the last is kept in the infos."""
        ended = np.flatnonzero(self._ended).tolist()
        last = dict(infos)
        infos["final_obs"] = np.full(self.num_envs, None, dtype=object)
        for at in ended:
            infos["final_obs"][at] = {key: value[at].copy() for key, value in observation.items()}
        infos["_final_obs"] = infos["_final_info"] = self._ended.copy()
        infos["final_info"] = {
            key: self._ended.copy() if key[0] == "_" else np.where(_column(self._ended, value), value, np.zeros_like(value))
            for key, value in last.items()
        }
        for at in ended:
            self._begin(at)
        again = observe_batch([self._states[at] for at in ended], self._frame, fits=self._masks, threads=self._threads)
        for key, value in self._observation(again).items():
            observation[key][ended] = value
        fresh = self._infos(again, None, tasks=self._task_of[ended])
        for key, value in fresh.items():
            infos[key][ended] = value
        self._ended = np.zeros(self.num_envs, dtype=np.bool_)

    def _observation(self, seen: Seen) -> dict[str, np.ndarray]:
        assert seen.grids is not None and seen.facts is not None
        return {"facts": seen.facts, "grids": seen.grids}

    def _infos(self, seen: Seen, mask=None, new=None, tasks=None) -> dict[str, Any]:
        """What is told beside observations, for the environments in the mask."""
        illegal = seen.illegal if new is None else seen.illegal & ~new
        infos: dict[str, np.ndarray] = {
            "illegal": illegal.copy(),
            "fault": seen.faults.astype(np.int64),
            "score": seen.scores,
            "task": (self._task_of if tasks is None else tasks).copy(),
        }
        if seen.fits is not None:
            infos["fits"] = seen.fits
        mask = np.ones(len(illegal), dtype=np.bool_) if mask is None else mask
        if not mask.all():
            infos = {key: np.where(_column(mask, value), value, np.zeros_like(value)) for key, value in infos.items()}
        return infos | {f"_{key}": mask.copy() for key in infos}

    @property
    def states(self) -> list[State]:
        """The states of all environments, as forks: what is done to them changes no episode."""
        return [state.fork() for state in self._states]

    def render(self):
        """The programs as text, one for each environment."""
        return tuple("\n".join(state.lines) for state in self._states) if self.render_mode == "ansi" else None

    def close_extras(self, **_options: Any) -> None:
        """Lets go of all values."""
        self._states, self._roots = [], OrderedDict()

    def _open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment was closed")


def _column(mask: np.ndarray, like: np.ndarray) -> np.ndarray:
    return mask.reshape(-1, *[1] * (like.ndim - 1))


class SynthesisEnv(gymnasium.Env):
    """One environment: `SynthesisVectorEnv` has the settings. To step it after its end is an error."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(self, data="embedded", *, render_mode: str | None = None, threads: int | None = 1, **settings: Any) -> None:
        self._one = SynthesisVectorEnv(
            1, data, threads=threads, autoreset_mode=AutoresetMode.DISABLED, render_mode=render_mode, **settings
        )
        self.render_mode = render_mode
        self.action_space = self._one.single_action_space
        self.observation_space = self._one.single_observation_space

    @property
    def vocabulary(self) -> Vocabulary:
        """What actions are made of."""
        return self._one.vocabulary

    @property
    def tasks(self) -> list:
        """The tasks that episodes are drawn from."""
        return self._one.tasks

    @property
    def state(self) -> State:
        """The state, as a fork: what is done to it does not change the episode."""
        return self._one.states[0]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        """Begins an episode. `options["task"]`: the id of its task, instead of drawing one."""
        super().reset(seed=seed)
        self._one._rngs = [self.np_random]
        self._one._states = self._one._states or [self._one._root(0)]
        task = (options or {}).get("task")
        return _first(*self._one.reset(options={"task": task}))

    def step(self, action):
        """Adds a line: an op and the words in its places."""
        if self._one._states and self._one._ended[0]:
            raise ResetNeeded("the episode has ended: reset() begins a new one")
        observation, rewards, terminated, truncated, infos = self._one.step(np.asarray(action)[None])
        observation, info = _first(observation, infos)
        return observation, float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info

    def render(self):
        """The program as text."""
        programs = self._one.render()
        return programs[0] if programs else None

    def close(self) -> None:
        """Lets go of all values."""
        self._one.close()


def _first(observation: dict, infos: dict) -> tuple[dict, dict]:
    """What is told of one environment."""
    own = {key: value[0] for key, value in infos.items() if key[0] != "_"}
    plain = {key: value.item() if value.ndim == 0 else value for key, value in own.items()}
    return {key: value[0] for key, value in observation.items()}, plain


if ID not in gymnasium.registry:
    gymnasium.register(
        id=ID, entry_point="arcbatt.gym:SynthesisEnv", vector_entry_point="arcbatt.gym:SynthesisVectorEnv"
    )
