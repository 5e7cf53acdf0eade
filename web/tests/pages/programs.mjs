// Tasks and programs: samples, outputs, traces, tables.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkAccess } from "../access.mjs";
import { stage } from "../stage.mjs";
import { go, json, PHONE, shot, visit } from "../support.mjs";

/** How light the box of a table is at an edge, just below its top where no text stands: 0 to 255. */
async function edge(page, box, side) {
  const { x, y, width } = await box.boundingBox();
  const clip = { x: side === "left" ? x + 2 : x + width - 4, y: y + 2, width: 2, height: 3 };
  const png = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    pen.drawImage(bitmap, 0, 0);
    const { data: cells } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    return cells.filter((_, i) => i % 4 === 1).reduce((a, b) => a + b, 0) / (cells.length / 4);
  }, png);
}

describe("task", () => {
  test("test outputs are hidden until asked for, in the page and on the wire", async () => {
    const whole = await json(stage.server, `/api/0/task/${stage.best.task}?test=1`);
    const output = whole.test[0].output;
    assert.ok(output.length > 0);
    const page = await visit(`${stage.server.url}/#/task/${stage.best.task}`);
    const told = async () =>
      (await Promise.all(page.answers.filter((a) => a.url().includes("/api/0/task/")).map((a) => a.text()))).join("\n");
    const shown = () => page.locator(".at-test .pair").first().locator("figure").nth(1).innerHTML();
    assert.ok(!(await told()).includes(JSON.stringify(output)));
    assert.match(await shown(), /hidden/);
    assert.doesNotMatch(await page.textContent(".head"), /on the tests/);
    assert.ok(!(await page.locator(".at-outputs h4").allTextContents()).some((text) => text.startsWith("test")));
    await page.click("button.tests");
    await page.waitForFunction(() => /Hide test outputs/.test(document.querySelector("button.tests").textContent));
    assert.ok((await told()).includes(JSON.stringify(output)));
    const { test_right: right, test_count: count } = whole.programs[0];
    const word = right === count ? "right" : "wrong";
    assert.match(await page.textContent(".head"), new RegExp(`fits the demos.*${word} on the tests`));
    assert.doesNotMatch(await shown(), /hidden/);
    assert.ok(!page.url().includes("test="));
    await shot(page, "task-tests");
    await page.click("button.tests");
    await page.waitForFunction(() => document.querySelector(".at-test .hidden-grid"));
    await page.end();
  });

  test("the best programs have their picture in the table", async () => {
    const answer = await json(stage.server, `/api/0/task/${stage.best.task}`);
    const page = await visit(`${stage.server.url}/#/task/${stage.best.task}`);
    const outputs = answer.outputs.flatMap(({ samples }) => samples.slice(0, 4));
    const drawn = outputs.filter((sample) => sample.output?.kind === "grid").length;
    assert.ok(drawn > 0);
    assert.equal(await page.locator(".at-programs tbody svg").count(), drawn);
    await page.end();
  });

  test("a table that is wider than a phone has a shadow where it goes on", async () => {
    const page = await visit(`${stage.server.url}/#/task/${stage.best.task}`, { viewport: PHONE });
    const box = page.locator(".at-programs .scroll");
    await box.scrollIntoViewIfNeeded();
    assert.ok(await box.evaluate((el) => el.scrollWidth > el.clientWidth + 20));
    const [right, left] = [await edge(page, box, "right"), await edge(page, box, "left")];
    assert.ok(right < left - 8, `right ${right}, left ${left}: darker on the right`);
    await box.evaluate((el) => (el.scrollLeft = el.scrollWidth));
    const [after, before] = [await edge(page, box, "right"), await edge(page, box, "left")];
    assert.ok(before < after - 8, `right ${after}, left ${before}: darker on the left`);
    await page.end();
  });

  test("differing cells are outlined as often as they are counted", async () => {
    const { map } = await json(stage.server, "/api/0/overview");
    let seen = 0;
    const page = await visit(`${stage.server.url}/`);
    for (const id of map.task.slice(0, 8)) {
      const answer = await json(stage.server, `/api/0/task/${id}`);
      await go(page, `#/task/${id}`, id);
      for (const [i, outputs] of answer.outputs.entries()) {
        for (const [k, sample] of outputs.samples.entries()) {
          const pair = page.locator(".outputs").nth(i).locator(".pair").nth(k);
          if (!sample.wrong) continue;
          const made = pair.locator("svg", { has: page.locator(".differs") });
          assert.match(await made.getAttribute("aria-label"), new RegExp(`; ${sample.wrong} cells? not as expected$`));
          assert.match(await pair.locator("h4").textContent(), new RegExp(`${sample.wrong} cells? wrong`));
          seen++;
        }
      }
    }
    assert.ok(seen > 0);
    await page.end();
  });

  test("tables sort by their columns", async () => {
    const { ops } = await json(stage.server, "/api/0/engine");
    const page = await visit(`${stage.server.url}/#/engine`);
    const calls = page.locator(".at-ops th", { hasText: /^calls/ });
    await calls.locator("button").click();
    assert.equal(await calls.getAttribute("aria-sort"), "descending");
    const column = async () =>
      (await page.locator(".at-ops tbody tr td:nth-child(6)").allTextContents()).map((text) =>
        Number(text.replaceAll(",", "")),
      );
    const down = await column();
    assert.ok(down.length > 3);
    assert.deepEqual(
      down,
      [...down].sort((a, b) => b - a),
    );
    await calls.locator("button").click();
    assert.equal(await calls.getAttribute("aria-sort"), "ascending");
    await page.locator(".at-ops .more-rows button").click();
    assert.deepEqual(
      await column(),
      ops.map((op) => op.calls).sort((a, b) => a - b),
    );
    await page.end();
  });
});

