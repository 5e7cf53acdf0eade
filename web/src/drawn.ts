/** Values of programs as pictures: grids, objects in their place, sets of cells, lists of these. */

import { Drawn, List, Picture, Rows } from "./answers";
import { Child, h, VNode } from "./dom";
import { counted } from "./format";
import { border, drawGrid, spoken } from "./grid";

export interface Frame {
  height: number;
  width: number;
}

interface Box {
  top: number;
  left: number;
  height: number;
  width: number;
}

export const isList = (picture: Picture | List | null): picture is List => picture !== null && "items" in picture;

/** A value, drawn to fit a side of so many pixels. */
export function drawValue(value: Drawn, frame: Frame, side: number, expected: Rows | null = null): Child {
  const picture = value.picture;
  if (picture === null) return h("code", { class: "literal" }, value.about);
  if (isList(picture)) return drawList(value, picture, frame, side);
  if (value.kind === "grid") return drawGrid(picture.rows, { side, label: spoken(picture.rows), expected });
  return drawPlaced([picture], frame, side, `${value.about}, at row ${picture.top}, column ${picture.left}`);
}

/** The rows of a value that is a grid. */
export function gridOf(value: Drawn | null): Rows | null {
  if (!value || value.kind !== "grid" || value.picture === null || isList(value.picture)) return null;
  return value.picture.rows;
}

function drawList(value: Drawn, list: List, frame: Frame, side: number): VNode {
  const small = Math.max(48, Math.min(120, Math.floor(side / 2.5)));
  const patches = list.items.filter((item) => item.kind !== "grid").map((item) => item.picture);
  const placed = patches.filter((picture): picture is Picture => picture !== null && !isList(picture));
  const overlay = placed.length > 1 && placed.length === list.items.length;
  return h(
    "div",
    { class: "values" },
    overlay &&
      h(
        "figure",
        { class: "value" },
        drawPlaced(placed, frame, side, `${value.about}: all in their place`),
        h("figcaption", null, `${list.more > 0 ? "the first" : "all"} ${placed.length} in place`),
      ),
    h(
      "ol",
      { class: "items", start: 0 },
      list.items.map((item) => h("li", null, drawValue(item, frame, small), caption(item))),
      list.more > 0 && h("li", { class: "more" }, `and ${counted(list.more, "more", "more")}`),
    ),
  );
}

function caption(item: Drawn): Child {
  return item.picture === null ? null : h("small", { class: "about" }, item.about);
}

/** Patches over the frame that they lie in; those that reach out of it widen the picture. */
function drawPlaced(patches: Picture[], frame: Frame, side: number, label: string): VNode {
  const box = around(patches, frame);
  const rows = laid(patches, box);
  const outlines = patches.length > 1 ? patches.map((patch) => moved(patch, box)) : [];
  return drawGrid(rows, {
    side,
    label: rows.length * (rows[0]?.length ?? 0) <= 36 ? `${label}; rows ${rows.join(" ")}` : label,
    outlines: [...outlines, frameLine(frame, box)],
    frame: { top: 0, left: 0, height: box.height, width: box.width },
  });
}

/** The smallest box that holds the frame and all patches; at most 120 cells a side. */
export function around(patches: Picture[], frame: Frame): Box {
  const far = 120;
  let [top, left, bottom, right] = [0, 0, Math.max(1, frame.height), Math.max(1, frame.width)];
  for (const patch of patches) {
    const width = Math.max(0, ...patch.rows.map((row) => row.length));
    top = Math.min(top, Math.max(patch.top, -far / 2));
    left = Math.min(left, Math.max(patch.left, -far / 2));
    bottom = Math.max(bottom, Math.min(patch.top + patch.rows.length, far / 2));
    right = Math.max(right, Math.min(patch.left + width, far / 2));
  }
  return { top, left, height: bottom - top, width: right - left };
}

/** The patches' cells in the box; later ones lie over earlier ones. */
export function laid(patches: Picture[], box: Box): Rows {
  const cells = Array.from({ length: box.height }, () => new Array<string>(box.width).fill("."));
  for (const patch of patches) {
    patch.rows.forEach((row, y) => {
      const line = cells[y + patch.top - box.top];
      if (!line) return;
      for (let x = 0; x < row.length; x++) {
        const at = x + patch.left - box.left;
        if (row[x] !== "." && at >= 0 && at < box.width) line[at] = row[x]!;
      }
    });
  }
  return cells.map((line) => line.join(""));
}

function moved(patch: Picture, box: Box): string {
  const rows = laid([patch], box);
  return border(rows, (y, x) => rows[y]![x] !== ".");
}

/** The frame's own edge, where the picture reaches beyond it. */
function frameLine(frame: Frame, box: Box): string {
  if (box.height === frame.height && box.width === frame.width) return "";
  return `M${-box.left} ${-box.top}h${frame.width}v${frame.height}h${-frame.width}z`;
}
