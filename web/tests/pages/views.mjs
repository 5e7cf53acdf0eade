// Every view by itself: it opens, fits, reads well and says what the store says.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { checkAccess } from "../access.mjs";
import { stage, views } from "../stage.mjs";
import { batt, DESKTOP, folder, go, json, PHONE, serve, shot, visit } from "../support.mjs";

describe("every view", () => {
  const looks = [
    ["light", DESKTOP, "light"],
    ["dark", DESKTOP, "dark"],
    ["phone", PHONE, "light"],
    ["phone-dark", PHONE, "dark"],
  ];
  for (const [look, viewport, scheme] of looks) {
    test(`opens, fits and can be used: ${look}`, async () => {
      const page = await visit(`${stage.server.url}/`, { viewport, scheme });
      for (const [name, link, heading] of views()) {
        await go(page, link, heading);
        await page.waitForSelector(`.view.${name}`);
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= room, `${name}: ${wide} px on ${room}`);
        await checkAccess(page, name);
        await shot(page, `${name}-${look}`);
      }
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(ground, scheme === "dark" ? "rgb(18, 21, 25)" : "rgb(247, 247, 245)");
      await page.end();
    });
  }

  test("what has the focus can be seen, and Tab comes by everything", async () => {
    const page = await visit(`${stage.server.url}/`);
    for (const [name, link, heading] of [...views(), ["program", `${views()[2][1]}&all=1`, stage.best.short]]) {
      await go(page, link, heading);
      await page.waitForSelector(`.view.${name}`);
      const seen = new Set();
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press("Tab");
        const [what, line] = await page.evaluate(() => {
          const el = document.activeElement;
          const { outlineStyle, outlineWidth } = getComputedStyle(el);
          return [`${el.tagName} ${el.className} ${el.textContent.slice(0, 20)}`, `${outlineStyle} ${outlineWidth}`];
        });
        if (/^(BODY|MAIN|H1) /.test(what)) continue;
        assert.match(line, /^solid 2px$/, `${link}: ${what}`);
        seen.add(what);
      }
      assert.ok(seen.size > 8, `${link}: ${[...seen]}`);
    }
    await page.end();
  });

  test("links can be shared: each opens by itself", async () => {
    for (const [name, link, heading] of views()) {
      const page = await visit(`${stage.server.url}/${link}`);
      assert.match(await page.textContent("main h1"), new RegExp(heading));
      assert.equal(await page.locator(`.view.${name}`).count(), 1);
      await page.end();
    }
  });

  test("what is not there is said, and the page lives on", async () => {
    const page = await visit(`${stage.server.url}/#/task/nothing-of-the-kind`, { allow: [/404/] });
    assert.match(await page.textContent(".trouble"), /cannot be shown/);
    await go(page, "#/", "Run");
    await go(page, "#/program/ffffffffffff", "cannot be shown");
    await page.end();
  });
});

describe("a store without runs", () => {
  test("shows its tasks and programs", async () => {
    const file = path.join(folder, "plain.py");
    writeFileSync(file, `def solve_${stage.best.task}(I):\n    x1 = vmirror(I)\n    x2 = hmirror(x1)\n    return x2\n`);
    const store = path.join(folder, "plain.db");
    await batt("store", "import", "--data", "embedded", "--store", store, file);
    const own = await serve([store], { data: "embedded" });
    const page = await visit(`${own.url}/`);
    assert.match(await page.textContent(".head"), /plain\.db.*No run is recorded/);
    await checkAccess(page, "overview");
    await go(page, `#/task/${stage.best.task}`, stage.best.task);
    await page.click(".at-programs tbody a");
    await page.waitForSelector(".view.program .step");
    await checkAccess(page, "program");
    assert.match(await page.textContent(".lineage"), /from a file/);
    await go(page, "#/engine", "Engine");
    await checkAccess(page, "engine");
    await go(page, "#/compare", "Compare");
    await checkAccess(page, "compare");
    await shot(page, "plain");
    await page.end();
    await own.stop();
  });
});

describe("compare", () => {
  test("two stores stand side by side", async () => {
    const answer = await json(stage.server, "/api/compare?a=0:1&b=1:1");
    const page = await visit(`${stage.server.url}/#/compare`);
    await page.waitForSelector(".at-sides table");
    const row = (name) =>
      page
        .locator(".at-sides tbody tr", { has: page.locator("th", { hasText: new RegExp(`^${name}$`) }) })
        .locator("td")
        .allTextContents();
    const [a, b, difference] = (await row("candidates")).map((text) => text.replaceAll(",", ""));
    assert.deepEqual([a, b], [`${answer.a.candidates} programs`, `${answer.b.candidates} programs`]);
    assert.ok(difference.length > 0);
    assert.equal((await row("seed"))[2], "differs");
    assert.equal(await page.locator("[aria-label^='Tasks fitted'] .line").count(), 2);
    await page.selectOption("select.side-b", "0:1");
    await page.waitForFunction(
      () => /0:1/.test(document.querySelector("select.side-b").value) && !document.querySelector("main[aria-busy]"),
    );
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".at-sides tbody td:last-child")].every(
        (cell) => cell.textContent === "same" || cell.textContent === "\u2013",
      ),
    );
    await page.end();
  });
});
