// A user runs or debugs a program, sees what it called, and makes tests of the calls.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { inVenv } from "../../scripts/setup.mjs";
import { installPythonDebugger } from "./python-debugger.mjs";
import { openShop } from "./shop.mjs";

let shop, workbench;

before(async () => {
  shop = await openShop("recording");
  workbench = shop.workbench;
  await workbench.openFile("checkout.py");
  await workbench.statusItem("Testloom is ready").waitFor();
});

after(() => shop?.close());

test("a program is run and its calls are listed while it runs", async () => {
  await workbench.command("Testloom: Run and Record Python File");
  await workbench.recorded("bought, 2 calls").waitFor();
  await workbench.recorded("Account.withdraw, 2 calls").waitFor();
  await workbench.command("View: Hide Panel");
  await workbench.page.waitForTimeout(1000);
  await shop.keep(await workbench.picture("recorded"));
});

test("the calls of one function become candidates, then tests that pass", async () => {
  const told = workbench.notification("recorded calls");
  await workbench.bring(told, () => workbench.press(workbench.recorded("Account.withdraw,"), "Generate Tests", 3000));
  await workbench.answer("distinct recorded calls", "Review", workbench.candidate("test_").first());
  await workbench.page.waitForTimeout(1500);
  await shop.keep(await workbench.picture("recorded-tests"));
  await workbench.bring(workbench.line("test_account.py", "withdraw"), async () => {
    await workbench.command("Testloom: Accept All Candidates");
    await workbench.choose("Extend", 20_000);
  });

  const saved = () => readFileSync(path.join(shop.code.workspace, "tests/test_account.py"), "utf8");
  await workbench.until(() => assert.match(saved(), /raises\(\s*InsufficientFunds/));
});

test("a breakpoint is hit while the calls of a debug session are recorded", async () => {
  const { page } = workbench;
  await workbench.command("Testloom: Forget All Recorded Calls");
  await workbench.recorded("bought").waitFor({ state: "detached" });
  await workbench.command("View: Close All Editors");
  await workbench.command("View: Show Explorer");
  await workbench.openFile("shop", "basket.py");
  await workbench.goTo(37);
  await workbench.command("Debug: Toggle Breakpoint");
  await workbench.openFile("checkout.py");
  await workbench.command("Testloom: Debug and Record");
  await workbench.editor("basket.py").locator(".debug-top-stack-frame-line").first().waitFor();
  const variables = page.locator(".debug-variables .monaco-list-row");
  const locals = variables.filter({ hasText: "Locals" }).first();
  await workbench.until(async () => {
    // A click on what is open closes it.
    if ((await locals.getAttribute("aria-expanded", { timeout: 3000 })) !== "true") await locals.click({ timeout: 3000 });
    await variables.filter({ hasText: "known" }).first().waitFor({ timeout: 3000 });
  });
  assert.equal(await page.locator(".debug-call-stack .monaco-list-row").filter({ hasText: /testloom|record|wrapping/ }).count(), 0);
  await workbench.picture("variables");
  await workbench.command("Testloom: Focus on Recorded Calls View");
  await workbench.recorded("Basket.add, 2 calls").waitFor();
  await workbench.command("View: Hide Panel");
  await page.waitForTimeout(1000);
  await shop.keep(await workbench.picture("debugging"));
});

test("what is called from the debug console is not among the recorded calls", async () => {
  const { page } = workbench;
  await workbench.command("Debug Console: Focus on Debug Console View");
  await page.locator(".repl-input-wrapper .monaco-editor.focused").waitFor();
  await page.keyboard.type('self.remove("lamp")');
  await page.keyboard.press("Enter");
  await page.locator(".repl .monaco-list-row").filter({ hasText: "Item(name='lamp'" }).first().waitFor();
  await workbench.command("Remove All Breakpoints");
  await workbench.command("Debug: Continue");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  await workbench.command("Testloom: Focus on Recorded Calls View");
  await workbench.recorded("Basket.add, 5 calls").waitFor();
  await workbench.recorded("Basket.remove, not recorded").waitFor();
  await workbench.picture("tainted");
});

test("a lens makes tests of what was recorded of its class", async () => {
  await workbench.goTo(1);
  const lens = workbench.lens("basket.py", "Generate tests from 6 recorded calls");
  await workbench.click(lens, workbench.notification("recorded calls"));
  await workbench.told("distinct recorded calls");
  await workbench.picture("lens");
});

test("F5 debugs a file without any launch configuration, and records nothing", async () => {
  const { page } = workbench;
  await workbench.command("Testloom: Forget All Recorded Calls");
  await workbench.recorded("bought").waitFor({ state: "detached" });
  await workbench.goTo(37);
  await workbench.command("Debug: Toggle Breakpoint");
  await workbench.command("View: Show Explorer");
  await workbench.openFile("checkout.py");
  await workbench.click(workbench.line("checkout.py"), workbench.focusedEditor("checkout.py"));
  await page.keyboard.press("F5");
  await workbench.editor("basket.py").locator(".debug-top-stack-frame-line").first().waitFor();
  await stopDebugging();
  await workbench.command("Testloom: Focus on Recorded Calls View");
  // A view without rows says how to get some.
  const view = page.locator('.pane:has(> .pane-header[aria-label^="Recorded Calls"])');
  await view.locator(".welcome-view-content:visible").or(workbench.recorded("")).first().waitFor();

  assert.equal(await workbench.recorded("").count(), 0);
});

test("where another Python debugger is installed, its sessions are recorded", async () => {
  const { page } = workbench;
  await installPythonDebugger(inVenv("python"), shop.code.install);
  await page.reload();
  await workbench.statusItem("Testloom is ready").waitFor();
  await workbench.command("View: Show Explorer");
  await workbench.openFile("checkout.py");
  await workbench.command("Testloom: Debug and Record");
  await workbench.editor("basket.py").locator(".debug-top-stack-frame-line").first().waitFor();
  await workbench.command("Testloom: Focus on Recorded Calls View");
  await workbench.recorded("Basket.add, 2 calls").waitFor();
  await workbench.picture("other-debugger");
  await stopDebugging();
});

async function stopDebugging() {
  const { page } = workbench;
  await workbench.bring(page.locator(".debug-toolbar"), () => page.keyboard.press("Shift+F5"), { state: "hidden" });
}
