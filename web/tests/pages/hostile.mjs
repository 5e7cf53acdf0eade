// Text that would be markup if it were not data.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { load } from "../load.mjs";
import { stage, views } from "../stage.mjs";
import { batt, folder, go, json, makeStore, serve, shot, visit } from "../support.mjs";

const { paths } = await load("paths");

describe("hostile names", () => {
  const NAMES = [
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(2)>',
    "javascript:alert(3)",
    "a&amp;b'c %2e%2e ?#",
    ".",
    "..",
  ];

  /** A data folder whose file names are markup. */
  function hostileData() {
    const data = path.join(folder, "hostile");
    mkdirSync(data, { recursive: true });
    const grid = [
      [1, 0],
      [0, 2],
    ];
    const turned = [
      [0, 1],
      [2, 0],
    ];
    const task = {
      train: [
        { input: grid, output: turned },
        { input: turned, output: grid },
      ],
      test: [{ input: grid, output: turned }],
    };
    for (const name of NAMES) writeFileSync(path.join(data, `${name}.json`), JSON.stringify(task));
    return data;
  }

  /** Every view that shows such names, in whatever page. */
  async function walk(page, ask) {
    const { map } = await ask("/api/0/overview");
    assert.deepEqual([...map.task].sort(), [...NAMES].sort());
    for (const name of NAMES) {
      await go(page, `#/task/${encodeURIComponent(name)}`, name);
      assert.equal(await page.textContent("h1 code"), name);
      const { programs } = await ask(paths.task(0, name, false));
      if (!programs[0]) continue;
      await go(page, `#/program/${programs[0].hash}?task=${encodeURIComponent(name)}`, programs[0].short);
      assert.ok((await page.locator(".at-kept").textContent()).includes(name));
    }
    await go(page, "#/engine", "Engine");
    await go(page, "#/compare", "Compare");
    await go(page, `#/task/${encodeURIComponent("<script>alert(5)</script>")}`, "cannot be shown");
    await go(page, "#/", "Run");
    await page.fill(".taskmap input", NAMES[0]);
    await page.waitForSelector(".found a");
    assert.equal(await page.textContent(".found a"), NAMES[0]);
    assert.match(await page.textContent(".top"), /<b onclick=alert\(4\)>&\.db/);
    assert.equal(await page.locator("main img, main svg[onload], header b, [onclick], [onerror]").count(), 0);
  }

  test("names of tasks and stores are text, on the server's pages and in a report", async () => {
    const data = hostileData();
    const store = await makeStore("<b onclick=alert(4)>&.db", "--data", data);
    const own = await serve([store], { data });
    const ask = (address) => json(own, address);
    const page = await visit(`${own.url}/`, { allow: [/404/] });
    await walk(page, ask);
    await shot(page, "hostile");
    await page.end();
    const file = path.join(folder, "hostile.html");
    await batt("report", "--store", store, "--data", data, "-o", file);
    const report = await visit(pathToFileURL(file).href);
    await walk(report, ask);
    await report.end();
    await own.stop();
  });

  test("programs, errors and values are text as well", async () => {
    const evil = "</script><img src=x onerror=alert(6)>";
    const spoil = (value) =>
      typeof value === "string"
        ? /^[0-9a-f]{12,32}$|^[0-9.#?]*$|^(done|failed|grid|running|finished)$/.test(value)
          ? value
          : value + evil
        : Array.isArray(value)
          ? value.map(spoil)
          : value && typeof value === "object"
            ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spoil(inner)]))
            : value;
    const answers = {};
    const keep = async (address, as = address) => (answers[as] = spoil(await json(stage.server, address)));
    await keep("/api/stores");
    await keep("/api/0/overview");
    await keep("/api/0/engine");
    await keep(`/api/0/task/${stage.best.task}`);
    await keep(`/api/0/program/${stage.best.hash}?task=${stage.best.task}`);
    await keep(`/api/0/trace/${stage.best.hash}?task=${stage.best.task}`);
    await keep("/api/compare?a=0:1&b=1:1", "/api/compare?a=0%3A1&b=1%3A1");
    const dist = (name) => readFileSync(new URL(`../../dist/${name}`, import.meta.url), "utf8");
    const packed = gzipSync(JSON.stringify(answers)).toString("base64");
    const html = dist("index.html")
      .replace(/<link rel="icon".*\n/, "")
      .replace(/<link rel="stylesheet".*>/, () => `<style>${dist("app.css")}</style>`)
      .replace(
        /<script.*<\/script>/,
        () => `<script type="application/octet-stream" id="views">${packed}</script><script>${dist("app.js")}</script>`,
      );
    const file = path.join(folder, "evil.html");
    writeFileSync(file, html);
    const page = await visit(pathToFileURL(file).href);
    for (const [name, link] of views()) {
      await page.evaluate((hash) => (location.hash = hash), link);
      await page.waitForSelector(`.view.${name}`);
      assert.ok((await page.textContent(`.view.${name}`)).includes(evil), name);
      assert.equal(await page.locator("main img").count(), 0);
    }
    await page.end();
  });
});
