// Bundles the front end: `node scripts/build.mjs FOLDER`. The same sources give the same bytes.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const target = path.resolve(root, process.argv[2] ?? "dist");

const common = { bundle: true, minify: true, sourcemap: false, charset: "utf8", legalComments: "none" };

await mkdir(target, { recursive: true });
await build({
  ...common,
  absWorkingDir: root,
  entryPoints: ["src/app.ts"],
  outfile: path.join(target, "app.js"),
  format: "iife",
  target: "es2020",
});
await build({
  ...common,
  absWorkingDir: root,
  entryPoints: ["static/app.css"],
  outfile: path.join(target, "app.css"),
});
for (const name of ["index.html", "icon.svg"]) {
  await copyFile(path.join(root, "static", name), path.join(target, name));
}
