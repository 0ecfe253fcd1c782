// The sample project in a real workbench, with Testloom installed in it.

import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { inVenv, root } from "../../scripts/setup.mjs";
import { openBrowser, patience, startWorkbench } from "./harness.mjs";
import { writeDown } from "./said.mjs";
import { keepServer, lendServer } from "./server.mjs";
import { Workbench } from "./workbench.mjs";

/** Opens a copy of samples/shop, or of another `folder`; pictures and logs go to the folder `name` below E2E_OUT.
 *  Where it is `fresh`, the extension makes the environment of its server by itself, as for a new user. */
export async function openShop(name, options = {}) {
  const { trusted = true, settings = {}, fresh = false, folder = path.join(root, "samples", "shop") } = options;
  // Seconds of an idle machine, so that a busy one finds as many tests.
  const { budget = 4 } = options;
  const { machineSettings = { "testloom.python": inVenv("python") } } = options;
  const out = path.join(process.env.E2E_OUT, name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const code = await startWorkbench({
    tools: { node: process.env.E2E_NODE, entry: process.env.E2E_ENTRY },
    vsix: process.env.E2E_VSIX,
    folder,
    out,
    settings: { ...settings, "testloom.budget": budget * patience() },
    machineSettings,
    trusted,
    installed: fresh ? undefined : path.join(process.env.E2E_OUT, "extensions"),
    prepare: (user) => {
      if (!fresh) lendServer(user);
    },
  });
  const { browser, page } = await openBrowser(process.env.E2E_CHROMIUM);
  await writeDown(page, out);
  const workbench = new Workbench(page, out);
  const opened = Date.now();
  await workbench.open(code.url);
  return new Shop(code, browser, workbench, opened);
}

class Shop {
  /** The folder was `opened` then, in milliseconds. */
  constructor(code, browser, workbench, opened) {
    this.opened = opened;
    this.code = code;
    this.browser = browser;
    this.workbench = workbench;
  }

  writeTest(name, lines) {
    writeFileSync(path.join(this.code.workspace, "tests", name), lines.join("\n"));
  }

  /** Changes a setting of the folder, which counts from then on: the title of the window, changed with it, tells.
   *  A workbench that has been loaded anew no longer looks whether the settings of its user change. */
  async set(name, value) {
    const file = path.join(this.code.workspace, ".vscode", "settings.json");
    const known = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { "files.exclude": { ".vscode": true } };
    const settings = { ...known, [name]: value };
    const title = `${name} is ${value}`;
    const isTitled = async () => (await this.workbench.page.title()).includes(title);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...settings, "window.title": title }));
    await this.workbench.until(async () => assert.ok(await isTitled(), `${title} never counts`));
    writeFileSync(file, JSON.stringify(settings));
    await this.workbench.until(async () => assert.ok(!(await isTitled())));
  }

  /** Keeps a picture for the documentation where that was asked for. */
  keep(file) {
    if (process.env.E2E_PICTURES) cpSync(file, path.join(process.env.E2E_PICTURES, path.basename(file)));
  }

  async close() {
    await this.workbench.picture("end").catch(() => {});
    await this.browser.close();
    keepServer(this.code.user);
    await this.code.stop();
  }
}
