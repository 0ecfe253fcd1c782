// The code changes; its generated test says what changed, and the new value is accepted, saved and passing.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { openShop } from "./shop.mjs";

const SOURCE = "shipping.py";
const CODE = ["def shipping(weight: int) -> int:", '    """Return what it costs to send a parcel, in cents."""', "    return 390 + 2 * weight", ""];
const CHANGED = /shipping\(.*\) was -?\d+, is now -?\d+/;
let shop, workbench;

before(async () => {
  shop = await openShop("stale", { settings: { "testloom.review": false } });
  workbench = shop.workbench;
  writeFileSync(path.join(shop.code.workspace, "shop", SOURCE), CODE.join("\n"));
  await workbench.openFile("shop", SOURCE);
  await workbench.statusItem("Testloom is ready").waitFor();
  await workbench.command("Testloom: Generate Tests for File");
  await workbench.line(SOURCE, "def shipping").click();
  await workbench.line("test_shipping.py", "def test_").waitFor();
  await workbench.until(() => assert.match(read("tests/test_shipping.py"), /assert shipping/));
});

after(() => shop?.close());

test("tests that nobody reviews open beside the code, which keeps the focus", async () => {
  await workbench.picture("at-once");

  assert.equal(await workbench.page.locator(`.monaco-editor.focused[data-uri$="/${SOURCE}"]`).count(), 1);
});

test("a generated test says in words what changed", async () => {
  const file = path.join(shop.code.workspace, "shop", SOURCE);
  writeFileSync(file, readFileSync(file, "utf8").replace("390", "490"));
  await workbench.command("Testloom: Check Generated Tests");
  await problem().waitFor();
  await workbench.line("test_shipping.py", "def test_").click();
  await workbench.command("View: Close Editors in Other Groups");
  await workbench.editor("test_shipping.py").getByText(CHANGED).first().waitFor();
  await workbench.fixAt(assertion(), "Accept new value");
  await workbench.page.waitForTimeout(500);
  await shop.keep(await workbench.picture("stale"));
});

test("its new value is accepted, and nothing else of it changes", async () => {
  const before = read("tests/test_shipping.py");
  await workbench.quickFix(assertion(), "Accept new value", problem(), { state: "detached" });
  await workbench.command("File: Save All Files");
  await workbench.until(() => assert.notEqual(read("tests/test_shipping.py"), before));
  await workbench.picture("accepted");

  const value = (text) => Number(text.match(/== (-?\d+)/)[1]);
  assert.equal(value(read("tests/test_shipping.py")), value(before) + 100);
  assert.equal(read("tests/test_shipping.py").replace(/== -?\d+/, ""), before.replace(/== -?\d+/, ""));
});

test("a test whose behaviour changes again is generated anew, and takes its place once that is confirmed", async () => {
  const file = path.join(shop.code.workspace, "shop", SOURCE);
  writeFileSync(file, readFileSync(file, "utf8").replace("2 * weight", "3 * weight + 1"));
  await workbench.command("Testloom: Check Generated Tests");
  await problem().waitFor();
  await workbench.quickFix(assertion(), "Regenerate", workbench.notification("for shipping"));
  const apply = workbench.page.getByRole("button", { name: "Apply" }).first();
  await workbench.answer("for shipping (", "Accept All", apply);
  await workbench.until(async () => {
    const boxes = await workbench.page.locator(".bulk-edit-panel .edit-checkbox").all();
    assert.notEqual(boxes.length, 0);
    for (const box of boxes) {
      await box.check({ timeout: 3000 });
    }
  });
  await workbench.picture("confirm");
  await workbench.click(apply, problem(), { state: "detached" });
  // Whatever weights the search has chosen: one in an assertion, or several in the rows of a table.
  await workbench.until(() => {
    const cases = [...read("tests/test_shipping.py").matchAll(/\((?:weight=)?(-?\d+)(?:\) == |, )(-?\d+)/g)];
    assert.notEqual(cases.length, 0);
    for (const [, weight, cents] of cases) {
      assert.equal(Number(cents), 490 + 3 * Number(weight) + 1);
    }
  });
  await workbench.picture("regenerated");

  assert.equal(read("tests/test_shipping.py").match(/^def test_/gm).length, 1);
});

/** The assertion of the generated test, by its first word. */
function assertion() {
  return workbench.line("test_shipping.py", "assert shipping").getByText("assert", { exact: true }).first();
}

function problem() {
  return workbench.editor("test_shipping.py").locator(".squiggly-warning").first();
}

function read(name) {
  return readFileSync(path.join(shop.code.workspace, name), "utf8");
}
