"""The notebooks run from beginning to end, and are stored without outputs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import arcbatt

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
# Test outputs of tasks that are shown come after a click.
HIDDEN = "<details><summary>test outputs"
NOTEBOOKS = {
    "run_400_programs": ["fits the demos", "<svg", HIDDEN],
    "evolve_on_one_task": [
        "demo 1 right\ndemo 2 wrong\ndemo 3 right\ntest 1 wrong",
        "right on the test, too",
        "programs kept",
        "<svg",
        HIDDEN,
    ],
    "kaggle": ["reads 4 tasks, 5 test inputs", "candidates, generations", "4 tasks in submission.json", "complete", "<svg"],
}
# Seconds for one cell: many times what it takes on two cores.
TIMEOUT = 300


def test_every_notebook_is_tried():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(NOTEBOOKS)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_are_stored_without_outputs(name):
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text())
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert cells and all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)


def run(name: str, kaggle: Path) -> str:
    """Runs a notebook in a folder to work in and returns all that its cells print and show."""
    nbformat = pytest.importorskip("nbformat", reason="nbclient is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        cell.source = cell.source.replace("/kaggle", str(kaggle))
    place = {"metadata": {"path": str(kaggle / "working")}}
    nbclient.NotebookClient(notebook, timeout=TIMEOUT, kernel_name="python3", resources=place).execute()
    return outputs(notebook)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_run(name, kaggle):
    if name == "kaggle" and not list(kaggle.rglob("*.whl")):
        pytest.skip("ARCBATT_WHEELS is not set: make test-python tests the wheel")
    shown = run(name, kaggle)
    for words in NOTEBOOKS[name]:
        assert words in shown, f"{words!r} is not shown"
    if name == "kaggle":
        check_submission(kaggle)


def check_submission(kaggle: Path) -> None:
    """What is handed in is whole, and right where it can be."""
    submission, sample = kaggle / "working/submission.json", kaggle / "input/arc-prize-2025/sample_submission.json"
    handed, wanted = json.loads(submission.read_text()), json.loads(sample.read_text())
    assert {id: len(tests) for id, tests in handed.items()} == {id: len(tests) for id, tests in wanted.items()}
    assert all(set(test) == {"attempt_1", "attempt_2"} for tests in handed.values() for test in tests)
    grade = arcbatt.grade(submission, sample.with_name("arc-agi_evaluation_challenges.json"))
    assert "e4d14648" in grade.right_tasks


def test_a_score_counts_as_fitting_only_where_it_is_the_highest(kaggle):
    told = re.findall(r"score (\d+) of (\d+)(, fits all demos)?", run("evolve_on_one_task", kaggle))
    assert told and all((score == most) == bool(fits) for score, most, fits in told), told
    assert told[-1][2] and not told[0][2], told


def test_without_the_public_data_the_embedded_set_is_used(kaggle, monkeypatch):
    monkeypatch.setenv("ARCBATT_CACHE", str(kaggle / "empty"))
    shown = run("run_400_programs", kaggle)
    assert "this is the embedded set" in shown and "fits the demos: 20 of 20 tasks" in shown


def outputs(notebook) -> str:
    """Everything that the cells print and show."""
    parts = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            parts.append(output.get("text", ""))
            parts += [str(data) for data in output.get("data", {}).values()]
    return "\n".join(parts)
