// A user right-clicks a class, chooses Generate Tests, and gets a pytest file that passes.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { inVenv, root } from "../../scripts/setup.mjs";
import { openShop } from "./shop.mjs";

const python = inVenv("python");
const ENTRY = "Generate Tests for Class or Function";
const FOR_FILE = "Generate Tests for File";
let shop, code, workbench;

before(async () => {
  shop = await openShop("generate", { fresh: true });
  ({ code, workbench } = shop);
});

after(() => shop?.close());

test("the server makes its own environment and gets ready", async () => {
  await workbench.openFile("shop", "account.py");
  await workbench.statusItem("Testloom is ready").waitFor();
});

test("a class is right-clicked and its tests appear, saved and passing", async () => {
  const before = testFile();
  await workbench.lens("account.py", "Generate tests").waitFor();
  await workbench.page.waitForTimeout(1000);
  await shop.keep(await workbench.closeUp("start-generate", workbench.line("account.py", "class Account"), { left: -60, top: -24, width: 520, height: 240 }));
  const progress = workbench.notification("Generating tests for Account");
  const picture = async () => shop.keep(await workbench.picture("menu"));
  await workbench.take(workbench.word("account.py", "class Account"), ENTRY, progress, picture);
  await progress.getByText("goals covered").waitFor();
  await workbench.picture("progress");

  await workbench.told("for Account (");
  assert.equal(testFile(), before);
  await workbench.acceptAll("for Account (", "Extend", workbench.line("test_account.py", "def test_"));
  await workbench.until(() => assert.notEqual(testFile(), before));
  await workbench.page.waitForTimeout(1000);
  await shop.keep(await workbench.picture("generate"));

  assert.match(testFile(), /def test_deposit_adds_to_the_balance\(/);
  assert.ok(testFile().match(/^def test_/gm).length > 2);
  assert.doesNotMatch(testFile(), /testloom/i);
  assert.match(pytest(), /\d+ passed/);
});

test("undo takes the tests back in one step", async () => {
  const original = readFileSync(path.join(root, "samples/shop/tests/test_account.py"), "utf8");
  const accepted = testFile();
  await workbench.until(async () => {
    // Pressed again only where it was lost: a second step would hide that one was not enough.
    if (testFile() === accepted) await inTestFile("Control+z");
    await workbench.until(async () => {
      await workbench.page.keyboard.press("Control+s");
      assert.equal(testFile(), original);
    }, 5000);
  });
});

test("what was undone waits again, is gone with redo, and back with undo", async () => {
  await workbench.command("Testloom: Focus on Generated Tests View");
  await workbench.candidate("test_").first().waitFor();
  const count = await workbench.settledCount(workbench.candidate("test_"));
  await workbench.picture("undone");
  for (const [key, left] of [["Control+Shift+z", 0], ["Control+z", count]]) {
    // Pressed again, it finds nothing to do.
    await workbench.until(async () => {
      await inTestFile(key);
      await workbench.until(async () => assert.equal(await workbench.candidate("test_").count(), left), 5000);
    });
  }
  await workbench.page.keyboard.press("Control+s");
  await workbench.command("Testloom: Discard All Candidates");
  await workbench.candidate("test_").first().waitFor({ state: "detached" });
});

test("a file's candidates survive a reload, and a job that it interrupts is offered again; one is discarded, the others make a new file", async () => {
  await workbench.command("View: Close All Editors");
  await workbench.command("View: Show Explorer");
  await workbench.take(workbench.explorerRow("postage.py"), FOR_FILE, workbench.notification("for postage.py"));
  await workbench.answer("for postage.py (", "Review", workbench.candidate("test_").first());
  // Without a Python file, no server is started after the reload, and the message comes nevertheless.
  await workbench.command("View: Close All Editors");
  await workbench.command("View: Show Explorer");
  await workbench.page.waitForTimeout(3000); // the workbench writes down what it shows
  await workbench.take(workbench.explorerRow("account.py"), FOR_FILE, workbench.notification("Generating tests for account.py"));
  await workbench.page.reload();
  const interrupted = await workbench.told("generating tests for shop/account.py was interrupted");
  await workbench.button(interrupted, "Generate Again").waitFor();
  // Where it has not done so yet, the view is not there again by itself.
  await workbench.until(async () => {
    const first = workbench.candidate("test_").first();
    if (!(await first.isVisible())) await workbench.command("Testloom: Focus on Generated Tests View");
    await first.waitFor({ timeout: 3000 });
  });
  const name = await workbench.nameOf(workbench.candidate("test_").first());
  await workbench.decide(name, "Discard");
  await workbench.command("Testloom: Accept All Candidates");
  await workbench.line("test_postage.py", "def test_").waitFor();
  await workbench.until(() => assert.match(testFile("test_postage.py"), /^def test_/m));
  await workbench.picture("new-file");
  const isThere = () => existsSync(path.join(code.workspace, "tests", "test_postage.py"));
  // A preview that closes meanwhile may take the focus, and the key with it: what has changed nothing is pressed again.
  await workbench.until(async () => {
    if (isThere()) {
      await workbench.line("test_postage.py", "def test_").click({ timeout: 3000 });
      await workbench.page.keyboard.press("Control+z");
    }
    await workbench.until(() => assert.ok(!isThere()), 3000);
  });
  await workbench.candidate("test_").first().waitFor();
  await workbench.picture("undone-file");
  await workbench.command("Testloom: Accept All Candidates");
  await workbench.until(() => assert.match(testFile("test_postage.py"), /^def test_/m));

  assert.ok(!testFile("test_postage.py").includes(`def ${name}(`));
  assert.match(pytest("tests/test_postage.py"), /\d+ passed/);
});

test("where somebody has written tests already, those that are accepted can go into a file of their own", async () => {
  const before = testFile();
  await workbench.command("View: Close All Editors");
  await workbench.command("View: Show Explorer");
  await workbench.take(workbench.explorerRow("account.py"), FOR_FILE, workbench.notification("for account.py"));
  // By the command: a toast goes when it likes, and that it brings the tests is shown above.
  await workbench.command("Testloom: Focus on Generated Tests View");
  await workbench.candidate("test_").first().waitFor();
  await workbench.command("Testloom: Accept All Candidates");
  await workbench.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "test_account_more.py" }).waitFor();
  await workbench.picture("where");
  await workbench.choose("New file");
  await workbench.line("test_account_more.py", "def test_").waitFor();
  await workbench.until(() => assert.match(testFile("test_account_more.py"), /^def test_/m));
  await workbench.picture("more");

  assert.equal(testFile(), before);
  assert.match(pytest("tests/test_account_more.py"), /\d+ passed/);
});

