/** The head of the page: where one is, and where one can go. */

import { StoreHead, Stores } from "./answers";
import { Child, h, render, VNode } from "./dom";
import { duration } from "./format";
import { Live } from "./live";
import { page } from "./page";
import { link, Name, Route, route as to } from "./routes";
import { nextTheme, settings, toggleDigits } from "./settings";

const LINKS: [Name, string][] = [
  ["overview", "Overview"],
  ["engine", "Engine"],
  ["compare", "Compare"],
];

/** The views below which a link counts as the present one. */
const WITHIN: Record<Name, Name> = {
  overview: "overview",
  task: "overview",
  program: "overview",
  engine: "engine",
  compare: "compare",
};

export function drawHeader(el: Element, at: Route, stores: Stores | null, live: Live | null): void {
  const store = stores?.stores.find((s) => s.id === at.store) ?? null;
  render(
    el,
    h("a", { class: "brand", href: link(to("overview", { store: at.store })) }, mark(), h("span", null, "batt")),
    h(
      "nav",
      { "aria-label": "Views" },
      h(
        "ul",
        null,
        LINKS.map(([name, text]) =>
          h(
            "li",
            { key: name },
            h(
              "a",
              {
                href: link(to(name, { store: at.store, run: name === "engine" && at.run === "-" ? null : at.run })),
                "aria-current": WITHIN[at.name] === name ? (at.name === name ? "page" : "true") : null,
              },
              text,
            ),
          ),
        ),
      ),
    ),
    h("div", { class: "choosers" }, stores && at.name !== "compare" && choosers(at, stores, store)),
    h(
      "div",
      { class: "tools" },
      h(
        "span",
        { class: "live", key: "live" },
        live ? h("span", { class: `mood ${live.mood}` }, moodText(live)) : stores && "report",
      ),
      toggle("digits", settings.digits, "Digits", "Digits in cells", () => toggleDigits()),
      themeButton(),
    ),
  );
}

/** The same four colours as the icon; drawn, so that a report has it too. */
function mark(): VNode {
  const cell = (c: number, x: number, y: number) => h("rect", { class: `c${c}`, x, y, width: 1, height: 1 });
  return h(
    "svg",
    { class: "mark", viewBox: "0 0 2 2", width: 18, height: 18, "aria-hidden": "true" },
    cell(5, 0, 0),
    cell(1, 1, 0),
    cell(4, 0, 1),
    cell(3, 1, 1),
  );
}

function choosers(at: Route, { stores }: Stores, store: StoreHead | null): Child {
  const pickStore = (event: Event) =>
    page.go(
      to(at.name === "engine" ? "engine" : "overview", { store: Number((event.target as HTMLSelectElement).value) }),
    );
  const pickRun = (event: Event) => {
    const value = (event.target as HTMLSelectElement).value;
    const run = value === "-" ? value : Number(value);
    page.go(
      to(at.name === "engine" && run !== "-" ? "engine" : "overview", {
        store: at.store,
        run: run === store?.runs[0]?.id ? null : run,
      }),
    );
  };
  return [
    stores.length > 1
      ? h(
          "label",
          { key: "store" },
          h("span", null, "Store"),
          h(
            "select",
            { class: "store", value: String(at.store), on: { change: pickStore } },
            stores.map((s) => h("option", { value: s.id, key: s.id }, s.name)),
          ),
        )
      : h("span", { class: "store-name", key: "name" }, store?.name ?? "no store"),
    store &&
      store.runs.length > 0 &&
      h(
        "label",
        { key: "run" },
        h("span", null, "Run"),
        h(
          "select",
          { class: "run", value: String(at.run ?? store.runs[0]!.id), on: { change: pickRun } },
          store.runs.map((run) =>
            h("option", { value: run.id, key: run.id }, `${run.id}: ${run.data}, seed ${run.seed}`),
          ),
          h("option", { value: "-", key: "-" }, "whole store"),
        ),
      ),
  ];
}

function toggle(name: string, on: boolean, text: string, title: string, act: () => void): VNode {
  const click = () => {
    act();
    page.redraw();
  };
  return h(
    "button",
    {
      type: "button",
      key: name,
      class: `tool ${name}`,
      title,
      "aria-label": title,
      "aria-pressed": on ? "true" : "false",
      on: { click },
    },
    text,
  );
}

function themeButton(): VNode {
  const click = () => {
    nextTheme();
    page.redraw();
  };
  const text = { system: "Theme: auto", light: "Theme: light", dark: "Theme: dark" }[settings.theme];
  const title = `Theme: ${settings.theme === "system" ? "as the system has it" : settings.theme}`;
  return h(
    "button",
    { type: "button", key: "theme", class: "tool theme", title, "aria-label": title, on: { click } },
    text,
  );
}

export function moodText(live: Live): string {
  if (live.updated === null) return "waiting";
  const ago = Math.round((performance.now() - live.updated) / 1000);
  const when = ago < 2 ? "updated now" : `updated ${duration(ago)} ago`;
  if (live.mood === "live") return `live, ${when}`;
  if (live.mood === "polling") return `asking now and then, ${when}`;
  return `${live.mood === "gone" ? "no answer" : "waiting"}, ${when}`;
}
