// What tests are to see of files with unsaved changes.

import * as vscode from "vscode";

/** Of what concerns saved files, one entry for each project; `choose` answers with one file of each. */
export async function oneOfEachProject<Saved extends { document: Pick<vscode.TextDocument, "uri"> }>(
  saved: readonly Saved[],
  choose: (uris: string[]) => Promise<string[]>,
): Promise<Saved[]> {
  if (saved.length < 2) return [...saved];
  const uriOf = ({ document }: Saved): string => document.uri.toString();
  const chosen = new Set(await choose(saved.map(uriOf)));
  return saved.filter((entry) => chosen.delete(uriOf(entry)));
}

/** Saves all files, as VS Code does before a run that its own buttons start; with the same setting. */
export async function saveBeforeTests(): Promise<void> {
  if (vscode.workspace.getConfiguration("testing").get<boolean>("saveBeforeTest", true)) await vscode.workspace.saveAll(false);
}
