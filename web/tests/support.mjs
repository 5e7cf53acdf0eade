// What the browser tests need: stores made by `batt`, its server, a browser that notices everything that goes wrong.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { root } from "./load.mjs";

const run = promisify(execFile);

export const BATT = process.env.BATT ?? path.join(root, "../target/debug/batt");
const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const SHOTS = process.env.ARCBATT_SHOTS;

export const folder = mkdtempSync(path.join(tmpdir(), "arcbatt-web-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

const env = { ...process.env, ARCBATT_STORE: path.join(folder, "default.db") };

/** Runs `batt` to its end. */
export async function batt(...args) {
  return run(BATT, args, { env, cwd: folder, maxBuffer: 64e6 });
}

// The embedded programs solve all embedded tasks: these searches go on all the same, with mutants alone.
const GOES_ON = ["--beyond", "--solve", "0"];
/** How the tests search: small, on one core, always the same. */
export const SMALL = ["--population", "12", "--threads", "1", "--backend", "cpu", "--memory", "64", ...GOES_ON];

/** A store of its own after three generations. */
export async function makeStore(name, ...args) {
  const store = path.join(folder, name);
  await batt("evolve", "--store", store, "--generations", "3", ...SMALL, ...args);
  return store;
}

const running = new Set();

/** Ends what a failed test left behind. */
export const stopAll = () => Promise.all([...running].map((started) => started.stop()));

/** Starts `batt` and gives its lines as they come. */
export function start(...args) {
  const child = spawn(BATT, args, { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data) => (errors += data));
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const started = {
    ended,
    errors: () => errors,
    lines: createInterface({ input: child.stdout }),
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
  running.add(started);
  ended.then(() => running.delete(started));
  return started;
}

/** A server; `address` may name the port of one that ended. */
export async function serve(stores, { address = "127.0.0.1:0", data } = {}) {
  const more = data ? ["--data", data] : [];
  const server = start("serve", "--json", "--addr", address, ...stores.flatMap((store) => ["--store", store]), ...more);
  const first = new Promise((resolve) => server.lines.once("line", resolve));
  const line = await Promise.race([first, server.ended.then(() => null)]);
  assert.ok(line, `the server did not start: ${server.errors()}`);
  const { url, address: at } = JSON.parse(line);
  return { url: url.replace(/\/$/, ""), address: at, stop: server.stop };
}

export async function json(server, address) {
  const answer = await fetch(server.url + address);
  assert.equal(answer.status, 200, address);
  return answer.json();
}

let browser;

export async function openBrowser() {
  const executablePath = BROWSERS.find((name) => name && existsSync(name));
  assert.ok(executablePath, "no browser: install chromium, or name one in CHROMIUM");
  browser = await chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export const closeBrowser = () => browser?.close();

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

/**
 * A page that remembers what went wrong: errors, dialogs, failed requests, requests of other hosts. `end` fails if there
 * was anything; `allow` holds patterns of what a test brings about itself.
 */
export async function visit(address, { viewport = DESKTOP, scheme = "light", allow = [], prepare } = {}) {
  const context = await browser.newContext({
    viewport,
    colorScheme: scheme,
    deviceScaleFactor: viewport === PHONE ? 2 : 1,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults = [];
  const answers = [];
  const note = (what) => allow.some((pattern) => pattern.test(what)) || faults.push(what);
  page.on("console", (message) => message.type() === "error" && note(`console: ${message.text()}`));
  page.on("pageerror", (error) => note(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    note(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // Views that are left before their answer came, and event streams of closed pages.
    if (why !== "net::ERR_ABORTED") note(`request: ${request.url()} ${why}`);
  });
  page.on("request", (request) => {
    const same = request.url().startsWith(new URL(address).origin) || /^(file|data|blob):/.test(request.url());
    if (!same) note(`other host: ${request.url()}`);
  });
  page.on("response", (response) => {
    answers.push(response);
    if (response.status() >= 400) note(`answer ${response.status()}: ${response.url()}`);
  });
  if (process.env.ARCBATT_DIST) await page.route(/\/(app\.(js|css))?(\?.*)?$/, freshFile);
  if (prepare) await prepare(page);
  await page.goto(address);
  await page.waitForSelector("main > .view");
  return Object.assign(page, {
    answers,
    async end() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  });
}

/** While the pages are being worked on: what the server says, with the files of `dist` rather than the binary's own. */
async function freshFile(route) {
  if (!/^http/.test(route.request().url())) return route.fallback();
  const response = await route.fetch({ maxRedirects: 0 });
  const name = path.basename(new URL(route.request().url()).pathname) || "index.html";
  return route.fulfill({ response, ...(response.ok() && { body: readFileSync(path.join(root, "dist", name)) }) });
}

/** Keeps a picture of the whole page, if asked for by ARCBATT_SHOTS. */
export async function shot(page, name) {
  if (!SHOTS) return;
  await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
}

/** Goes to a link within the page and waits until its view is there. */
export async function go(page, link, heading) {
  await page.evaluate((hash) => (location.hash = hash), link);
  await page.waitForFunction((text) => document.querySelector("main h1")?.textContent.includes(text), heading);
}
