/**
 * When the view is asked for again: after a change, at most once a second, never while the page is hidden, and never
 * before the last answer is there.
 */

import { Gone } from "./source";

export type Mood = "waiting" | "live" | "polling" | "gone";

const LEAST_MS = 1000;
const POLL_MS = 5000;
const MOST_MS = 60000;

export class Live {
  mood: Mood = "waiting";
  /** When the last answer came, in the page's clock. */
  updated: number | null = null;
  private dirty = false;
  private turn = 0;
  private busy = false;
  private asked = -LEAST_MS;
  private timer: number | null = null;
  private failures = 0;
  private polls = 0;
  private events: EventSource | null = null;

  constructor(
    private readonly load: () => Promise<void>,
    private readonly concerns: (store: number) => boolean,
    private readonly changed: () => void,
  ) {}

  /** Begins to listen. */
  start(): void {
    document.addEventListener("visibilitychange", () => this.pump());
    this.listen();
  }

  /** Asks at once; an answer still on its way is not wanted any more. */
  now(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    return this.run();
  }

  /** Asks again if the last answer is old. */
  refresh(olderThanMs: number): void {
    if (this.updated !== null && performance.now() - this.updated > olderThanMs) this.mark();
  }

  /** Notes that something changed. */
  private mark(): void {
    this.dirty = true;
    this.pump();
  }

  private pump(): void {
    if (!this.dirty || this.busy || this.timer !== null || document.hidden) return;
    const pause = this.failures ? Math.min(30000, 1000 * 2 ** this.failures) : LEAST_MS;
    const wait = Math.max(0, this.asked + pause - performance.now());
    this.timer = window.setTimeout(() => {
      this.timer = null;
      if (!document.hidden) void this.run();
    }, wait);
  }

  private async run(): Promise<void> {
    const turn = ++this.turn;
    this.dirty = false;
    this.busy = true;
    this.asked = performance.now();
    let gone = false;
    try {
      await this.load();
    } catch (error) {
      gone = error instanceof Gone;
      if (!gone) throw error;
    } finally {
      if (turn === this.turn) this.done(gone);
    }
  }

  private done(gone: boolean): void {
    this.busy = false;
    if (gone) {
      this.failures++;
      this.dirty = true;
      this.become("gone");
    } else {
      this.failures = 0;
      this.updated = performance.now();
      const mood = this.events?.readyState === 1 ? "live" : "waiting";
      this.become(this.mood === "gone" ? mood : this.mood);
    }
    this.pump();
  }

  private become(mood: Mood): void {
    this.mood = mood;
    this.changed();
  }

  private listen(): void {
    this.events?.close();
    const events = new EventSource("./api/events");
    this.events = events;
    events.onopen = () => {
      this.polls = 0;
      this.become("live");
      // Changes may have been missed while nobody listened.
      this.mark();
    };
    events.addEventListener("change", (event) => {
      if (this.concerns(storeOf((event as MessageEvent).data))) this.mark();
    });
    events.onerror = () => this.lost(events);
  }

  private lost(events: EventSource): void {
    if (events !== this.events) return;
    if (events.readyState !== EventSource.CLOSED) {
      // The browser connects again by itself; asking tells whether the server is there at all.
      if (this.mood !== "gone") this.become("waiting");
      this.mark();
      return;
    }
    this.events = null;
    if (this.mood !== "gone") this.become("polling");
    const wait = Math.min(MOST_MS, POLL_MS * 2 ** Math.min(this.polls++, 6));
    window.setTimeout(() => {
      if (!document.hidden) this.listen();
      else document.addEventListener("visibilitychange", () => this.listen(), { once: true });
      this.mark();
    }, wait);
  }
}

/** The store that an event names; -1 if it cannot be read, which concerns everyone. */
export function storeOf(data: unknown): number {
  try {
    const store: unknown = JSON.parse(String(data)).store;
    return typeof store === "number" ? store : -1;
  } catch {
    return -1;
  }
}
