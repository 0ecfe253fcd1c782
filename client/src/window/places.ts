// Places in files that a click leads to: by then, the file may be gone.

import * as vscode from "vscode";

import { Click } from "./click.js";
import { showDocument } from "./focus.js";
import { plain } from "./text.js";

/** Opens a file at a line that counts from 0, and says so if it no longer exists. */
export async function goTo(uri: string, line?: number, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  const file = vscode.Uri.parse(uri);
  const selection = line === undefined ? {} : { selection: new vscode.Range(line, 0, line, 0) };
  try {
    await showDocument(file, new Click(), { ...options, ...selection });
  } catch (error) {
    if (await exists(file)) throw error;
    const said = vscode.l10n.t("{0} does not exist.", vscode.workspace.asRelativePath(file));
    void vscode.window.showWarningMessage(plain(`Testloom: ${said}`));
  }
}

async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(() => true, () => false);
}
