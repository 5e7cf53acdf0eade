/**
 * A page as data: views return trees of `h`, and `render` changes the page to match. What stays the same keeps its
 * element, and with it focus, scroll place and opened details. Text is only ever set as text.
 */

export interface Props {
  class?: string;
  key?: string | number;
  /** Handlers by event type. */
  on?: Record<string, (event: any) => void>;
  /** Set through the style object, which the content security policy allows. */
  style?: Record<string, string>;
  /** Called after the element is in the page, after every change, and when its size changes. */
  draw?: (el: HTMLElement) => void;
  [attribute: string]: unknown;
}

export interface VNode {
  tag: string;
  props: Props;
  children: Node_[];
  el: Element | null;
}

interface VText {
  text: string;
  el: Text | null;
}

type Node_ = VNode | VText;
export type Child = VNode | string | number | null | undefined | false | Child[];

const SVG = "http://www.w3.org/2000/svg";
const SPECIAL = new Set(["key", "on", "style", "draw"]);

/** What we know of an element: its handlers, and how it draws itself. */
interface Known {
  on: Record<string, (event: Event) => void>;
  heard: Set<string>;
  draw?: (el: HTMLElement) => void;
}

const known = new WeakMap<Element, Known>();
const trees = new WeakMap<Element, Node_[]>();
let toDraw: Element[] = [];

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) known.get(target)?.draw?.(target as HTMLElement);
});

/** An element of the page to be. */
export function h(tag: string, props: Props | null, ...children: Child[]): VNode {
  const flat: Node_[] = [];
  flatten(children, flat);
  return { tag, props: props ?? {}, children: flat, el: null };
}

function flatten(children: Child[], out: Node_[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) flatten(child, out);
    else if (typeof child === "object") out.push(child);
    else out.push({ text: String(child), el: null });
  }
}

/** Makes the content of `parent` match, and gives focus back to an element that had to move. */
export function render(parent: Element, ...children: Child[]): void {
  const next: Node_[] = [];
  flatten(children, next);
  const focus = document.activeElement;
  const drawing = toDraw;
  toDraw = [];
  patchAll(parent, trees.get(parent) ?? [], next, parent.namespaceURI === SVG);
  trees.set(parent, next);
  if (focus instanceof HTMLElement && focus !== document.activeElement && focus.isConnected) {
    focus.focus({ preventScroll: true });
  }
  const mine = toDraw;
  toDraw = drawing;
  for (const el of mine) known.get(el)?.draw?.(el as HTMLElement);
}

function patchAll(parent: Element, old: Node_[], next: Node_[], svg: boolean): void {
  const matches = match(old, next);
  const kept = new Set(matches);
  for (const node of old) if (!kept.has(node)) drop(node);
  let at: Node | null = parent.firstChild;
  next.forEach((node, i) => {
    const before = matches[i];
    const el = before ? patch(before, node, svg) : create(node, svg);
    if (el === at) at = at.nextSibling;
    else parent.insertBefore(el, at);
  });
}

/** The old node for each new one: by key, the others in order by tag. */
function match(old: Node_[], next: Node_[]): (Node_ | undefined)[] {
  const keyed = new Map<string, Node_>();
  const plain: Node_[] = [];
  for (const node of old) {
    const name = keyOf(node);
    if (name === null) plain.push(node);
    else keyed.set(name, node);
  }
  let at = 0;
  return next.map((node) => {
    const name = keyOf(node);
    if (name !== null) {
      const found = keyed.get(name);
      keyed.delete(name);
      return found;
    }
    for (let i = at; i < plain.length; i++) {
      if (tagOf(plain[i]!) === tagOf(node)) {
        at = i + 1;
        return plain[i];
      }
    }
    return undefined;
  });
}

const tagOf = (node: Node_): string => ("tag" in node ? node.tag : "#text");

function keyOf(node: Node_): string | null {
  return "tag" in node && node.props.key !== undefined ? `${node.tag} ${node.props.key}` : null;
}

function drop(node: Node_): void {
  if (node.el instanceof Element && known.get(node.el)?.draw) sizes.unobserve(node.el);
  node.el?.remove();
}

function create(node: Node_, svg: boolean): Node {
  if (!("tag" in node)) return (node.el = document.createTextNode(node.text));
  const inSvg = svg || node.tag === "svg";
  const el = inSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  node.el = el;
  patchAll(el, [], node.children, inSvg);
  attributes(el, {}, node.props);
  return el;
}

function patch(old: Node_, next: Node_, svg: boolean): Node {
  if (!("tag" in next) || !("tag" in old)) {
    const el = old.el as Text;
    const text = (next as VText).text;
    if (el.data !== text) el.data = text;
    return (next.el = el);
  }
  const el = (next.el = old.el!);
  patchAll(el, old.children, next.children, svg || next.tag === "svg");
  attributes(el, old.props, next.props);
  return el;
}

function attributes(el: Element, old: Props, next: Props): void {
  for (const name in old) {
    if (!(name in next) && !SPECIAL.has(name)) el.removeAttribute(name);
  }
  for (const name in next) {
    if (!SPECIAL.has(name)) attribute(el, name, old[name], next[name]);
  }
  if (next.style || old.style) styles(el as HTMLElement, old.style ?? {}, next.style ?? {});
  if (next.on || next.draw || known.has(el)) hooks(el, next);
}

function attribute(el: Element, name: string, old: unknown, next: unknown): void {
  if (name === "value") {
    // What is being typed is not taken away.
    const field = el as HTMLInputElement;
    if (field.value !== next && document.activeElement !== el) field.value = String(next ?? "");
    return;
  }
  if (old === next) return;
  if (next === null || next === undefined || next === false) el.removeAttribute(name);
  else el.setAttribute(name, next === true ? "" : String(next));
}

function styles(el: HTMLElement, old: Record<string, string>, next: Record<string, string>): void {
  for (const name in old) if (!(name in next)) el.style.removeProperty(name);
  for (const name in next) if (old[name] !== next[name]) el.style.setProperty(name, next[name]!);
}

function hooks(el: Element, next: Props): void {
  let mine = known.get(el);
  if (!mine) known.set(el, (mine = { on: {}, heard: new Set() }));
  mine.on = next.on ?? {};
  for (const type in mine.on) {
    if (mine.heard.has(type)) continue;
    mine.heard.add(type);
    el.addEventListener(type, (event) => known.get(el)?.on[type]?.(event));
  }
  if (next.draw && !mine.draw) sizes.observe(el);
  mine.draw = next.draw;
  if (next.draw) toDraw.push(el);
}
