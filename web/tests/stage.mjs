// What all browser tests share: two stores of small searches, a server that shows them, and a task with a program.
import { after, before } from "node:test";
import { closeBrowser, json, makeStore, openBrowser, serve, stopAll } from "./support.mjs";

/** Filled in before the first test: the paths of the stores, the server, the task that is nearest to solved. */
export const stage = { first: "", second: "", server: null, best: null };

before(
  async () => {
    await openBrowser();
    stage.first = await makeStore("first.db", "--data", "embedded");
    stage.second = await makeStore("second.db", "--data", "embedded", "--seed", "2");
    stage.server = await serve([stage.first, stage.second]);
    const { map } = await json(stage.server, "/api/0/overview");
    const order = map.best.map((points, i) => [points / map.perfect[i], i]).sort((a, b) => b[0] - a[0]);
    const task = await json(stage.server, `/api/0/task/${map.task[order[0][1]]}`);
    stage.best = { task: task.task, hash: task.programs[0].hash, short: task.programs[0].short };
  },
  { timeout: 300_000 },
);

after(async () => {
  await closeBrowser();
  await stopAll();
});

/** Every view: its name, a link to it, and what its heading holds. */
export const views = () => [
  ["overview", "#/", "Run"],
  ["task", `#/task/${stage.best.task}`, stage.best.task],
  ["program", `#/program/${stage.best.hash}?task=${stage.best.task}`, stage.best.short],
  ["engine", "#/engine", "Engine"],
  ["compare", "#/compare?a=0:1&b=1:1", "Compare"],
];
