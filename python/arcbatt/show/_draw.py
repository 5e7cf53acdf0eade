"""Drawings as SVG: cells, text, and drawings put beside and above each other.

Drawings are bounded whatever they are made of: large grids are drawn from every n-th cell, text is cut.
Everything that comes from data is escaped in one place, `escaped`.
"""

from __future__ import annotations

import html
import itertools
import math
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

# The customary colours of ARC grids; `batt show` draws with the same ones.
PALETTE = (
    "#000000",
    "#0074d9",
    "#ff4136",
    "#2ecc40",
    "#ffdc00",
    "#aaaaaa",
    "#f012be",
    "#ff851b",
    "#7fdbff",
    "#870c25",
)
# What programs can put into a grid besides the ten colours.
OTHER = "#ffffff"
# Places without a colour.
PLACE = "#b0b0b0"
# Where nothing is: a shade of the page, lighter than black and darker than white.
NOTHING = '"#808080" fill-opacity=".25"'
# Between black and white: visible on light and dark pages, and between black cells.
LINE = "#777777"

# Pixels. A grid is drawn about this large at most, a cell no larger than MAX_CELL.
GRID_TARGET = 300
MAX_CELL = 28
# Cells along one side that are drawn; larger grids are drawn from every n-th cell.
MAX_SIDE = 100
# A cell of fewer pixels would vanish between lines.
LINED_CELL = 4
GAP = 16
LINE_HEIGHT = 16
# The advance of a letter of the monospaced font, on the safe side.
ADVANCE = 8
MAX_TEXT = 240

# The colour at a row and column, None where nothing is.
ColourAt = Callable[[int, int], str | None]


def escaped(text: object, limit: int = MAX_TEXT) -> str:
    """Text as text: never markup, without control characters, cut after `limit` characters."""
    shown = str(text)
    if len(shown) > limit:
        shown = shown[:limit] + "…"
    return html.escape("".join(map(_printable, shown)), quote=True)


def _printable(char: str) -> str:
    # Surrogates cannot be encoded, and direction marks would reorder what stands around them.
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in ("Cc", "Cs", "Cf", "Cn") else char


@dataclass(frozen=True)
class Drawing:
    """SVG elements that fill `width` times `height` pixels from the origin on."""

    width: int
    height: int
    body: str

    def at(self, x: int, y: int) -> str:
        """The elements moved."""
        return f'<g transform="translate({x} {y})">{self.body}</g>' if x or y else self.body

    def svg(self, title: str) -> str:
        """A whole picture whose title says what it shows to those who cannot see it."""
        w, h = max(self.width, 1), max(self.height, 1)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{w}" height="{h}" '
            f'viewBox="0 0 {w} {h}" style="max-width:100%;height:auto">'
            f"<title>{escaped(title)}</title>{self.body}</svg>"
        )


EMPTY = Drawing(0, 0, "")


