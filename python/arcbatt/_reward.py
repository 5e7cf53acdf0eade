"""What programs in the words of a language model are worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from . import _arcbatt
from ._data import Dataset, Task
from ._engine import Engine
from ._program import utf8
from .errors import DataError

if TYPE_CHECKING:
    import numpy as np


def reward(
    completions: Sequence,
    tasks,
    *,
    data: Dataset | str | None = None,
    tests: bool = False,
    partial: bool = True,
    dialect: str | None = None,
    threads: int | None = None,
    budget: int | None = None,
) -> np.ndarray:
    """Rewards of completions, a numpy array of numbers from 0 to 1 in their order.

    `completions`: what a model wrote, as text or as lists of chat messages, whose last one counts. Code is looked for in Markdown fences,
    the last one first, then anywhere: `def solve(I)`, `def transform(grid)`, `def solve_<id>(I)`, helper functions, or bare lines such as
    `x1 = ...` and `O = ...`. `tasks`: the task of each completion, or one task for all of them: a `Task`, its dict, or an id of `data`.

    A reward is the mean over the demo samples (`tests=True`: test samples too) of 1 for the right output and at most 0.5 for a grid that
    the built-in differs find similar (`partial=False`: 0). What is no program, fails or is no text is worth 0: nothing in a completion
    raises, and no program takes longer than its `budget`. `judge` tells why.
    """
    import numpy as np

    rewards, _ = _judged(completions, tasks, data, tests, partial, dialect, threads, budget, details=False)
    return np.frombuffer(bytearray(rewards), dtype=np.float64)


def judge(
    completions: Sequence,
    tasks,
    *,
    data: Dataset | str | None = None,
    tests: bool = False,
    partial: bool = True,
    dialect: str | None = None,
    threads: int | None = None,
    budget: int | None = None,
) -> list[dict]:
    """As `reward`, with all there is to say of each completion: a dict with `reward`, `right` and `samples` (how many), `reason` (the first
    thing that is wrong), `program` (its normal form) and `tries` (points, cost and what is wrong, sample by sample)."""
    import json

    _, told = _judged(completions, tasks, data, tests, partial, dialect, threads, budget, details=True)
    return [json.loads(text) for text in told]


def _judged(completions, tasks, data, tests, partial, dialect, threads, budget, details):
    texts = [_text(completion) for completion in _listed(completions)]
    places, natives = _tasks(tasks, len(texts), data)
    engine = Engine("cpu", threads, budget=_arcbatt.SEARCH_BUDGET if budget is None else budget)
    return _arcbatt.judge_all(
        engine._native, texts, places, natives, dialect, bool(tests), bool(partial), details
    )


def _listed(completions) -> list:
    if isinstance(completions, (str, bytes, Mapping)) or not isinstance(completions, Iterable):
        raise DataError(f"completions is a list of texts, not {type(completions).__name__}")
    return list(completions)


def _text(completion) -> str | None:
    """A completion as text: itself, or the last message of a chat; None if it is neither."""
    if isinstance(completion, list) and completion:
        completion = completion[-1]
    if isinstance(completion, Mapping):
        completion = completion.get("content")
    return utf8(completion) if isinstance(completion, str) else None


def _tasks(tasks, count: int, data) -> tuple[list[int], list]:
    """For each completion the place of its task, and the tasks, each once."""
    one = isinstance(tasks, (str, Task, Mapping))
    given = [tasks] * count if one else list(tasks)
    if len(given) != count:
        raise DataError(f"{count} completions and {len(given)} tasks: give one task for each completion, or one for all")
    if data is not None or any(isinstance(task, str) for task in given):
        data = Dataset.of(data)
    places: list[int] = []
    natives: list = []
    known: dict = {}
    for task in given:
        key = task if isinstance(task, str) else id(task)
        if key not in known:
            known[key] = len(natives)
            found = data[task] if isinstance(task, str) else Task.of(task)
            natives.append(found._native)
        places.append(known[key])
    return places, natives
