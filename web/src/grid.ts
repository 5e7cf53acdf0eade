/** Grids as SVG: one path per colour, so that many of them on a page stay fast. */

import { Rows } from "./answers";
import { h, VNode } from "./dom";
import { counted } from "./format";
import { settings } from "./settings";

/** Cells in a frame; `.` is nothing. */
export interface Cells {
  height: number;
  width: number;
  rows: Rows;
}

export interface Look {
  /** The side that the picture should fit into, in pixels. */
  side: number;
  label: string;
  /** Cells that differ from this are outlined. */
  expected?: Rows | null;
  /** Draws as a place rather than as a grid: empty cells show the frame. */
  frame?: { top: number; left: number; height: number; width: number };
  /** Outlines to draw around groups of cells, as paths. */
  outlines?: string[];
}

/** The place where runs of one character stand, as a path; one rectangle per run. */
export function runs(rows: Rows, which: string): string {
  let out = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== which) continue;
      const from = x;
      while (row[x + 1] === which) x++;
      out += `M${from} ${y}h${x + 1 - from}v1h${from - x - 1}z`;
    }
  });
  return out;
}

/** The border around the cells that `inside` holds, as a path of edges. */
export function border(rows: Rows, inside: (y: number, x: number) => boolean): string {
  let out = "";
  const width = Math.max(0, ...rows.map((row) => row.length));
  const at = (y: number, x: number) => y >= 0 && x >= 0 && y < rows.length && x < width && inside(y, x);
  for (let y = 0; y < rows.length; y++) {
    for (let x = 0; x < width; x++) {
      if (!at(y, x)) continue;
      if (!at(y - 1, x)) out += `M${x} ${y}h1`;
      if (!at(y + 1, x)) out += `M${x} ${y + 1}h1`;
      if (!at(y, x - 1)) out += `M${x} ${y}v1`;
      if (!at(y, x + 1)) out += `M${x + 1} ${y}v1`;
    }
  }
  return out;
}

/** The border around cells where two grids of one shape differ, and their number; nothing if the shapes do. */
export function differing(a: Rows, b: Rows): { path: string; count: number } | null {
  if (a.length !== b.length || a.some((row, y) => row.length !== b[y]!.length)) return null;
  const other = (y: number, x: number) => a[y]![x] !== b[y]![x];
  const count = a.reduce((sum, row, y) => sum + [...row].filter((_, x) => other(y, x)).length, 0);
  return { path: border(a, other), count };
}

/** A grid in words: shape and colours, and the rows of small ones. */
export function spoken(rows: Rows, what = "grid"): string {
  const width = rows[0]?.length ?? 0;
  const colours = [...new Set(rows.join(""))].filter((c) => c >= "0" && c <= "9").sort();
  const shape = `${what} ${rows.length} x ${width}`;
  const named = colours.length ? `, colours ${colours.join(", ")}` : "";
  const listed = rows.length * width <= 36 && rows.length > 0 ? `; rows ${rows.join(" ")}` : "";
  return shape + named + listed;
}

/** Whole pixels per cell, so that edges are sharp. */
export function cellSize(height: number, width: number, side: number): number {
  const fit = Math.floor(side / Math.max(1, height, width));
  return Math.max(2, Math.min(28, fit));
}

/** Draws rows of cells. */
export function drawGrid(rows: Rows, look: Look): VNode {
  const frame = look.frame ?? { top: 0, left: 0, height: rows.length, width: rows[0]?.length ?? 0 };
  const { height, width } = frame;
  const fit = cellSize(height, width, look.side);
  // Digits need room more than the picture needs to be small.
  const size = settings.digits ? Math.max(10, fit) : fit;
  const found = look.expected ? differing(rows, look.expected) : null;
  return h(
    "svg",
    {
      class: look.frame ? "grid placed" : "grid",
      role: "img",
      "aria-label":
        found && found.count > 0 ? `${look.label}; ${counted(found.count, "cell")} not as expected` : look.label,
      viewBox: `${frame.left} ${frame.top} ${Math.max(1, width)} ${Math.max(1, height)}`,
      width: Math.max(1, width) * size,
      height: Math.max(1, height) * size,
    },
    h("rect", { class: "under", x: frame.left, y: frame.top, width, height }),
    fills(rows),
    size > 3 && h("path", { class: "lines", d: lines(frame) }),
    settings.digits && digits(rows),
    (look.outlines ?? []).map((d) => h("path", { class: "outline", d })),
    found &&
      found.count > 0 && [
        h("path", { class: "differs-under", d: found.path }),
        h("path", { class: "differs", d: found.path }),
      ],
  );
}

function fills(rows: Rows): VNode[] {
  const present = [...new Set(rows.join(""))].filter((c) => c !== ".").sort();
  return present.map((c) => h("path", { key: c, class: shade(c), d: runs(rows, c) }));
}

/** The class of a cell: `c0` to `c9`, `cx` for a place without colour, `cq` for no colour at all. */
export function shade(c: string): string {
  return c >= "0" && c <= "9" ? `c${c}` : c === "#" ? "cx" : "cq";
}

function lines(frame: { top: number; left: number; height: number; width: number }): string {
  let out = "";
  for (let y = 1; y < frame.height; y++) out += `M${frame.left} ${frame.top + y}h${frame.width}`;
  for (let x = 1; x < frame.width; x++) out += `M${frame.left + x} ${frame.top}v${frame.height}`;
  return out;
}

/** The numbers in the cells: one text per colour, its glyphs placed one by one. */
function digits(rows: Rows): VNode[] {
  const places = new Map<string, { x: number[]; y: number[] }>();
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const c = row[x]!;
      if (c === "." || c === "#") continue;
      const list = places.get(c) ?? { x: [], y: [] };
      list.x.push(x + 0.5);
      list.y.push(y + 0.72);
      places.set(c, list);
    }
  });
  return [...places]
    .sort()
    .map(([c, at]) =>
      h(
        "text",
        { key: `d${c}`, class: `digit ${shade(c)}`, x: at.x.join(" "), y: at.y.join(" ") },
        c.repeat(at.x.length),
      ),
    );
}
