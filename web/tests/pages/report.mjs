// The report, opened from disk.
import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { checkAccess } from "../access.mjs";
import { stage, views } from "../stage.mjs";
import { batt, folder, go, PHONE, shot, visit } from "../support.mjs";

describe("report", () => {
  const file = path.join(folder, "report.html");
  const whole = path.join(folder, "whole.html");
  before(async () => {
    await batt("report", "--store", stage.first, "--store", stage.second, "-o", file);
    await batt("report", "--store", stage.first, "--tasks", stage.best.task, "--test", "-o", whole);
  });

  test("one file shows every view from disk, and asks for nothing", async () => {
    const address = pathToFileURL(file).href;
    for (const [look, options] of [
      ["light", {}],
      ["phone", { viewport: PHONE, scheme: "dark" }],
    ]) {
      const page = await visit(address, options);
      for (const [name, link, heading] of views()) {
        await go(page, link, heading);
        await page.waitForSelector(`.view.${name}`);
        await checkAccess(page, name);
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= room, `${name}: ${wide} px on ${room}`);
        await shot(page, `report-${name}-${look}`);
      }
      assert.equal(page.answers.length, 1);
      assert.equal(await page.locator(".mood").count(), 0);
      await page.end();
    }
  });

  test("a trace is clicked through; test outputs are not in it", async () => {
    const page = await visit(`${pathToFileURL(file).href}#/program/${stage.best.hash}?task=${stage.best.task}&step=0`);
    await page.keyboard.press("j");
    assert.match(await page.textContent(".mover .quiet"), /^step 2 of/);
    const names = await page.locator("select.sample option").allTextContents();
    await page.selectOption("select.sample", { label: names.find((name) => name.startsWith("test")) });
    await page.waitForFunction(() => /make it with --test/.test(document.querySelector(".at-trace").textContent));
    assert.equal(await page.locator("button.tests").count(), 0);
    await go(page, `#/task/${stage.best.task}`, stage.best.task);
    assert.match(await page.textContent(".at-test .note"), /--test/);
    assert.equal(await page.locator("button.tests").count(), 0);
    assert.ok((await page.locator(".at-test .hidden-grid").count()) > 0);
    await go(page, "#/task/unknown", "cannot be shown");
    assert.match(await page.textContent(".trouble"), /not part of this report/);
    await page.end();
  });

  test("made with --test, it shows test outputs when asked", async () => {
    const page = await visit(`${pathToFileURL(whole).href}#/task/${stage.best.task}`);
    assert.ok((await page.locator(".at-test .hidden-grid").count()) > 0);
    await page.click("button.tests");
    await page.waitForFunction(() => !document.querySelector(".at-test .hidden-grid"));
    const trace = `#/program/${stage.best.hash}?task=${stage.best.task}`;
    await go(page, trace, stage.best.short);
    const names = await page.locator("select.sample option").allTextContents();
    await page.selectOption("select.sample", { label: names.find((name) => name.startsWith("test")) });
    await page.waitForSelector(".trace .result");
    await page.click("button.tests");
    await page.waitForFunction(() => !document.querySelector(".trace"));
    await go(page, `#/task/${stage.best.task}`, stage.best.task);
    await page.waitForFunction(() => document.querySelector(".at-test .hidden-grid"));
    await page.end();
  });
});
