// Sets everything up, then runs every check there is, and says at the end which of them failed.
//
//     npm test                    all checks
//     npm test -- mypy vitest     those whose names contain one of the words
//     npm test -- fast            all that need no process, no browser and no search: under a minute
//     npm test -- --all-pythons   options are handed to pytest

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";

import { npm, run } from "./process.mjs";
import { inVenv, root, setUp } from "./setup.mjs";

const SKIPPED = 77; // the exit code by which a check says that this machine lacks what it needs
const minute = 60;
const cores = availableParallelism();

const given = process.argv.slice(2);
const options = given.filter((word) => word.startsWith("--"));
const words = given.filter((word) => !word.startsWith("--") && word !== "fast");
const isFast = given.includes("fast");

// Each worker starts with its share of the tests, in their order, and takes over from another that is late: so
// tests that share an agent or an interpreter mostly stay together. There is one more worker than cores, since
// each waits for a fifth of its time for processes that start or stop.
const pytest = [inVenv("python"), "-m", "pytest", "-n", String(cores + 1), "--dist", "worksteal", ...options];
const unit = ["tests/unit", "tests/packaging", "-m", "not process and not slow", "--deselect", "tests/packaging/test_wheel.py"];

const PACKAGE = "extension package";

/**
 * `closing` is how many of its last lines a check shows when it passes. One that is `alone` uses all cores; the others
 * share them, except for one in the `background`, which mostly waits for the network: it starts at once, and those that
 * are `after` it wait. `more` gives further words for its script. `fast` says whether a check belongs to the fast
 * ones.
 */
const checks = [
  { name: "workbench for end to end", command: [process.execPath, "tests/e2e/tools/install.mjs"], seconds: 10 * minute, background: true },
  { name: "mypy", command: [inVenv("mypy")], seconds: 5 * minute, fast: true },
  { name: "ruff check", command: [inVenv("ruff"), "check", "--quiet", "."], fast: true },
  { name: "ruff format", command: [inVenv("ruff"), "format", "--check", "."], fast: true },
  { name: "import contracts", command: [inVenv("lint-imports")], fast: true },
  { name: "client types", script: "typecheck", fast: true },
  { name: "eslint", script: "lint", fast: true },
  { name: "vitest", script: "test:client", closing: 5, fast: true },
  { name: PACKAGE, script: "package", seconds: 3 * minute },
  isFast
    ? { name: "pytest, unit tests", command: [...pytest, "-q", ...unit], seconds: 5 * minute, closing: 1, alone: true, fast: true }
    : { name: "pytest", command: [...pytest, "--durations=20"], seconds: 35 * minute, closing: 32, alone: true },
  { name: "end to end", script: "test:e2e", more: packed, seconds: 15 * minute, closing: 5, alone: true, after: "workbench for end to end" },
];

const chosen = checks
  .filter(({ fast }) => fast || !isFast)
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

try {
  await setUp();
} catch (error) {
  console.error(`\nSetup failed.\n${error.message}\n\n0 passed, 1 failed`);
  process.exit(1);
}
const outcomes = { passed: [], failed: [], skipped: [] };
await performAll(chosen);
report(outcomes);

/** Runs checks in their order, as many at once as there are cores. */
async function performAll(checks) {
  const background = new Map();
  const running = new Set();
  for (const check of checks) {
    while (running.size >= (check.alone ? 1 : cores)) await Promise.race(running);
    await background.get(check.after);
    const task = perform(check).then((outcome) => {
      outcomes[outcome].push(check.name);
      running.delete(task);
    });
    if (check.background) background.set(check.name, task);
    else running.add(task);
    if (check.alone) await task;
  }
  await Promise.all([...running, ...background.values()]);
}

async function perform({ name, command, script, more = () => [], seconds = 2 * minute, closing = 0 }) {
  const start = Date.now();
  const { code, output } = script && !scripts()[script]
    ? { code: 1, output: `package.json has no script "${script}".` }
    : await run(command ?? npm("run", "--silent", script, "--", ...more()), { cwd: root, env: { NO_COLOR: "1" }, seconds });
  const outcome = code === 0 ? "passed" : code === SKIPPED ? "skipped" : "failed";
  console.log(`${name}: ${outcome} in ${((Date.now() - start) / 1000).toFixed(1)} s`);
  const lines = output.trimEnd().split("\n");
  const shown = outcome === "passed" ? lines.slice(lines.length - Math.min(closing, lines.length)) : lines;
  for (const line of shown) console.log(`    ${line}`);
  return outcome;
}

/** Tells the end-to-end tests that they need not pack the extension again. */
function packed() {
  return outcomes.passed.includes(PACKAGE) ? ["--packed"] : [];
}

function scripts() {
  return JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).scripts;
}

function report({ passed, failed, skipped }) {
  console.log();
  if (failed.length > 0) console.log(`Failed: ${failed.join(", ")}`);
  if (skipped.length > 0) console.log(`Skipped: ${skipped.join(", ")}`);
  const skips = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
  console.log(`${passed.length} passed, ${failed.length} failed${skips}`);
  process.exitCode = failed.length > 0 || passed.length === 0 ? 1 : 0;
}
