// The code changes; its generated test says what changed, and the new value is accepted, saved and passing.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { openShop } from "./shop.mjs";

const SOURCE = "discounts.py";
let shop, workbench;

before(async () => {
  shop = await openShop("stale");
  workbench = shop.workbench;
  await workbench.openFile("shop", SOURCE);
  await workbench.statusItem("Testloom is ready").waitFor({ timeout: 90_000 });
  await workbench.command("Testloom: Generate Tests for File");
  const found = workbench.notification(`for ${SOURCE},`);
  await found.waitFor({ timeout: 90_000 });
  await workbench.button(found, "Accept All").click();
  await workbench.line("test_discounts.py", "def test_").waitFor();
  await workbench.until(() => assert.match(read("tests/test_discounts.py"), /30/));
});

after(() => shop?.close());

test("a generated test says in words what changed", async () => {
  const file = path.join(shop.code.workspace, "shop", SOURCE);
  writeFileSync(file, readFileSync(file, "utf8").replace("return 30", "return 40"));
  await workbench.command("Testloom: Check Generated Tests");
  const problem = workbench.editor("test_discounts.py").locator(".squiggly-warning").first();
  await problem.waitFor({ timeout: 60_000 });
  await workbench.command("View: Close Editors in Other Groups");
  await workbench.editor("test_discounts.py").getByText("was 30, is now 40").first().waitFor();
  const line = workbench.line("test_discounts.py", "assert percent_for");
  await line.getByText("assert", { exact: true }).first().click();
  await workbench.page.keyboard.press("End");
  await workbench.page.keyboard.press("Control+.");
  await workbench.page.locator(".action-widget").getByText("Accept new value: 40").first().waitFor();
  await workbench.page.waitForTimeout(500);
  await shop.keep(await workbench.picture("stale"));
});

test("its new value is accepted, and nothing else of it changes", async () => {
  const before = read("tests/test_discounts.py");
  await workbench.page.locator(".action-widget").getByText("Accept new value: 40").first().click();
  await workbench.editor("test_discounts.py").locator(".squiggly-warning").first().waitFor({ state: "detached" });
  await workbench.command("File: Save All Files");
  await workbench.until(() => assert.notEqual(read("tests/test_discounts.py"), before));
  await workbench.picture("accepted");

  assert.equal(read("tests/test_discounts.py"), before.replace(/\b30\b/, "40"));
});

function read(name) {
  return readFileSync(path.join(shop.code.workspace, name), "utf8");
}
