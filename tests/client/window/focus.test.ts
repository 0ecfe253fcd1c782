// Nothing takes the focus but what a click has asked for: the linter sees to that.

import path from "node:path";

import { ESLint, Linter } from "eslint";
import { beforeAll, expect, test } from "vitest";

import { Click } from "../../../client/src/window/click.js";

const root = path.resolve(__dirname, "../../..");
const [ANY, ALONE] = ["client/src/extension.ts", "client/src/window/focus.ts"];
const rules = new Map<string, Linter.RuleEntry | undefined>();

beforeAll(async () => {
  for (const file of [ANY, ALONE]) {
    const config = (await new ESLint({ cwd: root }).calculateConfigForFile(path.join(root, file))) as Linter.Config;
    rules.set(file, config.rules?.["no-restricted-syntax"]);
  }
}, 60_000);

test.each([
  "view.reveal(row);",
  "terminal.show();",
  "vscode.window.showTextDocument(file);",
  "vscode.window.showTextDocument(file, { preserveFocus: false });",
  'vscode.commands.executeCommand("testloom.candidates.focus");',
  'vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");',
  'vscode.commands.executeCommand("markdown.showPreview", file);',
  "vscode.commands.executeCommand(`${view}.focus`);",
])("the linter forbids what takes the focus: %s", (code) => {
  expect(complaints(ANY, code)).toBe(1);
  expect(complaints(ALONE, code)).toBe(0);
});

test.each([
  "vscode.window.showTextDocument(file, { preserveFocus: true });",
  "this.item.show();",
  'vscode.commands.executeCommand("list.toggleSelection");',
])("the linter allows what leaves the focus where it is: %s", (code) => {
  expect(complaints(ANY, code)).toBe(0);
});

test("a click is fresh for a moment only", () => {
  let now = 0;
  const click = new Click(() => now);
  now = 1000;
  expect(click.isFresh).toBe(true);
  now = 60_000;
  expect(click.isFresh).toBe(false);
});

/** How often the linter complains of code in a file for taking the focus. */
function complaints(file: string, code: string): number {
  const rule = rules.get(file);
  return rule === undefined ? 0 : new Linter().verify(code, [{ rules: { "no-restricted-syntax": rule } }]).length;
}
