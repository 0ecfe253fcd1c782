// Runs the end-to-end tests on the packed extension in a real VS Code workbench.
//
//     npm run test:e2e                  pictures and logs go to build/e2e
//     npm run test:e2e -- coverage      only the suite of that name
//     npm run test:e2e -- --pictures    and the pictures of the documentation are taken anew
//     npm run test:e2e -- --packed      the extension has just been packed

import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";

import { pack, vsix } from "../../scripts/package.mjs";
import { root } from "../../scripts/setup.mjs";
import { HOW_TO_GET_ONE, findChromium } from "./chromium.mjs";
import { saidIn } from "./said.mjs";
import { workbenchTools } from "./tools/install.mjs";

const SKIPPED = 77;
// Two at once would take a third less time, but walks by keyboard miss their rows while processors are busy.
const SUITES_AT_ONCE = 1;
// They make an environment of the server for themselves, or need none; the others use what these have made.
const FIRST = ["generate", "trust", "new-user"];

/** What this machine lacks, in a sentence. */
class Lacking extends Error {}

try {
  await test();
} catch (error) {
  const mayBeSkipped = error instanceof Lacking && process.env.CI !== "true";
  console.log(mayBeSkipped ? `skipped: ${error.message}` : error.stack);
  process.exitCode = mayBeSkipped ? SKIPPED : 1;
}

/** The suites that are named on the command line, or all, in their order. */
function suites() {
  const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  const all = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".e2e.mjs")).map((name) => name.split(".")[0]);
  const ordered = [...FIRST, ...all.filter((name) => !FIRST.includes(name))];
  return ordered.filter((name) => named.length === 0 || named.some((word) => name.startsWith(word)))
    .map((name) => path.join(import.meta.dirname, `${name}.e2e.mjs`));
}

async function test() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Lacking(`The workbench runs on Linux x64 only, not on ${process.platform} ${process.arch}.`);
  }
  const chromium = findChromium();
  if (!chromium) throw new Lacking(HOW_TO_GET_ONE);
  const tools = workbenchTools();
  Object.assign(process.env, {
    E2E_CHROMIUM: chromium,
    E2E_NODE: tools.node,
    E2E_ENTRY: tools.entry,
    E2E_VSIX: process.argv.includes("--packed") ? vsix : await pack(),
    E2E_OUT: path.join(root, "build", "e2e"),
    E2E_PICTURES: process.argv.includes("--pictures") ? path.join(root, "media") : "",
  });
  for (const kept of ["server", "extensions"]) rmSync(path.join(process.env.E2E_OUT, kept), { recursive: true, force: true });
  process.chdir(root);
  const failed = await runSuites(suites());
  if (failed.length === 0) return;
  // What a browser draws anew takes a click now and then; a defect of the product fails twice.
  console.log(`Once more, since they failed: ${failed.map(nameOf).join(", ")}`);
  const again = await runSuites(failed);
  const unsteady = failed.filter((file) => !again.includes(file));
  if (unsteady.length > 0) console.log(`Unsteady, passed only the second time: ${unsteady.map(nameOf).join(", ")}`);
  process.exitCode = again.length > 0 ? 1 : 0;
}

/** Runs suites one after the other, reports on them, and returns the files of those that failed. */
async function runSuites(files) {
  const failed = new Set();
  const tests = run({ files, concurrency: SUITES_AT_ONCE });
  tests.on("test:fail", ({ name, file, details }) => {
    failed.add(file);
    // The file itself fails with its tests.
    if (details.error?.failureType === "subtestsFailed" || file === undefined) return;
    console.log(`Notifications until "${name}" failed:\n${saidIn(path.join(process.env.E2E_OUT, nameOf(file)))}`);
  });
  await pipeline(tests.compose(new spec()), process.stdout, { end: false });
  return failed.has(undefined) ? files : files.filter((file) => failed.has(file));
}

function nameOf(file) {
  return path.basename(file).split(".")[0];
}
