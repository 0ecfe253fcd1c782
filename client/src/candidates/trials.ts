// Runs candidates before anybody decides on them, and keeps how each ended until it is another test.

import * as vscode from "vscode";

import { CandidateFiles } from "./files.js";
import { RUN_CANDIDATES, type TrialResult, type WaitingTest } from "../protocol/candidates.js";
import type { Server } from "../server/server.js";

/** How a test ended that was what `source` says, about a file. */
interface Ended {
  subject: string;
  source: string;
  file: vscode.Uri;
  result: TrialResult;
}

export class CandidateTrials implements vscode.Disposable {
  private readonly failures = vscode.languages.createDiagnosticCollection("testloom.candidates");
  private readonly ended = new Map<string, Ended>();
  private readonly changes = new vscode.EventEmitter<undefined>();
  private readonly subjects = vscode.workspace.createFileSystemWatcher("**/*.py");
  private readonly subscriptions = [
    this.subjects,
    this.subjects.onDidCreate((subject) => { this.forgetAbout(subject); }),
    this.subjects.onDidChange((subject) => { this.forgetAbout(subject); }),
  ];

  /** It is known how tests ended. */
  readonly onEnded = this.changes.event;

  constructor(private readonly server: Server) {}

  dispose(): void {
    vscode.Disposable.from(this.failures, this.changes, ...this.subscriptions).dispose();
  }

  /** How a test ended that is still what it was then. */
  of({ id, source }: WaitingTest): TrialResult | undefined {
    const known = this.ended.get(id);
    return known?.source === source ? known.result : undefined;
  }

  /** Forgets how tests ended that wait no longer. */
  forgetAllBut(tests: readonly WaitingTest[]): void {
    for (const id of this.ended.keys()) if (!tests.some((test) => test.id === id)) this.forget(id);
  }

  /** The code that tests are about is another now, or back: how they would end is unknown. */
  private forgetAbout(subject: vscode.Uri): void {
    const about = [...this.ended].filter(([, known]) => known.subject === subject.toString());
    for (const [id] of about) this.forget(id);
    if (about.length > 0) this.changes.fire(undefined);
  }

  private forget(id: string): void {
    const known = this.ended.get(id);
    if (known === undefined) return;
    this.ended.delete(id);
    this.failures.delete(known.file);
  }

  /** Runs tests, each file by itself; an error is shown. */
  async run(tests: readonly WaitingTest[]): Promise<void> {
    const title = tests.length === 1 ? vscode.l10n.t("Running 1 test") : vscode.l10n.t("Running {0} tests", tests.length);
    const where = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    for (const uri of new Set(tests.map((test) => test.uri))) {
      const own = tests.filter((test) => test.uri === uri);
      await vscode.window.withProgress(where, (_, token) => this.runIn(own, token));
    }
  }

  private async runIn(tests: readonly WaitingTest[], token: vscode.CancellationToken): Promise<void> {
    const params = { ids: tests.map(({ id }) => id) };
    const answer = await this.server.ask(RUN_CANDIDATES, params, token, () => this.run(tests)).catch((error: unknown) => {
      if (!token.isCancellationRequested) throw error;
      return undefined;
    });
    this.keep(tests, answer?.results ?? []);
  }

  /** Keeps how tests ended. */
  keep(tests: readonly WaitingTest[], results: readonly TrialResult[]): void {
    for (const result of results) {
      const test = tests.find(({ id }) => id === result.id);
      if (test === undefined) continue;
      const file = CandidateFiles.of(vscode.Uri.parse(test.uri), [result.id]);
      this.ended.set(result.id, { subject: test.subject, source: test.source, file, result });
      this.failures.set(file, diagnostics(result));
    }
    if (results.length > 0) this.changes.fire(undefined);
  }
}

function diagnostics({ outcome, line, message, report }: TrialResult): vscode.Diagnostic[] {
  if (outcome !== "failed" || line === null) return [];
  const found = new vscode.Diagnostic(new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER), report || message);
  found.source = "Testloom";
  return [found];
}
