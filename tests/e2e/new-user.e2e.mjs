// A new user's first minute: the extension from its VSIX, a folder with a .venv at its root, nothing set and no
// other extension. From opening the folder to the first accepted test, with every message on the way.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";

import { inVenv, root } from "../../scripts/setup.mjs";
import { patience } from "./harness.mjs";
import { openShop } from "./shop.mjs";

const MOST_SECONDS = 60;
let shop, folder;

after(async () => {
  await shop?.close();
  if (folder) rmSync(path.dirname(folder), { recursive: true, force: true });
});

test("the first test is accepted within a minute of opening the folder, and no message is a riddle", async () => {
  folder = project();
  shop = await openShop("new-user", { fresh: true, folder, machineSettings: {}, budget: 10 });
  const { workbench, opened } = shop;
  const { page } = workbench;
  const said = new Set();
  const step = async (name) => {
    for (const toast of await page.locator(".notification-toast").all()) said.add(await toast.innerText());
    await workbench.picture(name);
    console.log(`${((Date.now() - opened) / 1000).toFixed(1)} s: ${name}`);
  };

  await step("1-opened");
  await workbench.openFile("shop", "postage.py");
  await step("2-file");
  await workbench.statusItem("Testloom").waitFor();
  await step("2-preparing");
  const lens = workbench.lens("postage.py", "Generate tests");
  await lens.waitFor();
  await step("3-lenses");
  await workbench.click(lens, workbench.notification("Generating tests"));
  await step("4-generating");
  await workbench.told("new test");
  await step("5-generated");
  const first = workbench.candidate("test_").first();
  await workbench.answer("new test", "Review", first);
  await workbench.click(first, page.locator(".tab").filter({ hasText: "(generated)" }).first());
  await step("6-previewed");
  await workbench.decide(await workbench.nameOf(first), "Accept");
  const file = path.join(shop.code.workspace, "tests", "test_postage.py");
  await workbench.until(() => assert.match(existsSync(file) ? readFileSync(file, "utf8") : "", /def test_/));
  const seconds = (Date.now() - opened) / 1000;
  await workbench.line("test_postage.py", "def test_").waitFor();
  await step("7-accepted");

  for (const message of said) console.log(`said: ${message.replaceAll("\n", " | ")}`);
  assert.ok(seconds <= patience() * MOST_SECONDS, `${seconds} s`);
  assert.equal(await page.locator(".notification-toast .codicon-error, .notification-toast .codicon-warning").count(), 0);
  execFileSync(path.join(shop.code.workspace, ".venv", "bin", "python"), ["-m", "pytest", "-q"], { cwd: shop.code.workspace });
});

/** A folder without any settings: a package, and an environment that has pytest beside it. */
function project() {
  const made = path.join(mkdtempSync(path.join(tmpdir(), "tl-new-")), "parcels");
  mkdirSync(path.join(made, "shop"), { recursive: true });
  for (const name of ["__init__.py", "postage.py"]) cpSync(path.join(root, "samples", "shop", "shop", name), path.join(made, "shop", name));
  execFileSync(inVenv("python"), ["-m", "venv", "--without-pip", path.join(made, ".venv")]);
  const site = (python) => execFileSync(python, ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).toString().trim();
  // What pip would put there stands in the development environment.
  writeFileSync(path.join(site(path.join(made, ".venv", "bin", "python")), "pytest.pth"), `${site(inVenv("python"))}\n`);
  return made;
}
