// Runs the end-to-end tests on the packed extension in a real VS Code workbench.
//
//     npm run test:e2e                  pictures and logs go to build/e2e
//     npm run test:e2e -- coverage      only the suite of that name
//     npm run test:e2e -- --pictures    and the pictures of the documentation are taken anew

import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { pack } from "../../scripts/package.mjs";
import { run } from "../../scripts/process.mjs";
import { root } from "../../scripts/setup.mjs";
import { HOW_TO_GET_ONE, findChromium } from "./chromium.mjs";
import { workbenchTools } from "./tools/install.mjs";

const SKIPPED = 77;

/** What this machine lacks, in a sentence. */
class Lacking extends Error {}

try {
  process.exitCode = await test();
} catch (error) {
  const mayBeSkipped = error instanceof Lacking && process.env.CI !== "true";
  console.log(mayBeSkipped ? `skipped: ${error.message}` : error.stack);
  process.exitCode = mayBeSkipped ? SKIPPED : 1;
}

/** The suites that are named on the command line, or all. */
function suites() {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const all = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".e2e.mjs"));
  return all.filter((name) => named.length === 0 || named.some((word) => name.startsWith(word))).map((name) => `tests/e2e/${name}`);
}

async function test() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Lacking(`The workbench runs on Linux x64 only, not on ${process.platform} ${process.arch}.`);
  }
  const chromium = findChromium();
  if (!chromium) throw new Lacking(HOW_TO_GET_ONE);
  const tools = workbenchTools();
  const env = {
    E2E_CHROMIUM: chromium,
    E2E_NODE: tools.node,
    E2E_ENTRY: tools.entry,
    E2E_VSIX: await pack(),
    E2E_OUT: path.join(root, "build", "e2e"),
    E2E_PICTURES: process.argv.includes("--pictures") ? path.join(root, "media") : "",
  };
  for (const kept of ["server", "extensions"]) rmSync(path.join(env.E2E_OUT, kept), { recursive: true, force: true });
  const { code } = await run([process.execPath, "--test", "--test-concurrency=1", "--test-reporter=spec", ...suites()],
    { cwd: root, env, show: true, seconds: 1800 });
  return code;
}
