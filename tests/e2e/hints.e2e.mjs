// A user generates tests, sees in the editor what that left open, and acts on it.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { PATIENCE } from "./harness.mjs";
import { openShop } from "./shop.mjs";

const SOURCE = `"""What the shop earns."""


def average(prices: list[int]) -> float:
    """Return the average price of what was sold."""
    return sum(prices) / len(prices)


def bonus(code: int, sold: int) -> int:
    """Return the cents that a salesperson gets on top."""
    if code * 7_919 % 1_000_003 == 4_711:
        return 10_000
    if sold > 100:
        return 500
    return 0
`;
const BANNER = `"""What the shop says above all."""


def banner() -> str:
    """Return the text in capitals if something is on sale."""
    with open("/etc/shop/banner.txt") as file:
        text = file.read()
    return text.upper() if text.startswith("SALE") else text
`;
let shop, workbench;

before(async () => {
  shop = await openShop("hints");
  workbench = shop.workbench;
  writeFileSync(path.join(shop.code.workspace, "shop/earnings.py"), SOURCE);
  await workbench.openFile("shop", "earnings.py");
  await workbench.statusItem("Testloom is ready").waitFor();
});

after(() => shop?.close());

test("whatever is typed in a terminal while tests are generated arrives there", async () => {
  const { page } = workbench;
  await workbench.command("Terminal: Create New Terminal");
  await page.locator(".terminal-wrapper.active .xterm-helper-textarea:focus").waitFor({ state: "attached" });
  await page.keyboard.type("cat > typed.txt\n");
  await workbench.until(() => assert.ok(existsSync(typedFile())));
  await workbench.command("Testloom: Generate Tests for File");
  await page.locator(".terminal-wrapper.active .xterm-screen").click();
  const progress = workbench.notification("Generating tests for earnings.py");
  let typed = "";
  // Until a while after the end of the job, and beyond the moment in which its tests are shown.
  const latest = Date.now() + PATIENCE;
  for (const end = workbench.notification("for earnings.py ("); !typed.endsWith("!\n"); ) {
    assert.ok(Date.now() < latest, "no message tells of the end of the job");
    const word = (await end.isVisible()) ? "the end!\n" : "typing\n";
    await page.keyboard.type(word, { delay: 30 });
    typed += word;
  }
  await page.locator('.activitybar .action-item:has([aria-label^="Testloom"]) .badge-content:visible').filter({ hasText: /\d/ }).waitFor();
  await workbench.picture("typed");
  await page.keyboard.press("Control+d");
  await progress.waitFor({ state: "detached" });
  await workbench.until(() => assert.equal(readFileSync(typedFile(), "utf8"), typed));
  await workbench.command("Terminal: Kill the Active Terminal Instance");

  assert.equal(readFileSync(path.join(shop.code.workspace, "shop/earnings.py"), "utf8"), SOURCE);
  assert.equal(await page.locator(".tab.dirty").count(), 0);
});

test("an undocumented exception is underlined, with the call that shows it", async () => {
  await workbench.editor("earnings.py").locator(".squiggly-warning").first().waitFor();
  await workbench.command("Notifications: Clear All Notifications");
  const name = workbench.line("earnings.py", "def average").getByText("average").first();
  const hover = await workbench.hover(name, "raises ZeroDivisionError");
  await workbench.page.waitForTimeout(500);
  await shop.keep(await workbench.picture("finding"));
  // A narrow window breaks the lines of the message.
  const size = workbench.page.viewportSize();
  await workbench.page.setViewportSize({ width: 960, height: 900 });
  await workbench.bring(hover, async () => {
    await workbench.page.mouse.move(10, 10);
    await workbench.page.mouse.move(0, 0);
  }, { state: "hidden" });
  await workbench.until(async () => {
    const shown = await workbench.hover(name, "raises ZeroDivisionError");
    await workbench.page.waitForTimeout(500);
    await shop.keep(await workbench.closeUp("start-finding", shown, { left: -40, top: -8, width: 520, height: 170 }));
  });
  await workbench.page.setViewportSize(size);
});

test("a finding is kept as a test that is expected to fail", async () => {
  await workbench.quickFix(workbench.word("earnings.py", "def average"), "Add as xfail test", workbench.line("test_earnings.py", "xfail"));
  await workbench.until(() => assert.match(testFile(), /@pytest.mark.xfail\(raises=ZeroDivisionError, strict=True\)/));
});

test("goals that no test reaches are marked and counted, once the user asks for them", async () => {
  await workbench.command("View: Close All Editors");
  await workbench.command("View: Show Explorer");
  await workbench.openFile("shop", "earnings.py");
  await workbench.command("Testloom: Show/Hide Uncovered Goals");
  await workbench.told("1 uncovered goal is now marked in earnings.py");
  await workbench.editor("earnings.py").locator(".squiggly-info").first().waitFor();
  await workbench.hover(workbench.line("earnings.py", "if code").getByText("if", { exact: true }).first(), "came closest with");
  await workbench.page.waitForTimeout(500);
  await shop.keep(await workbench.picture("hint"));
});

test("a goal is excluded from coverage by its quick fix, and the hint goes away", async () => {
  await workbench.quickFix(workbench.word("earnings.py", "if code"), "Exclude from coverage", workbench.line("earnings.py", "# pragma: no cover"));
  await workbench.editor("earnings.py").locator(".squiggly-info").first().waitFor({ state: "detached" });
});

test("a path that stands in a function becomes a constant that tests can point elsewhere, in one step", async () => {
  writeFileSync(path.join(shop.code.workspace, "shop/banner.py"), BANNER);
  await workbench.command("View: Show Explorer");
  await workbench.openFile("shop", "banner.py");
  await workbench.command("Testloom: Generate Tests for File");
  await workbench.told("for banner.py (");
  await workbench.page.keyboard.press("Escape");
  await workbench.command("Notifications: Clear All Notifications");
  await workbench.editor("banner.py").locator(".squiggly-info").first().waitFor();
  const constant = workbench.line("banner.py", "BANNER_TXT = ");
  await workbench.quickFix(workbench.word("banner.py", "with open"), "Make '/etc/shop/banner.txt' a module constant", constant);
  await workbench.line("banner.py", "open(BANNER_TXT)").waitFor();
  await workbench.picture("constant");
  await workbench.click(constant, workbench.focusedEditor("banner.py"));
  await workbench.bring(constant, () => workbench.page.keyboard.press("Control+z"), { state: "detached" });
  await workbench.line("banner.py", "open(BANNER_TXT)").waitFor({ state: "detached" });
});

test("an error has a button that leads to its line", async () => {
  writeFileSync(path.join(shop.code.workspace, "shop/broken.py"), "import os\n\n\ndef broken(:\n    pass\n");
  await workbench.command("View: Show Explorer");
  await workbench.openFile("shop", "broken.py");
  await workbench.command("Testloom: Generate Tests for File");
  await workbench.told("broken.py, line 4");
  await workbench.picture("error");
  await workbench.answer("broken.py, line 4", "Go to Line", workbench.statusItem("Ln 4,"));
});

function typedFile() {
  return path.join(shop.code.workspace, "typed.txt");
}

function testFile() {
  return readFileSync(path.join(shop.code.workspace, "tests/test_earnings.py"), "utf8");
}
