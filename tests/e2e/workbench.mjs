// What a user does in the workbench: menus, editors, notifications.

import assert from "node:assert/strict";
import path from "node:path";

import { PATIENCE } from "./harness.mjs";

export class Workbench {
  constructor(page, out) {
    this.page = page;
    this.out = out;
    this.failures = 0;
  }

  async open(url) {
    await this.page.goto(url);
    await this.page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
  }

  /** Opens a file by the names of its folders and its own, as the explorer shows them. */
  async openFile(...names) {
    const file = this.explorerRow(names.at(-1));
    // The explorer opens folders by itself, too, and a click then closes them.
    await this.until(async () => {
      for (const folder of names.slice(0, -1)) {
        const row = this.explorerRow(folder);
        await row.waitFor({ timeout: 3000 });
        if ((await row.getAttribute("aria-expanded")) !== "true") await row.click({ timeout: 3000 });
      }
      await file.waitFor({ timeout: 3000 });
    });
    // The file may show already, in an editor that is not the active one.
    await this.bring(this.activeTab(names.at(-1)), () => file.dblclick({ timeout: 3000 }));
    await this.line(names.at(-1)).waitFor();
  }

  /** Does something until it brings what it should: what is drawn anew meanwhile takes a click or key now and then, and
   *  so does what closes by itself. What is done must not harm when it is done twice. */
  async bring(brought, act, { state = "visible", timeout = 10_000 } = {}) {
    let isDone = false;
    await this.until(async () => {
      // It may have come since.
      if (isDone && (await brought.waitFor({ state, timeout: 100 }).then(() => true, () => false))) return;
      await act();
      isDone = true;
      await brought.waitFor({ state, timeout });
    });
  }

  /** Clicks a place until that brings what it should. */
  async click(place, brought, options = {}) {
    await this.bring(brought, () => place.click({ timeout: 3000 }), options);
  }

