"""Programs: read, named, compared, run, traced."""

from __future__ import annotations

import subprocess
import sys

import pytest

import arcbatt
from arcbatt import Dataset, Program, Task

ROT = "def solve_a(I):\n    x1 = rot90(I)\n    return x1\n"


def test_a_program_tells_what_it_is():
    program = Program(ROT)
    assert (program.name, program.task_id, program.kind, program.dialect, program.steps) == (
        "solve_a",
        "a",
        "solve",
        "arc",
        1,
    )
    assert len(program.hash) == 32 and int(program.hash, 16)
    assert program.source == ROT
    assert Program(program.to_python()) == program


def test_equality_is_by_content():
    other = Program("def solve_b(I):\n    y = rot90(I)\n    return y\n")
    assert Program(ROT) == other and hash(Program(ROT)) == hash(other)
    assert Program(ROT) != Program("def solve_a(I):\n    return rot180(I)\n")
    assert Program(ROT) != ROT
    batt = Program("def solve_a(S, I, C):\n    return vmirror_t(I)\n")
    assert batt.dialect == "batt" and batt != Program("def solve_a(I):\n    return vmirror(I)\n")


def test_names_can_be_given():
    assert Program(ROT, name="solve_other").name == "solve_other"
    named = Program(ROT, name="abc123")
    assert (named.name, named.task_id) == ("solve_abc123", "abc123")
    assert Program(named.source) == named
    with pytest.raises(arcbatt.ParseError, match="cannot be the name"):
        Program(ROT, name="no name")


def test_sources_are_cut_out_of_files():
    text = f"# head\n\n{ROT}\n\n# about b\ndef verify_b(I):\n    '''Doc\n\n    more'''\n    return (\n        I\n    )\n"
    a, b = arcbatt.load(text)
    assert a.source == ROT
    assert b.source.startswith("def verify_b") and b.source.endswith("    )\n")
    assert Program(b.source) == b


def test_load_takes_paths_and_text(tmp_path, root):
    path = tmp_path / "one.py"
    path.write_text(ROT)
    for source in (path, str(path), ROT, ROT.encode(), "def solve_a(I): return rot90(I)"):
        assert [program.hash for program in arcbatt.load(source)] == [Program(ROT).hash]
    assert len(arcbatt.load(root / "testdata" / "embedded" / "programs_batt.py")) >= 20


def test_load_knows_sets_of_programs_by_name(root, tmp_path, monkeypatch):
    embedded = arcbatt.load("embedded")
    files = sorted((root / "testdata" / "embedded").glob("programs_*.py"))
    assert {program.hash for program in embedded} == {p.hash for file in files for p in arcbatt.load(file)}
    monkeypatch.setenv("ARCBATT_CACHE", str(tmp_path))
    with pytest.raises(arcbatt.DataError, match="batt data get"):
        arcbatt.load("rearc")
    # A file of that name goes first.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rearc").write_text(ROT)
    assert [program.name for program in arcbatt.load("rearc")] == ["solve_a"]


def test_load_tells_what_is_wrong_and_gives_the_rest():
    text = ROT + "def solve_b(I):\n    return nosuch(I)\n"
    with pytest.raises(arcbatt.ParseError, match="nosuch") as caught:
        arcbatt.load(text)
    assert [program.name for program in caught.value.programs] == ["solve_a"]
    assert [program.name for program in arcbatt.load(text, errors="skip")] == ["solve_a"]


def test_a_grid_gives_the_output():
    np = pytest.importorskip("numpy")
    program = Program(ROT)
    out = program.run([[1, 2], [3, 4]])
    assert isinstance(out, arcbatt.Grid) and out.dtype == np.uint8
    assert out.tolist() == [[3, 1], [4, 2]]
    out[0, 0] = 9
    assert program.run(((1, 2), (3, 4)), out="tuple") == ((3, 1), (4, 2))
    assert out.to_tuple() == ((9, 1), (4, 2))


def test_any_integer_type_goes_in():
    np = pytest.importorskip("numpy")
    program = Program(ROT)
    wanted = ((3, 1), (4, 2))
    for kind in "bBhHiIlLqQ":
        assert program.run(np.array([[1, 2], [3, 4]], dtype=kind), out="tuple") == wanted
    big_endian = np.array([[1, 2], [3, 4]], dtype=">i4")
    fortran = np.asfortranarray([[1, 2], [3, 4]])
    strided = np.array([[1, 0, 2, 0], [3, 0, 4, 0]])[:, ::2]
    rows = [np.array([1, 2]), (np.int8(3), np.uint64(4))]
    for grid in (big_endian, fortran, strided, rows):
        assert program.run(grid, out="tuple") == wanted
    assert program.run(np.array([[True, False]]), out="tuple") == ((1,), (0,))


def test_outputs_that_are_no_grids():
    value = Program("def solve_a(I):\n    return objects(I, T, F, T)\n").run([[0, 1], [0, 0]])
    assert value == frozenset({frozenset({(1, (0, 1))})})
    assert Program("def solve_a(I):\n    return shape(I)\n").run([[1, 2, 3]]) == (1, 3)
    assert Program("def solve_a(I):\n    return width(I)\n").run([[1, 2, 3]]) == 3


def test_negative_cells_are_signed():
    program = Program("def solve_a(I):\n    x = invert(ONE)\n    return canvas(x, TWO_BY_TWO)\n")
    assert program.run([[1]], out="tuple") == ((-1, -1), (-1, -1))
    np = pytest.importorskip("numpy")
    out = program.run([[1]])
    assert out.dtype == np.int8 and (out == -1).all()


def test_functions_come_out_callable():
    function = Program("def solve_a(I):\n    return compose(rot90, rot90)\n").run([[1, 2]])
    assert function(((1, 2), (3, 4))) == ((4, 3), (2, 1))


