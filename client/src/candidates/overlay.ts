// What a candidate reaches, shown in the editor of the code that it tests.

import * as vscode from "vscode";

import { lineToScrollTo, WaysBack } from "./sight.js";
import type { WaitingTest } from "../protocol/candidates.js";

export class CandidateOverlay implements vscode.Disposable {
  private readonly reached = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("testing.coveredBackground"),
    borderColor: new vscode.ThemeColor("testing.coveredGutterBackground"),
    borderStyle: "solid",
    borderWidth: "0 0 0 3px",
    overviewRulerColor: new vscode.ThemeColor("testing.coveredGutterBackground"),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  private readonly taken = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor("editorCodeLens.foreground"), margin: "0 0 0 2em" },
  });
  private readonly subscriptions = [
    vscode.window.onDidChangeVisibleTextEditors(() => { this.draw(); }),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => { this.ways.arrive(textEditor, topOf(textEditor)); }),
    // What is known of its lines is not true of another text.
    vscode.workspace.onDidChangeTextDocument(({ document }) => { this.forget(document.uri); }),
  ];
  private readonly ways = new WaysBack<vscode.TextEditor>();
  private tests: readonly WaitingTest[] = [];

  /** Shows what these tests reach, and nothing else. */
  show(tests: readonly WaitingTest[]): void {
    this.tests = tests;
    this.draw();
  }

  /** Scrolls to what these tests reach, where that is shown and out of sight. */
  scrollTo(tests: readonly WaitingTest[]): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const own = tests.filter(({ subject }) => isSubject(editor.document, subject));
      const visible = editor.visibleRanges.map(({ start, end }) => ({ start: start.line, end: end.line }));
      const line = lineToScrollTo(own.flatMap((test) => test.lines), visible);
      if (line === undefined) continue;
      this.ways.leave(editor, topOf(editor));
      editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.InCenter);
    }
  }

  /** Scrolls back to where editors were, unless their user has scrolled them since. */
  scrollBack(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const line = this.ways.back(editor, topOf(editor));
      if (line !== undefined) editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.reached, this.taken).dispose();
  }

  private forget(changed: vscode.Uri): void {
    if (this.tests.some(({ subject }) => subject === changed.toString())) this.show([]);
  }

  private draw(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const own = this.tests.filter(({ subject }) => isSubject(editor.document, subject));
      editor.setDecorations(this.reached, [...testsByLine(own)].map(([line, names]) => reachedLine(line, names)));
      editor.setDecorations(this.taken, [...labelsOf(own)].map(([line, labels]) => label(editor.document, line, [...labels])));
    }
  }
}

/** Whether tests of a subject are about the text of a document: they are made for what is on disk. */
function isSubject({ uri, isDirty }: vscode.TextDocument, subject: string): boolean {
  return !isDirty && uri.toString() === subject;
}

function topOf({ visibleRanges }: vscode.TextEditor): number {
  return visibleRanges[0]?.start.line ?? 0;
}

function testsByLine(tests: readonly WaitingTest[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const { name, lines } of tests) for (const line of lines) found.set(line, [...(found.get(line) ?? []), name]);
  return found;
}

function reachedLine(line: number, names: string[]): vscode.DecorationOptions {
  return { range: new vscode.Range(line, 0, line, 0), hoverMessage: vscode.l10n.t("Covered by {0}", names.join(", ")) };
}

function labelsOf(tests: readonly WaitingTest[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const { line, label } of tests.flatMap(({ branches }) => branches)) {
    found.set(line, (found.get(line) ?? new Set()).add(label));
  }
  return found;
}

function label(document: vscode.TextDocument, line: number, labels: string[]): vscode.DecorationOptions {
  const end = line < document.lineCount ? document.lineAt(line).range.end : new vscode.Position(line, 0);
  return { range: new vscode.Range(end, end), renderOptions: { after: { contentText: `✓ ${labels.join(", ")}` } } };
}
