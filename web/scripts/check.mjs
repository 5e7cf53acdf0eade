// Checks that the sources keep to the rules and that `dist` is what they build. See README.md.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const FILES = ["app.css", "app.js", "icon.svg", "index.html"];
/** All files together, uncompressed. */
const MOST_BYTES = 150_000;

/** What would make data into markup or code, or what the content security policy refuses. */
const FORBIDDEN = [
  [/\b(innerHTML|outerHTML|insertAdjacentHTML|srcdoc|createContextualFragment|DOMParser)\b/, "text is data: use `h`"],
  [/\bdocument\.write/, "text is data: use `h`"],
  [/\beval\s*\(|\bnew Function\b|\bimport\s*\(/, "the page runs no code that it was not built with"],
  [/\bset(Timeout|Interval)\(\s*["'`]/, "the page runs no code that it was not built with"],
  [/\bstyle:\s*["'`]|setAttribute\(\s*["'`]style/, "set styles one by one: the policy refuses style attributes"],
  [/\bhttps?:\/\/(?!www\.w3\.org\/2000\/svg)/, "the page asks no other host"],
];
/** In the page itself: handlers, styles and scripts must not stand in the markup. */
const FORBIDDEN_MARKUP = [
  [/\son\w+\s*=/i, "no handlers in the markup"],
  [/\sstyle\s*=|<style/i, "no styles in the markup"],
  [/<script(?![^>]*\ssrc=)/i, "no scripts in the markup"],
  [/(src|href)\s*=\s*"?(https?:)?\/\//i, "the page asks no other host"],
];

const faults = [];

function lint(folder, names, rules) {
  for (const name of names) {
    const lines = readFileSync(path.join(root, folder, name), "utf8").split("\n");
    lines.forEach((line, i) => {
      for (const [rule, why] of rules) {
        if (rule.test(line)) faults.push(`${folder}/${name}:${i + 1}: ${why}: ${line.trim()}`);
      }
    });
  }
}

function compare() {
  const fresh = mkdtempSync(path.join(tmpdir(), "arcbatt-web-"));
  try {
    execFileSync(process.execPath, [path.join(root, "scripts/build.mjs"), fresh], { stdio: "inherit" });
    const found = readdirSync(path.join(root, "dist")).sort();
    if (found.join() !== FILES.join())
      faults.push(`dist holds ${found.join(", ")}; it should hold ${FILES.join(", ")}`);
    for (const name of FILES.filter((file) => found.includes(file))) {
      const same = readFileSync(path.join(fresh, name)).equals(readFileSync(path.join(root, "dist", name)));
      if (!same) faults.push(`dist/${name} is not what the sources build: run \`npm run build\``);
    }
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

function weigh() {
  const sizes = readdirSync(path.join(root, "dist")).map((name) => readFileSync(path.join(root, "dist", name)).length);
  const all = sizes.reduce((a, b) => a + b, 0);
  if (all > MOST_BYTES) faults.push(`dist weighs ${all} bytes; ${MOST_BYTES} are allowed`);
  return all;
}

/** The report puts these files into one page, where a closing tag within them would end them early. */
function closing() {
  for (const [name, tag] of [
    ["app.js", /<\/script/i],
    ["app.js", /<!--/],
    ["app.css", /<\/style/i],
  ]) {
    if (tag.test(readFileSync(path.join(root, "dist", name), "utf8")))
      faults.push(`dist/${name} holds ${tag}, which a report cannot carry`);
  }
}

const lock = readFileSync(path.join(root, "package-lock.json"), "utf8");
if (/"resolved"/.test(lock)) faults.push("package-lock.json names a registry: install with this folder's .npmrc");
lint("src", readdirSync(path.join(root, "src")), FORBIDDEN);
lint("static", ["index.html"], FORBIDDEN_MARKUP);
compare();
closing();
const bytes = weigh();
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`dist is what the sources build: ${bytes} bytes`);
