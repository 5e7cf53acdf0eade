/** Links within the page: `#/task/ID?store=1`. They can be shared. */

export type Name = "overview" | "task" | "program" | "engine" | "compare";

export interface Route {
  name: Name;
  /** The task or the program. */
  id: string;
  store: number;
  /** A run of the store; nothing for its last, "-" for the store as a whole. */
  run: number | "-" | null;
  task: string | null;
  sample: number;
  step: number | null;
  /** All steps of the program at once. */
  all: boolean;
  a: string | null;
  b: string | null;
  /** What found the best programs of the tasks that are shown; nothing for all tasks. */
  from: string | null;
}

const START: Route = {
  name: "overview",
  id: "",
  store: 0,
  run: null,
  task: null,
  sample: 0,
  step: null,
  all: false,
  a: null,
  b: null,
  from: null,
};

/** The route of a view, with its other parts at their defaults. */
export function route(name: Name, parts: Partial<Route> = {}): Route {
  return { ...START, ...parts, name };
}

/** Reads a location's hash; what cannot be read is the overview. */
export function parse(hash: string): Route {
  const text = hash.replace(/^#/, "");
  const cut = text.indexOf("?");
  const path = cut < 0 ? text : text.slice(0, cut);
  const query = new URLSearchParams(cut < 0 ? "" : text.slice(cut + 1));
  const [, name = "", id = ""] = path.split("/");
  const parts: Partial<Route> = {
    store: whole(query.get("store")) ?? 0,
    run: query.get("run") === "-" ? "-" : whole(query.get("run")),
    task: query.get("task"),
    sample: whole(query.get("sample")) ?? 0,
    step: whole(query.get("step")),
    all: query.get("all") === "1",
    a: side(query.get("a")),
    b: side(query.get("b")),
    from: query.get("from") || null,
  };
  if ((name === "task" || name === "program") && id) return route(name, { ...parts, id: decoded(id) });
  // The engine knows runs alone.
  if (name === "engine") return route(name, { ...parts, run: parts.run === "-" ? null : parts.run! });
  if (name === "compare") return route(name, parts);
  return route("overview", parts);
}

/** Writes a route as a link. */
export function link(to: Route): string {
  const query: string[] = [];
  const add = (key: string, value: string | number | null) => {
    if (value !== null && value !== "") query.push(`${key}=${encodeURIComponent(value)}`);
  };
  if (to.name === "compare") {
    add("a", to.a);
    add("b", to.b);
  }
  if (to.name === "overview") add("from", to.from);
  if (to.name === "program") {
    add("task", to.task);
    add("sample", to.sample || null);
    add("step", to.step);
    add("all", to.all ? 1 : null);
  }
  add("store", to.store || null);
  add("run", to.run);
  const path = to.name === "overview" ? "" : to.name + (to.id ? `/${encodeURIComponent(to.id)}` : "");
  // `encodeURIComponent` leaves colons of sides unreadable; they are harmless here.
  return `#/${path}${query.length ? `?${query.join("&").replace(/%3A/g, ":")}` : ""}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function side(text: string | null): string | null {
  return text !== null && /^\d{1,9}:(\d{1,15}|-)$/.test(text) ? text : null;
}
