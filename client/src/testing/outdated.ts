// Marks the lines that have changed since the tests ran: the coverage that the editor shows there is of before.

import * as vscode from "vscode";

import { isRefusal } from "../protocol/messages.js";
import { CHANGED_LINES } from "../protocol/testing.js";
import type { Server } from "../server/server.js";

const MILLISECONDS_TO_SETTLE = 300;

export class OutdatedLines implements vscode.Disposable {
  private readonly changed = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderColor: new vscode.ThemeColor("editorWarning.foreground"),
    borderStyle: "dotted",
    borderWidth: "0 0 0 3px",
    overviewRulerColor: new vscode.ThemeColor("editorWarning.foreground"),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  private readonly measured = new Set<string>();
  private readonly settling = new Map<string, NodeJS.Timeout>();
  private readonly subscriptions = [
    this.changed,
    vscode.workspace.onDidChangeTextDocument(({ document }) => { this.settle(document.uri); }),
    vscode.window.onDidChangeVisibleTextEditors((editors) => { for (const { document } of editors) this.settle(document.uri); }),
  ];

  constructor(private readonly server: Server) {}

  dispose(): void {
    for (const timer of this.settling.values()) clearTimeout(timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** A run has told what is reached of these files. */
  renew(uris: readonly string[]): void {
    for (const uri of uris) this.measured.add(uri);
    for (const { document } of vscode.window.visibleTextEditors) this.settle(document.uri);
  }

  /** Marks a file once nobody has typed for a moment. */
  private settle(file: vscode.Uri): void {
    const uri = file.toString();
    if (!this.measured.has(uri)) return;
    clearTimeout(this.settling.get(uri));
    this.settling.set(uri, setTimeout(() => void this.mark(uri), MILLISECONDS_TO_SETTLE));
  }

  private async mark(uri: string): Promise<void> {
    this.settling.delete(uri);
    const found = await this.server.inquire(CHANGED_LINES, { uri });
    if (found === undefined || isRefusal(found)) return;
    const hoverMessage = vscode.l10n.t("Changed since the last test run: coverage is unknown.");
    const marks = found.lines.map((line) => ({ range: new vscode.Range(line, 0, line, 0), hoverMessage }));
    const editors = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === uri);
    for (const editor of editors) editor.setDecorations(this.changed, marks);
  }
}