describe("program", () => {
  test("a trace is clicked through, by mouse and by keys", async () => {
    const trace = await json(stage.server, `/api/0/trace/${stage.best.hash}?task=${stage.best.task}`);
    const last = trace.steps.length;
    const page = await visit(`${stage.server.url}/#/program/${stage.best.hash}?task=${stage.best.task}&step=0`);
    const at = () => page.textContent(".mover .quiet");
    const title = () => page.textContent("#chosen-title");
    assert.equal(await at(), `step 1 of ${last}`);
    for (let i = 0; i < last; i++) {
      assert.equal(await title(), trace.steps[i].text);
      assert.match(page.url(), new RegExp(`step=${i}`));
      if (trace.steps[i].value) assert.ok((await page.locator(".chosen .large").count()) === 1);
      if (i < last - 1) await page.click(".next");
    }
    assert.equal(await page.getAttribute(".next", "aria-disabled"), "true");
    assert.equal(await at(), `step ${last} of ${last}`);
    await page.keyboard.press("k");
    assert.equal(await at(), `step ${Math.max(1, last - 1)} of ${last}`);
    await page.keyboard.press("j");
    await page.click("#step-0");
    assert.equal(await at(), `step 1 of ${last}`);
    await page.keyboard.press("ArrowDown");
    assert.equal(await at(), `step ${Math.min(2, last)} of ${last}`);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-current")), "step");
    await page.click(".previous");
    assert.equal(await at(), `step 1 of ${last}`);
    await page.end();
  });

  test("arrow keys go through the steps without a click first", async () => {
    const trace = await json(stage.server, `/api/0/trace/${stage.best.hash}?task=${stage.best.task}`);
    const page = await visit(`${stage.server.url}/#/program/${stage.best.hash}?task=${stage.best.task}`);
    const at = () => page.textContent(".mover .quiet");
    const last = trace.steps.length;
    await page.keyboard.press("ArrowDown");
    assert.equal(await at(), `step ${Math.min(2, last)} of ${last}`);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await at(), `step 1 of ${last}`);
    await page.end();
  });

  test("all steps at once, each with what it was made from, and a legend for the bars", async () => {
    const trace = await json(stage.server, `/api/0/trace/${stage.best.hash}?task=${stage.best.task}`);
    const address = `#/program/${stage.best.hash}?task=${stage.best.task}`;
    const page = await visit(`${stage.server.url}/${address}`);
    const dearest = Math.max(...trace.steps.map((step) => step.cost));
    const legend = () => page.textContent(".costs");
    assert.ok((await legend()).includes(`${dearest.toLocaleString("en")} units`), await legend());
    await page.click("button.all");
    await page.waitForSelector(".allsteps");
    assert.match(page.url(), /all=1/);
    assert.equal(await page.locator(".allsteps > li").count(), trace.steps.length);
    for (const [i, step] of trace.steps.entries()) {
      const item = page.locator(".allsteps > li").nth(i);
      assert.equal(await item.locator("h3 code").textContent(), step.text);
      const drawn = await item.locator(".large svg, .large .literal").count();
      assert.equal(drawn > 0, step.value !== null, step.text);
      const made = await item.locator(".operands figcaption code").allTextContents();
      assert.deepEqual(made, [...new Set(step.uses)], step.text);
      if (step.uses.includes("I")) assert.ok((await item.locator(".operands svg").count()) > 0, step.text);
    }
    assert.ok((await legend()).includes("units"));
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.keyboard.press("j");
    const now = page.locator(".allsteps > li[aria-current]");
    assert.equal(await now.getAttribute("id"), `step-${Math.min(1, trace.steps.length - 1)}`);
    await page.keyboard.press("ArrowDown");
    assert.equal(await now.getAttribute("id"), `step-${Math.min(1, trace.steps.length - 1)}`, "arrows scroll here");
    await checkAccess(page, "all steps");
    await shot(page, "program-all");
    const other = await visit(page.url(), { viewport: PHONE });
    assert.equal(await other.locator(".allsteps > li").count(), trace.steps.length);
    const [wide, room] = await other.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= room, `${wide} px on ${room}`);
    await checkAccess(other, "all steps on a phone");
    await shot(other, "program-all-phone");
    await other.end();
    await page.click("button.all");
    await page.waitForSelector(".steplist");
    await page.end();
  });

  test("another sample is another trace", async () => {
    const program = await json(stage.server, `/api/0/program/${stage.best.hash}?task=${stage.best.task}`);
    const page = await visit(`${stage.server.url}/#/program/${stage.best.hash}?task=${stage.best.task}`);
    const input = () => page.getAttribute(".result svg", "aria-label");
    assert.equal(await page.locator("button.tests").count(), 0);
    const before = await input();
    await page.selectOption("select.sample", "1");
    await page.waitForFunction(
      (label) => document.querySelector(".result svg").getAttribute("aria-label") !== label,
      before,
    );
    assert.match(page.url(), /sample=1/);
    const test = program.samples.findIndex((name) => name.startsWith("test"));
    await page.selectOption("select.sample", String(test));
    await page.waitForSelector("button.tests");
    const ofTest = () => page.answers.filter((a) => a.url().includes(`sample=${test}`)).map((a) => a.url());
    assert.deepEqual([await page.locator(".trace").count(), ofTest()], [0, []]);
    assert.match(await page.textContent(".at-trace"), /on a test input is hidden/);
    await checkAccess(page, "hidden steps");
    await page.click("button.tests");
    await page.waitForSelector(".trace .result");
    assert.equal(await page.locator(".result .hidden-grid").count(), 0);
    assert.deepEqual([ofTest().length, page.url().includes("test=")], [1, false]);
    await page.click("button.tests");
    await page.waitForFunction(() => !document.querySelector(".trace"));
    await page.end();
  });

  test("every value of every kept program is drawn or written", async () => {
    const { map } = await json(stage.server, "/api/0/overview");
    const page = await visit(`${stage.server.url}/`);
    const kinds = new Set();
    for (const id of map.task.slice(0, 6)) {
      const { programs } = await json(stage.server, `/api/0/task/${id}`);
      if (!programs[0]) continue;
      const { hash, short } = programs[0];
      const trace = await json(stage.server, `/api/0/trace/${hash}?task=${id}`);
      await go(page, `#/program/${hash}?task=${id}&step=0`, short);
      for (const [i, step] of trace.steps.entries()) {
        await page.click(`#step-${i}`);
        if (!step.value) continue;
        kinds.add(step.value.kind);
        const pictures = await page.locator(".chosen .large svg, .chosen .large .literal").count();
        assert.ok(pictures > 0, `${step.text}: ${step.value.kind}`);
      }
      await checkAccess(page, id);
    }
    await shot(page, "program-last");
    assert.ok(kinds.has("grid") && kinds.size > 1, [...kinds].join());
    await page.end();
  });
});
