// Sets everything up, lets Testloom write tests for a copy of the sample project, and shows the tests and
// what they cover.

import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { run } from "./process.mjs";
import { inVenv, root, setUp } from "./setup.mjs";

const SECONDS = 5; // for the search, a module
const project = path.join(root, "build", "demo", "shop");
const data = path.join(root, "build", "demo", "coverage");
const python = inVenv("python");
const env = { PYTHONDONTWRITEBYTECODE: "1", COVERAGE_FILE: data };

try {
  await setUp();
  copySample();
  const before = await coverage();
  const known = new Map(testFiles().map((file) => [file, textOf(file)]));
  await generate();
  const written = testFiles().filter((file) => known.get(file) !== textOf(file));
  for (const file of written) show(file);
  compare(before, await coverage());
  console.log(`\nTestloom wrote to ${written.length} test files in ${path.relative(process.cwd(), project) || "."}.`);
} catch (error) {
  console.error(`\nThe demo failed.\n${error.message}`);
  process.exitCode = 1;
}

function copySample() {
  rmSync(path.dirname(project), { recursive: true, force: true });
  mkdirSync(path.dirname(project), { recursive: true });
  const wanted = (source) => !/(^|[\\/])(__pycache__|\..+_cache)$/.test(source);
  cpSync(path.join(root, "samples", "shop"), project, { recursive: true, filter: wanted });
}

async function generate() {
  for (const module of sourceModules()) {
    const command = [inVenv("testloom"), "generate", module, "--root", project, "--python", python, "--budget", SECONDS];
    console.log(`\n$ testloom generate ${module} --budget ${SECONDS}`);
    const { code } = await run(command.map(String), { cwd: project, show: true, env });
    if (code !== 0) throw new Error(`testloom generate exited with status ${code}.`);
  }
}

function sourceModules() {
  const names = readdirSync(path.join(project, "shop")).sort();
  return names.filter((name) => name.endsWith(".py") && name !== "__init__.py").map((name) => path.join("shop", name));
}

function testFiles() {
  const names = readdirSync(path.join(project, "tests"), { recursive: true }).map(String).sort();
  return names.filter((name) => /^test_.*\.py$/.test(path.basename(name))).map((name) => path.join("tests", name));
}

function show(file) {
  console.log(`\n── ${file} ${"─".repeat(Math.max(0, 90 - file.length))}\n${textOf(file).trimEnd()}`);
}

function textOf(file) {
  return readFileSync(path.join(project, file), "utf8");
}

/** Runs the project's tests and returns the percentage of lines and branches covered, by module. */
async function coverage() {
  await must(["-m", "coverage", "run", "--branch", "--source=shop", "-m", "pytest", "-q", "-p", "no:cacheprovider"]);
  const report = `${data}.json`;
  await must(["-m", "coverage", "json", "-q", "-o", report]);
  const { files, totals } = JSON.parse(readFileSync(report, "utf8"));
  const rows = Object.entries(files).filter(([, file]) => file.summary.num_statements > 1);
  return [...rows.map(([name, file]) => [name, file.summary.percent_covered]), ["all", totals.percent_covered]];
}

async function must(args) {
  const { code, output } = await run([python, ...args], { cwd: project, env, seconds: 120 });
  if (code !== 0) throw new Error(`${output}\nThe sample's tests do not pass.`);
}

function compare(before, after) {
  console.log(`\n${"Lines and branches covered".padEnd(34)} before   after`);
  const had = new Map(before);
  for (const [name, percent] of after) {
    console.log(`  ${name.padEnd(32)} ${column(had.get(name) ?? 0)}   ${column(percent)}`);
  }
}

function column(percent) {
  return `${percent.toFixed(0)}%`.padStart(6);
}
