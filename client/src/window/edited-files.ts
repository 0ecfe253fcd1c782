// Shows the test files that an edit changed: saves them, so that pytest sees them, and opens them beside the
// code. The edit stays undoable.

import * as vscode from "vscode";

import type { EditedFile } from "../protocol/generating.js";

export async function showFiles(files: readonly EditedFile[]): Promise<void> {
  for (const file of files) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(file.uri));
    await document.save();
    const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    await vscode.window.showTextDocument(document, {
      viewColumn: visible?.viewColumn ?? besideTheCode(),
      preview: false,
      selection: new vscode.Range(file.line, 0, file.line, 0),
    });
  }
}

/** The last of several editor groups, or a new one beside the only one. */
export function besideTheCode(): vscode.ViewColumn {
  const groups = vscode.window.tabGroups.all;
  const last = groups.length > 1 ? groups.at(-1) : undefined;
  return last?.viewColumn ?? vscode.ViewColumn.Beside;
}
