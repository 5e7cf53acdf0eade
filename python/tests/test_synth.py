"""Tasks with known programs."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from itertools import islice

import pytest

import arcbatt
from arcbatt import DataError, Dataset, Store, Synthetic, synth


def rows(grid) -> list[list[int]]:
    return [list(map(int, row)) for row in grid]


def test_every_program_gives_the_outputs_of_its_task():
    made = list(synth(20, data="embedded", threads=1))
    assert len(made) == 20 and len({one.task.id for one in made}) == 20
    for one in made:
        assert one.program.name == f"solve_{one.task.id}" and one.facts["dialect"] == one.program.dialect
        assert len(one.task.demo) >= 3 and len(one.task.test) == 1
        for sample in [*one.task.demo, *one.task.test]:
            assert rows(one.program.run(sample.input)) == rows(sample.output)
        assert pickle.loads(pickle.dumps(one)) == one
    assert Dataset([one.task for one in made]).ids == sorted(one.task.id for one in made)


def test_mutants_go_by_a_prior():
    mirrors = {"other": 0.001, "any": {"hmirror": 1, "hmirror_t": 1}}
    plain, guided = (list(synth(40, data="embedded", prior=prior)) for prior in (None, mirrors))
    mirrored = [sum("hmirror" in one.program.source for one in made) for made in (plain, guided)]
    assert mirrored[1] > 2 * mirrored[0]
    assert list(synth(40, data="embedded", prior={})) == plain
    with pytest.raises(DataError, match="a weight is 0 or more"):
        synth(1, data="embedded", prior={"root": {"fill": -1}})


def test_threads_seeds_and_the_command_agree(tmp_path):
    one, three = (list(synth(15, data="embedded", seed=4, threads=n)) for n in (1, 3))
    assert one == three != list(synth(15, data="embedded", seed=5))
    endless = synth(data="embedded", seed=4)
    assert list(islice(endless, 15)) == one
    words = ["synth", "--data", "embedded", "--seed", "4", "--count", "15", "-o", str(tmp_path)]
    subprocess.run([sys.executable, "-m", "arcbatt", *words], check=True, capture_output=True)
    lines = [json.loads(line) for line in (tmp_path / "synth-00000.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines] == [made.task.id for made in one]
    assert [line["facts"] for line in lines] == [made.facts for made in one]


def test_programs_of_a_store_and_of_text(tmp_path):
    nearly = "def solve_2099cb8f(I):\n    return upscale(trim(subgrid(ofcolor(I, 5), I)), colorcount(I, 8))\n"
    data = Dataset([Dataset.of("embedded")["2099cb8f"]])
    with Store(tmp_path / "s.db") as store:
        arcbatt.evolve(data, nearly, store=store, generations=0, solve=0)
        assert all(isinstance(one, Synthetic) for one in synth(3, store, data=data))
    assert {one.facts["parents"][0]["name"] for one in synth(3, nearly, data=data)} == {"solve_2099cb8f"}


def test_what_makes_no_sense():
    for wish in ({"pairs": 1}, {"pairs": 99}, {"budget": 0}, {"seed": -1}, {"threads": 0}, {"count": 0}):
        with pytest.raises(DataError, match=next(iter(wish))):
            synth(data="embedded", **wish)
    with pytest.raises(DataError, match="no programs"):
        synth(1, [], data="embedded")
    with pytest.raises(DataError, match="read the demo pairs"):
        synth(1, "def solve_a(S, I, C):\n    return first(first(S))\n", data="embedded")
