"""Types and documentation: stubs are true, and checkers that read them tell good from bad programs."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import arcbatt

ROOT = Path(__file__).resolve().parents[2]
DIALECTS = {"arc": "arcbatt.dsl", "batt": "arcbatt.dsl_batt"}


def run(module: str, *args: str, env: dict[str, str] | None = None) -> tuple[int, str]:
    """Runs a module of mypy and returns exit code and output."""
    pytest.importorskip("mypy", reason="mypy is not installed")
    environment = {**os.environ, **(env or {}), "MYPY_FORCE_COLOR": "0", "COLUMNS": "200"}
    done = subprocess.run(
        [sys.executable, "-m", module, *args], capture_output=True, text=True, env=environment, timeout=300
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def cache(tmp_path_factory) -> str:
    """One cache for all runs: most of the time goes into reading other packages."""
    return f"--cache-dir={tmp_path_factory.mktemp('mypy')}"


# numpy and the like need not be installed, and some have no types.
OPTIONAL = ["--disable-error-code=import-untyped", "--disable-error-code=import-not-found"]
SOURCES = {"MYPYPATH": str(ROOT / "python")}
# Modules in which everything has a type; in the others only what people see has.
STRICT = ["show", "dsl", "dsl_batt", "errors", "_progress", "_arcbatt"]


def test_the_package_is_well_typed(cache):
    code, said = run("mypy", cache, *OPTIONAL, "-p", "arcbatt", env=SOURCES)
    assert code == 0, said


def test_some_modules_are_typed_throughout(cache):
    modules = [word for name in STRICT for word in ("-p", f"arcbatt.{name}")]
    code, said = run("mypy", cache, *OPTIONAL, "--strict", "--follow-imports=silent", *modules, env=SOURCES)
    assert code == 0, said


def test_stubs_say_what_is_there(tmp_path):
    # PyO3 keeps a list of all names, which no checker needs.
    allowed = tmp_path / "allowed"
    allowed.write_text("arcbatt._arcbatt.__all__\n")
    modules = ["arcbatt._arcbatt", *DIALECTS.values()]
    code, said = run("mypy.stubtest", "--concise", f"--allowlist={allowed}", *modules)
    assert code == 0, said


def test_checkers_see_all_names_of_the_package():
    stub = ast.parse((ROOT / "python/arcbatt/__init__.pyi").read_text())
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    seen = {alias.asname for node in imports for alias in node.names} | {"__version__"}
    offered = {*arcbatt.__all__, *arcbatt._LATER}
    assert offered - seen == set()
    assert all(hasattr(arcbatt, name) for name in seen)


GOOD = """# mypy: disallow-untyped-defs, disallow-any-generics, disallow-untyped-calls, warn-return-any
import arcbatt
from arcbatt import show
from arcbatt.dsl import *


def solve(I: Grid) -> Grid:
    parts = objects(I, T, F, T)
    largest: Object = argmax(parts, size)
    moved = shift(largest, toivec(halve(height(I))))
    return paint(canvas(ZERO, shape(I)), moved)


def count(texts: list[str]) -> int:
    results = arcbatt.evaluate(texts, "embedded", pairing="all", outputs=False)
    picture: str = show.grid_svg(solve(((1, 2), (3, 4))))
    return len(results.fits_demos()) + len(picture)


def answer(data: arcbatt.Dataset) -> dict[str, bool | None]:
    solutions: arcbatt.Solutions = arcbatt.solve(data, effort=0.1, threads=2, callback=lambda one: one.right)
    found: list[arcbatt.Found] = solutions[0].programs
    page: str = show.solution_html(solutions[0], expected=True)
    return {solution.id: solution.right for solution in solutions if found and page}


