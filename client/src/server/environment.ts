// The server's own Python environment: private, made on first start from the wheels in the extension, made
// again after an upgrade. A project's environment is never touched.

import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import type { Run } from "./run.js";

export interface Places {
  /** The folder with the wheels, requirements.txt and wheels.json that scripts/package.mjs made. */
  wheels: string;
  /** Where environments are kept; the extension's global storage. */
  storage: string;
}

/** What scripts/package.mjs says of the wheels: `python` is the minor version that they fit. */
interface Wheels {
  key: string;
  python: string;
}

/** What is needed of the editor and of its machine. */
export interface Host {
  run: Run;
  /** Tells what is being done, and which of the `STEPS` it is, from 1. */
  report: (step: string, number: number) => void;
  /** Puts a text into the user's language, with values for `{0}` and so on. */
  say: (message: string, ...values: string[]) => string;
}

/** Something a user must know: what happened, and what to do next. */
export class EnvironmentError extends Error {
  constructor(what: string, advice: string) {
    super(`${what} ${advice}`);
    this.name = "EnvironmentError";
  }
}

const PROBE = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])";
const OLDEST_MINOR = 10;
/** Of making an environment. */
export const STEPS = 3;
const A_DAY = 24 * 60 * 60 * 1000;

/**
 * Returns the Python of the server's environment, which it makes first if there is none for these wheels.
 *
 * @param named the Python that the user wants it to be made from; without it, the first that fits is taken
 * @throws EnvironmentError if it cannot be made
 */
