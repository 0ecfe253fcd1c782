// A user runs the project's tests with coverage, sees in lenses what they reach, and covers what they do not.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { openShop } from "./shop.mjs";

const BRANCH = "Cover when amount > self.balance is true";
let shop, workbench;

before(async () => {
  shop = await openShop("coverage");
  workbench = shop.workbench;
  await workbench.openFile("shop", "account.py");
  await workbench.statusItem("Testloom is ready").waitFor();
});

after(() => shop?.close());

test("each class and function has a lens", async () => {
  await workbench.lens("account.py", "Generate tests").waitFor();
  assert.ok((await workbench.editor("account.py").locator(".codelens-decoration").count()) > 3);
});

test("the tests are listed once the testing view is open, before any has run", async () => {
  await workbench.command("Testing: Focus on Test Explorer View");
  const rows = workbench.page.locator(".test-explorer .monaco-list-row");
  const listed = rows.filter({ hasText: "test_account.py" });
  await workbench.until(async () => {
    const folder = rows.filter({ hasText: "shop" }).first();
    // A click on what is open closes it.
    if ((await folder.getAttribute("aria-expanded", { timeout: 3000 })) !== "true") await folder.locator(".monaco-tl-twistie").click({ timeout: 3000 });
    await listed.first().waitFor({ timeout: 3000 });
  });
  await workbench.picture("listed");
  await workbench.command("View: Show Explorer");
});

test("a run with coverage tells its end, fills the testing view and counts branches in the lenses", async () => {
  await workbench.command("Testloom: Run Tests with Coverage");
  await workbench.told("Testloom: 1 test passed.");
  await workbench.command("Notifications: Clear All Notifications");
  await workbench.lens("account.py", "branches").waitFor();
  assert.match(await workbench.lens("account.py", "branches").textContent(), /Generate tests · \d of \d branches/);
});

test("a file that no test imports counts with nothing reached, at the file, in its lenses and in the margin", async () => {
  await workbench.explorerRow("postage.py").filter({ hasText: "0%" }).waitFor();
  await workbench.openFile("shop", "postage.py");
  await workbench.lens("postage.py", "0 of").waitFor();
  await workbench.editor("postage.py").locator(".coverage-deco-miss").first().waitFor();
  await workbench.picture("unimported");
  await workbench.openFile("shop", "account.py");
});

test("a condition says which of its branches the tests have taken", async () => {
  await workbench.command("Test: Toggle Inline Coverage");
  const mark = workbench.line("account.py", "if balance < 0:").locator(".coverage-deco-branch-miss-indicator").first();
  await workbench.hover(mark, "balance < 0 is true");
  await workbench.page.waitForTimeout(500);
  await shop.keep(await workbench.picture("branches"));
  await workbench.command("Test: Toggle Inline Coverage");
});

test("one branch is covered from its lens, and the lens goes away", async () => {
  await shop.writeTest("test_withdraw.py", [
    "from shop.account import Account", "", "", "def test_withdraw():", "    assert Account(3).withdraw(1) == 2", "",
  ]);
  await workbench.command("Testloom: Run Tests with Coverage");
  const lens = workbench.lens("account.py", BRANCH);
  await lens.waitFor();
  await workbench.told("tests passed");
  await workbench.command("Notifications: Clear All Notifications");
  await workbench.page.waitForTimeout(1000);
  await shop.keep(await workbench.picture("coverage"));
  await shop.keep(await workbench.closeUp("start-coverage", workbench.line("account.py", "def withdraw"), { left: -60, top: -24, width: 520, height: 184 }));
  await workbench.click(lens, workbench.notification("for line 24"));
  await workbench.acceptAll("new test for line 24", "Extend", workbench.line("test_account.py", "InsufficientFunds"));
  await workbench.command("Testloom: Run Tests with Coverage");
  await lens.waitFor({ state: "detached" });
  await workbench.told("tests passed");
  await workbench.command("Notifications: Clear All Notifications");
  await workbench.page.waitForTimeout(1000);
  await shop.keep(await workbench.picture("covered"));

  assert.equal(await workbench.lens("account.py", "2 of 2 branches").count(), 0);
  assert.match(readFileSync(path.join(shop.code.workspace, "tests/test_account.py"), "utf8"), /raises\(InsufficientFunds/);
});

test("a line that has changed since the tests ran is marked", async () => {
  const line = workbench.line("account.py", "self.balance -= amount");
  await workbench.toTheEnd(line);
  await workbench.page.keyboard.type(" * 1");
  await workbench.hover(line.getByText("amount").first(), "Changed since the last test run");
  await workbench.picture("changed");
  await workbench.command("File: Revert File");
});

test("a line leads to the tests that reach it", async () => {
  const row = workbench.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "test_withdraw.py" }).first();
  await workbench.bring(workbench.line("test_withdraw.py", "def test_withdraw"), async () => {
    await workbench.bring(row, async () => {
      await workbench.line("account.py", "self.balance -= amount").click({ timeout: 3000 });
      await workbench.command("Testloom: Show Tests Covering This Line");
    });
    await workbench.picture("tests-of-line");
    await row.click({ timeout: 3000 });
  });
});

test("a test is debugged at the cursor, and stops at a breakpoint", async () => {
  const { page } = workbench;
  await workbench.goTo(5);
  await workbench.command("Debug: Toggle Breakpoint");
  await workbench.command("Test: Debug Test at Cursor");
  await workbench.editor("test_withdraw.py").locator(".debug-top-stack-frame-line").first().waitFor();
  await workbench.picture("debugged-test");
  await workbench.command("Remove All Breakpoints");
  await workbench.command("Debug: Continue");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  await workbench.command("View: Show Explorer");
});

test("a test that fails in the debugger is marked with its error at its line", async () => {
  await shop.writeTest("test_wrong.py", ["from shop.account import Account", "", "", "def test_wrong():", "    assert Account(3).withdraw(1) == 7", ""]);
  await workbench.openFile("tests", "test_wrong.py");
  await workbench.goTo(5);
  const editor = workbench.editor("test_wrong.py");
  // A new test is there for the command once it is listed.
  await editor.locator(".testing-run-glyph").first().waitFor();
  await workbench.command("Test: Debug Test at Cursor");
  await editor.locator(".codicon-testing-failed-icon").first().waitFor();
  await editor.getByText("is 2, not 7").first().waitFor();
  await workbench.picture("debugged-failure");
});

test("the doctor shows in a document what there is, and what to do next", async () => {
  await workbench.command("Testloom: Open Doctor");
  await workbench.page.locator(".tab").filter({ hasText: "Testloom Doctor" }).waitFor();
  const report = workbench.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  await report.getByText("pytest and coverage").waitFor();
  await report.getByText("Next steps").waitFor();
  await workbench.picture("doctor");
});
