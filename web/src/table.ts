/** Tables of rows that can be sorted by their columns. */

import { Child, h, VNode } from "./dom";
import { count } from "./format";
import { page } from "./page";

export interface Column<T> {
  title: string;
  /** What a cell shows. */
  cell: (row: T) => Child;
  /** What it is sorted by; without it the column is not. */
  by?: (row: T) => number | string;
  /** Numbers stand at the right. */
  number?: boolean;
  /** The cell that names the row. */
  head?: boolean;
}

interface Order {
  column: number;
  down: boolean;
}

const orders = new Map<string, Order>();
/** Tables that were asked for as a whole. */
const whole = new Set<string>();

/** A table in a box of its own, which scrolls where the page is narrow. */
export function table<T>(id: string, caption: string, columns: Column<T>[], rows: T[], most = 100): VNode {
  const order = orders.get(id);
  const limit = whole.has(id) ? Infinity : most;
  const sorted = order ? sort(rows, columns[order.column]!, order.down) : rows;
  return h(
    "div",
    { class: "scroll", key: id, tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      null,
      h("caption", null, caption),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          columns.map((column, i) => heading(id, column, i)),
        ),
      ),
      h(
        "tbody",
        null,
        sorted.slice(0, limit).map((row) =>
          h(
            "tr",
            null,
            columns.map((column) => cell(column, row)),
          ),
        ),
      ),
    ),
    rows.length > most && more(id, rows.length, most),
  );
}

function more(id: string, all: number, most: number): VNode {
  const click = () => {
    if (whole.has(id)) whole.delete(id);
    else whole.add(id);
    page.redraw();
  };
  return h(
    "p",
    { class: "more-rows" },
    h(
      "button",
      { type: "button", on: { click } },
      whole.has(id) ? `Show the first ${count(most)} rows` : `Show all ${count(all)} rows`,
    ),
  );
}

function cell<T>(column: Column<T>, row: T): VNode {
  const look = column.number ? "n" : undefined;
  return column.head
    ? h("th", { scope: "row", class: look }, column.cell(row))
    : h("td", { class: look }, column.cell(row));
}

function heading<T>(id: string, column: Column<T>, i: number): VNode {
  const order = orders.get(id);
  const mine = order?.column === i ? order : null;
  const look = column.number ? "n" : undefined;
  if (!column.title) return h("td", null);
  if (!column.by) return h("th", { scope: "col", class: look }, column.title);
  const click = () => {
    orders.set(id, { column: i, down: mine ? !mine.down : Boolean(column.number) });
    page.redraw();
  };
  const state = mine ? (mine.down ? "descending" : "ascending") : "none";
  const arrow = mine ? (mine.down ? "\u25be" : "\u25b4") : "";
  return h(
    "th",
    { scope: "col", class: look, "aria-sort": state },
    h(
      "button",
      { type: "button", class: "sort", on: { click } },
      column.title,
      h("span", { class: "arrow", "aria-hidden": "true" }, arrow),
    ),
  );
}

/** Rows in the order of a column; equal ones stay as they were. */
export function sort<T>(rows: T[], column: Column<T>, down: boolean): T[] {
  const by = column.by;
  if (!by) return rows;
  const sign = down ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [by(a), by(b)];
    return sign * (x < y ? -1 : x > y ? 1 : 0);
  });
}

/** A bar as long as its share; the number stands beside it. */
export function bar(part: number, whole: number, look = ""): VNode {
  const wide = whole > 0 ? Math.max(0, Math.min(100, (100 * part) / whole)) : 0;
  return h(
    "span",
    { class: `bar ${look}`, "aria-hidden": "true" },
    h("span", { style: { width: `${wide.toFixed(2)}%` } }),
  );
}
