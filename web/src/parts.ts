/** Small parts that several views use. */

import { ErrorCount, Fault } from "./answers";
import { Child, h, VNode } from "./dom";
import { count, share } from "./format";
import { page } from "./page";
import { paths } from "./paths";
import { link, Route, route } from "./routes";
import { bar, table } from "./table";

/** A name, its number and a remark. */
export type Fact = [name: string, value: Child, remark?: Child] | null | false;

/** Numbers that stand side by side. */
export function facts(list: Fact[], look = ""): VNode {
  const shown = list.filter((fact): fact is Exclude<Fact, null | false> => Boolean(fact));
  return h(
    "dl",
    { class: `facts ${look}` },
    shown.map(([name, value, remark]) =>
      h(
        "div",
        { key: name },
        h("dt", null, name),
        h("dd", null, h("span", { class: "value" }, weighed(value)), remark && h("small", null, remark)),
      ),
    ),
  );
}

/** A unit in words is lighter than its number. */
function weighed(value: Child): Child {
  const [, number, unit] = (typeof value === "string" && /^(.*\d) ([a-z/]{4,})$/.exec(value)) || [];
  return unit === undefined ? value : [`${number} `, h("span", { class: "unit" }, unit)];
}

export function section(id: string, title: string, ...content: Child[]): VNode {
  return h(
    "section",
    { key: id, "aria-labelledby": `${id}-title`, class: `part at-${id}` },
    h("h2", { id: `${id}-title` }, title),
    ...content,
  );
}

/** A word in a box: the state of something. */
export function chip(text: string, tone: "good" | "bad" | "plain" | "busy" = "plain"): VNode {
  return h("span", { class: `chip ${tone}` }, text);
}

/** A link to a task; plain text where a report does not hold it. */
export function taskLink(id: string, at: Route): VNode {
  if (!page.has(paths.task(at.store, id, false))) return h("code", null, id);
  return h("a", { href: link(route("task", { id, store: at.store, run: at.run })) }, h("code", null, id));
}

/** A link to a program; plain text where a report does not hold it. */
export function programLink(hash: string, text: string, at: Route, task: string | null): VNode {
  if (!page.has(paths.program(at.store, hash, task))) return h("code", null, text);
  return h(
    "a",
    { href: link(route("program", { id: hash, store: at.store, run: at.run, task })) },
    h("code", null, text),
  );
}

/** The source of a program with line numbers; a line may be marked, and a long text scrolls if it is to be `short`. */
export function sourceLines(text: string, marked: (line: string) => boolean = () => false, short = false): VNode {
  const line = (code: string, i: number) =>
    h("li", { key: i, class: marked(code) ? "now" : undefined }, h("code", null, code || " "));
  return h(
    "div",
    { class: short ? "scroll short" : "scroll", tabindex: 0, role: "region", "aria-label": "Source" },
    h("ol", { class: "code" }, text.replace(/\n$/, "").split("\n").map(line)),
  );
}

export function faultText(fault: Fault): VNode {
  return h("span", { class: "fault" }, h("strong", null, fault.kind), ` \u2013 ${fault.explain}`);
}

/** Errors of programs by kind, as bars. */
export function errorBars(errors: ErrorCount[], runs: number | null): Child {
  if (errors.length === 0) return h("p", { class: "quiet" }, "No errors recorded.");
  const most = errors.reduce((m, error) => Math.max(m, error.count), 0);
  return table(
    "errors",
    "Runs of candidates on a sample that failed, by kind of error",
    [
      {
        title: "kind",
        head: true,
        by: (e) => e.kind,
        cell: (e) => [h("span", { title: e.explain }, e.kind), h("small", { class: "explain" }, e.explain)],
      },
      { title: "runs", number: true, by: (e) => e.count, cell: (e) => count(e.count) },
      ...(runs ? [{ title: "of all runs", number: true, cell: (e: ErrorCount) => share(e.count, runs) }] : []),
      { title: "", cell: (e) => bar(e.count, most, "bad") },
    ],
    errors,
  );
}
