/** The map of all tasks: one small cell each, from grey to green. One canvas, so that 40,000 of them are no burden. */

import { Finder, TaskMap } from "./answers";
import { Child, h, VNode } from "./dom";
import { count, counted, finderName, foundBy, points } from "./format";
import { page } from "./page";
import { link, Route, route } from "./routes";

/** What the reader typed and where the marker stands; kept over updates. */
const chosen = { filter: "", task: "" };
const LISTED = 40;

interface Layout {
  size: number;
  columns: number;
}

/** Larger cells while there are few. */
export function cellFor(tasks: number): number {
  return tasks <= 120 ? 26 : tasks <= 600 ? 18 : tasks <= 3000 ? 12 : tasks <= 12000 ? 8 : 6;
}

/** Where a key leads from a place on the map; nothing if it is none of ours. */
export function moved(key: string, at: number, columns: number, length: number): number | null {
  const last = length - 1;
  switch (key) {
    case "ArrowRight":
      return Math.min(last, at + 1);
    case "ArrowLeft":
      return Math.max(0, at - 1);
    case "ArrowDown":
      return at + columns <= last ? at + columns : at;
    case "ArrowUp":
      return at - columns >= 0 ? at - columns : at;
    case "PageDown":
      return Math.min(last, at + 10 * columns);
    case "PageUp":
      return Math.max(0, at - 10 * columns);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** A task in words. */
export function said(map: TaskMap, i: number, finders: Finder[] = []): string {
  const state = map.fits_demos[i] ? "fits the demos" : map.programs[i] ? "nothing fits yet" : "nothing kept yet";
  const finder = finders[(map.from[i] ?? 0) - 1];
  const made = map.perfect[i] ? `, ${points(map.best[i]!, map.perfect[i]!)}` : "";
  return `task ${map.task[i]}${made}, ${state}${finder ? `, best program ${foundBy(finder.name)}` : ""}`;
}

/** The tasks whose ids hold the text and whose best programs a finder found, as places in the map. */
export function matching(map: TaskMap, text: string, from: number | null = null): number[] {
  const wanted = text.trim().toLowerCase();
  const all = map.task.map((_, i) => i).filter((i) => from === null || map.from[i] === from);
  return wanted ? all.filter((i) => map.task[i]!.toLowerCase().includes(wanted)) : all;
}

/** The task that Enter opens among those shown: the one with this very id, else the marked one, else the first. */
export function meant(map: TaskMap, shown: number[], text: string, marked: string): number {
  const named = (id: string) => shown.find((i) => map.task[i]!.toLowerCase() === id.toLowerCase());
  return named(text.trim()) ?? named(marked) ?? shown[0]!;
}

/** Hands a key to the map, where it is in sight; it has the focus from then on. Keys that move nothing scroll the page. */
export function moveOnMap(event: KeyboardEvent): boolean {
  const cells = document.querySelector<HTMLElement>(".cells");
  const box = cells?.getBoundingClientRect();
  if (!cells || !box || box.bottom < 0 || box.top > window.innerHeight || !event.key.startsWith("Arrow")) return false;
  const taken = !cells.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, cancelable: true }));
  if (taken) cells.focus({ preventScroll: true });
  return taken;
}

/** The number of the finder that a link asks for; -1 if there is no such one, nothing if all tasks are shown. */
export function wantedFinder(finders: Finder[], from: string | null): number | null {
  // Earlier runs do not know: then a link shows all.
  if (from === null || finders.length === 0) return null;
  return finders.findIndex((finder) => finder.name === from) + 1 || -1;
}

export function taskMap(map: TaskMap, more: number, finders: Finder[], at: Route): VNode {
  const from = wantedFinder(finders, at.from);
  const shown = matching(map, chosen.filter, from);
  const place = Math.max(
    0,
    shown.findIndex((i) => map.task[i] === chosen.task),
  );
  const layout: Layout = { size: cellFor(shown.length), columns: 1 };
  const open = (i: number) => page.go(route("task", { id: map.task[i]!, store: at.store, run: at.run }));
  return h(
    "div",
    { class: "taskmap" },
    controls(map, shown, finders, at, open),
    shown.length > 0 &&
      h(
        "div",
        {
          class: "cells",
          tabindex: 0,
          role: "listbox",
          "aria-label": "Map of tasks",
          "aria-activedescendant": `cell-${place}`,
          draw: (el) => paint(el, map, shown, place, layout),
          on: handlers(map, shown, place, layout, open),
        },
        h("canvas", { "aria-hidden": "true" }),
        h(
          "div",
          {
            key: place,
            id: `cell-${place}`,
            class: "unseen",
            role: "option",
            "aria-selected": "true",
            "aria-posinset": place + 1,
            "aria-setsize": shown.length,
          },
          said(map, shown[place]!, finders),
        ),
      ),
    shown.length > 0 &&
      h(
        "p",
        { class: "reading", "aria-hidden": "true" },
        said(map, shown[place]!, finders),
        h("span", { class: "hint" }, "Enter opens it"),
      ),
    (chosen.filter.trim() !== "" || from !== null) && results(map, shown, at),
    more > 0 && h("p", { class: "note" }, `${counted(more, "task")} more than the map holds`),
  );
}

