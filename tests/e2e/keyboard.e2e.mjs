// A user generates, looks at, accepts, discards and takes back tests without ever touching the mouse.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { patience } from "./harness.mjs";
import { openShop } from "./shop.mjs";

const A_TEST = /^test_\w+, /;
let shop, workbench, keyboard, kept, gone;

before(async () => {
  shop = await openShop("keyboard");
  ({ workbench } = shop);
  ({ keyboard } = workbench.page);
  await workbench.bring(workbench.focusedEditor("postage.py"), async () => {
    const input = workbench.page.locator(".quick-input-widget input.input");
    await workbench.escape(input);
    await press("Control+p");
    await input.waitFor({ timeout: 3000 });
    await keyboard.type("postage.py");
    await workbench.page.locator(".quick-input-list .monaco-list-row.focused").filter({ hasText: "postage.py" }).waitFor({ timeout: 3000 });
    await press("Enter");
  });
  await workbench.line("postage.py", "def ").waitFor();
  await workbench.statusItem("Testloom is ready").waitFor();
});

after(() => shop?.close());

test("a key generates tests for the file, and the keys go on into its text meanwhile", async () => {
  await press("Control+;", "Shift+g");
  await workbench.notification("Generating tests for postage.py").waitFor();
  await keyboard.type("# note");
  await workbench.told("for postage.py (");
  await workbench.line("postage.py", "# note").waitFor();
  await workbench.until(async () => {
    await press("Control+z");
    assert.equal(await workbench.line("postage.py", "#").count(), 0);
  });
  await press("Control+s");
  await workbench.picture("generated");
});

test("the rows are walked, each with a label that says what it is", async () => {
  await workbench.until(async () => {
    await press("Control+;", "Control+g");
    await row().waitFor({ timeout: 5000 });
  });
  await workbench.until(async () => {
    await press("Home");
    assert.match(await label(), /^\w[\w.]*, \d+ tests?, .*postage\.py/);
  });
  await toTheFirstTest();
  await toTheNextTest();
});

test("Enter previews a test and leaves the focus on its row", async () => {
  const name = await toTheFirstTest();
  await workbench.bring(preview(name), () => press("Enter"));
  await workbench.picture("preview");

  assert.equal(nameIn(await label()), name);
});

test("there is one preview at a time", async () => {
  const name = await toTheNextTest();
  await workbench.bring(preview(name), () => press("Enter"));

  await workbench.until(async () => assert.equal(await workbench.page.locator(".tab").filter({ hasText: "(generated)" }).count(), 1));
});

test("keys accept one test and discard another, and go on to the next", async () => {
  kept = await toTheFirstTest();
  gone = await decide("Control+Enter", kept);
  await workbench.until(() => assert.match(testFile(), new RegExp(`def ${kept}\\(`)));
  await decide("Delete", gone);
  await workbench.picture("decided");

  assert.doesNotMatch(testFile(), new RegExp(`def ${gone}\\(`));
  // Once in all groups, as a file and not as a preview of what was decided on.
  await workbench.until(async () => assert.equal(await workbench.page.locator(".tab").filter({ hasText: "test_postage.py" }).count(), 1));
});

test("undo in the view brings back what a key has discarded, and goes to it", async () => {
  await workbench.bring(workbench.candidate(`${gone},`), async () => {
    if ((await row().count()) === 0) await press("Control+;", "Control+g");
    await row().waitFor({ timeout: 5000 });
    await press("Control+z");
  });

  await workbench.until(async () => assert.equal(nameIn(await label()), gone));
});

test("undo in the test file makes the accepted test wait again", async () => {
  const isThere = () => existsSync(path.join(shop.code.workspace, "tests", "test_postage.py")) && testFile().includes("def test_");
  const isBack = async () => {
    await press("Control+;", "Control+g", "End"); // rows are only there where the list shows them
    assert.equal(await workbench.candidate(`${kept},`).count(), 1);
  };
  assert.equal(await workbench.candidate(`${kept},`).count(), 0);
  await workbench.until(async () => {
    // Pressed again only where it was lost: a second step would hide that one was not enough.
    if (isThere()) {
      await press("Control+2");
      await workbench.focusedEditor("test_postage.py").waitFor({ timeout: 5000 });
      await press("Control+z");
      // The editor is gone with its file. A key may take the focus for two seconds, and a busy machine takes longer.
      if (patience() < 2) await workbench.until(async () => assert.equal(nameIn(await label()), kept), 10_000);
    }
    await workbench.until(isBack, 10_000);
  });
  await workbench.picture("undone");

  await workbench.until(() => assert.ok(!isThere()));
});

test("undo right after a key has discarded a test brings it back, and the keys stay in the view", async () => {
  const name = await toTheFirstTest();
  await press("Delete");
  await workbench.page.waitForTimeout(200);
  await press("Control+z");
  await workbench.page.waitForTimeout(1000);
  await workbench.candidate(`${name},`).waitFor();

  assert.equal(await workbench.page.locator(".monaco-editor.focused").count(), 0);
});

test("who discards the last tests stays in the view, and an undo there brings them back", async () => {
  const name = await toTheFirstTest();
  // From the first row on, as the keys of a list select what is beside the row first.
  await press("Home", "Control+a", "Delete");
  const view = workbench.page.locator('.pane:has(> .pane-header[aria-label^="Generated Tests"])');
  await view.locator(".welcome-view-content:visible").first().waitFor();
  await workbench.page.waitForTimeout(1000);
  await workbench.picture("none-left");
  assert.equal(await workbench.page.locator("body:focus").count(), 0);
  await press("Control+z");

  await workbench.candidate(`${name},`).waitFor();
});

async function press(...keys) {
  for (const key of keys) {
    await keyboard.press(key);
    await workbench.page.waitForTimeout(100);
  }
}

/** Decides on the test whose row has the focus, and returns the name of the test that has it then. */
async function decide(key, name) {
  return workbench.until(async () => {
    // On a busy machine, the editor may have got the focus meanwhile.
    if ((await row().count()) === 0) {
      await press("Control+;", "Control+g");
      await row().waitFor({ timeout: 5000 });
      await toTheFirstTest();
    }
    if (nameIn(await label()) === name) await press(key);
    return workbench.until(() => testOtherThan(name), 10_000);
  });
}

/** Goes to the first test and returns its name; a key may come before the rows are there, or while they are drawn anew. */
async function toTheFirstTest() {
  return workbench.until(async () => {
    await press("Home");
    assert.doesNotMatch(await label(), A_TEST);
    await press("ArrowDown");
    return testOtherThan("");
  });
}

/** Goes on to the next test, past the row of the next function if this one has no other, and returns its name. */
async function toTheNextTest() {
  const before = nameIn(await label());
  return workbench.until(async () => {
    await press("ArrowDown");
    return testOtherThan(before);
  });
}

/** The name of the test in the row that has the focus, which is another than one before. */
async function testOtherThan(name) {
  const found = await label();
  assert.match(found, A_TEST);
  assert.notEqual(nameIn(found), name);
  return nameIn(found);
}

/** What a screen reader says of the row that has the focus. */
function label() {
  return row().getAttribute("aria-label", { timeout: 3000 });
}

function row() {
  return workbench.focusedRow();
}

function nameIn(text) {
  return text.split(",")[0];
}

function preview(name) {
  return workbench.page.locator(".monaco-editor .view-line").filter({ hasText: `def\u00a0${name}(` }).first();
}

function testFile() {
  return readFileSync(path.join(shop.code.workspace, "tests", "test_postage.py"), "utf8");
}
