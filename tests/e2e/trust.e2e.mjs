// In a folder that the user does not trust, nothing of Testloom runs.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { openShop } from "./shop.mjs";

const SECONDS_IN_WHICH_NOTHING_HAPPENS = 5;
let shop, workbench;

before(async () => {
  shop = await openShop("trust", { trusted: false });
  workbench = shop.workbench;
});

after(() => shop?.close());

test("an untrusted workspace has no lens, no menu, no view and no server", async () => {
  await workbench.statusItem("Restricted Mode").waitFor();
  await workbench.openFile("shop", "account.py");
  await workbench.page.waitForTimeout(SECONDS_IN_WHICH_NOTHING_HAPPENS * 1000);
  await workbench.bring(workbench.page.locator(".monaco-menu .action-item").first(), () =>
    workbench.line("account.py", "class Account").click({ button: "right", timeout: 3000 }));
  assert.equal(await workbench.page.locator(".monaco-menu").getByText("Testloom").count(), 0);

  await workbench.closeMenu();
  await workbench.command("Extensions: Show Installed Extensions");
  await workbench.click(
    workbench.page.locator(".extension-list-item").filter({ hasText: "Testloom" }).first(),
    workbench.page.locator(".extension-editor").getByText("it only works in folders that you trust").first(),
  );
  await workbench.page.waitForTimeout(1000);
  await shop.keep(await workbench.picture("untrusted"));

  assert.equal(await workbench.editor("account.py").locator(".codelens-decoration").count(), 0);
  assert.equal(await workbench.statusItem("Testloom").count(), 0);
});
