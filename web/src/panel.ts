/** Parts that open and close. Their content is only made while they are open. */

import { Child, h, VNode } from "./dom";
import { page } from "./page";

const opened = new Set<string>();

export function panel(id: string, title: string, content: () => Child): VNode {
  const toggle = (event: Event) => {
    const open = (event.target as HTMLDetailsElement).open;
    if (open === opened.has(id)) return;
    if (open) opened.add(id);
    else opened.delete(id);
    page.redraw();
  };
  return h(
    "details",
    { class: "panel", key: id, open: opened.has(id), on: { toggle } },
    h("summary", null, title),
    opened.has(id) && content(),
  );
}
