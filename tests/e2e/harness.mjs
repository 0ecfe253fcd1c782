// Starts a real VS Code workbench on a copy of a folder, with an extension installed; ends only what it
// started.

import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";

import { chromium } from "playwright-core";

import { keepOnce } from "./keeping.mjs";

/** For what a busy machine takes long for; whoever waits goes on at once where it is there. */
export const PATIENCE = 120_000;

const QUIET = {
  "chat.disableAIFeatures": true,
  "debug.internalConsoleOptions": "neverOpen",
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false, // it takes clicks on what lies below it
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "files.autoSave": "off",
  "git.enabled": false,
  "remote.autoForwardPorts": false,
  "security.workspace.trust.startupPrompt": "never",
  "telemetry.telemetryLevel": "off",
  "testing.automaticallyOpenTestResults": "neverOpen",
  "update.mode": "none",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.enableExperiments": false,
  "workbench.layoutControl.enabled": false,
  "workbench.reduceMotion": "on",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/**
 * Installs `vsix` in a fresh workbench and serves it on a free port.
 *
 * @param {{tools: {node: string, entry: string}, vsix: string, folder: string, out: string, settings?: object,
 *     machineSettings?: object, trusted?: boolean, installed?: string, prepare?: (user: string) => void}} options
 *     `folder` is copied; logs go to `out`; settings of machine scope count only as `machineSettings`; the first
 *     workbench keeps the installed extension in the folder `installed`, from where others copy it; `prepare` gets the
 *     user's folder
 */
export async function startWorkbench(options) {
  const { tools, vsix, folder, out, settings = {}, machineSettings = {}, trusted = true, installed, prepare } = options;
  mkdirSync(out, { recursive: true });
  // A short path: it holds a Unix socket.
  const home = mkdtempSync(path.join(tmpdir(), "tl-"));
  const make = (name) => {
    mkdirSync(path.join(home, name), { recursive: true });
    return path.join(home, name);
  };
  const workspace = path.join(home, path.basename(folder));
  cpSync(folder, workspace, { recursive: true, filter: isNoCache });
  const user = make("user");
  writeJson(path.join(make("user/User"), "settings.json"), { ...QUIET, ...settings });
  writeJson(path.join(make("user/Machine"), "settings.json"), machineSettings);
  writeFileSync(path.join(home, "config.yaml"), "auth: none\n");
  const common = ["--config", path.join(home, "config.yaml"), "--user-data-dir", user, "--extensions-dir", make("ext")];
  const env = environment(home, make);
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  const install = (file) => execFileSync(tools.node, [tools.entry, ...common, "--install-extension", file], { env, stdio: "pipe" });
  const extensions = path.join(home, "ext");
  if (installed && existsSync(installed)) {
    cpSync(installed, extensions, { recursive: true });
  } else {
    try {
      install(vsix);
    } catch (error) {
      remove();
      throw new Error(`The extension cannot be installed: ${error.stdout}${error.stderr}`, { cause: error });
    }
    if (installed) keepOnce(installed, (unfinished) => cpSync(extensions, unfinished, { recursive: true }));
  }
  prepare?.(user);
  const port = await freePort();
  const log = openSync(path.join(out, "workbench.log"), "w");
  const flags = ["--bind-addr", `127.0.0.1:${port}`, "--auth", "none", "--disable-telemetry", "--disable-update-check",
    "--disable-getting-started-override", "--ignore-last-opened", ...(trusted ? ["--disable-workspace-trust"] : [])];
  // A process group of its own, so that stop() ends its children too.
  const server = spawn(tools.node, [tools.entry, ...common, ...flags], { env, stdio: ["ignore", log, log], detached: true });
  const stop = async () => {
    await endGroup(server.pid);
    const logs = path.join(user, "logs");
    if (existsSync(logs)) cpSync(logs, path.join(out, "logs"), { recursive: true });
    remove();
  };
  const base = `http://127.0.0.1:${port}`;
  try {
    await isUp(base, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `${base}/?folder=${encodeURIComponent(workspace)}`, workspace, user, server, install, stop };
}

/** A headless browser that reaches this machine only. */
export async function openBrowser(executablePath) {
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"],
  });
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  await context.route((url) => url.hostname !== "127.0.0.1" && url.protocol.startsWith("http"), (route) => route.abort());
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  return { browser, page };
}

/** How much longer than on an idle machine something may take: others may keep this one busy. */
export function patience() {
  return Math.min(Math.max(loadavg()[0] / cpus().length, 1), 4);
}

function isNoCache(source) {
  return !["__pycache__", ".pytest_cache"].includes(path.basename(source));
}

/** Nothing of an outer editor, own home and caches, no marketplace. */
function environment(home, make) {
  const own = make("home");
  return {
    PATH: process.env.PATH,
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    HOME: own,
    XDG_CONFIG_HOME: path.join(own, ".config"),
    XDG_DATA_HOME: path.join(own, ".local/share"),
    XDG_CACHE_HOME: path.join(own, ".cache"),
    XDG_RUNTIME_DIR: make("run"),
    TMPDIR: make("tmp"),
    EXTENSIONS_GALLERY: "{}",
  };
}

function writeJson(file, data) {
  writeFileSync(file, JSON.stringify(data, null, 2));
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function isUp(base, server) {
  for (const end = Date.now() + PATIENCE; ; ) {
    if (server.exitCode !== null) throw new Error(`The workbench ended with ${server.exitCode}: see workbench.log.`);
    try {
      if ((await fetch(`${base}/healthz`)).ok) return;
    } catch {
      // Not up yet.
    }
    if (Date.now() > end) throw new Error("The workbench did not come up: see workbench.log.");
    await pause(100);
  }
}

async function endGroup(pid) {
  const signal = (name) => {
    try {
      return process.kill(-pid, name);
    } catch {
      return false;
    }
  };
  for (const [name, milliseconds] of [["SIGTERM", 5000], ["SIGKILL", 3000]]) {
    signal(name);
    for (const end = Date.now() + milliseconds; signal(0) && Date.now() < end; ) await pause(50);
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
