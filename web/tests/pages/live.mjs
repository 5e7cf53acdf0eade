// Pages that follow a search, a server that comes and goes, tokens.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { stage } from "../stage.mjs";
import { json, makeStore, serve, shot, SMALL, start, visit } from "../support.mjs";

/** The number of candidates as it stands in the page; runs there. */
function candidates() {
  const facts = [...document.querySelectorAll(".facts > div")];
  return facts.find((div) => div.firstChild.textContent === "Candidates").querySelector(".value").textContent;
}

/** Waits until the page shows another number of candidates. */
async function nextNumber(page) {
  const old = await page.evaluate(() => window.candidates());
  await page.waitForFunction((before) => window.candidates() !== before, old);
}

/** A page that can be told that nobody looks, and the count of its questions for the overview. */
function watched() {
  const counts = { asked: 0, asking: 0, most: 0 };
  const prepare = async (page) => {
    await page.addInitScript(`window.candidates = ${candidates}`);
    await page.addInitScript(() => Object.defineProperty(document, "hidden", { get: () => window.away === true }));
    await page.route("**/api/0/overview", async (route) => {
      counts.asked++;
      counts.most = Math.max(counts.most, ++counts.asking);
      const response = await route.fetch().catch(() => null);
      counts.asking--;
      await (response ? route.fulfill({ response }) : route.abort()).catch(() => undefined);
    });
  };
  return { counts, prepare };
}

/** Turns the page away, and resolves after the server told of three more changes. */
async function lookAway(page) {
  await page.evaluate(() => (window.away = true));
  await page.waitForFunction(() => !document.querySelector("main[aria-busy]"));
  return () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const events = new EventSource("./api/events");
          let changes = 0;
          events.addEventListener("change", () => {
            if (++changes < 4) return;
            events.close();
            resolve();
          });
        }),
    );
}

describe("live", () => {
  test("the page follows a search in the same store and loses nothing of the reader's", async () => {
    const store = await makeStore("live.db", "--data", "embedded");
    const own = await serve([store]);
    const { counts, prepare } = watched();
    const page = await visit(`${own.url}/`, { prepare });
    await page.waitForSelector(".mood.live");
    await page.fill(".taskmap input", "0");
    await page.locator(".chart summary").first().click();
    await page.focus(".cells");
    await page.keyboard.press("ArrowRight");
    const place = await page.textContent(".cells [role=option]");
    await page.evaluate(() => window.scrollTo(0, 150));
    const search = start("evolve", "--store", store, "--data", "embedded", "--time", "5m", "--seed", "7", ...SMALL);
    for (let i = 0; i < 3; i++) await nextNumber(page);
    await page.waitForFunction(() => document.querySelector(".head .chip")?.textContent === "running");
    assert.equal(await page.evaluate(() => document.activeElement.className), "cells");
    assert.equal((await page.textContent(".cells [role=option]")).slice(0, 13), place.slice(0, 13));
    assert.equal(await page.inputValue(".taskmap input"), "0");
    assert.ok(await page.evaluate(() => document.querySelector(".chart details").open));
    assert.equal(await page.evaluate(() => window.scrollY), 150);
    assert.equal(await page.inputValue("select.run"), "2");
    await shot(page, "live");

    const changes = await lookAway(page);
    const before = counts.asked;
    await changes();
    assert.equal(counts.asked, before, "a hidden page asked");
    await page.evaluate(() => {
      window.away = false;
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await nextNumber(page);

    await search.stop();
    await page.waitForFunction(() => document.querySelector(".head .chip")?.textContent === "finished");
    assert.ok(counts.asked > 4);
    assert.equal(counts.most, 1, "an answer was asked for before the last one came");
    await page.end();
    await own.stop();
  });

  test("a run that fell silent is looked at again, though no change is told", async () => {
    const answer = await json(stage.server, "/api/0/overview");
    const prepare = async (page) => {
      await page.clock.install();
      answer.run.state = "running";
      // Events never come: nothing but time can make it ask again.
      await page.route("**/api/events", () => undefined);
      await page.route("**/api/0/overview", (route) => route.fulfill({ json: answer }));
    };
    const page = await visit(`${stage.server.url}/`, { prepare });
    await page.waitForSelector(".chip.busy");
    answer.run.state = "stopped";
    await page.clock.fastForward(12_000);
    await page.waitForFunction(() => document.querySelector(".head .chip")?.textContent === "stopped");
    await page.end();
  });

  test("without events the page asks now and then, and says so", async () => {
    const prepare = (page) =>
      page.route("**/api/events", (route) => route.fulfill({ status: 503, json: { error: "too many", hint: null } }));
    const page = await visit(`${stage.server.url}/`, { prepare, allow: [/503/] });
    await page.waitForSelector(".mood.polling");
    await page.waitForFunction(() => /asking now and then/.test(document.querySelector(".mood").textContent));
    const asked = () => page.answers.filter((a) => a.url().endsWith("/api/0/overview")).length;
    const before = asked();
    await page.waitForResponse((answer) => answer.url().endsWith("/api/0/overview"));
    assert.ok(asked() > before);
    await page.end();
  });

  test("a server that goes away is noticed, and so is its return", async () => {
    let own = await serve([stage.first]);
    const page = await visit(`${own.url}/`, { allow: [/ERR_|Failed to load/] });
    await page.waitForSelector(".mood.live");
    await own.stop();
    await page.waitForSelector(".banner p");
    assert.match(await page.textContent(".banner"), /does not answer; trying again/);
    assert.match(await page.textContent("h1"), /Run/);
    await shot(page, "gone");
    own = await serve([stage.first], { address: own.address });
    await page.waitForFunction(() => !document.querySelector(".banner p"), null, { timeout: 60_000 });
    await page.waitForSelector(".mood.live", { timeout: 60_000 });
    await page.end();
    await own.stop();
  });
});

describe("token", () => {
  test("the address with the token opens the page and loses it", async () => {
    const own = await serve([stage.first], { address: "0.0.0.0:0" });
    const { port, search } = new URL(own.url);
    assert.match(search, /^\?token=.{16,}/);
    const page = await visit(`http://127.0.0.1:${port}/${search}`);
    assert.match(await page.textContent("h1"), /Run/);
    assert.equal(new URL(page.url()).search, "");
    await page.waitForSelector(".mood.live");
    await page.end();
    await own.stop();
  });
});
