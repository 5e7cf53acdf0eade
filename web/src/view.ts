/** What a view is: what it asks for, and how it shows the answer. */

import { Stores } from "./answers";
import { Child } from "./dom";
import { Route } from "./routes";

export interface Asked {
  route: Route;
  stores: Stores;
  get<T>(path: string): Promise<T>;
}

export interface View<A> {
  load(ask: Asked): Promise<A>;
  /** The name of what is shown, for the window and screen readers. */
  title(answer: A, route: Route): string;
  show(answer: A, route: Route, stores: Stores): Child;
  /** Stores whose changes concern it. */
  watches?(route: Route): number[];
  /** Whether the answer changes with time alone: a run that falls silent has stopped, and no event tells. */
  ages?(answer: A): boolean;
  /** A key that was pressed outside of fields; whether it was taken. */
  key?(event: KeyboardEvent, answer: A, route: Route): boolean;
}
