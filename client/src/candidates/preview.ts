// Opens the preview of a test file with candidates: as a difference where there is such a file, at the first of its tests.

import * as vscode from "vscode";

import type { Preview, WaitingTest } from "../protocol/candidates.js";

export async function openPreview(preview: Preview, after: vscode.Uri, tests: readonly WaitingTest[], viewColumn: vscode.ViewColumn): Promise<void> {
  const title = vscode.l10n.t("{0} (generated)", tests.map(({ name }) => name).join(", "));
  // A difference opens at its first change by itself, which may be an import.
  const selection = new vscode.Range(preview.line, 0, preview.line, 0);
  const options = { preview: true, preserveFocus: true, viewColumn, selection };
  if (preview.exists) await vscode.commands.executeCommand("vscode.diff", vscode.Uri.parse(preview.uri), after, title, options);
  else await vscode.commands.executeCommand("vscode.open", after, options, title);
}
