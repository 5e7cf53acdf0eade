"""An evaluator for evolutionary frameworks: `evaluate(path) -> dict`.

Such frameworks call a file's `evaluate` with the path of a program that a model changed, and read numbers and texts from the dict.
The task comes from the environment: `ARCBATT_TASK` is its id or the path of its JSON file, `ARCBATT_DATA` the data set (the usual one
without it). Or make one's own: `evaluate = arcbatt.evaluator.of(task)`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ._data import Dataset, Task
from ._reward import judge
from .errors import DataError

#: The longest program file that is read, in bytes.
LONGEST = 1 << 20


def of(task) -> Callable[[str | os.PathLike], dict]:
    """An evaluator of one task: a `Task`, its dict, or the path of its JSON file."""
    if isinstance(task, (str, os.PathLike)):
        (task,) = Dataset.of(task)
    task = Task.of(task)

    def evaluate(path: str | os.PathLike) -> dict:
        try:
            with Path(path).open(encoding="utf-8", errors="replace") as file:
                text = file.read(LONGEST + 1)
        except OSError as error:
            return _nothing(f"cannot be read: {error.strerror}")
        (judged,) = judge([text], task)
        return _metrics(judged)

    return evaluate


def evaluate(path: str | os.PathLike) -> dict:
    """What a program file is worth on the task of the environment."""
    name, data = os.environ.get("ARCBATT_TASK"), os.environ.get("ARCBATT_DATA")
    if not name:
        raise DataError("ARCBATT_TASK is not set: the id of a task, or the path of its JSON file")
    task = name if Path(name).is_file() else Dataset.of(data)[name]
    return of(task)(path)


def _metrics(judged: dict) -> dict:
    tries = judged["tries"]
    count = max(len(tries), 1)
    artifacts = {f"demo {place}": tried["wrong"] for place, tried in enumerate(tries, 1) if tried["wrong"]}
    if judged["reason"]:
        artifacts = {"first error": judged["reason"], **artifacts}
    if judged["program"]:
        artifacts["program"] = judged["program"]
    return {
        "combined_score": judged["reward"],
        "reward": judged["reward"],
        "right": judged["right"] / count,
        "runs": sum("failed" not in (tried["wrong"] or "") for tried in tries) / count,
        "cost": sum(tried["cost"] for tried in tries),
        "artifacts": artifacts,
    }


def _nothing(why: str) -> dict:
    return _metrics({"reward": 0.0, "right": 0, "reason": why, "program": None, "tries": []})