def test_a_failure_raises_its_fault():
    program = Program("def solve_a(I):\n    x1 = objects(I, T, F, T)\n    return first(x1)\n")
    with pytest.raises(arcbatt.Fault) as caught:
        Program("def solve_a(I):\n    x = add(ONE, ONE)\n    return rot90(x)\n").run([[1]])
    assert caught.value.kind == "type" and "line 3, rot90(…)" in str(caught.value) and caught.value.op == "rot90"
    assert isinstance(caught.value, TypeError)
    with pytest.raises(arcbatt.Fault):
        program.run([[0]])


def test_a_task_gives_outcomes(embedded, texts):
    program = Program(texts[0])
    outcomes = program.run(embedded[program.task_id])
    assert [(o.kind, o.index) for o in outcomes][:2] == [("demo", 0), ("demo", 1)]
    assert (outcomes[0].name, outcomes[-1].name) == ("demo 1", "test 1")
    assert repr(outcomes[0]).startswith("Outcome(demo 1, right, cost ")
    assert all(o.match and o.error is None and o.cost > 0 for o in outcomes)
    assert outcomes[-1].kind == "test"
    task = embedded[program.task_id]
    assert (outcomes[0].output == task.demo[0].output).all()


def test_traces_show_every_step(embedded, texts):
    program = Program(texts[0])
    task = embedded[program.task_id]
    trace = program.trace(task, 1)
    assert len(trace) == program.steps and trace.error is None and trace.match is True
    assert trace["x1"].name == "x1" and trace[0].call.startswith(trace[0].op)
    assert trace[-1].kind == "grid" and trace.cost == sum(step.cost for step in trace)
    assert (trace.output == task.demo[1].output).all() and (trace.input == task.demo[1].input).all()
    assert (program.trace(task.demo[1].input).output == trace.output).all()
    assert program.trace(task, "demo 2") == program.trace(task, "demo2") == trace
    assert program.trace(task, "test 1") == program.trace(task, len(task.demo))
    last = program.trace(task, -1)
    assert (last.expected == task.test[-1].output).all()


def test_traces_show_where_it_failed():
    program = Program("def solve_a(I):\n    x1 = add(ONE, ONE)\n    x2 = rot90(x1)\n    return rot90(x2)\n")
    trace = program.trace([[1]])
    assert [step.error for step in trace] == [None, "type", None]
    assert [step.ran for step in trace] == [True, True, False]
    assert [step.value for step in trace] == [2, None, None]
    assert trace.output is None and trace.error == "type" and trace.match is None
    safe = program.trace([[1]], engine=arcbatt.Engine(policy="safe"))
    assert safe[1].error == "type" and safe[1].value is not None


CONSTANT = """
def solve_a(I):
    x1 = astuple(THREE, THREE)
    x2 = canvas(TWO, x1)
    x3 = upscale(x2, FOUR)
    x4 = rbind(upscale, TWO)
    x5 = x4(I)
    return hconcat(x3, x5)
def solve_b(I):
    x1 = add(ONE, ONE)
    x2 = rot90(x1)
    return hconcat(I, x2)
"""


def test_a_program_that_ran_before_runs_like_a_new_one():
    """A program keeps its plan, and the plan what is the same on every grid, under any policy and budget."""
    engines = [
        arcbatt.Engine(backend="cpu", policy=policy, budget=budget)
        for policy in ("strict", "safe", "pile")
        for budget in (None, 20, 60, 200, 1000)
    ]

    def told(program, engine):
        trace = program.trace([[1, 2], [3, 4]], engine=engine)
        return trace.error, trace.cost, [(step.kind, step.error, step.cost, repr(step.value)) for step in trace]

    for kept in arcbatt.load(CONSTANT):
        new = [told(Program(kept.source), engine) for engine in engines]
        assert len({repr(outcome) for outcome in new}) > 1, "the rules make a difference"
        for _ in range(3):
            assert [told(kept, engine) for engine in engines] == new


def test_import_is_light():
    code = (
        "import sys, arcbatt\n"
        "heavy = {'numpy', 'pandas', 'matplotlib', 'tqdm', 'ray', 'asyncio', 'json', 'arcbatt.dsl'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_everything_offered_is_there():
    for name in arcbatt.__all__:
        assert getattr(arcbatt, name) is not None
        assert getattr(arcbatt, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        arcbatt.nothing  # noqa: B018
    assert {"Grid", "show", "dsl"} <= set(dir(arcbatt))


def test_engines_tell_what_they_are(embedded):
    engine = arcbatt.Engine("cpu", threads=1, policy="safe", budget=1000)
    assert (engine.name, engine.threads, engine.policy, engine.budget) == ("cpu", 1, "safe", 1000)
    assert engine == arcbatt.Engine("cpu", 1, "safe", 1000) and engine != arcbatt.Engine("cpu")
    assert engine.stats() == {} and engine.explain() == []
    assert repr(engine) == "Engine(backend='cpu', threads=1, policy='safe', budget=1000)"
    auto = arcbatt.Engine()
    auto.evaluate([ROT], embedded[0])
    assert any("cpu" in reason for reason in auto.explain())


def test_budgets_and_policies_count(embedded):
    text = "def solve_a(I):\n    x1 = upscale(I, THREE)\n    return upscale(x1, THREE)\n"
    task = Task("a", [([[1]], [[1]])])
    assert Program(text).run(task)[0].error is None
    assert Program(text).run(task, engine=arcbatt.Engine("cpu", budget=10))[0].error == "budget"
    assert Program(text).run(task, engine=arcbatt.Engine("cpu", budget=(1, 1 << 22)))[0].error == "budget"
    assert isinstance(embedded, Dataset)
