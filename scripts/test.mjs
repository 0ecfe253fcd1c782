// Sets everything up, then runs every check there is, and says at the end which of them failed.
//
//     npm test                   all checks
//     npm test -- mypy vitest    those whose names contain one of the words

import { readFileSync } from "node:fs";
import path from "node:path";

import { npm, run } from "./process.mjs";
import { inVenv, root, setUp } from "./setup.mjs";

const SKIPPED = 77; // the exit code by which a check says that this machine lacks what it needs
const minute = 60;

/** `closing` is how many of its last lines a check shows when it passes. */
const checks = [
  { name: "ruff check", command: [inVenv("ruff"), "check", "--quiet", "."] },
  { name: "ruff format", command: [inVenv("ruff"), "format", "--check", "."] },
  { name: "mypy", command: [inVenv("mypy")] },
  { name: "import contracts", command: [inVenv("lint-imports")] },
  { name: "pytest", command: [inVenv("python"), "-m", "pytest"], seconds: 35 * minute, closing: 12 },
  { name: "client types", script: "typecheck" },
  { name: "eslint", script: "lint" },
  { name: "vitest", script: "test:client", closing: 5 },
  { name: "extension package", script: "package", seconds: 3 * minute },
  { name: "end to end", script: "test:e2e", seconds: 15 * minute, closing: 5 },
];

const words = process.argv.slice(2);
const chosen = checks.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

try {
  await setUp();
} catch (error) {
  console.error(`\nSet-up failed.\n${error.message}\n\n0 passed, 1 failed`);
  process.exit(1);
}
const outcomes = { passed: [], failed: [], skipped: [] };
for (const check of chosen) outcomes[await perform(check)].push(check.name);
report(outcomes);

async function perform({ name, command, script, seconds = 2 * minute, closing = 0 }) {
  process.stdout.write(`${name} … `);
  const start = Date.now();
  const { code, output } = script && !scripts()[script]
    ? { code: 1, output: `package.json has no script "${script}".` }
    : await run(command ?? npm("run", "--silent", script), { cwd: root, env: { NO_COLOR: "1" }, seconds });
  const outcome = code === 0 ? "passed" : code === SKIPPED ? "skipped" : "failed";
  console.log(`${outcome} in ${((Date.now() - start) / 1000).toFixed(1)} s`);
  const lines = output.trimEnd().split("\n");
  const shown = outcome === "passed" ? lines.slice(lines.length - Math.min(closing, lines.length)) : lines;
  for (const line of shown) console.log(`    ${line}`);
  return outcome;
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