program: arcbatt.Program = arcbatt.load("def solve_x(I):\\n    return I")[0]
task: arcbatt.Task = arcbatt.Dataset.of("embedded")[0]
name: str = program.name + task.id
"""

# Each line by itself is wrong, for this reason.
WRONG = {
    "dsl.hmirror(3)": "arg-type",
    "dsl.fill(((1,),), 'red', frozenset())": "arg-type",
    "dsl.objects(((1,),), dsl.T)": "call-arg",
    "size: str = dsl.size(((1,),))": "assignment",
    "dsl.hmiror(((1,),))": "attr-defined",
    "dsl_batt.shift(3, dsl_batt.UP)": "arg-type",
    "arcbatt.Program(3)": "arg-type",
    "arcbatt.evaluate(['x'], 'embedded', engine='cpu')": "arg-type",
    "arcbatt.evalute(['x'], 'embedded')": "attr-defined",
    "arcbatt.solve('embedded', effort='much')": "arg-type",
    "arcbatt.solve('embedded', callback=3)": "arg-type",
    "arcbatt.solve('embedded')[0].write": "attr-defined",
    "show.value_svg(3, 4)": "arg-type",
}


@pytest.fixture(scope="module")
def said(cache, tmp_path_factory) -> dict[str, list[str]]:
    """What mypy says of users' files, by file: one run for all, for most of it is reading other packages."""
    folder = tmp_path_factory.mktemp("user")
    files = {
        "good": GOOD,
        "wrong": "import arcbatt\nfrom arcbatt import dsl, dsl_batt, show\n" + "\n".join(WRONG),
    }
    for dialect, module in DIALECTS.items():
        source = (ROOT / f"testdata/embedded/programs_{dialect}.py").read_text()
        files[dialect] = f"from {module} import *\n{source}"
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    paths = [str(folder / f"{name}.py") for name in files]
    _, output = run("mypy", cache, "--check-untyped-defs", "--no-error-summary", *paths)
    lines = output.splitlines()
    return {name: [line for line in lines if f"{name}.py:" in line] for name in files} | {"": lines}


def test_a_typed_program_is_accepted(said):
    assert said["good"] == []


@pytest.mark.parametrize("dialect", DIALECTS)
def test_programs_of_the_embedded_set_are_well_typed(said, dialect):
    assert said[dialect] == []


@pytest.mark.parametrize(("at", "why"), list(enumerate(WRONG.values(), start=3)), ids=list(WRONG))
def test_a_wrong_one_is_refused(said, at, why):
    found = [line for line in said["wrong"] if f"wrong.py:{at}: error:" in line]
    assert found and all(f"[{why}]" in line for line in found), said[""]


@pytest.mark.parametrize("module", DIALECTS.values())
def test_functions_have_the_names_and_documentation_of_the_stubs(module):
    """What `help` shows is what editors show."""
    actual = importlib.import_module(module)
    stub = ast.parse((ROOT / f"python/{module.replace('.', '/')}.pyi").read_text())
    functions = [node for node in stub.body if isinstance(node, ast.FunctionDef)]
    assert len(functions) == {"arcbatt.dsl": 160, "arcbatt.dsl_batt": 417}[module]
    for node in functions:
        function = getattr(actual, node.name)
        assert callable(function) and function.__doc__, node.name
        names = [parameter.arg for parameter in node.args.args]
        assert list(inspect.signature(function).parameters) == names, node.name


def public() -> list[tuple[str, object]]:
    """Every public function and class of the package, and the public parts of classes."""
    modules = [arcbatt, arcbatt.show, importlib.import_module("arcbatt.errors")]
    found: dict[str, object] = {}
    for module in modules:
        for name in getattr(module, "__all__", None) or [n for n in dir(module) if not n.startswith("_")]:
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isroutine(value):
                found[f"{module.__name__}.{name}"] = value
                found.update(members(f"{module.__name__}.{name}", value))
    return sorted(found.items())


def members(name: str, value: object) -> dict[str, object]:
    """Public methods and properties that a class of ours defines itself."""
    if not inspect.isclass(value):
        return {}
    own = {key: item for key, item in vars(value).items() if not key.startswith("_")}
    kinds = (property, staticmethod, classmethod)
    return {f"{name}.{k}": i for k, i in own.items() if isinstance(i, kinds) or inspect.isroutine(i)}


@pytest.mark.parametrize(("name", "value"), [pytest.param(n, v, id=n) for n, v in public()])
def test_everything_public_is_documented(name, value):
    assert inspect.getdoc(value) and value.__doc__, name
    if isinstance(value, property) or (inspect.isclass(value) and issubclass(value, Exception)):
        return
    function = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
    names = list(inspect.signature(function).parameters)
    assert "args" not in names and "kwargs" not in names, f"{name}: a signature that says nothing"


def test_the_documented_surface_is_there():
    names = """
        ArcbattError ArityFault Batt BudgetFault Candidate DataError Dataset DeviceError DomainFault EmptyFault Engine
        Fault Found Grade Grid IndexFault Outcome ParseError Program Results Solution Solutions Store StoreError Task
        Trace TraceStep TypeFault card evaluate evolve grade load solve submit
    """.split()
    missing = [name for name in names if not hasattr(arcbatt, name)]
    assert missing == []
