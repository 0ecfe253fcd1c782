// A user runs a program, sees what it called, and makes tests of the calls.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { openShop } from "./shop.mjs";

let shop, workbench;

before(async () => {
  shop = await openShop("recording");
  workbench = shop.workbench;
  await workbench.openFile("checkout.py");
  await workbench.statusItem("Testloom is ready").waitFor({ timeout: 90_000 });
});

after(() => shop?.close());

test("a program is run and its calls are listed while it runs", async () => {
  await workbench.command("Testloom: Run and Record Python File");
  await workbench.recorded("bought, 2 calls").waitFor({ timeout: 60_000 });
  // There is little room below the tests.
  await workbench.page.locator('.pane-header[aria-label^="Test Explorer"]').click();
  await workbench.recorded("Account.withdraw, 2 calls").waitFor();
  await workbench.page.locator(".terminal .xterm-rows").filter({ hasText: "cannot withdraw" }).first().waitFor();
  await shop.keep(await workbench.picture("recorded"));
});

test("the calls of one function become candidates, then tests that pass", async () => {
  const row = workbench.recorded("Account.withdraw,");
  await row.hover();
  await row.getByRole("button", { name: "Make Tests" }).click();
  const found = workbench.notification("recorded calls");
  await workbench.button(found, "Review").waitFor({ timeout: 90_000 });
  await workbench.button(found, "Review").click();
  await workbench.candidate("test_").first().waitFor();
  await workbench.page.waitForTimeout(1500);
  await shop.keep(await workbench.picture("recorded-tests"));
  await workbench.command("Testloom: Accept All Candidates");
  await workbench.line("test_account.py", "withdraw").waitFor();

  assert.match(readFileSync(path.join(shop.code.workspace, "tests/test_account.py"), "utf8"), /raises\(\s*InsufficientFunds/);
});