function controls(map: TaskMap, shown: number[], finders: Finder[], at: Route, open: (i: number) => void): VNode {
  const input = (event: Event) => {
    chosen.filter = (event.target as HTMLInputElement).value;
    page.redraw();
  };
  const keydown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || shown.length === 0 || !chosen.filter.trim()) return;
    event.preventDefault();
    open(meant(map, shown, chosen.filter, chosen.task));
  };
  const label =
    shown.length === map.task.length
      ? counted(map.task.length, "task")
      : `${count(shown.length)} of ${counted(map.task.length, "task")}`;
  return h(
    "div",
    { class: "controls" },
    h(
      "label",
      null,
      "Find a task ",
      h("input", { type: "search", value: chosen.filter, spellcheck: "false", autocomplete: "off", on: { input, keydown } }),
    ),
    finders.length > 0 && finderChoice(finders, at),
    h("span", { class: "quiet", role: "status" }, label),
    h(
      "ul",
      { class: "legend map" },
      [
        ["none", "nothing kept"],
        ["low", "some of the points"],
        ["high", "80 % or more"],
        ["fits", "fits the demos"],
      ].map(([shade, text]) => h("li", null, h("span", { class: `key shade-${shade}` }), text!)),
    ),
  );
}

/** Which tasks are shown, by what found their best program. The choice is part of the link. */
function finderChoice(finders: Finder[], at: Route): VNode {
  const change = (event: Event) => page.go({ ...at, from: (event.target as HTMLSelectElement).value || null }, true);
  const option = (name: string, tasks: number) => h("option", { value: name, key: name }, `${finderName(name)} (${count(tasks)})`);
  // A link may name one that has left.
  const gone = at.from !== null && !finders.some((finder) => finder.name === at.from) ? at.from : null;
  return h(
    "label",
    null,
    "found by ",
    h(
      "select",
      { class: "finder", value: at.from ?? "", on: { change } },
      h("option", { value: "", key: "" }, "anything"),
      finders.map((finder) => option(finder.name, finder.tasks)),
      gone !== null && option(gone, 0),
    ),
  );
}

function results(map: TaskMap, shown: number[], at: Route): Child {
  if (shown.length === 0) return h("p", null, at.from === null ? "No task has this in its id." : "There is no such task.");
  return h(
    "ul",
    { class: "found" },
    shown
      .slice(0, LISTED)
      .map((i) =>
        h(
          "li",
          null,
          h("a", { href: link(route("task", { id: map.task[i]!, store: at.store, run: at.run })) }, map.task[i]!),
        ),
      ),
    shown.length > LISTED && h("li", null, `and ${count(shown.length - LISTED)} more`),
  );
}

function handlers(map: TaskMap, shown: number[], place: number, layout: Layout, open: (i: number) => void) {
  const choose = (to: number) => {
    chosen.task = map.task[shown[to]!]!;
    page.redraw();
  };
  const under = (event: MouseEvent): number | null => {
    const box = ((event.currentTarget as Element) ?? (event.target as Element)).getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left) / layout.size);
    const y = Math.floor((event.clientY - box.top) / layout.size);
    const i = y * layout.columns + x;
    return x >= 0 && x < layout.columns && i >= 0 && i < shown.length ? i : null;
  };
  return {
    keydown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        open(shown[place]!);
        return;
      }
      const to = moved(event.key, place, layout.columns, shown.length);
      if (to === null || to === place) return;
      event.preventDefault();
      choose(to);
    },
    pointermove(event: PointerEvent) {
      const i = under(event);
      if (i !== null && i !== place) choose(i);
    },
    click(event: MouseEvent) {
      const i = under(event);
      if (i !== null) open(shown[i]!);
    },
  };
}

/** The colours of the theme, read from the legend. */
function shades(): Record<string, string> {
  const out: Record<string, string> = {};
  for (const name of ["none", "low", "high", "fits"]) {
    const key = document.querySelector(`.key.shade-${name}`);
    out[name] = key ? getComputedStyle(key).backgroundColor : "gray";
  }
  return out;
}

function paint(el: HTMLElement, map: TaskMap, shown: number[], place: number, layout: Layout): void {
  const canvas = el.firstElementChild as HTMLCanvasElement;
  const { size } = layout;
  layout.columns = Math.max(1, Math.floor(el.clientWidth / size));
  const rows = Math.ceil(shown.length / layout.columns);
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [layout.columns * size, rows * size];
  if (canvas.width !== width * ratio || canvas.height !== height * ratio) {
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  const colours = shades();
  shown.forEach((i, at) =>
    paintCell(pen, colours, map, i, (at % layout.columns) * size, Math.floor(at / layout.columns) * size, size),
  );
  pen.strokeStyle = getComputedStyle(el).color;
  pen.lineWidth = 2;
  pen.strokeRect((place % layout.columns) * size, Math.floor(place / layout.columns) * size, size - 1, size - 1);
}

/** A cell fills from below with its share of points; those of tasks that are fitted are full and carry a mark. */
function paintCell(
  pen: CanvasRenderingContext2D,
  colours: Record<string, string>,
  map: TaskMap,
  i: number,
  x: number,
  y: number,
  size: number,
): void {
  const inner = size - (size > 8 ? 2 : 1);
  pen.fillStyle = colours[map.fits_demos[i] ? "fits" : "none"]!;
  pen.fillRect(x, y, inner, inner);
  if (map.fits_demos[i]) {
    if (size > 8) paintTick(pen, x, y, inner);
    return;
  }
  const share = map.perfect[i]! > 0 ? Math.max(0, Math.min(1, map.best[i]! / map.perfect[i]!)) : 0;
  const tall = Math.round(share * inner);
  pen.fillStyle = colours[share >= 0.8 ? "high" : "low"]!;
  if (map.programs[i]) pen.fillRect(x, y + inner - tall, inner, tall);
}

function paintTick(pen: CanvasRenderingContext2D, x: number, y: number, inner: number): void {
  pen.strokeStyle = "#fff";
  pen.lineWidth = Math.max(1, inner / 9);
  pen.beginPath();
  pen.moveTo(x + inner * 0.26, y + inner * 0.54);
  pen.lineTo(x + inner * 0.43, y + inner * 0.7);
  pen.lineTo(x + inner * 0.74, y + inner * 0.32);
  pen.stroke();
}