  explorerRow(name) {
    return this.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`).first();
  }

  activeTab(name) {
    return this.page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`);
  }

  /** The editor of a file, while keys go there. */
  focusedEditor(name) {
    return this.page.locator(`.monaco-editor.focused[data-uri$="/${name}"]`);
  }

  editor(name) {
    return this.page.locator(`.editor-instance .monaco-editor[data-uri$="/${name}"]`);
  }

  /** The first line that shows `text`; the editor writes spaces that do not break. */
  line(name, text = "") {
    return this.editor(name).locator(".view-line").filter({ hasText: text.replaceAll(" ", "\u00a0") }).first();
  }

  /** Puts the cursor of the active editor on a line, counted from 1. */
  async goTo(line) {
    const input = this.page.locator(".quick-input-widget input.input");
    await this.bring(this.statusItem(`Ln ${line},`), async () => {
      await this.escape(input);
      await this.command("View: Focus Active Editor Group");
      await this.page.keyboard.press("Control+g");
      // Before it is there, what is typed goes into the file.
      await input.fill(`:${line}`, { timeout: 3000 });
      await this.page.keyboard.press("Enter");
    });
  }

  /** Puts the cursor at the end of a line. */
  async toTheEnd(line) {
    const column = (await line.textContent()).length + 1;
    // VS Code may take a first key after what is typed next.
    await this.bring(this.statusItem(`Col ${column}`), async () => {
      await line.locator("span span").last().click({ timeout: 3000 });
      await this.page.keyboard.press("End");
    });
  }

  /** Points at a place until something that says `text` shows there: what is drawn anew meanwhile forgets the mouse. */
  async hover(place, text) {
    const shown = this.page.locator(".monaco-hover").filter({ hasText: text }).first();
    await this.until(async () => {
      await this.page.mouse.move(0, 0);
      await place.hover({ timeout: 3000 });
      await shown.waitFor({ timeout: 3000 });
    });
    return shown;
  }

  /** The last word of `text` in an editor. */
  word(name, text) {
    return this.line(name, text).getByText(text.split(" ").at(-1), { exact: false }).first();
  }

  /** Takes an entry of the submenu Testloom, again until what it brings shows: a menu may close without having taken it. `seen` is called while it is open. */
  async take(place, entry, brought, seen = async () => {}) {
    await this.bring(brought, async () => {
      const item = await this.menuOf(place, entry);
      await seen();
      await item.click({ timeout: 3000 }).finally(() => this.closeMenu());
    });
  }

  /** Right-clicks a place and returns an entry of the submenu Testloom. */
  async menuOf(place, entry) {
    const items = this.page.locator(".monaco-menu .action-item");
    const item = items.filter({ hasText: entry }).last();
    // The end of a right-click that comes late closes the menu again.
    await this.until(async () => {
      try {
        const before = await place.boundingBox({ timeout: 3000 });
        await place.click({ button: "right", timeout: 3000 });
        // A menu that has just opened takes a click for the end of the right-click.
        await this.page.waitForTimeout(300);
        await items.filter({ has: this.page.getByText("Testloom", { exact: true }) }).first().hover({ timeout: 3000 });
        await item.hover({ timeout: 3000 });
        await this.page.waitForTimeout(300);
        if (!(await item.isVisible())) throw new Error(`The menu with "${entry}" has closed again.`);
        // While the Explorer is drawn anew, the click may have met the row that was there instead.
        assert.deepEqual(await place.boundingBox({ timeout: 3000 }), before, "What was right-clicked has moved meanwhile.");
      } catch (error) {
        await this.closeMenu();
        throw error;
      }
    });
    return item;
  }

  async closeMenu() {
    await this.escape(this.page.locator(".monaco-menu .action-item").first());
  }

  /** Closes what is open, which may have an inner part: Escape would do something else if it is not. */
  async escape(open) {
    for (let levels = 0; levels < 2 && (await open.isVisible()); levels += 1) {
      await this.page.keyboard.press("Escape");
      await this.page.waitForTimeout(100);
    }
  }

  /** A code lens by a part of its title. */
  lens(name, title) {
    return this.editor(name).locator(".codelens-decoration a").filter({ hasText: title }).first();
  }

  /** A notification that shows, in a toast or in the list of all. */
  notification(text) {
    return this.page.locator(".notification-list-item").filter({ hasText: text }).first();
  }

  /** Waits for a notification and returns it; a toast stays for a quarter of a minute, the list of all keeps it. */
  async told(text) {
    const notification = this.notification(text);
    await this.until(async () => {
      try {
        await notification.waitFor({ timeout: 20_000 });
      } catch (error) {
        await this.command("Notifications: Show Notifications");
        throw error;
      }
    });
    return notification;
  }

  /** Presses a button of a notification until that brings what it should. */
  async answer(text, name, brought) {
    const notification = await this.told(text);
    await this.bring(brought, async () => {
      if (!(await notification.isVisible())) await this.command("Notifications: Show Notifications");
      await this.button(notification, name).click({ timeout: 3000 });
    });
  }

  /** Accepts all tests that a notification tells of, at the place that is chosen. */
  async acceptAll(text, place, brought) {
    const accept = this.button(await this.told(text), "Accept All");
    await this.bring(brought, async () => {
      // A list of places that closes by itself leaves the tests as they were, but its toast is gone.
      if (await accept.isVisible()) await accept.click({ timeout: 3000 });
      else await this.command("Testloom: Accept All Candidates");
      await this.choose(place, 20_000);
    });
  }

  button(notification, name) {
    return notification.locator(".monaco-button").filter({ hasText: name }).first();
  }

  /** The tests in the view "Generated Tests". */
  candidate(name) {
    return this.rowOf("Generated Tests", name);
  }

  /** A class or function in the view "Recorded Calls". */
  recorded(name) {
    return this.rowOf("Recorded Calls", name).first();
  }

  /** Rows of a view whose labels begin with a name, of those that are in its sight. */
  rowOf(view, name) {
    // No label begins with an empty text, says CSS.
    const labelled = name === "" ? "" : `[aria-label^="${name}"]`;
    return this.page.locator(`.customview-tree .monaco-list[aria-label="${view}"] .monaco-list-row${labelled}`);
  }

  /** The row that has the keyboard's focus in a view of ours. */
  focusedRow() {
    return this.page.locator(".customview-tree:focus-within .monaco-list-row.focused");
  }

  /** Goes to a view of ours, where the keys go from then on. */
  async focus(view) {
    const pane = this.page.locator(`.pane:focus-within > .pane-header[aria-label^="${view}"]`);
    await this.bring(pane, () => this.command(`Testloom: Focus on ${view} View`));
  }

  /** The name of the test in a row of that view. */
  async nameOf(row) {
    return (await row.getAttribute("aria-label", { timeout: 3000 })).split(",")[0];
  }

  /** Presses a button in a row. */
  async press(row, button, milliseconds = PATIENCE) {
    // A row that is drawn anew forgets that the mouse is on it.
    await this.until(async () => {
      await row.hover({ timeout: 3000 });
      await row.getByRole("button", { name: button }).click({ timeout: 3000 });
    }, milliseconds);
  }

  /** Presses a button in the row of a candidate until that brings what it should; by itself, it goes. */
  async decide(name, button, brought) {
    const row = this.candidate(`${name},`);
    await this.bring(brought ?? row, () => this.press(row, button, 3000), { state: brought ? "visible" : "detached" });
  }

  statusItem(name) {
    return this.page.locator(`.statusbar-item[aria-label*="${name}"]`).first();
  }

  async command(title) {
    const input = this.page.locator(".quick-input-widget input.input");
    const row = this.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: title }).first();
    // What takes the focus meanwhile closes the palette.
    await this.until(async () => {
      try {
        await this.page.keyboard.press("F1");
        await input.waitFor({ timeout: 3000 });
        await input.fill(`>${title}`, { timeout: 3000 });
        // Not Enter: that takes whatever similar command has the focus.
        await row.click({ timeout: 3000 });
      } catch (error) {
        // A palette that stays open never looks again for commands that have come later.
        await this.escape(input);
        throw error;
      }
    });
    // The command may ask something itself, in the same place.
    await this.until(async () => {
      const isWaiting = (await input.isVisible()) && (await input.inputValue()) === `>${title}`;
      if (isWaiting) throw new Error(`"${title}" was not taken.`);
    });
  }

  /** Chooses among what the workbench asks. */
  async choose(answer, milliseconds = PATIENCE) {
    await this.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: answer }).first().click({ timeout: milliseconds });
  }

  /** Takes a quick fix at a place in an editor until that brings what it should. */
  async quickFix(place, title, brought, options = {}) {
    await this.bring(brought, async () => {
      const row = await this.fixAt(place, title, 30_000);
      await this.picture(`fixes-${title.replaceAll(/\W+/g, "-").toLowerCase()}`);
      await row.click({ timeout: 3000 });
    }, options);
  }

  /** Asks for what can be done at a place, until a quick fix is among it. */
  async fixAt(place, title, milliseconds = PATIENCE) {
    const widget = this.page.locator(".action-widget").first();
    const row = this.page.locator(".action-widget .monaco-list-row").filter({ hasText: title }).first();
    // What was asked a moment too early comes without what the server says.
    await this.until(async () => {
      try {
        await this.escape(widget);
        await place.click({ timeout: 3000 });
        await this.page.keyboard.press("Control+.");
        await row.waitFor({ timeout: 3000 });
      } catch (error) {
        await this.escape(widget);
        throw error;
      }
    }, milliseconds);
    return row;
  }

  /** How many there are of something, once two looks see the same: a list is filled bit by bit. */
  async settledCount(places) {
    return this.until(async () => {
      const count = await places.count();
      await this.page.waitForTimeout(500);
      if (count === 0 || (await places.count()) !== count) throw new Error(`There are no longer ${count}.`);
      return count;
    });
  }

  /** Waits until `check` no longer throws. */
  async until(check, milliseconds = PATIENCE) {
    for (const end = Date.now() + milliseconds; ; ) {
      try {
        return await check();
      } catch (error) {
        if (Date.now() > end) {
          if (milliseconds >= PATIENCE) await this.picture(`failure-${(this.failures += 1)}`).catch(() => {});
          throw error;
        }
        await this.page.waitForTimeout(100);
      }
    }
  }

  async picture(name) {
    const file = path.join(this.out, `${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  /** A part of the window, so small that one can read it in a walkthrough; it begins `left` and `top` of a place. */
  async closeUp(name, place, { left, top, width, height }) {
    const box = await place.boundingBox({ timeout: 3000 });
    if (box === null) throw new Error(`What ${name} shows is not in sight.`);
    const { x, y } = box;
    const file = path.join(this.out, `${name}.png`);
    await this.page.screenshot({ path: file, clip: { x: x + left, y: y + top, width, height } });
    return file;
  }
}
