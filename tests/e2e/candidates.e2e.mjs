// Candidates show while the search runs; they are discarded, accepted, edited, run and reset in their view.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { patience } from "./harness.mjs";
import { openShop } from "./shop.mjs";

const SECONDS_TO_THE_FIRST = 10; // far above what it takes, for slow machines
let shop, workbench;

before(async () => {
  shop = await openShop("candidates", { budget: 12, settings: { "testloom.lenses": ["functions"] } });
  workbench = shop.workbench;
  await workbench.openFile("shop", "account.py");
  await workbench.statusItem("Testloom is ready").waitFor();
});

after(() => shop?.close());

test("the first candidates show soon after the wish, not yet verified", async () => {
  await workbench.command("Testloom: Focus on Generated Tests View");
  await workbench.command("Testloom: Generate Tests for File");
  const start = Date.now();
  const first = workbench.candidate("test_").first();
  await first.waitFor();
  const label = await first.getAttribute("aria-label"); // before there is time to verify it
  const seconds = (Date.now() - start) / 1000;
  console.log(`the first candidate showed after ${seconds.toFixed(1)} s`);
  await workbench.page.waitForTimeout(700);
  await workbench.notification("Generating tests for account.py").waitFor();
  await workbench.picture("filling");

  assert.ok(seconds < patience() * SECONDS_TO_THE_FIRST, `${seconds} s`);
  assert.match(label, /not yet verified/);
});

test("while it fills, one is discarded and one accepted", async () => {
  let doomed, wanted;
  // While rows come and go, a click may land on the one that has just moved there.
  await workbench.until(async () => {
    doomed = await workbench.nameOf(workbench.candidate("test_").first());
    await workbench.press(workbench.candidate(`${doomed},`), "Discard", 3000);
    await workbench.page.waitForTimeout(500);
    await workbench.until(async () => assert.equal(await workbench.candidate(`${doomed},`).count(), 0), 3000);
  });
  // The search may find a better one meanwhile.
  await workbench.until(async () => {
    wanted = await workbench.nameOf(workbench.candidate("test_withdraw").first());
    await workbench.candidate(`${wanted},`).click({ timeout: 3000 });
    await workbench.page.waitForTimeout(1000);
    await shop.keep(await workbench.picture("candidates"));
    await workbench.press(workbench.candidate(`${wanted},`), "Accept", 3000);
    await workbench.choose("Extend", 20_000);
  });
  await workbench.line("test_account.py", "def test_").waitFor();
  await workbench.until(() => assert.match(testFile(), new RegExp(`def ${wanted}\\(`)));

  // Not the message at the end of the search, which may have come and gone meanwhile.
  await workbench.until(async () => assert.equal(await workbench.page.getByText("Searching…").count(), 0));
  // A busy machine takes so long for it that the command no longer takes the focus.
  await workbench.until(async () => {
    await workbench.command("Testloom: Review Generated Tests");
    await workbench.focusedRow().waitFor({ timeout: 5000 });
  });
  await workbench.until(async () => assert.equal(await workbench.page.getByText("not yet verified").count(), 0));
  await workbench.until(async () => {
    for (const name of [doomed, wanted]) assert.equal(await workbench.candidate(`${name},`).count(), 0);
  });
  await workbench.page.mouse.move(700, 400);
  await workbench.page.waitForTimeout(1000);
  const header = workbench.page.locator('.pane-header[aria-label^="Generated Tests"]');
  await shop.keep(await workbench.closeUp("start-review", header, { left: 0, top: 0, width: 296, height: 210 }));
});

test("a candidate is edited, run, and reset", async () => {
  const name = await workbench.nameOf(workbench.candidate("test_").first());
  const line = workbench.page.locator(".monaco-editor .view-line").filter({ hasText: `def\u00a0${name}(` }).last();
  await workbench.click(workbench.candidate(`${name},`), line);
  await workbench.toTheEnd(line);
  await workbench.page.keyboard.press("Enter");
  await workbench.page.keyboard.type("assert 1 + 1 == 3");
  await workbench.decide(name, "Run", workbench.candidate(`${name}, fails: assert (1 + 1) == 3, edited`));
  await workbench.page.waitForTimeout(500);
  await workbench.picture("edited");
  await workbench.decide(name, "Reset to Generated Version", workbench.candidate(`${name},`).and(workbench.page.locator(':not([aria-label*="edited"])')));
  await workbench.decide(name, "Run", workbench.candidate(`${name}, passed`));
  await workbench.picture("passed");
});