@dataclass(frozen=True)
class Cells:
    """A rectangle of cells."""

    height: int
    width: int
    colour: ColourAt

    def cell(self, target: int = GRID_TARGET) -> int:
        """Pixels per cell such that no side is much longer than `target`."""
        longest = max(self.height, self.width, 1)
        return min(max(target // min(longest, MAX_SIDE), 1), MAX_CELL)

    def every(self) -> int:
        """1, or n where only every n-th row and column is drawn."""
        return max(math.ceil(max(self.height, self.width) / MAX_SIDE), 1)

    def draw(self, cell: int) -> Drawing:
        """The picture, with lines between the cells if they are large enough."""
        every = self.every()
        height, width = math.ceil(self.height / every), math.ceil(self.width / every)
        paths = _paths(self.colour, height, width, every, cell)
        body = "".join(f'<path fill={colour} d="{path}"/>' for colour, path in paths.items())
        body += _lines(height, width, cell)
        line = 1 if cell >= LINED_CELL else 0
        crisp = f'<g shape-rendering="crispEdges">{body}</g>'
        return Drawing(width * cell + line, height * cell + line, crisp)


def _paths(colour_at: ColourAt, height: int, width: int, every: int, cell: int) -> dict[str, str]:
    """One path per colour, as attributes, one piece per run of equal cells: large grids stay small."""
    paths: dict[str, list[str]] = {}
    for row in range(height):
        colours = [colour_at(row * every, column * every) for column in range(width)]
        column = 0
        for colour, run in itertools.groupby(colours):
            length = len(list(run))
            piece = f"M{column * cell} {row * cell}h{length * cell}v{cell}h-{length * cell}z"
            paths.setdefault(f'"{colour}"' if colour is not None else NOTHING, []).append(piece)
            column += length
    return {colour: "".join(paths[colour]) for colour in sorted(paths)}


def _lines(height: int, width: int, cell: int) -> str:
    if cell < LINED_CELL or not height or not width:
        return ""
    path = "".join(f"M0 {row * cell}.5H{width * cell + 1}" for row in range(height + 1))
    path += "".join(f"M{column * cell}.5 0V{height * cell + 1}" for column in range(width + 1))
    return f'<path d="{path}" stroke="{LINE}" fill="none"/>'


def text(words: object, limit: int = MAX_TEXT, size: int = 12) -> Drawing:
    """One line of text in the colour of the page around it."""
    shown = escaped(words, limit)
    length = min(len(str(words)), limit + 1)
    body = (
        f'<text x="0" y="{LINE_HEIGHT - 4}" font-family="monospace" font-size="{size}" '
        f'fill="currentColor" xml:space="preserve">{shown}</text>'
    )
    return Drawing(length * ADVANCE, LINE_HEIGHT, body)


def paragraph(words: str, columns: int = 80) -> Drawing:
    """Text in lines of so many letters."""
    lines = [words[at : at + columns] for at in range(0, len(words), columns)] or [""]
    return above([text(line) for line in lines], 0)


def unknown(word: str = "?") -> Drawing:
    """The place of a grid that is not shown: a question mark where nobody knows it, else a word of ours."""
    side = MAX_CELL
    width = max(side, 12 * len(word) + 8)
    body = (
        f'<rect x=".5" y=".5" width="{width - 1}" height="{side - 1}" fill="none" stroke="{LINE}" '
        f'stroke-dasharray="4 3"/><text x="{width // 2}" y="{side // 2 + 6}" text-anchor="middle" '
        f'font-family="monospace" font-size="18" fill="currentColor">{word}</text>'
    )
    return Drawing(width, side, body)


def arrow() -> Drawing:
    """Points to the right."""
    path = "M0 6h10v-4l8 6l-8 6v-4h-10z"
    return Drawing(18, 16, f'<path d="{path}" fill="{LINE}"/>')


def beside(drawings: Iterable[Drawing], gap: int = GAP, middle: bool = False) -> Drawing:
    """From left to right, at the top or at half height."""
    row = list(drawings)
    height = max((drawing.height for drawing in row), default=0)
    x, body = 0, []
    for drawing in row:
        body.append(drawing.at(x, (height - drawing.height) // 2 if middle else 0))
        x += drawing.width + gap
    return Drawing(max(x - gap, 0), height, "".join(body))


def above(drawings: Iterable[Drawing], gap: int = 4) -> Drawing:
    """From top to bottom."""
    column = list(drawings)
    y, body = 0, []
    for drawing in column:
        body.append(drawing.at(0, y))
        y += drawing.height + gap
    width = max((drawing.width for drawing in column), default=0)
    return Drawing(width, max(y - gap, 0), "".join(body))


def flow(drawings: Sequence[Drawing], gap: int = GAP, width: int = 900) -> Drawing:
    """In rows that are no wider than `width` where that is possible."""
    rows: list[list[Drawing]] = []
    used = 0
    for drawing in drawings:
        if not rows or used + gap + drawing.width > width:
            rows.append([])
            used = -gap
        rows[-1].append(drawing)
        used += gap + drawing.width
    return above([beside(row, gap) for row in rows], gap)
