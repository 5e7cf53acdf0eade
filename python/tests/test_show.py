"""Pictures: what is drawn, that it is bounded, and that data never become markup."""

from __future__ import annotations

import builtins
import re
import sys
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import pytest

import arcbatt
from arcbatt import show
from arcbatt.errors import DataError

HOSTILE = '</title></svg><script>alert("1")</script>&lt; \' onload=x \x00\x1b[31m\u202e'
NS = "{http://www.w3.org/2000/svg}"
TAGS = {
    *("svg", "title", "g", "path", "rect", "text"),
    *("div", "span", "b", "code", "pre", "table", "tr", "th", "td", "details", "summary"),
}


class Reader(HTMLParser):
    """Collects tags and text, and refuses what we never write."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag, attrs):
        assert tag in TAGS, tag
        assert not any(name.startswith("on") or name in ("src", "href") for name, _ in attrs), attrs
        self.tags.append(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def picture(svg: str) -> ET.Element:
    """The picture as a tree, with what every picture has."""
    Reader(svg)
    root = ET.fromstring(svg)
    assert root.tag == f"{NS}svg" and root.get("role") == "img"
    assert root.find(f"{NS}title").text
    return root


def fills(svg: str) -> dict[str, int]:
    """Runs of cells by colour."""
    paths = [path for path in picture(svg).iter(f"{NS}path") if path.get("d").startswith("M")]
    return {
        path.get("fill"): path.get("d").count("z")
        for path in paths
        if path.get("fill") not in ("none", "#808080")
    }


def size(svg: str) -> tuple[int, int]:
    root = picture(svg)
    return int(root.get("width")), int(root.get("height"))


def words(svg: str) -> list[str]:
    return [element.text for element in picture(svg).iter(f"{NS}text")]


def test_a_grid_is_drawn_in_the_palette():
    svg = show.grid_svg([[0, 1, 1], [2, 0, 9]])
    assert fills(svg) == {"#000000": 2, "#0074d9": 1, "#ff4136": 1, "#870c25": 1}
    assert size(svg) == (3 * 28 + 1, 2 * 28 + 1)
    assert picture(svg).find(f"{NS}title").text == "grid 2 x 3"
    assert show.grid_svg(((0, 1, 1), (2, 0, 9))) == svg


def test_the_palette_is_that_of_the_command_line(request):
    source = request.config.rootpath / "crates/cli/src/render/mod.rs"
    table = source.read_text().split("PALETTE: [Rgb; 10] = [")[1].split("];")[0]
    rows = re.findall(r"\[0x(\w\w), 0x(\w\w), 0x(\w\w)\]", table)
    assert tuple("#" + "".join(row).lower() for row in rows) == show.PALETTE


def test_arrays_of_every_integer_type():
    np = pytest.importorskip("numpy")
    expected = show.grid_svg([[0, 1], [1, 0]])
    for dtype in ("uint8", "int8", "int64", "uint64", "bool"):
        assert show.grid_svg(np.array([[0, 1], [1, 0]], dtype)) == expected
    for array in (np.zeros(3, int), np.zeros((2, 2)), np.zeros((1, 2, 3), int)):
        with pytest.raises(DataError, match="not a grid"):
            show.grid_svg(array)


@pytest.mark.parametrize("bad", [None, 3, "grid", [[1], [1, 2]], [["a"]], {(1, 2)}, [1, 2], [[1.5]]])
def test_what_is_no_grid_is_refused(bad):
    with pytest.raises(DataError, match="rows of integers"):
        show.grid_svg(bad)


def test_large_grids_are_drawn_small():
    assert max(size(show.grid_svg([[1] * 30] * 30))) <= 301
    svg = show.grid_svg([[(i + j) % 10 for j in range(1000)] for i in range(1000)])
    assert max(size(svg)) <= 301 and len(svg) < 250_000
    assert "every 10th row and column drawn" in picture(svg).find(f"{NS}title").text
    assert size(show.grid_svg(())) == (1, 1)
    assert size(show.grid_svg(((), ())))[0] <= 1


def test_cells_that_are_no_colours():
    svg = show.grid_svg([[10, -1, 3]])
    assert fills(svg) == {"#ffffff": 1, "#2ecc40": 1}
    assert "2 cells are no colours" in svg


def test_objects_are_drawn_in_their_place_as_the_dialect_writes_them():
    arc, batt = frozenset({(3, (1, 2)), (4, (1, 1))}), frozenset({(1, 2, 3), (1, 1, 4)})
    expected = {"#2ecc40": 1, "#ffdc00": 1}
    assert fills(show.value_svg(arc, "arc")) == fills(show.value_svg(batt, "batt")) == expected
    assert words(show.value_svg(arc)) == ["object of 2 cells"]
    assert size(show.value_svg(arc))[0] >= 3 * 28
    # The other dialect's cells are no cells: they are written.
    assert words(show.value_svg(batt, "arc")) == ["{(1, 1, 4), (1, 2, 3)}"]


def test_a_frame_shows_where_in_the_grid_a_patch_is():
    place = frozenset({(1, 1)})
    assert size(show.value_svg(place, frame=(5, 9)))[0] == 9 * 28 + 1
    beyond = show.value_svg(frozenset({(7, 7)}), frame=(5, 5))
    assert "indices of 1 place" in words(beyond)


def test_indices_far_away_and_far_apart():
    svg = show.value_svg(frozenset({(-3, 0), (5000, 0)}))
    assert words(svg) == ["indices of 2 places, shown from (-3, 0), 1 of them further out"]
    assert max(size(svg)) < 700
    assert "shown from (10" in words(show.value_svg(frozenset({(10**30, 0)})))[0]


def test_sets_of_objects_are_drawn_side_by_side_and_cut():
    objects = frozenset(frozenset({(1, (i, 0))}) for i in range(45))
    svg = show.value_svg(objects)
    shown = words(svg)
    assert shown[0] == "set of 45 objects"
    assert shown[1:3] == ["1 cell at (0, 0)", "1 cell at (1, 0)"]
    assert shown[-1] == "... and 37 more"
    assert len(shown) == 10


def test_samples_are_pairs_of_grids():
    samples = ((((1, 1),), ((2, 2),)), (((3, 3),), ((4, 4),)))
    assert words(show.value_svg(samples, "batt")) == ["tuple of 2 grid pairs"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7, "7"),
        (-1, "-1"),
        ((1, 2), "(1, 2)"),
        ((), "()"),
        (frozenset(), "{}"),
        (frozenset({3, 1, 2}), "{1, 2, 3}"),
        (frozenset({(1,), 5, frozenset()}), "{5, (1,), {}}"),
        (((-5, 3), (1, 2)), "((-5, 3), (1, 2))"),
        (len, "len"),
        (None, "<NoneType>"),
        (10**400, "<integer of 1329 bits>"),
        (int, "int"),
    ],
)
def test_other_values_are_written(value, text):
    assert words(show.value_svg(value)) == [text]
    assert Reader(show.value_html(value)).text == text


def test_large_deep_and_tangled_values_are_cut():
    assert words(show.value_svg(tuple(range(9999))))[0].startswith("tuple of 9999 elements: (0, 1, 2,")
    deep: object = 1
    for _ in range(900):
        deep = (deep,)
    assert len(show.value_svg(deep)) < 2000
    # Linear to make, without end to walk through.
    tangled = frozenset({0})
    for _ in range(60):
        tangled = frozenset({tangled, (tangled,)})
    assert len(show.value_svg(tangled)) < 2000


def test_unknown_dialects_are_refused():
    for draw in (show.value_svg, show.value_html):
        with pytest.raises(DataError, match="'arc' or 'batt'"):
            draw(1, "python")


def sample(given, wanted):
    return SimpleNamespace(input=given, output=wanted)


def test_a_task_shows_samples_with_labels_and_question_marks():
    demo, test = [sample([[1]], [[2]]), sample([[3]], [[4]])], [sample([[5]], None)]
    task = SimpleNamespace(id="abc", demo=demo, test=test)
    svg = show.task_svg(task)
    assert words(svg) == ["task abc", "demo 1", "demo 2", "test 1", "?"]
    assert picture(svg).find(f"{NS}title").text == "task abc: 2 demo pairs, 1 test"
    pairs = [{"input": s.input, "output": s.output} for s in demo]
    as_dict = {"train": pairs, "test": [{"input": [[5]]}], "id": "abc"}
    assert show.task_svg(as_dict) == svg
    tuples = SimpleNamespace(id="abc", train=[([[1]], [[2]]), ([[3]], [[4]])], test=[([[5]], None)])
    assert show.task_svg(tuples) == svg


def test_test_outputs_are_hidden_until_asked_for():
    task = SimpleNamespace(id="abc", demo=[sample([[1]], [[2]])], test=[sample([[5]], [[7]]), sample([[6]], None)])
    hidden = show.task_svg(task)
    assert words(hidden) == ["task abc", "demo 1", "test 1", "hidden", "test 2", "?"]
    colour = show.PALETTE[7].lower()
    assert colour not in hidden.lower() and colour in show.task_svg(task, expected=True).lower()
    assert words(show.task_svg(task, expected=True)) == ["task abc", "demo 1", "test 1", "test 2", "?"]
    page = show.task_html(task)
    before, closed, after = page.partition("<details><summary>test outputs</summary>")
    assert closed and colour not in before.lower() and colour in after.lower() and "<details open" not in page
    known = SimpleNamespace(id="abc", demo=task.demo, test=task.test[1:])
    assert show.task_html(known) == show.task_svg(known)


def test_one_cell_size_for_all_grids_of_a_task():
    small, large = sample([[1] * 3] * 3, None), sample([[1] * 30] * 30, None)
    svg = show.task_svg(SimpleNamespace(id="", demo=[small, large], test=[]))
    heights = {int(h) for h in re.findall(r"v(\d+)h-", svg)}
    assert heights == {6}


def test_tasks_with_many_samples_are_cut_and_bad_ones_refused():
    many = SimpleNamespace(id="m", demo=[sample([[1]], [[1]])] * 30, test=[])
    assert words(show.task_svg(many))[-1] == "... and 6 more"
    with pytest.raises(DataError, match="not a task but a int"):
        show.task_svg(3)
    with pytest.raises(DataError, match="not a grid"):
        show.task_svg({"train": [{"input": 3}], "test": []})


def test_programs_have_line_numbers():
    source = "def solve(I):\n\tx1 = hmirror(I)\n    return x1\n"
    program = SimpleNamespace(name="solve", dialect="arc", source=source, steps=1)
    text = Reader(show.program_html(program)).text
    assert text == "solve arc, 1 step" + "1  def solve(I):\n2      x1 = hmirror(I)\n3      return x1"
    assert Reader(show.program_html(source)).text.startswith("1  def solve")
    long = Reader(show.program_html("x\n" * 1000 + "y" * 10_000)).text
    assert long.endswith("... and 501 more lines") and len(long) < 10_000


def step(name, call, value=None, error=None, kind="", cost=4):
    return SimpleNamespace(name=name, call=call, value=value, error=error, kind=kind, cost=cost, op="")


class Trace(list):
    """Steps with what a trace has beside them."""

    input = ((1, 0), (0, 1))
    program = SimpleNamespace(name="solve_x", dialect="batt", source="", steps=3)


def test_traces_have_a_row_per_step():
    trace = Trace(
        [
            step("x1", "asobject(I)", frozenset({(0, 0, 1)}), kind="object"),
            step("x2", "rbind(shift, UP)", kind="function"),
            step("x3", "first(x9)", error="empty", cost=9),
        ]
    )
    read = Reader(show.trace_html(trace))
    assert read.tags.count("tr") == 5 and read.tags.count("svg") == 2
    for text in ("solve_x", "object of 1 cell", "rbind(shift, UP)", "function", "empty"):
        assert text in read.text
    long = Reader(show.trace_html([step(f"x{n}", "f(I)", n) for n in range(237)])).text
    assert long.endswith("... and 37 more steps")


def test_names_and_ids_are_data_and_never_markup():
    program = SimpleNamespace(name=HOSTILE, dialect=HOSTILE, source=HOSTILE, steps=1)
    trace = Trace([step(HOSTILE, HOSTILE, 1, cost=HOSTILE), step(HOSTILE, HOSTILE, error=HOSTILE)])
    trace.program = SimpleNamespace(name=HOSTILE, dialect="arc", source="", steps=1)
    trace.append(step("x", "y", HOSTILE))
    trace.append(step("x", "y", kind=HOSTILE))
    task = SimpleNamespace(id=HOSTILE, demo=[sample([[1]], None)], test=[])

    def function():
        """Has a name."""

    function.__name__ = HOSTILE
    pages = [
        show.program_html(program),
        show.program_html(HOSTILE),
        show.trace_html(trace),
        show.task_svg(task),
        show.grid_svg([[1]], title=HOSTILE),
        show.value_svg(HOSTILE),
        show.value_html((HOSTILE,)),
        show.value_svg(function),
    ]
    for page in pages:
        read = Reader(page)
        assert "script" in read.text and "script" not in read.tags
        assert not re.search("[\x00\x1b\u202e]", page)
        page.encode("utf-8")
    assert "\udc80".encode("utf-8", "replace") and show.value_svg("\udc80").encode("utf-8")


def test_pictures_take_the_colours_of_the_page_for_text():
    for svg in (show.value_svg(3), show.task_svg({"train": [{"input": [[1]]}], "test": []})):
        assert all(text.get("fill") == "currentColor" for text in picture(svg).iter(f"{NS}text"))
    assert "color:inherit" in show.program_html("x") and "background:none" in show.program_html("x")


def test_a_view_shows_itself():
    svg = show.grid_svg([[1]])
    assert show.view(svg)._repr_html_() == str(show.view(svg)) == svg
    assert "characters" in repr(show.view(svg))


def test_plot_draws_grids_patches_and_tasks():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from matplotlib import pyplot

    ax = show.plot([[1, 2, 3]], title="a $grid$")
    assert ax.images[0].get_array().shape == (1, 3, 4)
    assert tuple(ax.images[0].get_array()[0, 0][:3]) == (0, 0x74 / 255, 0xD9 / 255)
    assert show.plot(frozenset({(1, 1)}), ax) is ax
    assert ax.images[-1].get_array().shape == (2, 2, 4)
    task = SimpleNamespace(id="a$b", demo=[sample([[1]], [[2]])], test=[sample([[1]], None)])
    axes = show.plot(task)
    assert axes.shape == (2, 2) and axes[1, 1].texts[0].get_text() == "?"
    axes[0, 0].figure.canvas.draw()
    tested = SimpleNamespace(id="a", demo=task.demo, test=[sample([[1]], [[2]])])
    assert show.plot(tested)[1, 1].texts[0].get_text() == "hidden"
    assert len(show.plot(tested, expected=True)[1, 1].images) == 1
    ax.figure.canvas.draw()
    with pytest.raises(DataError, match="figure of its own"):
        show.plot(task, ax)
    with pytest.raises(DataError, match="cannot plot 3"):
        show.plot(3)
    pyplot.close("all")


def test_plot_says_what_is_missing(monkeypatch):
    real = builtins.__import__

    def without(name, *args):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *args)

    monkeypatch.setattr(builtins, "__import__", without)
    for module in [name for name in sys.modules if name.startswith("matplotlib")]:
        monkeypatch.delitem(sys.modules, module)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        show.plot([[1]])


def test_results_are_summed_up():
    texts = [
        "def solve_a(I):\n    return cmirror(I)",
        "def solve_b(I):\n    return first(ofcolor(I, 42))",
        "junk",
    ]
    results = arcbatt.evaluate(texts, "embedded")
    read = Reader(show.results_html(results))
    assert read.text.startswith("Results 3 programs, 20 tasks, 246 rows")
    rows = dict(zip(["right", "wrong", "failed: empty", "failed: parse"], (4, 78, 82, 82), strict=True))
    for end, count in rows.items():
        assert f"{end}{count}" in read.text
    assert "fits the demos: 1 of 20 tasks" in read.text and "e4d14648solve_a" in read.text
    assert "1 program could not be read:programs[2]" in read.text
    assert results._repr_html_() == show.results_html(results)


def test_results_of_many_programs_and_hostile_names():
    texts = [f"def solve_a{n}(I):\n    return cmirror(I)" for n in range(50)]
    read = Reader(show.results_html(arcbatt.evaluate([*texts, *["<script>"] * 40], "embedded")))
    assert "solve_a0, solve_a1, solve_a2 ... and 47 more" in read.text
    assert read.text.endswith("... and 10 more programs")
    task = arcbatt.Task(HOSTILE, [([[1, 2], [3, 4]], [[4, 2], [3, 1]])])
    assert "script" in Reader(show.results_html(arcbatt.evaluate(texts, [task]))).text


def test_solutions_show_attempts_and_programs():
    task = arcbatt.Task("mirror", [([[1, 2]], [[2, 1]]), ([[5, 6, 7]], [[7, 6, 5]])], [([[3, 4]], [[4, 3]])])
    unknown = arcbatt.Task(HOSTILE, [([[1]], [[2]])], [([[1]], None)] * 20)
    solutions = arcbatt.solve([task, unknown], effort=0.05)
    first = solutions[0]
    plain, full = picture(show.solution_svg(first)), picture(show.solution_svg(first, expected=True))
    words, all_words = ("".join(tree.itertext()) for tree in (plain, full))
    for word in ("task mirror: 1 test input", "test 1", "attempt 1", "attempt 2", "chance"):
        assert word in words and word in all_words
    assert "expected" not in words and "expected" in all_words and "attempt 1 \N{CHECK MARK}" in all_words
    page = Reader(first._repr_html_()).text
    assert page == Reader(show.solution_html(first)).text and "def solve_mirror" in page
    assert "fits 2 of 2 demo pairs" in page and "expected" not in page
    hostile = show.solution_html(solutions[1], expected=True)
    assert "... and 8 more" in Reader(hostile).text and "expected" not in Reader(hostile).text
    table = Reader(solutions._repr_html_()).text
    assert table.startswith("Solutions 2 tasks, 21 test inputs, ") and "1 of 1 right" in table
    guesses = Reader(arcbatt.solve([task] * 50, effort=0)._repr_html_()).text
    assert "a guess; a guess" in guesses and guesses.endswith("... and 20 more tasks")
    assert Reader(arcbatt.solve([])._repr_html_()).text == "Solutions 0 tasks, 0 test inputs, 0 answered"


def test_objects_show_themselves():
    task = arcbatt.Dataset.of("embedded")["2099cb8f"]
    program = arcbatt.Program("def solve_x(I):\n    x1 = objects(I, 1, 0, 1)\n    return first(x1)")
    assert task._repr_html_() == show.task_html(task)
    assert Reader(program._repr_html_()).text.startswith("solve_x arc, 2 steps1  def solve_x")
    trace = Reader(program.trace(task)._repr_html_()).text
    assert "set of 9 objects" in trace and "object of 1 cell" in trace
    pytest.importorskip("numpy")
    assert show.grid_svg(task.demo[0].input) == task.demo[0].input._repr_html_()


def test_a_trace_says_whether_the_output_is_right():
    task = arcbatt.Dataset.of("embedded")["e4d14648"]
    ends = {"cmirror": "the output is right", "vmirror": "not right, expected was:grid 7 x 7grid 7 x 7"}
    for op, end in ends.items():
        program = arcbatt.Program(f"def solve_x(I):\n    return {op}(I)")
        assert Reader(show.trace_html(program.trace(task))).text.endswith(end)
    on_a_grid = Reader(show.trace_html(program.trace([[1, 2]]))).text
    assert "the output" not in on_a_grid


def test_values_of_every_kind_in_a_trace_of_every_embedded_program():
    """Everything that real programs compute can be shown, in both dialects."""
    data = arcbatt.Dataset.of("embedded")
    folder = Path(__file__).resolve().parents[2] / "testdata/embedded"
    kinds = set()
    for dialect in ("arc", "batt"):
        for program in arcbatt.load(folder / f"programs_{dialect}.py", dialect=dialect):
            trace = program.trace(data[program.task_id])
            page = show.trace_html(trace)
            assert Reader(page).tags.count("tr") == len(trace) + 2, program.name
            assert len(page) < 1_000_000, program.name
            kinds |= {step.kind for step in trace}
    assert {"grid", "object", "indices", "integer", "function", "set", "tuple", "pair"} <= kinds
