// Modules of `src` for tests that need no browser.
import { build } from "esbuild";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

// The page's own tree code watches sizes from the start; nothing is drawn here.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
};

/** What `src/NAME.ts` exports. */
export async function load(name) {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, "src", `${name}.ts`)],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
