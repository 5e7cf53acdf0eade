"""Programs, traces and results as HTML, in the colours of the page around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ._draw import LINE, PALETTE, escaped
from ._read import grid_of, plural
from ._values import drawn

# Lines of a program, letters of a line, steps of a trace, rows of a table that are shown.
MAX_LINES = 500
MAX_LINE = 400
MAX_STEPS = 200
MAX_ROWS = 30
# Pictures of a trace are smaller than single ones, so that a program is seen at a glance.
STEP_TARGET = 150

# Pages of notebooks bring their own styles for tables and code, hence everything is said here.
FONT = "font-family:monospace;font-size:13px;line-height:1.4"
CELL = f"padding:4px 12px 4px 0;vertical-align:top;text-align:left;border-bottom:1px solid {LINE}55"


def block(content: str) -> str:
    """A piece of a page that grows no wider than the page."""
    return f'<div style="{FONT};overflow-x:auto">{content}</div>'


def table(rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """A table of cells that are HTML already."""
    lines = []
    if head:
        cells = "".join(f'<th scope="col" style="{CELL}">{cell}</th>' for cell in head)
        lines.append(f"<tr>{cells}</tr>")
    for row in rows:
        cells = "".join(f'<td style="{CELL}">{cell}</td>' for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return f'<table style="{FONT};border-collapse:collapse;background:none">{"".join(lines)}</table>'


def faint(words: str) -> str:
    """Words of less weight."""
    return f'<span style="opacity:.65">{words}</span>'


def and_more(count: int, word: str) -> str:
    """A line that says how many are not shown; nothing if all are."""
    words = plural(count, f"more {word}")
    return f"<div>{faint(f'... and {words}')}</div>" if count > 0 else ""


def value_cell(value: Any, dialect: str, frame: tuple[int, int] | None = None, target: int = 300) -> str:
    """A value as words and picture."""
    shown = drawn(value, dialect, frame, target)
    words = escaped(shown.about, 400)
    if shown.picture is None:
        return f'<code style="{FONT};white-space:pre-wrap;background:none;color:inherit">{words}</code>'
    return f"<div>{faint(words)}</div>{shown.picture.svg(shown.about)}"


def program(source: str, head: str) -> str:
    """Source text with line numbers."""
    lines = source.expandtabs(4).splitlines()
    shown = [escaped(line, MAX_LINE) for line in lines[:MAX_LINES]]
    width = len(str(len(shown)))
    # Numbers cannot be selected, so that what is copied is the program.
    number = '<span style="opacity:.5;user-select:none">{at:>{width}}  </span>'
    text = "\n".join(number.format(at=at, width=width) + line for at, line in enumerate(shown, start=1))
    rest = and_more(len(lines) - len(shown), "line")
    style = f"{FONT};margin:0;background:none;color:inherit;white-space:pre"
    return block(f'<div>{head}</div><pre style="{style}">{text}</pre>{rest}')


def program_head(program: Any) -> str:
    """Name, dialect and size of a program."""
    about = [
        escaped(getattr(program, "dialect", "")),
        plural(program.steps, "step") if hasattr(program, "steps") else "",
    ]
    return f"<b>{escaped(getattr(program, 'name', ''))}</b> {faint(', '.join(filter(None, about)))}"


def trace(steps: Sequence[Any], dialect: str, given: Any, head: str, ending: str) -> str:
    """One row per step: name, call, value, cost or fault."""
    grid = grid_of(given)
    frame = (grid.height, grid.width) if grid is not None else None
    rows = []
    if given is not None:
        rows.append(["I", "", value_cell(given, dialect, target=STEP_TARGET), ""])
    rows += [_step(step, dialect, frame) for step in steps[:MAX_STEPS]]
    rest = and_more(len(steps) - MAX_STEPS, "step")
    return block(f"<div>{head}</div>{table(rows, ['step', 'call', 'value', 'cost'])}{rest}{ending}")


def ending(trace: Any, dialect: str) -> str:
    """Whether the right output came out, as far as the trace knows, and what it should have been."""
    match = getattr(trace, "match", None)
    if match is None:
        return ""
    if match:
        return "<div>&#10003; the output is right</div>"
    wanted = value_cell(trace.expected, dialect, target=STEP_TARGET)
    return f"<div>&#10007; the output is not right, expected was:</div>{wanted}"


def _step(step: Any, dialect: str, frame: tuple[int, int] | None) -> list[str]:
    call = f'<code style="background:none;color:inherit">{escaped(step.call, MAX_LINE)}</code>'
    name, cost = escaped(step.name), escaped(step.cost)
    if step.error:
        return [name, call, f"<b>&#9888; {escaped(step.error)}</b>", cost]
    if step.value is None:
        return [name, call, faint(escaped(getattr(step, "kind", "") or "")), cost]
    return [name, call, value_cell(step.value, dialect, frame, STEP_TARGET), cost]


def bar(part: int, whole: int) -> str:
    """A share as a bar."""
    share = 100 * part / whole if whole else 0
    return (
        f'<span style="display:inline-block;width:100px;height:9px;border:1px solid {LINE}">'
        f'<span style="display:block;width:{share:.1f}%;height:100%;background:{PALETTE[3]}"></span></span>'
    )
