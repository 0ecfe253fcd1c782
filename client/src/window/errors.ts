// Errors that the server answers with: what happened and what to do next, with a way to the log.

import * as vscode from "vscode";

import { plain } from "./text.js";

export function showError(message: string): void {
  const showLog = vscode.l10n.t("Show Log");
  void vscode.window.showErrorMessage(plain(`Testloom: ${message}`), showLog).then((chosen) => {
    if (chosen === showLog) void vscode.commands.executeCommand("testloom.showLog");
  });
}
