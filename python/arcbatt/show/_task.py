"""A task as a picture: demo pairs and tests side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import DataError
from ._draw import GRID_TARGET, Drawing, above, arrow, flow, text, unknown
from ._html import block
from ._read import GridView, need_grid, plural

# Samples that are drawn, and the width of the sheet in pixels.
MAX_SAMPLES = 24
WIDTH = 1100
TARGET = 2 * GRID_TARGET // 3
# Stands where a test output is known, and not shown.
HIDDEN = "hidden"


@dataclass(frozen=True)
class SampleView:
    """A sample with its label; the output may be unknown, or not to be seen at once."""

    label: str
    given: GridView
    wanted: GridView | None
    hidden: bool = False

    def cell(self) -> int:
        """Pixels per cell that suit both grids."""
        grids = [self.given] if self.wanted is None else [self.given, self.wanted]
        return min(grid.cells().cell(TARGET) for grid in grids)

    def column(self, cell: int) -> Drawing:
        """Label, input, arrow, output."""
        if self.hidden:
            wanted = unknown(HIDDEN)
        else:
            wanted = self.wanted.cells().draw(cell) if self.wanted is not None else unknown()
        down = Drawing(16, 18, f'<g transform="translate(16 0) rotate(90)">{arrow().body}</g>')
        return above([text(self.label), self.given.cells().draw(cell), down, wanted], gap=6)


@dataclass(frozen=True)
class TaskView:
    """A task as it is drawn: the first samples, and how many more there are."""

    title: str
    about: str
    samples: list[SampleView]
    more: int

    def cell(self) -> int:
        """Pixels per cell of all grids."""
        return min((sample.cell() for sample in self.samples), default=1)


def task_view(task: Any, expected: bool = False) -> TaskView:
    """Reads a Task, a dict as in the task files, or anything with an id, `demo` or `train`, and `test`. Test
    outputs are hidden unless they are `expected`."""
    name, demo, test = _parts(task)
    samples = [(f"demo {at + 1}", sample, False) for at, sample in enumerate(demo)]
    samples += [(f"test {at + 1}", sample, not expected) for at, sample in enumerate(test)]
    title = f"task {name}".strip()
    about = f"{title}: {plural(len(demo), 'demo pair')}, {plural(len(test), 'test')}"
    shown = [_sample_view(*sample) for sample in samples[:MAX_SAMPLES]]
    return TaskView(title, about, shown, len(samples) - len(shown))


def task_svg(task: Any, *, expected: bool = False) -> str:
    """A task as SVG: every sample's input above its output, labelled, `?` for outputs that are not known.

    `task` is a Task, or a dict with "train" and "test" as in the task files. Test outputs are hidden unless they
    are `expected`: you may want to guess yourself.
    """
    return _sheet(task_view(task, expected))


def task_html(task: Any) -> str:
    """As `task_svg`, with the test outputs that are known below, shown after a click."""
    view = task_view(task)
    cell = view.cell()
    outputs = [
        above([text(sample.label), sample.wanted.cells().draw(cell)], gap=6)
        for sample in view.samples
        if sample.hidden and sample.wanted is not None
    ]
    if not outputs:
        return _sheet(view)
    drawn = flow(outputs, gap=24, width=WIDTH).svg(f"{view.title}: {plural(len(outputs), 'test output')}")
    return block(f"{_sheet(view)}<details><summary>test outputs</summary>{drawn}</details>")


def _sheet(view: TaskView) -> str:
    columns = [sample.column(view.cell()) for sample in view.samples]
    if view.more:
        columns.append(text(f"... and {view.more} more"))
    sheet = above([text(view.title, limit=80, size=14), flow(columns, gap=24, width=WIDTH)], gap=8)
    return sheet.svg(view.about)


def _parts(task: Any) -> tuple[str, list[Any], list[Any]]:
    """Id, demo samples and test samples."""
    if isinstance(task, dict):
        return str(task.get("id", "")), list(task.get("train", ())), list(task.get("test", ()))
    demo = getattr(task, "demo", getattr(task, "train", None))
    if demo is None or not hasattr(task, "test"):
        raise DataError(f"not a task but a {type(task).__name__}: give a Task or a dict with train and test")
    return str(getattr(task, "id", "")), list(demo), list(task.test)


def _sample_view(label: str, sample: Any, hidden: bool) -> SampleView:
    if isinstance(sample, dict):
        given, wanted = sample.get("input", ()), sample.get("output")
    elif isinstance(sample, (tuple, list)):
        given, wanted = (*sample, None)[:2]
    else:
        given, wanted = sample.input, sample.output
    if wanted is None:
        return SampleView(label, need_grid(given), None)
    return SampleView(label, need_grid(given), need_grid(wanted), hidden)