test("a job that is cancelled is soon gone and writes nothing", async () => {
  await shop.set("testloom.budget", 60); // longer than it takes to press the button
  await workbench.command("View: Show Explorer");
  await workbench.openFile("shop", "basket.py");
  await workbench.command("View: Close Editors in Other Groups");
  const progress = workbench.notification("Generating tests for Basket");
  await workbench.take(workbench.word("basket.py", "class Basket"), ENTRY, progress);
  await workbench.until(() => assert.notEqual(workers().length, 0));
  await progress.getByText("goals covered").waitFor();
  await progress.hover();
  await shop.keep(await workbench.picture("cancel"));
  await workbench.click(progress.getByText("Cancel"), progress, { state: "detached" });
  await workbench.until(() => assert.deepEqual(workers(), []));

  assert.equal(existsSync(path.join(code.workspace, "tests", "test_basket.py")), false);
});

/** Presses a key in the test file, which has the focus then. */
async function inTestFile(key) {
  const line = workbench.line("test_account.py");
  await workbench.click(line, workbench.focusedEditor("test_account.py"));
  await workbench.page.keyboard.press(key);
}

/** The command lines of this workbench's workers. */
function workers() {
  const numbers = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const lines = numbers.map((number) => {
    try {
      return readFileSync(`/proc/${number}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
      return "";
    }
  });
  return lines.filter((line) => line.includes("testloom.generation") && line.includes(code.user));
}

function testFile(name = "test_account.py") {
  return readFileSync(path.join(code.workspace, "tests", name), "utf8");
}

/** What the project's own pytest says; throws if a test fails. */
function pytest(...files) {
  const command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", ...files];
  return execFileSync(python, command, { cwd: code.workspace, encoding: "utf8", stdio: "pipe" });
}
