// The sample project in a real workbench, with Testloom installed in it.

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import { inVenv, root } from "../../scripts/setup.mjs";
import { openBrowser, startWorkbench } from "./harness.mjs";
import { keepServer, lendServer } from "./server.mjs";
import { Workbench } from "./workbench.mjs";

/** Opens a copy of samples/shop; pictures and logs go to the folder `name` below E2E_OUT.
 *  Where it is `fresh`, the extension makes the environment of its server by itself. */
export async function openShop(name, { trusted = true, settings = {}, fresh = false } = {}) {
  const out = path.join(process.env.E2E_OUT, name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const code = await startWorkbench({
    tools: { node: process.env.E2E_NODE, entry: process.env.E2E_ENTRY },
    vsix: process.env.E2E_VSIX,
    folder: path.join(root, "samples", "shop"),
    out,
    settings: { "testloom.budget": 4, ...settings },
    machineSettings: { "testloom.python": inVenv("python") },
    trusted,
    installed: fresh ? undefined : path.join(process.env.E2E_OUT, "extensions"),
    prepare: (user) => {
      if (!fresh) lendServer(user);
    },
  });
  const { browser, page } = await openBrowser(process.env.E2E_CHROMIUM);
  const workbench = new Workbench(page, out);
  await workbench.open(code.url);
  return new Shop(code, browser, workbench);
}

class Shop {
  constructor(code, browser, workbench) {
    this.code = code;
    this.browser = browser;
    this.workbench = workbench;
  }

  writeTest(name, lines) {
    writeFileSync(path.join(this.code.workspace, "tests", name), lines.join("\n"));
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
