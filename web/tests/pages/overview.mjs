// The overview: numbers, the map of tasks, choices in the head.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { stage } from "../stage.mjs";
import { json, shot, visit } from "../support.mjs";

/** The most that a page may weigh with its first answers. */
const PAGE_BYTES = 300_000;

const fact = (page, name) =>
  page
    .locator(".facts > div", { has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) })
    .locator(".value")
    .textContent();

describe("overview", () => {
  test("its numbers are the store's", async () => {
    const answer = await json(stage.server, "/api/0/overview");
    const page = await visit(`${stage.server.url}/`);
    assert.equal(await fact(page, "Fits the demos"), `${answer.run.fits_demos} of ${answer.run.tasks} tasks`);
    assert.equal((await fact(page, "Candidates")).replaceAll(",", ""), `${answer.run.candidates} programs`);
    assert.equal(await page.locator(".chart svg .line").count(), 3);
    assert.ok((await page.locator(".chart .tick.x").count()) >= 6);
    await page.locator(".chart summary").first().click();
    await page.waitForSelector(".chart table");
    assert.equal(await page.locator(".chart table tbody tr").count(), answer.run.series.seconds.length);
    await page.locator(".plot").first().hover();
    await page.waitForSelector(".plot .reading");
    await page.end();
  });

  test("by keyboard alone: Tab reaches the map, arrows move, Enter opens the task", async () => {
    const { map } = await json(stage.server, "/api/0/overview");
    const page = await visit(`${stage.server.url}/`);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement.classList.contains("cells"))) break;
    }
    const spoken = () => page.textContent(".cells [role=option]");
    assert.match(
      await spoken(),
      new RegExp(`^task ${map.task[0]}, [\\d,]+ of [\\d,]+ points, (nothing fits yet|fits the demos|nothing kept yet)(, best program (found by mutation|from a file))?$`),
    );
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    assert.match(await spoken(), new RegExp(`^task ${map.task[1]},`));
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-activedescendant")), "cell-1");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".view.task");
    assert.match(await page.textContent("h1"), new RegExp(map.task[1]));
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1");
    await page.end();
  });

  test("arrow keys move on the map at once, Enter opens; elsewhere they scroll", async () => {
    const { map } = await json(stage.server, "/api/0/overview");
    const page = await visit(`${stage.server.url}/`);
    await page.locator(".cells").scrollIntoViewIfNeeded();
    await page.keyboard.press("ArrowRight");
    assert.match(await page.textContent(".cells [role=option]"), new RegExp(`^task ${map.task[1]},`));
    assert.ok(await page.evaluate(() => document.activeElement.classList.contains("cells")));
    await page.keyboard.press("Enter");
    await page.waitForSelector(".view.task");
    assert.match(await page.textContent("h1"), new RegExp(map.task[1]));
    await page.goBack();
    await page.waitForSelector(".cells");
    const marked = await page.textContent(".cells [role=option]");
    await page.focus("nav a");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.textContent(".cells [role=option]"), marked);
    await page.evaluate(() => document.activeElement.blur());
    await page.evaluate(() => (document.querySelector(".cells").style.marginTop = "3000px"));
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.textContent(".cells [role=option]"), marked, "out of sight it stays");
    await page.end();
  });

  test("Enter in the search opens the match", async () => {
    const { map } = await json(stage.server, "/api/0/overview");
    const page = await visit(`${stage.server.url}/`);
    await page.press(".taskmap input", "Enter");
    await page.fill(".taskmap input", "no such task");
    await page.press(".taskmap input", "Enter");
    assert.equal(await page.locator(".view.overview").count(), 1);
    await page.fill(".taskmap input", map.task[4].toUpperCase());
    await page.waitForFunction(() => document.querySelectorAll(".found li").length === 1);
    assert.match(await page.textContent(".taskmap .reading"), new RegExp(`^task ${map.task[4]},.*Enter opens it$`));
    await page.press(".taskmap input", "Enter");
    await page.waitForSelector(".view.task");
    assert.match(await page.textContent("h1"), new RegExp(map.task[4]));
    await page.end();
  });

  test("the legend has the colours that the map is painted with", async () => {
    const page = await visit(`${stage.server.url}/`);
    assert.deepEqual(
      await page.locator(".legend.map li").allTextContents(),
      ["nothing kept", "some of the points", "80 % or more", "fits the demos"],
    );
    const { painted, keys } = await page.evaluate(() => {
      const canvas = document.querySelector(".cells canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const painted = new Set();
      for (let i = 0; i < data.length; i += 4) painted.add(`rgb(${data[i]}, ${data[i + 1]}, ${data[i + 2]})`);
      const keys = [...document.querySelectorAll(".legend.map .key")].map((el) => getComputedStyle(el).backgroundColor);
      return { painted: [...painted], keys };
    });
    assert.equal(new Set(keys).size, 4);
    assert.ok(painted.includes(keys[3]), `${keys[3]} in ${painted}`);
    await page.end();
  });

  test("the map can be clicked, and searched", async () => {
    const { map } = await json(stage.server, "/api/0/overview");
    const page = await visit(`${stage.server.url}/`);
    await page.fill(".taskmap input", map.task[3]);
    await page.waitForFunction(() => document.querySelectorAll(".found li").length === 1);
    assert.equal(await page.textContent(".found a"), map.task[3]);
    await page.fill(".taskmap input", "no such task");
    await page.waitForFunction(() => !document.querySelector(".cells"));
    await page.fill(".taskmap input", "");
    await page.locator(".cells").click({ position: { x: 5, y: 5 } });
    await page.waitForSelector(".view.task");
    assert.match(await page.textContent("h1"), new RegExp(map.task[0]));
    await page.end();
  });

  test("40,000 tasks are drawn, reached and found", async () => {
    const answer = await json(stage.server, "/api/0/overview");
    const ids = Array.from({ length: 40_000 }, (_, i) => i.toString(16).padStart(8, "0"));
    answer.map = {
      task: ids,
      best: ids.map((_, i) => i % 1001),
      perfect: ids.map(() => 1000),
      fits_demos: ids.map((_, i) => Number(i % 1001 === 1000)),
      programs: ids.map((_, i) => i % 7),
      from: ids.map((_, i) => i % 3),
    };
    answer.finders = ["layers", "cells"].map((name) => ({ name, tasks: 13_333, fits_demos: 20 }));
    const prepare = (page) => page.route("**/api/0/overview", (route) => route.fulfill({ json: answer }));
    const page = await visit(`${stage.server.url}/`, { prepare });
    await page.focus(".cells");
    await page.keyboard.press("End");
    assert.match(await page.textContent(".cells [role=option]"), /^task 00009c3f, 960 of 1,000 points/);
    const drawn = await page.evaluate(() => {
      const canvas = document.querySelector(".cells canvas");
      const pixel = canvas.getContext("2d").getImageData(2, 2, 1, 1).data;
      return { wide: canvas.width, high: canvas.height, opaque: pixel[3] };
    });
    assert.ok(drawn.wide * drawn.high >= 40_000 * 36 && drawn.opaque === 255, JSON.stringify(drawn));
    await page.fill(".taskmap input", "00009c3f");
    await page.waitForSelector(".found a");
    await shot(page, "map-of-one");
    await page.fill(".taskmap input", "");
    await page.selectOption("select.finder", "cells");
    await page.waitForFunction(() => /^13,333 of 40,000/.test(document.querySelector("[role=status]").textContent));
    await page.selectOption("select.finder", "");
    await shot(page, "map-40000");
    await page.end();
  });

  test("runs and stores are chosen in the head", async () => {
    const page = await visit(`${stage.server.url}/`);
    await page.selectOption("select.store", "1");
    await page.waitForFunction(() => /seed 2/.test(document.querySelector(".head p")?.textContent));
    assert.match(page.url(), /store=1/);
    await page.click("nav a[href*=engine]");
    await page.waitForSelector(".view.engine");
    assert.match(page.url(), /#\/engine\?store=1/);
    await page.goBack();
    await page.waitForSelector(".view.overview");
    await page.end();
  });

  test("theme and digits are kept", async () => {
    const page = await visit(`${stage.server.url}/#/task/${stage.best.task}`);
    await page.click(".theme");
    await page.click(".theme");
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(18, 21, 25)");
    assert.equal(await page.locator(".digit").count(), 0);
    await page.click(".digits");
    assert.ok((await page.locator(".digit").count()) > 0);
    assert.equal(await page.getAttribute(".digits", "aria-pressed"), "true");
    await shot(page, "task-digits");
    await page.reload();
    await page.waitForSelector(".digit");
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.end();
  });

  test("the page with its first answers is light", async () => {
    const page = await visit(`${stage.server.url}/`);
    const sizes = await Promise.all(
      page.answers
        .filter((answer) => !answer.url().endsWith("/api/events"))
        .map(async (answer) => (await answer.body()).length),
    );
    const all = sizes.reduce((a, b) => a + b, 0);
    assert.ok(sizes.length >= 5 && all < PAGE_BYTES, `${all} bytes in ${sizes.length} answers`);
    await page.end();
  });
});
