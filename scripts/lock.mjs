// Pins every Python package with hashes that hold for all platforms and Pythons from 3.10 on:
// requirements.txt for Testloom itself, requirements-dev.txt for a development environment on top, and
// requirements-snapshots.txt for plugins of pytest that lie beside it.
//
//     npm run lock                  after a change in pyproject.toml
//     npm run lock -- --upgrade     newest versions

import path from "node:path";

import { run } from "./process.mjs";
import { inVenv, root } from "./setup.mjs";

const tool = path.join(root, "build", "lock");
const uv = path.join(tool, process.platform === "win32" ? "Scripts/uv.exe" : "bin/uv");
const flags = ["--universal", "--python-version", "3.10", "--generate-hashes", "--no-header", "--quiet"];
const silent = ["--no-emit-index-url", "--no-emit-find-links"];

await must([inVenv("python"), "-m", "venv", tool]);
await must([path.join(path.dirname(uv), "python"), "-m", "pip", "install", "--quiet", "uv>=0.9"]);
await compile("requirements.txt", "pyproject.toml");
await compile("requirements-dev.txt", "pyproject.toml", "--group", "dev", "--constraint", "requirements.txt");
await compile("requirements-snapshots.txt", "--group", "snapshots", "--constraint", "requirements-dev.txt");

async function compile(output, ...sources) {
  const options = [...flags, ...silent, ...sources, ...process.argv.slice(2)];
  await must([uv, "pip", "compile", ...options, "--output-file", output]);
  console.log(`wrote ${output}`);
}

async function must(command) {
  const { code } = await run(command, { cwd: root, show: true });
  if (code !== 0) process.exit(code);
}
