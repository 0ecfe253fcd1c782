// The file that a command is about if its user has named none: that of the active editor. A new user may have none open,
// and the pages of the walkthrough are not editors.

import * as vscode from "vscode";

/** The active editor; without one, a message says that it takes one, and undefined is returned. */
export function activeEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) void askForFile();
  return editor;
}

/** The file of the active editor, likewise. */
export function activeFile(): vscode.Uri | undefined {
  return activeEditor()?.document.uri;
}

/** Says that a file has to be open, and helps to open one. */
export async function askForFile(): Promise<void> {
  const goToFile = vscode.l10n.t("Go to File…");
  const chosen = await vscode.window.showInformationMessage(vscode.l10n.t("Testloom: open a Python file first."), goToFile);
  if (chosen === goToFile) await vscode.commands.executeCommand("workbench.action.quickOpen");
}
