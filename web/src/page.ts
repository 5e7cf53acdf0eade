/** What views may ask of the page that shows them. */

import { Route } from "./routes";

export interface Page {
  /** Draws the view again with what is known. */
  redraw(): void;
  /** Asks for the view again. */
  reload(): void;
  /** Goes to a view; `quietly` changes the address without a step in the history. */
  go(to: Route, quietly?: boolean): void;
  /** Says something to screen readers. */
  announce(text: string): void;
  /** Whether this is a report rather than a server's page. */
  report: boolean;
  /** Whether there can be an answer to an address; only reports know that there is none. */
  has(path: string): boolean;
}

const nothing = () => undefined;

/** The page; filled in when it starts. */
export const page: Page = {
  redraw: nothing,
  reload: nothing,
  go: nothing,
  announce: nothing,
  report: false,
  has: () => true,
};
