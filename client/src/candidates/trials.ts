// Runs candidates before anybody decides on them, and keeps how each ended until it is another test.

import * as vscode from "vscode";

import { CandidateFiles } from "./files.js";
import { RUN_CANDIDATES, type TrialResult, type WaitingTest } from "../protocol/candidates.js";
import type { Server } from "../server/server.js";

export class CandidateTrials implements vscode.Disposable {
  private readonly failures = vscode.languages.createDiagnosticCollection("testloom.candidates");
  private readonly ended = new Map<string, { source: string; file: vscode.Uri; result: TrialResult }>();
  private readonly changes = new vscode.EventEmitter<undefined>();

  /** It is known how tests ended. */
  readonly onEnded = this.changes.event;

  constructor(private readonly server: Server) {}

  dispose(): void {
    vscode.Disposable.from(this.failures, this.changes).dispose();
  }

  /** How a test ended that is still what it was then. */
  of({ id, source }: WaitingTest): TrialResult | undefined {
    const known = this.ended.get(id);
    return known?.source === source ? known.result : undefined;
  }

  /** Forgets how tests ended that wait no longer. */
  forgetAllBut(tests: readonly WaitingTest[]): void {
    for (const [id, { file }] of this.ended) {
      if (tests.some((test) => test.id === id)) continue;
      this.ended.delete(id);
      this.failures.delete(file);
    }
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
      this.ended.set(result.id, { source: test.source, file, result });
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
