"""Priors: counted, written by hand, as numpy tables, and what goes by them."""

from __future__ import annotations

import json
import math
import pickle

import pytest

import arcbatt
from arcbatt import DataError, Prior, Store

TEXTS = [
    "def solve_a(I):\n    return fill(I, EIGHT, ofcolor(I, ZERO))\n",
    "def solve_b(I):\n    return hconcat(I, vmirror(I))\n",
    "def solve_c(I):\n    return hconcat(I, vmirror(I))\n",
]


@pytest.fixture(scope="module")
def fitted() -> Prior:
    return Prior.fit(TEXTS)


def test_programs_are_counted_once(fitted):
    rows = fitted.rows
    assert rows["root"] == {"fill": 1.0, "hconcat": 1.0}
    assert rows["arguments"]["hconcat"] == [{"I": 1.0}, {"vmirror": 1.0}]
    without = Prior.fit(TEXTS, leave_out=["b"]).rows
    assert without["root"] == {"fill": 1.0}, "c has the same program"
    with pytest.raises(DataError, match="no program to count"):
        Prior.fit(TEXTS, leave_out="a,b")
    with pytest.raises(arcbatt.ParseError):
        Prior.fit(["def solve_a(I):\n    return nonesuch(I)\n"])


def test_files_and_pickles_give_it_back(fitted, tmp_path):
    fitted.save(tmp_path / "prior.json")
    again = Prior.load(tmp_path / "prior.json")
    assert again == fitted and hash(again) == hash(fitted) and again != Prior()
    assert pickle.loads(pickle.dumps(fitted)) == fitted
    assert Prior(json.loads((tmp_path / "prior.json").read_text())) == fitted
    assert repr(fitted) == "Prior(4 ops)"
    with pytest.raises(DataError, match="cannot read"):
        Prior.load(tmp_path / "no.json")
    with pytest.raises(DataError, match="cannot write"):
        fitted.save(tmp_path / "no" / "prior.json")


@pytest.mark.parametrize("dialect", ["arc", "batt"])
def test_tables_are_places_by_children(fitted, dialect):
    np = pytest.importorskip("numpy")
    places, children = Prior.places(dialect), Prior.children(dialect)
    assert places[0] == (None, 0) and len(set(children)) == len(children)
    prior = Prior({**fitted.rows, "other": 0.5}) if dialect == "arc" else Prior({"root": {"hmirror_t": 2}, "other": 0.5})
    table = prior.table(dialect)
    assert table.shape == (len(places), len(children)) and table.dtype == np.float64
    if dialect == "arc":
        assert table[places.index(("fill", 1)), children.index("EIGHT")] == 1.0
        assert table[0].sum() == 2.0
    any_row = [prior.rows["any"].get(name, 0.0) for name in children]
    assert Prior.from_table(table, dialect=dialect, other=0.5, any=any_row) == prior


def test_bits_are_what_searches_go_by(fitted):
    np = pytest.importorskip("numpy")
    bits = fitted.bits()
    assert bits.shape == fitted.table().shape and bits.dtype == np.float32
    children = Prior.children()
    assert bits[0, children.index("fill")] < bits[0, children.index("paint")] < math.inf
    assert bits[0, children.index("objects")] == math.inf, "a result is a grid"
    shares = np.exp2(-bits.astype(float)).sum(axis=1)
    assert ((shares > 0.9) & (shares < 1.1)).all()
    by_task = Prior.by_task({"x": Prior({"root": {"paint": 9}})}, default=fitted)
    assert (by_task.bits(task="y") == bits).all()
    assert by_task.bits(task="x")[0, children.index("paint")] < 1
    with pytest.raises(DataError, match="says nothing"):
        Prior().bits()


@pytest.mark.parametrize(
    "rows, told",
    [
        ({"root": {"fill": -1}}, r"root\.fill: a weight is 0 or more, not -1"),
        ({"root": {"fill": math.nan}}, r"fill: a weight is a number, not NaN"),
        ({"root": {"fill": math.inf}}, r"fill: a weight is a number, not Infinity"),
        ({"root": {"fill": None}}, r"root\.fill: a weight is a number, not nothing"),
        ({"root": {"fil": 1}}, r"root\.fil: no op, .*did you mean fill"),
        ({"arguments": {"fil": [{}]}}, r"arguments\.fil: no op"),
        ({"rot": {}}, "rot: no such key"),
        ({"root": {"fill": object()}}, "a weight is a number, not object"),
    ],
)
def test_wrong_rows_are_told_with_the_entry(rows, told):
    with pytest.raises(DataError, match=told):
        Prior(rows)


def test_wrong_tables_are_told(fitted):
    np = pytest.importorskip("numpy")
    table = fitted.table()
    for wrong, told in [
        (table[:-1], "an array of shape"),
        ("nonsense", "table: "),
        (np.where(table == 1, -1, table), "a weight is 0 or more"),
        (np.where(table == 1, math.nan, table), "not NaN"),
    ]:
        with pytest.raises(DataError, match=told):
            Prior.from_table(wrong)
    with pytest.raises(DataError, match="dialect"):
        Prior.children("python")
    with pytest.raises(DataError, match="prior: a Prior"):
        arcbatt.evolve("embedded", TEXTS, prior=3)
    with pytest.raises(DataError, match="priors of tasks"):
        Prior.by_task({"x": Prior.by_task({"y": fitted})})


def test_searches_go_by_a_prior(embedded, tmp_path, fitted):
    data = arcbatt.Dataset.of([embedded["2099cb8f"]])
    wish = {"solve": 0, "generations": 1, "population": 40}

    def found(prior, path=None, **more):
        run = arcbatt.evolve(data, TEXTS, prior=prior, store=path, **{**wish, **more})
        return run["best"]["2099cb8f"], run["run_total"]["candidates"]

    plain = found(None)
    assert found(Prior()) == plain
    assert found(fitted, threads=1) == found(fitted.rows, threads=3)
    store = tmp_path / "a.db"
    found(fitted, store)
    with pytest.raises(DataError, match="give it the same prior again"):
        arcbatt.evolve(data, store=store, resume=True, generations=2)
    fitted.save(tmp_path / "prior.json")
    arcbatt.evolve(data, store=store, resume=True, generations=2, prior=tmp_path / "prior.json")
    with Store(store) as opened:
        assert opened.programs()


def test_solve_takes_a_prior(embedded, fitted):
    data = arcbatt.Dataset.of([embedded["e4d14648"]])
    plain = arcbatt.solve(data, effort=0.02)
    assert list(arcbatt.solve(data, effort=0.02, prior=Prior())) == list(plain)
    assert arcbatt.solve(data, effort=0.02, prior=fitted)[0].attempts
