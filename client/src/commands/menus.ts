// The commands that a user sees in menus and in the palette.

import path from "node:path";

import * as vscode from "vscode";

import { FORGET_DECISIONS } from "../protocol/candidates.js";
import { TESTS_OF_LINE } from "../protocol/testing.js";
import type { Server } from "../server/server.js";
import { activeEditor, activeFile } from "../window/active.js";
import { showChannel } from "../window/focus.js";
import { goTo } from "../window/places.js";

export function registerCommands(server: Server, log: vscode.LogOutputChannel): vscode.Disposable {
  const register = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    register("testloom.generate", () => generateAtCursor(server)),
    register("testloom.generateForFile", (file?: vscode.Uri) => generateForAll(server, file ?? activeFile())),
    register("testloom.generateForFolder", (folder?: vscode.Uri) => generateForAll(server, folder ?? activeFolder())),
    register("testloom.forgetDecisions", (file?: vscode.Uri) => forgetDecisions(server, file ?? activeFile())),
    register("testloom.showTestsOfLine", () => showTestsOfLine(server)),
    register("testloom.restart", () => server.restart()),
    register("testloom.showLog", () => { showChannel(log); }),
  );
}

async function generateAtCursor(server: Server): Promise<void> {
  const editor = activeEditor();
  if (editor === undefined) return;
  const { line, character } = editor.selection.active;
  await server.generate({ uri: editor.document.uri.toString(), position: { line, character } });
}

/** Everything in a file or below a folder. */
async function generateForAll(server: Server, resource?: vscode.Uri): Promise<void> {
  if (resource !== undefined) await server.generate({ uri: resource.toString(), scope: "file" });
}

/** Lets deleted tests of a file be generated again, and shows what was marked as expected or as a bug. */
async function forgetDecisions(server: Server, file?: vscode.Uri): Promise<void> {
  if (file !== undefined) await server.ask(FORGET_DECISIONS, { uri: file.toString() });
}

/** Lets the user choose among the tests that reach the line of the cursor, and goes there. */
async function showTestsOfLine(server: Server): Promise<void> {
  const editor = activeEditor();
  if (editor === undefined) return;
  const params = { uri: editor.document.uri.toString(), line: editor.selection.active.line };
  const tests = (await server.ask(TESTS_OF_LINE, params))?.tests ?? [];
  if (tests.length === 0) {
    const run = vscode.l10n.t("Run Tests with Coverage");
    const chosen = await vscode.window.showInformationMessage(vscode.l10n.t("Testloom: no known test covers this line."), run);
    if (chosen === run) await vscode.commands.executeCommand("testloom.runTests");
    return;
  }
  const items = tests.map((place) => ({ label: place.test.split("::").slice(1).join(" › "), description: place.test.split("::")[0] ?? "", place }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Tests covering line {0}", params.line + 1) });
  if (chosen === undefined) return;
  await goTo(chosen.place.uri, chosen.place.line);
}

function activeFolder(): vscode.Uri | undefined {
  const file = activeFile();
  return file?.with({ path: path.posix.dirname(file.path) });
}