test("a candidate is accepted in its diff, by key and by button", async () => {
  const { page } = workbench;
  // Edited, it is verified again, for longer than a key may take the focus.
  const byKey = async () => {
    await page.keyboard.type("\nassert sum(range(10**8))");
    await page.keyboard.press("Control+Enter");
  };
  const byButton = () => page.locator('.editor-actions .action-label[aria-label^="Accept"]').last().click();
  for (const accept of [byKey, byButton]) {
    const name = await workbench.nameOf(workbench.candidate("test_").first());
    const line = page.locator(".monaco-editor .view-line").filter({ hasText: `def\u00a0${name}(` }).last();
    await workbench.click(workbench.candidate(`${name},`), line);
    await workbench.toTheEnd(line);
    await workbench.picture("diff");
    await accept();
    await workbench.until(async () => assert.equal(await workbench.candidate(`${name},`).count(), 0));
    await workbench.until(() => assert.match(testFile(), new RegExp(`def ${name}\\(`)));
    // The diff that had the focus is closed.
    await workbench.until(async () => assert.match(await focused(), /^test_/), 10_000);
  }
});

test("candidates are accepted and discarded with keys alone, one after the other", async () => {
  const { page } = workbench;
  const [first, second, third, fourth] = await workbench.candidate("test_").evaluateAll(namesInOrder);
  assert.ok(fourth, "there are four tests to decide on");
  // The header of the view may have the focus before its rows have it.
  await workbench.until(() => walkTo(first));
  await decideByKey("Control+Enter", first, second);
  await decideByKey("Control+Enter", second, third);
  await decideByKey("Delete", third, fourth);
  await workbench.until(async () => {
    for (const name of [first, second, third]) assert.equal(await workbench.candidate(`${name},`).count(), 0);
  });
  await workbench.line("test_account.py", `def ${second}(`).waitFor();
  await workbench.until(() => assert.match(testFile(), new RegExp(`def ${second}\\(`)));
  await workbench.picture("keys");

  assert.equal(await focused(), fourth);
  assert.equal(await page.locator(".tab.dirty").count(), 0);
  assert.match(testFile(), new RegExp(`def ${first}\\(`));
  assert.doesNotMatch(testFile(), new RegExp(`def ${third}\\(`));
});

/** Decides on a test, whose row has the focus, by a key, which may come while the rows are drawn anew. */
async function decideByKey(key, name, next) {
  await workbench.until(async () => {
    // The focus goes on within two seconds of the key or not at all, and a busy machine takes longer to decide.
    if (patience() > 1 && (await workbench.focusedRow().count()) === 0) await walkTo((await workbench.candidate(`${name},`).count()) > 0 ? name : next);
    if ((await focused()) === name) await workbench.page.keyboard.press(key);
    await workbench.until(async () => assert.equal(await focused(), next), 10_000);
  });
}

/** Gives the focus to the row of a test. */
async function walkTo(name) {
  await workbench.focus("Generated Tests");
  await workbench.page.keyboard.press("Home");
  for (let steps = 0; steps < 20 && (await focused()) !== name; steps += 1) await workbench.page.keyboard.press("ArrowDown");
  assert.equal(await focused(), name);
}

/** The test in the row that has the keyboard's focus. */
function focused() {
  return workbench.nameOf(workbench.focusedRow());
}

/** The names of tests in the order in which a list shows them, which is not that of its elements. */
function namesInOrder(rows) {
  const places = (row) => Number(row.getAttribute("data-index"));
  return rows.toSorted((one, other) => places(one) - places(other)).map((row) => row.getAttribute("aria-label").split(",")[0]);
}

function testFile() {
  return readFileSync(path.join(shop.code.workspace, "tests", "test_account.py"), "utf8");
}
