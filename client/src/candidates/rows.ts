// Which rows of a view a key means. VS Code gives the commands of keys no row, and does not tell which one has the focus.

import * as vscode from "vscode";

import { rowAfter } from "./order.js";

/** To select a row: more than a view needs to be drawn. */
const TRIES = 10;
const MILLISECONDS = 50;

/** The rows that are selected, or the one that has the focus if it is not among them. */
export async function meantByKey<Row>(view: vscode.TreeView<Row>, idOf: (row: Row) => string): Promise<Row[]> {
  const selected = [...view.selection];
  // This adds the row with the focus to the selection, or takes it out, which is the only way to learn which one it is.
  await vscode.commands.executeCommand("list.toggleSelection");
  const ids = new Set(selected.map(idOf));
  const focused = view.selection.filter((row) => !ids.has(idOf(row)));
  await vscode.commands.executeCommand("list.toggleSelection");
  return focused.length > 0 ? focused : selected;
}

/** Selects the row after those that a key was pressed on, at once: later the focus may be elsewhere. */
export async function goOn<Row>(view: vscode.TreeView<Row>, idOf: (row: Row) => string, rows: readonly Row[], done: (row: Row) => boolean): Promise<void> {
  const next = rowAfter(rows, done);
  if (next === undefined) return;
  // While a view is being drawn anew, VS Code may not find the row, and says so or not.
  for (let tries = 0; tries < TRIES; tries += 1) {
    const isFound = await view.reveal(next, { select: true, focus: true }).then(() => true, () => false);
    if (isFound && view.selection.some((row) => idOf(row) === idOf(next))) return;
    await new Promise((resolve) => setTimeout(resolve, MILLISECONDS));
  }
}
