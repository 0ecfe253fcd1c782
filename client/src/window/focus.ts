// What takes the focus, which only answers a click or a key may do: what users type goes where the focus is. The linter
// forbids these calls everywhere else.

import * as vscode from "vscode";

import type { Click } from "./click.js";

/** Shows a document; a click that is no longer fresh leaves the focus where it is. */
export function showDocument(file: vscode.Uri | vscode.TextDocument, click: Click, options: vscode.TextDocumentShowOptions = {}): Thenable<vscode.TextEditor> {
  const shown = { ...options, preserveFocus: !click.isFresh };
  return "scheme" in file ? vscode.window.showTextDocument(file, shown) : vscode.window.showTextDocument(file, shown);
}

/** Goes to one of our views. */
export async function showView(id: "testloom.candidates" | "testloom.recorded", click: Click): Promise<void> {
  if (click.isFresh) await vscode.commands.executeCommand(`${id}.focus`);
}

/** Selects a row; false if there is none, or it is too late for that. */
export async function selectRow<Row>(view: vscode.TreeView<Row>, row: Row, click: Click): Promise<boolean> {
  if (!click.isFresh) return false;
  // While a view is being drawn anew, VS Code may not find the row, and says so or not.
  return view.reveal(row, { select: true, focus: true }).then(() => true, () => false);
}

/** Shows a Markdown document as it reads. */
export async function showMarkdown(document: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand("markdown.showPreview", document);
}

/** Goes to the list of problems. */
export async function showProblems(): Promise<void> {
  await vscode.commands.executeCommand("workbench.actions.view.problems");
}

export function showTerminal(terminal: vscode.Terminal, click: Click): void {
  terminal.show(!click.isFresh);
}

export function showChannel(channel: vscode.OutputChannel): void {
  channel.show();
}
