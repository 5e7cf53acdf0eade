"""Answers as pictures: test inputs with both attempts, and tables of many tasks."""

from __future__ import annotations

from typing import Any

from ._draw import GRID_TARGET, Drawing, above, arrow, beside, escaped, flow, text
from ._html import MAX_ROWS, and_more, block, faint, program, table
from ._read import need_grid, plural

# Test inputs that are drawn, and the width of the sheet in pixels.
MAX_TESTS = 12
WIDTH = 1100
TARGET = 2 * GRID_TARGET // 3
MARKS = {True: "✓", False: "✗", None: ""}


def solution_svg(solution: Any, *, expected: bool = False) -> str:
    """A `Solution` as SVG: every test input with its two attempts, and who gave them.

    With `expected`, known test outputs stand beside the attempts, and right ones are marked.
    """
    tests = solution.task.test
    rows = [_test(solution, at, expected) for at in range(min(len(tests), MAX_TESTS))]
    if len(tests) > MAX_TESTS:
        rows.append(text(f"... and {len(tests) - MAX_TESTS} more"))
    title = f"task {solution.id}: {plural(len(tests), 'test input')}"
    return above([text(title, limit=80, size=14), flow(rows, gap=24, width=WIDTH)], gap=8).svg(title)


def solution_html(solution: Any, *, expected: bool = False) -> str:
    """As `solution_svg`, with the programs that give the attempts."""
    programs = [program(found.source, _found_head(found)) for found in solution.programs]
    return block(solution_svg(solution, expected=expected) + "".join(programs))


def solutions_html(solutions: Any) -> str:
    """`Solutions` at a glance: sums, and a row for each task."""
    totals = solutions.totals()
    words = [plural(totals["tasks"], "task"), plural(totals["test_inputs"], "test input")]
    words.append(f"{totals['answered']} answered")
    if totals["right"] is not None:
        words.append(f"{totals['right']} of {totals['known_outputs']} right")
    head = f"<div><b>Solutions</b> {faint(', '.join(words))}</div>"
    rows = [_row(solution) for solution in solutions[:MAX_ROWS]]
    heads = ["task", "attempts", "fits all demos", "right"]
    return block(head + (table(rows, heads) if rows else "") + and_more(len(solutions) - len(rows), "task"))


def _test(solution: Any, at: int, expected: bool) -> Drawing:
    """A test input, an arrow, two attempts, and what is known."""
    sample, matches = solution.task.test[at], solution.matches[at] or (None, None)
    labels = [f"test {at + 1}", "attempt 1", "attempt 2"]
    notes = ["", *(_note(name, chance) for name, chance in zip(solution.strategies[at], solution.chances[at]))]
    grids = [sample.input, *solution.attempts[at]]
    if expected and sample.output is not None:
        labels = [labels[0], *(f"{label} {MARKS[right]}" for label, right in zip(labels[1:], matches)), "expected"]
        grids.append(sample.output)
        notes.append("")
    views = [need_grid(grid).cells() for grid in grids]
    cell = min(view.cell(TARGET) for view in views)
    drawn = [
        above([text(label), view.draw(cell), text(note)], gap=6) for label, view, note in zip(labels, views, notes)
    ]
    return beside([drawn[0], beside([arrow()], middle=True), *drawn[1:]])


def _note(strategy: str | None, chance: float | None) -> str:
    return "a guess" if strategy is None else f"{strategy}, chance {chance:.2f}"


def _found_head(found: Any) -> str:
    left_out = "" if found.left_out is None else f", {found.left_out:.0%} of those left out"
    about = f"{found.strategy}: fits {sum(found.fits)} of {plural(len(found.fits), 'demo pair')}{left_out}"
    return f"<b>{escaped(found.name)}</b> {faint(escaped(about))}"


def _row(solution: Any) -> list[str]:
    tests = zip(solution.strategies, solution.chances)
    notes = ["; ".join(map(_note, names, chances)) for names, chances in tests]
    shown = escaped(" | ".join(notes[:MAX_TESTS]), 400)
    fits = "yes" if solution.fits_demos else ""
    return [escaped(solution.id, 60), shown, fits, MARKS[solution.right]]
