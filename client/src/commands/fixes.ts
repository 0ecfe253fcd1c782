// The quick fixes that need the editor: the clipboard, a snippet, a setting. The server offers them.

import path from "node:path";

import * as vscode from "vscode";

import { uncoveredInWords } from "./uncovered.js";
import { FAILING_TEST, type FindingArguments, UNCOVERED } from "../protocol/fixes.js";
import type { Server } from "../server/server.js";
import { targetOf } from "../python/settings.js";
import { Click } from "../window/click.js";
import { showDocument, showProblems } from "../window/focus.js";
import { plain } from "../window/text.js";

export function registerFixes(server: Server): vscode.Disposable {
  const register = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    register("testloom.copyFailingTest", (finding: FindingArguments) => copyFailingTest(server, finding)),
    register("testloom.annotate", annotate),
    register("testloom.allow", allow),
    register("testloom.toggleHints", () => toggleHints(server)),
  );
}

async function copyFailingTest(server: Server, finding: FindingArguments): Promise<void> {
  const failing = await server.ask(FAILING_TEST, finding);
  if (failing === undefined) return;
  await vscode.env.clipboard.writeText(failing.text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Testloom: failing test copied to the clipboard."), 5000);
}

/** Puts a place for a type behind a parameter. */
async function annotate(uri: string, { line, character }: { line: number; character: number }): Promise<void> {
  const editor = await showDocument(vscode.Uri.parse(uri), new Click());
  await editor.insertSnippet(new vscode.SnippetString(": ${1:type}"), new vscode.Position(line, character));
}

/** Lets code under test do one thing more, on this machine; the user confirms it. */
async function allow(entry: string, uri: string): Promise<void> {
  const yes = vscode.l10n.t("Allow");
  const detail = vscode.l10n.t("This adds it to the setting testloom.allow on this machine and generates the tests again.");
  const question = plain(vscode.l10n.t("Allow the code under test to do this: {0}?", entry));
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
  const section = vscode.workspace.getConfiguration("testloom", vscode.Uri.parse(uri));
  const allowed = section.get<string[]>("allow", []);
  await section.update("allow", [...new Set([...allowed, entry])], vscode.ConfigurationTarget.Global);
  await vscode.commands.executeCommand("testloom.generateForFile", vscode.Uri.parse(uri));
}

/** Shows or hides the goals that no test reaches, and says so: some files have none. */
async function toggleHints(server: Server): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const section = vscode.workspace.getConfiguration("testloom", document?.uri);
  const shown = section.get<string[]>("hints", []);
  const changed = shown.includes("goals") ? shown.filter((kind) => kind !== "goals") : [...shown, "goals"];
  await section.update("hints", changed, targetOf(section.inspect("hints")));
  if (!changed.includes("goals")) return void vscode.window.showInformationMessage(vscode.l10n.t("Testloom: uncovered goals are hidden."));
  const isPython = document?.languageId === "python" && document.uri.scheme === "file";
  const found = isPython ? await server.ask(UNCOVERED, { uri: document.uri.toString() }) : undefined;
  const name = isPython ? path.basename(document.uri.fsPath) : undefined;
  const problems = vscode.l10n.t("Show Problems");
  const buttons = found !== undefined && found.goals > 0 ? [problems] : [];
  const answer = await vscode.window.showInformationMessage(plain(uncoveredInWords(vscode.l10n.t, name, found)), ...buttons);
  if (answer === problems) await showProblems();
}