export async function prepareEnvironment(
  places: Places,
  named: string | undefined,
  host: Host,
): Promise<string> {
  const wheels = await readWheels(places, host);
  const stamp = path.join(places.storage, `server-${keyOf(wheels, named)}.json`);
  const ready = await readStamp(stamp);
  if (ready !== undefined) return ready;
  await mkdir(places.storage, { recursive: true });
  const base = await findBase(named, wheels, host);
  const folder = `${stamp.slice(0, -".json".length)}-${randomBytes(4).toString("hex")}`;
  try {
    const python = await build(folder, base, places.wheels, host);
    await writeStamp(stamp, python);
    await removeOthers(places.storage, stamp, folder);
    return python;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function readWheels(places: Places, { say }: Host): Promise<Wheels> {
  try {
    return JSON.parse(await readFile(path.join(places.wheels, "wheels.json"), "utf8")) as Wheels;
  } catch {
    throw new EnvironmentError(
      say("The extension is incomplete: {0} has no wheels.json.", places.wheels),
      say("Reinstall it (from a clone: npm run package)."),
    );
  }
}

function keyOf(wheels: Wheels, named: string | undefined): string {
  return createHash("sha256").update(`${wheels.key}\0${named ?? ""}`).digest("hex").slice(0, 12);
}

/** The Python that a stamp names, if it is still there. A folder without a stamp was never finished. */
async function readStamp(stamp: string): Promise<string | undefined> {
  try {
    const { python } = JSON.parse(await readFile(stamp, "utf8")) as { python: string };
    return existsSync(python) ? python : undefined;
  } catch {
    return undefined;
  }
}

async function writeStamp(stamp: string, python: string): Promise<void> {
  const unfinished = `${stamp}.${randomBytes(4).toString("hex")}`;
  await writeFile(unfinished, JSON.stringify({ python }));
  await rename(unfinished, stamp);
}

/** The command of a Python to start from; one that the wheels fit goes first. */
async function findBase(named: string | undefined, wheels: Wheels, host: Host): Promise<string[]> {
  const candidates = named === undefined ? pythonsOnPath(wheels.python) : [[named]];
  const failures: string[] = [];
  for (const candidate of candidates) {
    const { code, output } = await host.run([...candidate, "-I", "-c", PROBE]);
    const [major, minor] = output.trim().split(".").map(Number);
    if (code === 0 && major === 3 && minor !== undefined && minor >= OLDEST_MINOR) return candidate;
    failures.push(`${candidate.join(" ")}: ${code === 0 ? "Python " : ""}${lastLine(output)}`);
  }
  throw named === undefined ? noPython(failures, host) : unfitPython(named, failures, host);
}

function noPython(failures: string[], { say }: Host): EnvironmentError {
  const lacking = failures.some((failure) => failure.includes("ensurepip") || failure.includes("venv"));
  return lacking
    ? new EnvironmentError(
        say("Testloom cannot create its environment: the Python found lacks venv."),
        say("On Debian and Ubuntu, run apt install python3-venv, or set testloom.serverPython to another Python."),
      )
    : new EnvironmentError(
        say("Testloom's server needs Python 3.10 or newer, and none was found."),
        say("Install one, or set testloom.serverPython to its path."),
      );
}

function unfitPython(named: string, failures: string[], { say }: Host): EnvironmentError {
  return new EnvironmentError(
    say("Testloom cannot create its environment from testloom.serverPython ({0}).", failures.join("; ")),
    say("Set it to a Python (3.10 or newer) that has venv, instead of {0}.", named),
  );
}

function pythonsOnPath(fitting: string): string[][] {
  if (process.platform === "win32") return [["py", `-${fitting}`], ["py", "-3"], ["python"]];
  const names = [`python${fitting}`, "python3", "python3.13", "python3.12", "python3.11", "python3.10", "python"];
  return [...new Set(names)].map((name) => [name]);
}

async function build(folder: string, base: string[], wheels: string, host: Host): Promise<string> {
  const { run, report, say } = host;
  report(say("creating a private Python environment"), 1);
  const made = await run([...base, "-I", "-m", "venv", folder]);
  if (made.code !== 0) {
    throw new EnvironmentError(
      say("Testloom cannot create its environment in {0}: {1}.", folder, lastLine(made.output)),
      say("Check the free disk space; on Debian and Ubuntu, run apt install python3-venv, or set testloom.serverPython."),
    );
  }
  const python = process.platform === "win32" ? path.join(folder, "Scripts", "python.exe") : path.join(folder, "bin", "python");
  await install(python, wheels, host);
  report(say("trying the server out"), 3);
  const checked = await run([python, "-I", "-c", "import testloom.lsp.server"]);
  if (checked.code !== 0) {
    throw new EnvironmentError(
      say("Testloom's environment does not work: {0}.", lastLine(checked.output)),
      say("Try again, or set testloom.serverPython to another Python."),
    );
  }
  return python;
}

/** From the wheels alone where they fit this Python and machine, else from the package index. */
async function install(python: string, wheels: string, { run, report, say }: Host): Promise<void> {
  report(say("installing the server"), 2);
  const pip = [python, "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"];
  const what = ["--no-deps", "--find-links", wheels, "--requirement", path.join(wheels, "requirements.txt")];
  const offline = await run([...pip, "--no-index", ...what]);
  if (offline.code === 0) return;
  report(say("installing the server from the package index"), 2);
  const online = await run([...pip, ...what]);
  if (online.code === 0) return;
  throw new EnvironmentError(
    say("Testloom cannot install its server: {0}.", lastLine(online.output)),
    say("Check that pip can reach its package index (proxy, certificates), or set testloom.serverPython to a Python version that the extension has packages for."),
  );
}

/** Removes environments of other versions and unfinished ones, unless another window may just be at work. */
async function removeOthers(storage: string, stamp: string, folder: string): Promise<void> {
  for (const name of await readdir(storage)) {
    const entry = path.join(storage, name);
    if (!name.startsWith("server-") || entry === stamp || entry === folder) continue;
    const age = Date.now() - (await stat(entry)).mtimeMs;
    if (age > A_DAY) await rm(entry, { recursive: true, force: true });
  }
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1)?.trim() ?? "";
}
