// Packs the extension with its server: build/testloom.vsix. The wheels of what the server needs are those
// for this platform and the Python in .venv; elsewhere the extension takes them from the package index.

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { createVSIX } from "@vscode/vsce";

import { bundle } from "./bundle.mjs";
import { run } from "./process.mjs";
import { inVenv, root } from "./setup.mjs";

export const vsix = path.join(root, "build", "testloom.vsix");
const dist = path.join(root, "dist");
const wheels = path.join(dist, "wheels");
const pip = [inVenv("python"), "-m", "pip", "--disable-pip-version-check", "--quiet"];

const WANTED = [
  "extension/dist/extension.js",
  "extension/dist/wheels/requirements.txt",
  "extension/dist/wheels/wheels.json",
  "extension/l10n/bundle.l10n.json",
  "extension/media/icon.png",
  "extension/media/view.svg",
  "extension/media/start-generate.png",
  "extension/media/start-review.png",
  "extension/media/start-coverage.png",
  "extension/media/start-finding.png",
  "extension/package.json",
  "extension/package.nls.json",
  "extension/readme.md",
  "extension/changelog.md",
  "extension/LICENSE.txt",
];
const UNWANTED = /node_modules|\.ts$|\.map$|\/(tests|server|scripts|samples|docs|\.[a-z]+)\//;

/** Packs everything and returns the path of the .vsix file. */
export async function pack() {
  rmSync(dist, { recursive: true, force: true });
  await bundle();
  await collectWheels();
  mkdirSync(path.dirname(vsix), { recursive: true });
  await createVSIX({
    cwd: root,
    packagePath: vsix,
    readmePath: "client/README.md",
    dependencies: false,
    allowMissingRepository: true,
  });
  await check();
  return vsix;
}

async function collectWheels() {
  const lock = readFileSync(path.join(root, "requirements.txt"), "utf8");
  const python = (await must([inVenv("python"), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"])).trim();
  cpSync(await downloaded(lock, python), wheels, { recursive: true });
  const own = await buildOwn();
  const pinned = `${lock.replaceAll(/^\s*#.*\n/gm, "").trimEnd()}\n${pin(own)}\n`;
  writeFileSync(path.join(wheels, "requirements.txt"), pinned);
  const names = readdirSync(wheels).sort();
  const key = createHash("sha256");
  for (const name of names) key.update(`${name}\0${digest(path.join(wheels, name))}\0`);
  writeFileSync(path.join(wheels, "wheels.json"), `${JSON.stringify({ key: key.digest("hex"), python })}\n`);
}

/** The folder with the wheels of the lock, from an earlier time if the lock is the same. */
async function downloaded(lock, python) {
  const key = createHash("sha256").update(`${process.platform} ${process.arch} ${python}\0${lock}`).digest("hex");
  const folder = path.join(root, "build", "wheels", key.slice(0, 16));
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await must([...pip, "download", "--no-deps", "--only-binary", ":all:", "--require-hashes",
    "--requirement", path.join(root, "requirements.txt"), "--dest", unfinished]);
  cpSync(unfinished, folder, { recursive: true });
  rmSync(unfinished, { recursive: true });
  return folder;
}

/** Builds the wheel of Testloom itself beside the others and returns its path. */
async function buildOwn() {
  await must([...pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, root]);
  const name = readdirSync(wheels).find((entry) => entry.startsWith("testloom-"));
  return path.join(wheels, name);
}

/** A line of requirements.txt that admits this very file only. */
function pin(wheel) {
  return `testloom==${path.basename(wheel).split("-")[1]} --hash=sha256:${digest(wheel)}`;
}

function digest(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

/** Looks into the finished file: it contains what it must and nothing of what it must not. */
async function check() {
  const code = "import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep='\\n')";
  const names = (await must([inVenv("python"), "-c", code, vsix])).trim().split(/\r?\n/);
  const carried = readdirSync(wheels).map((name) => `extension/dist/wheels/${name}`);
  const missing = [...WANTED, ...carried].filter((name) => !names.includes(name));
  const surplus = names.filter((name) => UNWANTED.test(name));
  if (missing.length > 0) throw new Error(`${vsix} lacks ${missing.join(", ")}.`);
  if (surplus.length > 0) throw new Error(`${vsix} should not contain ${surplus.join(", ")}.`);
  const megabytes = (statSync(vsix).size / 1e6).toFixed(1);
  console.log(`${path.relative(root, vsix)}: ${megabytes} MB, ${names.length} files, ${carried.length - 2} wheels`);
}

async function must(command) {
  const { code, output } = await run(command, { cwd: root, seconds: 170 });
  if (code !== 0) throw new Error(`${command.join(" ")} exited with status ${code}:\n${output}`);
  return output;
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  pack().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
