// What a page must have so that people can use it without a mouse, without colours and without seeing it.
import assert from "node:assert/strict";

/** Fails with a list of everything in the page that lacks a name, a header, an order or contrast. */
export async function checkAccess(page, where) {
  const faults = await page.evaluate(inspect);
  assert.deepEqual(faults, [], where);
}

/** Runs in the page. */
function inspect() {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const brief = (el) =>
    `${el.tagName.toLowerCase()}.${el.getAttribute("class") ?? ""} "${(el.textContent ?? "").slice(0, 40)}"`;
  const fault = (what, el) => faults.push(`${what}: ${el ? brief(el) : ""}`);

  const nameOf = (el) =>
    (el.getAttribute("aria-label") ?? "") || (el.labels?.[0]?.textContent ?? "") || (el.textContent ?? "");
  for (const el of all("button, a[href], input, [role=img], [role=region], [role=listbox], [role=option]")) {
    if (!nameOf(el).trim()) fault("no name", el);
  }
  for (const el of all("select")) if (!el.labels?.length) fault("no label", el);
  for (const el of all("svg"))
    if (!el.getAttribute("aria-label") && el.getAttribute("aria-hidden") !== "true") fault("picture without words", el);
  for (const el of all("canvas")) if (el.getAttribute("aria-hidden") !== "true") fault("picture without words", el);

  let before = 0;
  for (const el of all("h1, h2, h3, h4, h5, h6")) {
    const level = Number(el.tagName[1]);
    if (level > before + 1) fault(`heading jumps from ${before} to ${level}`, el);
    if (!el.textContent.trim()) fault("empty heading", el);
    before = level;
  }
  if (all("h1").length !== 1) faults.push(`${all("h1").length} h1`);
  if (all("main").length !== 1 || all("header").length < 1 || all("nav[aria-label]").length !== 1)
    faults.push("landmarks");

  for (const el of all("table")) {
    if (!el.querySelector("caption")?.textContent.trim()) fault("no caption", el);
    if (!el.querySelector("thead th")) fault("no headers", el);
    const columns = el.querySelectorAll("thead tr > *").length;
    for (const row of el.querySelectorAll("tbody tr"))
      if (row.children.length !== columns) fault("row without its columns", row);
  }
  for (const el of all("th"))
    if (!el.getAttribute("scope") || !el.textContent.trim()) fault("header without scope or text", el);
  const ids = all("[id]").map((el) => el.id);
  for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) faults.push(`id twice: ${id}`);
  for (const el of all("[aria-labelledby], [aria-activedescendant]")) {
    for (const name of ["aria-labelledby", "aria-activedescendant"]) {
      const id = el.getAttribute(name);
      if (id && !document.getElementById(id)) fault(`${name} of nothing`, el);
    }
  }
  for (const el of all("[tabindex]")) if (el.tabIndex > 0) fault("order of its own", el);
  for (const el of all("[style]")) {
    // Set one by one by the page's script; an attribute would have been refused by the policy.
    if (/url\(/.test(el.getAttribute("style"))) fault("style with an address", el);
  }

  const rgb = (text) => (/^rgba?\(([\d., ]+)\)$/.exec(text)?.[1] ?? "").split(",").map(Number);
  const light = ([r, g, b]) => {
    const part = (c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const under = (el) => {
    for (let at = el; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const el = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || seen.has(el) || el.closest(".grid, .unseen, script, noscript, option"))
      continue;
    seen.add(el);
    if (!el.checkVisibility()) continue;
    const inSvg = el.namespaceURI.endsWith("svg");
    const [a, b] = [light(rgb(inSvg ? getComputedStyle(el).fill : getComputedStyle(el).color)), light(under(el))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (!(contrast >= 4.5)) fault(`contrast ${contrast.toFixed(2)}`, el);
  }
  return faults;
}
