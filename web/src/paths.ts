/** The addresses of answers, in the one form that the server and reports know. */

type Param = [name: string, value: string | number | null];

/**
 * A part of a path. Browsers take away the parts `.` and `..`, however they are encoded: these have a `~` in front, and
 * names that look like that have one more.
 */
function encoded(part: string | number): string {
  return (/^~*\.\.?$/.test(String(part)) ? "~" : "") + encodeURIComponent(part);
}

function path(parts: (string | number)[], params: Param[] = []): string {
  const query = params
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`);
  const at = parts.map(encoded).join("/");
  return `/api/${at}${query.length ? `?${query.join("&")}` : ""}`;
}

const flag = (on: boolean): number | null => (on ? 1 : null);

export const paths = {
  stores: () => path(["stores"]),
  overview: (store: number, run: number | "-" | null) => path([store, "overview"], [["run", run]]),
  task: (store: number, id: string, test: boolean) => path([store, "task", id], [["test", flag(test)]]),
  program: (store: number, hash: string, task: string | null) => path([store, "program", hash], [["task", task]]),
  trace: (store: number, hash: string, task: string | null, sample: number, test: boolean) =>
    path(
      [store, "trace", hash],
      [
        ["task", task],
        ["sample", sample || null],
        ["test", flag(test)],
      ],
    ),
  engine: (store: number, run: number | null) => path([store, "engine"], [["run", run]]),
  compare: (a: string, b: string) =>
    path(
      ["compare"],
      [
        ["a", a],
        ["b", b],
      ],
    ),
};
