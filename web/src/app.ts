/** The page: reads the address, asks for the view, shows it, and keeps it up to date. */

import { RunHead, Stores } from "./answers";
import { compare } from "./compare";
import { Child, h, render } from "./dom";
import { engine } from "./engine";
import { drawHeader } from "./header";
import { Live } from "./live";
import { overview } from "./overview";
import { page } from "./page";
import { paths } from "./paths";
import { program } from "./program";
import { link, Name, parse, Route } from "./routes";
import { applyTheme } from "./settings";
import { Gone, open, Refused, Source } from "./source";
import { task } from "./taskview";
import { View } from "./view";

const VIEWS: Record<Name, View<any>> = { overview, task, program, engine, compare };

/** How long the list of stores is good for. */
const STORES_MS = 5000;

/** How long an answer that ages is left alone while no change is told. */
const AGE_MS = 10_000;

class App {
  private route = parse(location.hash);
  private stores: Stores | null = null;
  private storesAsked = -STORES_MS;
  /** The answer on the page and the route that it belongs to. */
  private shown: { route: Route; answer: unknown } | null = null;
  private refused: Refused | null = null;
  private asking: AbortController | null = null;
  private readonly live: Live | null;
  private readonly header = element("header", "top");
  private readonly banner = element("div", "banner");
  private readonly main = element("main", "main");
  private readonly status = element("div", "unseen");

  constructor(private readonly source: Source) {
    this.live = source.live
      ? new Live(
          () => this.load(),
          (store) => this.concerns(store),
          () => this.drawHead(),
        )
      : null;
  }

