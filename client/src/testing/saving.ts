// What tests are to see of files with unsaved changes.

import * as vscode from "vscode";

/** Saves all files, as VS Code does before a run that its own buttons start; with the same setting. */
export async function saveBeforeTests(): Promise<void> {
  if (vscode.workspace.getConfiguration("testing").get<boolean>("saveBeforeTest", true)) await vscode.workspace.saveAll(false);
}
