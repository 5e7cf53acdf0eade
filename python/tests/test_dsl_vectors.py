"""Every golden vector of both dialects through the Python functions."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import arcbatt.dsl
import arcbatt.dsl_batt
import pytest
from arcbatt import Fault

VECTORS = Path(__file__).resolve().parents[2] / "testdata" / "vectors"
MODULES = {"arc": arcbatt.dsl, "batt": arcbatt.dsl_batt}


def lines(dialect: str) -> list[dict]:
    """The vectors of a dialect: those of the reference, and our own."""
    with gzip.open(VECTORS / f"{dialect}.jsonl.gz", "rt", encoding="utf-8") as file:
        texts = file.read().splitlines()
    texts += (VECTORS / f"extra_{dialect}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(text) for text in texts if text.strip()]


def value(module, json_value):
    """A value as the vectors write it, as a Python object."""
    if isinstance(json_value, list):
        return tuple(value(module, part) for part in json_value)
    if not isinstance(json_value, dict):
        return json_value
    if "set" in json_value:
        return frozenset(value(module, part) for part in json_value["set"])
    function = getattr(module, json_value["fn"])
    return function(*value(module, json_value["args"])) if "args" in json_value else function


def outcome(function, args):
    """What a call gives: ("out", value) or ("err", kind)."""
    try:
        return "out", function(*args)
    except Fault as fault:
        return "err", fault.kind


def same_kinds(a, b) -> bool:
    """Whether two equal values are made of the same kinds of objects: True may stand for 1."""
    if isinstance(b, tuple):
        return type(a) is tuple and len(a) == len(b) and all(map(same_kinds, a, b))
    if isinstance(b, frozenset):
        return type(a) is frozenset
    return isinstance(a, int) == isinstance(b, int)


@pytest.mark.parametrize("dialect", MODULES)
def test_vectors(dialect: str) -> None:
    module = MODULES[dialect]
    wrong, seen = [], set()
    for vector in lines(dialect):
        args = value(module, vector["args"])
        seen.add(vector["op"])
        function, args = (args[0], args[1:]) if vector["op"] == "call" else (getattr(module, vector["op"]), args)
        kind, got = outcome(function, args)
        if "out" in vector:
            expected = value(module, vector["out"])
            fine = kind == "out" and got == expected and same_kinds(got, expected)
        else:
            fine = kind == "err" and (vector["err"] is True or got == vector["err"])
        if not fine:
            wrong.append((vector, kind, got))
    assert wrong == []
    names = {name for name in module.__all__ if type(getattr(module, name)) is type(arcbatt.dsl.identity)}
    assert seen - {"call"} == names, "every function has vectors"
    assert len(names) == {"arc": 160, "batt": 417}[dialect]


@pytest.mark.parametrize("dialect", MODULES)
def test_other_kinds_of_containers(dialect: str) -> None:
    """Lists and mutable sets in place of tuples and frozensets give the same."""
    module = MODULES[dialect]

    def loose(v, inside_set=False):
        if isinstance(v, tuple):
            parts = [loose(part, inside_set) for part in v]
            return tuple(parts) if inside_set else parts
        if isinstance(v, frozenset) and not inside_set:
            return {loose(part, True) for part in v}
        return v

    for vector in lines(dialect)[::5]:
        args = value(module, vector["args"])
        if vector["op"] != "call":
            function = getattr(module, vector["op"])
            again = outcome(function, [loose(arg) for arg in args])
            given = outcome(function, args)
            if not isinstance(given[1], module.Function):
                assert again == given, vector


@pytest.mark.parametrize("dialect", MODULES)
def test_declared_truth_values_are_bools(dialect: str) -> None:
    module = MODULES[dialect]
    for vector in lines(dialect):
        if vector["op"] in ("equality", "contained", "flip", "positive", "hline") and "out" in vector:
            assert type(getattr(module, vector["op"])(*value(module, vector["args"]))) is bool