  start(root: HTMLElement): void {
    this.main.id = "main";
    this.main.tabIndex = -1;
    this.banner.setAttribute("role", "alert");
    this.status.setAttribute("aria-live", "polite");
    root.replaceChildren(this.header, this.banner, this.main, this.status);
    Object.assign(page, {
      redraw: () => this.draw(),
      reload: () => void this.ask(),
      go: (to: Route, quietly?: boolean) => this.go(to, quietly ?? false),
      announce: (text: string) => this.announce(text),
      report: !this.source.live,
      has: (path: string) => this.source.has(path),
    });
    window.addEventListener("hashchange", () => this.arrive(parse(location.hash)));
    document.addEventListener("keydown", (event) => this.key(event));
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      event.preventDefault();
      this.main.focus();
    });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    this.live?.start();
    if (this.live) window.setInterval(() => document.hidden || this.tick(this.live!), 1000);
    this.drawHead();
    void this.ask();
  }

  /** Once a second: the age of what is shown, and a new answer where that has come to matter. */
  private tick(live: Live): void {
    if (this.shown && VIEWS[this.shown.route.name].ages?.(this.shown.answer)) live.refresh(AGE_MS);
    this.drawHead();
  }

  private concerns(store: number): boolean {
    const watched = VIEWS[this.route.name].watches?.(this.route) ?? [this.route.store];
    return store < 0 || watched.includes(store) || watched.includes(-1);
  }

  private ask(): Promise<void> {
    return this.live ? this.live.now() : this.load();
  }

  /** Asks for the view. What was asked for before is not wanted any more. */
  private async load(): Promise<void> {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    const route = this.route;
    const get = <T>(path: string) => this.source.get<T>(path, asking.signal);
    this.main.setAttribute("aria-busy", "true");
    try {
      const stores = await this.freshStores(get);
      const answer = await VIEWS[route.name].load({ route, stores, get });
      if (asking.signal.aborted || !sameView(route, this.route)) return;
      this.refused = null;
      this.arrived(route, answer);
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      this.refused = error;
      this.shown = null;
    } finally {
      if (this.asking === asking) this.main.removeAttribute("aria-busy");
    }
    this.draw();
  }

  private async freshStores(get: <T>(path: string) => Promise<T>): Promise<Stores> {
    const now = performance.now();
    if (this.stores && now - this.storesAsked < STORES_MS) return this.stores;
    this.stores = await get<Stores>(paths.stores());
    this.storesAsked = now;
    return this.stores;
  }

  private arrived(route: Route, answer: unknown): void {
    const before = this.shown?.route;
    // Steps may have been taken while the answer was on its way.
    this.shown = { route: this.route, answer };
    this.learnRuns(route.store, answer);
    const other = !before || before.name !== route.name || before.id !== route.id;
    if (!other) return;
    const title = VIEWS[route.name].title(answer, route);
    document.title = `${title} \u2013 batt`;
    this.draw();
    if (before) {
      window.scrollTo(0, 0);
      this.main.querySelector("h1")?.focus({ preventScroll: true });
    }
    this.announce(title);
  }

  /** Answers name the runs of their store, newer ones than the list of stores may know. */
  private learnRuns(id: number, answer: unknown): void {
    const runs = (answer as { runs?: RunHead[] } | null)?.runs;
    const store = this.stores?.stores.find((s) => s.id === id);
    if (runs && store) store.runs = runs;
  }

  private go(to: Route, quietly: boolean): void {
    const address = link(to);
    if (address === location.hash) return;
    if (!quietly) {
      location.hash = address;
      return;
    }
    history.replaceState(null, "", address);
    this.arrive(to);
  }

  private arrive(to: Route): void {
    const same = this.shown && sameView(to, this.shown.route);
    this.route = to;
    if (same && this.shown) {
      this.shown.route = to;
      this.draw();
    } else {
      this.drawHead();
      void this.ask();
    }
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (!this.shown || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("input, select, textarea")) return;
    // Named keys such as arrows are the view's only where nothing else that may want them has the focus.
    if (event.key.length > 1 && target.closest("a, button, summary, pre, [role=region], [role=listbox]")) return;
    const { route, answer } = this.shown;
    if (VIEWS[route.name].key?.(event, answer, route)) event.preventDefault();
  }

  private announce(text: string): void {
    this.status.textContent = text;
  }

  private drawHead(): void {
    drawHeader(this.header, this.route, this.stores, this.live);
    const gone = this.live?.mood === "gone";
    render(this.banner, gone && h("p", null, "The server does not answer; trying again."));
  }

  private draw(): void {
    this.drawHead();
    render(this.main, this.content(), this.stores && h("footer", { key: "foot" }, `batt ${this.stores.version}`));
  }

  private content(): Child {
    if (this.refused) return trouble(this.refused);
    if (!this.shown || !this.stores) return h("p", { class: "quiet" }, "Loading \u2026");
    const { route, answer } = this.shown;
    const store = this.stores.stores.find((s) => s.id === route.store);
    const broken = store?.error ? h("p", { class: "note bad" }, `${store.name}: ${store.error}`) : null;
    return h(
      "div",
      { class: `view ${route.name}`, key: `${route.name} ${route.id}` },
      broken,
      VIEWS[route.name].show(answer, route, this.stores),
    );
  }
}

/** Whether two routes differ at most in what needs no other answer: the step, all steps, and which tasks are shown. */
function sameView(a: Route, b: Route): boolean {
  const asked = (route: Route) => link({ ...route, step: null, all: false, from: null });
  return asked(a) === asked(b);
}

function trouble(error: Refused): Child {
  return h(
    "div",
    { class: "view trouble" },
    h("h1", { tabindex: -1 }, "This cannot be shown"),
    h("p", null, error.message),
    error.hint && h("p", { class: "quiet" }, error.hint),
  );
}

function element(tag: string, look: string): HTMLElement {
  const el = document.createElement(tag);
  el.className = look;
  return el;
}

async function start(): Promise<void> {
  applyTheme();
  const root = document.getElementById("app");
  if (!root) return;
  try {
    new App(await open()).start(root);
  } catch (error) {
    root.textContent = `The page could not start: ${error instanceof Error ? error.message : "unknown error"}.`;
    if (!(error instanceof Gone)) throw error;
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => void start());
else void start();
