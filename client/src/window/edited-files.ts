// Shows the test files that an edit changed: saves them, so that pytest sees them, unless their user has changed
// them, too, and opens them beside the code. The edit stays undoable.

import * as vscode from "vscode";

import type { EditedFile } from "../protocol/generating.js";
import type { Click } from "./click.js";
import { showDocument } from "./focus.js";

/** Shows files to work on, as their user has asked for them by a click. */
export async function showFiles(files: readonly EditedFile[], click: Click): Promise<void> {
  for (const file of files) {
    const document = await saved(file);
    await showDocument(document, click, { preview: false, viewColumn: editorOf(document)?.viewColumn ?? besideTheCode(), selection: firstNew(file) });
  }
}

/** Shows files to look at, in a tab that the next takes the place of: their user goes on where they are. */
export async function glanceAt(files: readonly EditedFile[]): Promise<void> {
  for (const file of files) {
    const document = await saved(file);
    await vscode.window.showTextDocument(document, {
      preserveFocus: true,
      preview: true,
      viewColumn: editorOf(document)?.viewColumn ?? besideTheCode(),
      selection: firstNew(file),
    });
  }
}

/** Shows files that have changed without a key or a click: not where their user may be typing. */
export async function showQuietly(files: readonly EditedFile[]): Promise<void> {
  for (const file of files) {
    const document = await saved(file);
    if (editorOf(document) !== undefined) continue;
    const others = vscode.window.tabGroups.all.filter(({ isActive }) => !isActive);
    await vscode.window.showTextDocument(document, {
      preserveFocus: true,
      preview: false,
      viewColumn: others.at(-1)?.viewColumn ?? vscode.ViewColumn.Beside,
      selection: firstNew(file),
    });
  }
}

/** Saves files that are only to be changed, where they are. */
export async function save(files: readonly EditedFile[]): Promise<void> {
  for (const file of files) await saved(file);
}

/** The last of several editor groups, or a new one beside the only one. */
export function besideTheCode(): vscode.ViewColumn {
  const groups = vscode.window.tabGroups.all;
  const last = groups.length > 1 ? groups.at(-1) : undefined;
  return last?.viewColumn ?? vscode.ViewColumn.Beside;
}

async function saved({ uri, unsaved }: EditedFile): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  if (!unsaved) await document.save();
  return document;
}

function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find((editor) => editor.document === document);
}

function firstNew({ line }: EditedFile): vscode.Range {
  return new vscode.Range(line, 0, line, 0);
}
