// Sets up everything a developer needs: .venv with Testloom in it, and node_modules. Does nothing when
// the locks have not changed since the last time.
//
// TESTLOOM_SETUP_PYTHON names the Python that .venv is made from (3.10 or newer).

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { npm, run } from "./process.mjs";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const venv = path.join(root, ".venv");
/** Packages that no interpreter finds by itself: a test that needs them names this folder. */
const snapshots = path.join(venv, "snapshots");
const isWindows = process.platform === "win32";

/** The path of a program in .venv. */
export function inVenv(program) {
  return isWindows ? path.join(venv, "Scripts", `${program}.exe`) : path.join(venv, "bin", program);
}

/** Brings .venv and node_modules up to date, both at once; throws an Error that says what to do if that fails. */
export async function setUp() {
  const python = once("Python environment in .venv", path.join(venv, ".testloom-setup"), {
    inputs: ["requirements-dev.txt", "requirements-snapshots.txt", "pyproject.toml", "server/testloom/__init__.py"],
    stillThere: () => works(inVenv("python")),
    install: installPython,
  });
  const node = once("Node packages in node_modules", path.join(root, "node_modules", ".testloom-setup"), {
    inputs: ["package-lock.json"],
    stillThere: () => true,
    install: installNode,
  });
  const failed = (await Promise.allSettled([python, node])).find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

async function once(what, stamp, { inputs, stillThere, install }) {
  const wanted = digest(inputs);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted && (await stillThere())) {
    console.log(`${what}: up to date`);
    return;
  }
  rmSync(stamp, { force: true });
  console.log(`${what}: installing …`);
  const start = Date.now();
  await install();
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  console.log(`${what}: installed in ${((Date.now() - start) / 1000).toFixed(0)} s`);
}

function digest(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const full = path.join(root, file);
    if (!existsSync(full)) throw new Error(`${file} is missing: check out the whole repository.`);
    hash.update(`${file}\0`).update(readFileSync(full)).update("\0");
  }
  return hash.update(`${process.platform} ${process.arch}`).digest("hex");
}

async function installPython() {
  if (!(await works(inVenv("python")))) {
    const python = await findPython();
    console.log(`  from ${python.join(" ")}`);
    await must([...python, "-m", "venv", "--clear", venv], "Could not create a virtual environment. On Debian and " +
      "Ubuntu, run apt install python3-venv, or set TESTLOOM_SETUP_PYTHON to another Python.");
  }
  const pip = [inVenv("python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
  await must([...pip, "--require-hashes", "-r", "requirements-dev.txt"], "Could not install " +
    "requirements-dev.txt: check that pip can reach its package index (proxy, certificates).");
  const beside = ["--target", snapshots, "--upgrade", "--require-hashes", "-r", "requirements-snapshots.txt"];
  await must([...pip, ...beside], "Could not install requirements-snapshots.txt: check that pip can reach its package index.");
  await must([...pip, "--no-deps", "--no-build-isolation", "--editable", "."], "Could not install Testloom itself: " +
    "pyproject.toml or server/ is broken.");
}

async function installNode() {
  await must(npm("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"), "Could not install " +
    "package-lock.json: check that npm can reach its registry (proxy, certificates).");
}

async function must(command, advice) {
  const { code, output } = await run(command, { cwd: root });
  if (code !== 0) throw new Error(`${output.trimEnd()}\n\n${advice}`);
}

async function findPython() {
  const named = process.env.TESTLOOM_SETUP_PYTHON;
  if (named) {
    if (await works(named)) return [named];
    throw new Error(`TESTLOOM_SETUP_PYTHON is ${named}, which is not Python 3.10 or newer.`);
  }
  const names = ["python3", "python3.13", "python3.12", "python3.11", "python3.10", "python3.14", "python"];
  for (const name of names) if (await works(name)) return [name];
  if (isWindows && (await works("py", "-3"))) return ["py", "-3"];
  throw new Error(
    "No Python 3.10 or newer found on PATH. Install one, or set TESTLOOM_SETUP_PYTHON=/path/to/python3.",
  );
}

async function works(...python) {
  const { code } = await run([...python, "-c", "import sys, venv; sys.exit(sys.version_info < (3, 10))"]);
  return code === 0;
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  setUp().catch((error) => {
    console.error(`\nSetup failed.\n${error.message}`);
    process.exitCode = 1;
  });
}
