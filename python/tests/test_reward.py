"""Rewards of what language models write."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

import arcbatt
from arcbatt import evaluator

TASK = "2099cb8f"
RIGHT = """Each dot says how often.

```python
def inner(grid):
    return trim(subgrid(ofcolor(grid, 5), grid))

def transform(grid):
    return upscale(inner(grid), colorcount(grid, 2))
```
That solves it."""
NEARLY = "x1 = trim(subgrid(ofcolor(I, 5), I))\nO = x1"
LOOP = "def solve(I):\n    for row in I:\n        print(row)\n    return I"


@pytest.fixture(scope="module")
def task():
    return arcbatt.Dataset.of("embedded")[TASK]


def test_right_nearly_and_nothing(task):
    rewards = arcbatt.reward([RIGHT, NEARLY, LOOP, "no"], task)
    assert rewards.dtype == np.float64 and rewards[0] == 1.0 and rewards[2:].tolist() == [0.0, 0.0]
    assert 0 < rewards[1] <= 0.5
    assert arcbatt.reward([NEARLY], task, partial=False)[0] == 0


def test_what_is_wrong_is_said(task):
    right, nearly, loop, nothing = arcbatt.judge([RIGHT, NEARLY, LOOP, "no"], task)
    assert right["reason"] is None and right["right"] == right["samples"] == len(task.train)
    assert "expected: " in nearly["reason"] and nearly["tries"][0]["wrong"] == nearly["reason"]
    assert loop["reason"].startswith("`for` is not part of the language") and loop["program"] is None
    assert nothing["reason"] == "no code in the completion"
    with_tests = arcbatt.judge([RIGHT], task, tests=True)[0]
    assert with_tests["samples"] == len(task.train) + len(task.test)


def test_chats_ids_and_tasks_of_their_own(task):
    chat = [{"role": "user", "content": "?"}, {"role": "assistant", "content": RIGHT}]
    other = arcbatt.Dataset.of("embedded")["e4d14648"]
    rewards = arcbatt.reward([chat, RIGHT, RIGHT], [TASK, other, task], data="embedded")
    assert rewards[0] == rewards[2] == 1.0 and rewards[1] < 1


@pytest.mark.parametrize(
    "completion",
    [
        None,
        7,
        b"bytes",
        [],
        [None],
        {"content": None},
        "\0",
        "\ud800 half a letter",
        "x = " + "rot90(" * 100_000,
        "def solve(I):\n" + "    x = I\n" * 50_000,
        "```" * 10_000,
        "a" * (100 << 20),
        "O = " + "power(compose(lbind(apply, identity), identity), 999999)(I)",
        "def a(x): return b(b(x))\ndef b(x): return c(c(x))\ndef c(x): return a(x)\ndef solve(I): return a(I)",
    ],
    ids=range(14),
)
def test_nothing_in_a_completion_raises(completion, task):
    (judged,) = arcbatt.judge([completion], task)
    assert judged["reward"] == 0 and judged["reason"]


def test_a_dear_program_ends_by_its_budget(task):
    dear = "O = canvas(size(product(asindices(canvas(0, (300, 300))), asindices(canvas(0, (300, 300))))), (1, 1))"
    (judged,) = arcbatt.judge([dear], task)
    assert "budget" in judged["reason"]


def test_wrong_calls_raise(task):
    with pytest.raises(arcbatt.DataError, match="one task for each"):
        arcbatt.reward(["a", "b"], [task])
    with pytest.raises(arcbatt.DataError, match="a list of texts"):
        arcbatt.reward("text", task)
    with pytest.raises(arcbatt.ParseError):
        arcbatt.reward(["a"], task, dialect="python")


def test_an_evaluator_for_frameworks(task, tmp_path, monkeypatch):
    program = tmp_path / "program.py"
    program.write_text(NEARLY)
    monkeypatch.setenv("ARCBATT_TASK", TASK)
    monkeypatch.setenv("ARCBATT_DATA", "embedded")
    metrics = evaluator.evaluate(str(program))
    assert 0 < metrics["combined_score"] <= 0.5 and metrics["runs"] == 1 and "demo 1" in metrics["artifacts"]
    program.write_text(RIGHT)
    assert evaluator.of(task)(program)["combined_score"] == 1
    missing = evaluator.of(task)(tmp_path / "missing.py")
    assert missing["combined_score"] == 0 and "cannot be read" in missing["artifacts"]["first error"]


def test_the_line_protocol():
    requests = [
        {"id": 1, "task": TASK, "completion": RIGHT},
        {"id": "b", "task": {"train": [{"input": [[1]], "output": [[1]]}], "test": []}, "completion": "O = I"},
        {"id": 3, "task": "2099cb8", "completion": "O = I"},
        {"id": 4, "task": TASK},
    ]
    lines = [json.dumps(request) for request in requests] + ["no json", "[]", ""]
    command = [sys.executable, "-m", "arcbatt", "evaluate", "--stdin", "--data", "embedded"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True, timeout=120)
    first, own, typo, empty, broken, array = map(json.loads, done.stdout.splitlines())
    assert (first["id"], first["reward"]) == (1, 1.0) and (own["id"], own["reward"]) == ("b", 1.0)
    assert "did you mean 2099cb8f" in typo["error"] and "completion" in empty["error"]
    assert "JSON" in broken["error"] and "task" in array["error"]
