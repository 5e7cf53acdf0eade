// What found the programs: stores that `batt solve` filled, the filter, solutions and nearest candidates.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { checkAccess } from "../access.mjs";
import { batt, DESKTOP, folder, go, json, PHONE, serve, shot, SMALL, visit } from "../support.mjs";

const named = (finder) => (finder.name === "file" ? "from files" : finder.name);
const status = (page) => page.textContent(".taskmap [role=status]");

/** Mirrored; the same grid mirrored in two ways, which no program can do; two that are not worked on. */
function tasks() {
  const grids = [0, 1, 2].map((no) => [0, 1, 2, 3].map((row) => [0, 1, 2].map((x) => (x * 3 + row * 7 + no * 5) % 10)));
  const turned = (grid) => grid.map((row) => [...row].reverse());
  const test = [{ input: grids[2], output: turned(grids[2]) }];
  const mirrored = { train: grids.map((input) => ({ input, output: turned(input) })), test };
  const torn = {
    train: [
      { input: grids[0], output: turned(grids[0]) },
      { input: grids[0], output: [...grids[0]].reverse() },
    ],
    test,
  };
  return { bare: mirrored, by_hand: mirrored, mirrored, torn };
}

describe("a store that solve filled", () => {
  const store = path.join(folder, "solved.db");
  const [solved, near, bare] = ["mirrored", "torn", "bare"];
  let own, answer;
  before(
    async () => {
      const data = path.join(folder, "tasks.json");
      writeFileSync(data, JSON.stringify(tasks()));
      const solve = (ids, effort) =>
        batt("solve", "--data", data, "--tasks", ids, "--effort", effort, "--threads", "1", "--store", store);
      await solve(`${solved},${near}`, "0.1");
      await solve(bare, "0");
      const file = path.join(folder, "by_hand.py");
      writeFileSync(file, "def solve_by_hand(I):\n    return hmirror(I)\n");
      await batt("store", "import", "--data", data, "--store", store, file);
      own = await serve([store], { data });
      answer = await json(own, "/api/0/overview");
      assert.deepEqual(answer.map.task, ["bare", "by_hand", solved, near]);
      assert.deepEqual([answer.map.fits_demos, answer.map.programs[0]], [[0, 0, 1, 0], 0]);
      assert.ok(answer.finders.length > 1 && answer.finders.some((f) => f.name === "file"), JSON.stringify(answer));
    },
    { timeout: 300_000 },
  );

  const views = () => [
    ["overview", "#/", "solved.db"],
    ["overview", `#/?from=${encodeURIComponent(answer.finders[0].name)}`, "solved.db"],
    ["task", `#/task/${solved}`, solved],
    ["task", `#/task/${near}`, near],
    ["task", `#/task/${bare}`, bare],
    ["engine", "#/engine", "Engine"],
    ["compare", "#/compare", "Compare"],
  ];
  for (const [look, viewport, scheme] of [
    ["light", DESKTOP, "light"],
    ["dark", DESKTOP, "dark"],
    ["phone", PHONE, "light"],
    ["phone-dark", PHONE, "dark"],
  ]) {
    test(`opens, fits and can be used: ${look}`, async () => {
      const page = await visit(`${own.url}/`, { viewport, scheme });
      for (const [i, [name, link, heading]] of views().entries()) {
        await go(page, link, heading);
        await page.waitForSelector(`.view.${name}`);
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= room, `${link}: ${wide} px on ${room}`);
        await checkAccess(page, link);
        await shot(page, `solved-${i}-${name}-${look}`);
      }
      await page.end();
    });
  }

  test("says what fits, and what found it", async () => {
    const page = await visit(`${own.url}/`);
    const { totals, finders } = answer;
    const [given, found] = [finders.filter((f) => f.name === "file"), finders.filter((f) => f.name !== "file")];
    assert.match(await page.textContent(".head"), /solved\.db.*No run is recorded/);
    const facts = await page.textContent(".facts");
    assert.match(facts, new RegExp(`Fits the demos${totals.fits_demos} of ${totals.tasks} tasks`));
    assert.deepEqual(totals.fitted, { from_files: 0, right_on_tests: 1, tests_known: 1 });
    assert.match(facts, /Right on the tests1 of 1 task/);
    const said = await page.locator(".finders li").allTextContents();
    const tasks = (n) => `${n} task${n === 1 ? "" : "s"}`;
    assert.deepEqual(
      said,
      [...found, ...given].map((f) => `${named(f)}${f.fits_demos} fitted of ${tasks(f.tasks)}`),
    );
    assert.ok(given.length === 1 && (await page.locator(".at-finders p").textContent()).startsWith("Not found but given"));
    assert.equal(totals.fits_demos, finders.reduce((sum, f) => sum + f.fits_demos, 0));
    assert.equal(await page.locator(".at-recent, .at-errors, .chart").count(), 0);
    await page.end();
  });

  test("the filter is part of the link", async () => {
    const { map, finders } = answer;
    const [first, second] = finders;
    const of = (finder) => map.task.filter((_, i) => map.from[i] === finders.indexOf(finder) + 1);
    const shown = async (page) => (await page.locator(".found a").allTextContents()).sort();
    const page = await visit(`${own.url}/`);
    assert.equal(await page.locator(".found a").count(), 0);
    await page.selectOption("select.finder", first.name);
    await page.waitForSelector(".found a");
    assert.equal(page.url(), `${own.url}/#/?from=${encodeURIComponent(first.name)}`);
    assert.deepEqual(await shown(page), of(first).sort());
    assert.equal(await status(page), `${first.tasks} of ${map.task.length} tasks`);
    await page.click(`.finders a >> text="${named(second)}"`);
    await page.waitForFunction((name) => document.querySelector("select.finder").value === name, second.name);
    assert.deepEqual(await shown(page), of(second).sort());
    assert.equal(await page.getAttribute(".finders a[aria-current]", "aria-current"), "true");
    // Back and forth, and in another window.
    await page.click(".found a");
    await page.waitForSelector(".view.task");
    await page.goBack();
    await page.waitForSelector(".found a");
    assert.deepEqual(await shown(page), of(second).sort());
    const other = await visit(page.url());
    assert.deepEqual(await shown(other), of(second).sort());
    assert.equal(await other.inputValue("select.finder"), second.name);
    await other.click(".finders a[aria-current]");
    await other.waitForFunction(() => !document.querySelector(".found"));
    assert.equal(other.url(), `${own.url}/#/`);
    await other.end();
    await page.end();
  });

  test("a link may name what is not there", async () => {
    const page = await visit(`${own.url}/#/?from=${encodeURIComponent("<img src=x onerror=alert(1)>")}`);
    assert.match(await page.textContent(".taskmap"), /There is no such task\./);
    assert.equal(await page.inputValue("select.finder"), "<img src=x onerror=alert(1)>");
    assert.equal(await page.locator(".cells, main img").count(), 0);
    await page.selectOption("select.finder", "");
    await page.waitForSelector(".cells");
    await page.end();
  });

  test("a task that is fitted shows its program at once", async () => {
    const task = await json(own, `/api/0/task/${solved}`);
    const [best] = task.programs;
    const page = await visit(`${own.url}/#/task/${solved}`);
    assert.match(await page.textContent(".head"), new RegExp(`fits the demos.*found by ${best.from}: program ${best.short}`));
    const lines = await page.locator(".at-solution .code li").allTextContents();
    assert.deepEqual(lines, task.text.trimEnd().split("\n"));
    const columns = await page.locator(".at-programs thead th").allTextContents();
    assert.ok(columns.some((text) => text.startsWith("found by")) && !columns.includes("parent"), `${columns}`);
    await page.click(".at-solution p a");
    await page.waitForSelector(".view.program .step");
    assert.equal(await page.textContent(".head .found-by"), `found by ${best.from}`);
    assert.match(await page.textContent(".lineage"), new RegExp(`found by ${best.from}`));
    await checkAccess(page, "program");
    await page.end();
  });

  test("a task that nothing fits shows the nearest candidate, and where it is wrong", async () => {
    const task = await json(own, `/api/0/task/${near}`);
    const [best] = task.programs;
    assert.equal(best.score, Math.max(...task.programs.map((program) => program.score)));
    const page = await visit(`${own.url}/#/task/${near}`);
    const part = page.locator(".at-nearest");
    assert.ok((await part.locator("p").first().textContent()).startsWith(`Program ${best.short}, found by ${best.from}`));
    assert.equal(await part.locator(".pair").count(), task.demo.length);
    const wrong = task.outputs[0].samples.filter((sample) => sample.wrong > 0).length;
    assert.equal(await part.locator("path.differs").count(), wrong);
    for (const [i, sample] of task.outputs[0].samples.entries()) {
      const said = await part.locator(".pair h4").nth(i).textContent();
      if (sample.wrong > 0) assert.ok(said.includes(`${sample.wrong} cell`), said);
      assert.equal(await part.locator(".pair").nth(i).locator("figcaption").allTextContents().then(String), "made,expected");
    }
    assert.equal(await page.locator(".at-outputs article").count(), task.outputs.length - 1);
    await part.locator("summary >> text=Source").click();
    await part.locator(".code li").first().waitFor();
    await page.end();
  });

  test("a task with nothing is drawn", async () => {
    const page = await visit(`${own.url}/#/task/${bare}`);
    assert.ok((await page.locator(".at-demo .pair").count()) > 0);
    assert.match(await page.textContent(".at-programs"), /No program is kept/);
    assert.equal(await page.locator(".at-nearest, .at-solution").count(), 0);
    await page.end();
  });

  test("names of strategies are text, and links bring them back", async () => {
    const name = `"><img src=x onerror=alert(1)>&from=x#?%25`;
    const evil = structuredClone(answer);
    evil.finders[0].name = name;
    const task = await json(own, `/api/0/task/${solved}`);
    task.programs.forEach((program) => (program.from = name));
    const prepare = async (page) => {
      await page.route("**/api/0/overview", (route) => route.fulfill({ json: evil }));
      await page.route(`**/api/0/task/${solved}`, (route) => route.fulfill({ json: task }));
    };
    const page = await visit(`${own.url}/`, { prepare });
    await page.click(".finders a >> nth=0");
    await page.waitForSelector(".found a");
    const other = await visit(page.url(), { prepare });
    assert.equal(await other.inputValue("select.finder"), name);
    assert.equal(await other.textContent(".finders a[aria-current]"), name);
    assert.match(await status(other), new RegExp(`^${evil.finders[0].tasks} of `));
    await go(other, `#/task/${solved}`, solved);
    assert.ok((await other.textContent(".at-solution")).includes(`found by ${name}`));
    assert.equal(await other.locator("main img").count(), 0);
    const [wide, room] = await other.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= room);
    await other.end();
    await page.end();
  });

  test("beside runs it is seen as a whole", async () => {
    const mixed = path.join(folder, "mixed.db");
    const data = path.join(folder, "tasks.json");
    await batt("store", "merge", store, "--store", mixed);
    const search = ["--data", data, "--tasks", "by_hand", "--generations", "1", ...SMALL];
    await batt("evolve", path.join(folder, "by_hand.py"), "--store", mixed, ...search);
    const server = await serve([mixed], { data });
    const file = path.join(folder, "mixed.html");
    await batt("report", "--store", mixed, "--data", data, "-o", file);
    for (const address of [`${server.url}/`, pathToFileURL(file).href]) {
      const page = await visit(address);
      assert.match(await page.textContent(".head h1"), /^Run 1/);
      assert.equal(await status(page), "1 task");
      await page.click('main a >> text="the whole store"');
      await page.waitForFunction(() => document.querySelector(".head h1").textContent === "mixed.db");
      assert.match(page.url(), /#\/\?run=-$/);
      assert.match(await status(page), /^[34] tasks$/);
      assert.equal(await page.inputValue("select.run"), "-");
      await checkAccess(page, "overview");
      await page.selectOption("select.run", "1");
      await page.waitForFunction(() => document.querySelector(".head h1").textContent === "Run 1");
      await page.end();
    }
    await server.stop();
  });

  test("a report of it shows the same, from disk", async () => {
    const file = path.join(folder, "solved.html");
    await batt("report", "--store", store, "--data", path.join(folder, "tasks.json"), "-o", file);
    const { name, tasks } = answer.finders[0];
    const page = await visit(`${pathToFileURL(file).href}#/?from=${encodeURIComponent(name)}`);
    assert.match(await status(page), new RegExp(`^${tasks} of `));
    assert.equal(await page.locator(".finders li").count(), answer.finders.length);
    await checkAccess(page, "overview");
    await go(page, `#/task/${solved}`, solved);
    await page.waitForSelector(".at-solution .code");
    await go(page, `#/task/${near}`, near);
    await page.waitForSelector(".at-nearest .pair");
    await shot(page, "report-nearest");
    await page.end();
  });
});
