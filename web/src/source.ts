/** Where answers come from: the server, or the map that a report holds. */

/** An answer that says no, with what to do about it. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly hint: string | null,
    readonly status: number,
  ) {
    super(message);
  }
}

/** The server did not answer at all. */
export class Gone extends Error {}

export interface Source {
  /** Whether answers can change. */
  readonly live: boolean;
  /** Whether there can be an answer; a server has to be asked. */
  has(path: string): boolean;
  get<T>(path: string, signal: AbortSignal): Promise<T>;
}

/** The source of this page. */
export async function open(): Promise<Source> {
  const embedded = document.getElementById("views");
  return embedded ? report(await unpacked(embedded.textContent ?? "")) : server;
}

const server: Source = {
  live: true,
  has: () => true,
  async get<T>(path: string, signal: AbortSignal): Promise<T> {
    const answer = await reach(path, signal);
    const body: any = await answer.json().catch(() => null);
    if (signal.aborted) throw new DOMException("not wanted any more", "AbortError");
    if (answer.ok && body !== null) return body as T;
    const message = typeof body?.error === "string" ? body.error : `the server answered ${answer.status}`;
    throw new Refused(message, typeof body?.hint === "string" ? body.hint : null, answer.status);
  },
};

async function reach(path: string, signal: AbortSignal): Promise<Response> {
  try {
    // Relative to the page, so that it also works below a prefix.
    return await fetch(`.${path}`, { signal, cache: "no-cache", headers: { accept: "application/json" } });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Gone("the server does not answer");
  }
}

/** Answers from a map of addresses. */
export function report(views: Record<string, unknown>): Source {
  return {
    live: false,
    has: (path) => lookup(views, path) !== undefined,
    async get<T>(path: string): Promise<T> {
      const found = lookup(views, path);
      if (found !== undefined) return found as T;
      const hint = /[?&]test=1/.test(path)
        ? "Make the report with --test to put test outputs into it."
        : "batt report --tasks ID --programs N puts more into a report; batt serve shows everything.";
      throw new Refused("This is not part of this report.", hint, 404);
    },
  };
}

/**
 * The answer to an address. Where a task is named but the answer stands under the bare address, it counts if it is the
 * task's.
 */
export function lookup(views: Record<string, unknown>, path: string): unknown {
  if (Object.prototype.hasOwnProperty.call(views, path)) return views[path];
  const task = /[?&]task=([^&]*)/.exec(path)?.[1];
  if (task === undefined) return undefined;
  const bare = path.replace(/([?&])task=[^&]*&?/, "$1").replace(/[?&]$/, "");
  if (!Object.prototype.hasOwnProperty.call(views, bare)) return undefined;
  const answer = views[bare] as { task?: unknown } | null;
  return answer?.task === decodeURIComponent(task) ? answer : undefined;
}

/** Reads a report's map: JSON, or base64 of gzip of it. */
export async function unpacked(text: string): Promise<Record<string, unknown>> {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return JSON.parse(trimmed);
  const binary = atob(trimmed.replace(/\s+/g, ""));
  const packed = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) packed[i] = binary.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
