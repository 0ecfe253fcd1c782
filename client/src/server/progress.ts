// The progress of jobs, each as a notification with a cancel button. The language client's own way shows it
// in the status bar, where nobody finds the button.

import * as vscode from "vscode";
import type { ProgressToken, WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport } from "vscode-languageclient/node";

import { plain } from "../window/text.js";

type Params = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

interface Shown {
  report(params: WorkDoneProgressReport): void;
  end(): void;
}

export class JobProgress {
  private readonly shown = new Map<ProgressToken, Shown>();

  constructor(private readonly cancel: (token: ProgressToken) => void) {}

  /** The language client's middleware: `next` is its own way, which only needs to know of the end. */
  readonly handle = (
    token: ProgressToken,
    params: Params,
    next: (token: ProgressToken, params: Params) => void,
  ): void => {
    if (params.kind === "begin") this.begin(token, params.title);
    else if (params.kind === "report") this.shown.get(token)?.report(params);
    else {
      this.shown.get(token)?.end();
      next(token, params);
    }
  };

  /** Removes all notifications; the server is gone. */
  clear(): void {
    for (const shown of [...this.shown.values()]) shown.end();
  }

  private begin(token: ProgressToken, title: string): void {
    const where = { location: vscode.ProgressLocation.Notification, title: plain(title), cancellable: true };
    void vscode.window.withProgress(where, (progress, cancelled) => {
      cancelled.onCancellationRequested(() => {
        this.cancel(token);
      });
      return new Promise<void>((resolve) => {
        this.shown.set(token, this.follow(token, progress, resolve));
      });
    });
  }

  private follow(token: ProgressToken, progress: vscode.Progress<{ message?: string; increment?: number }>, end: () => void): Shown {
    let reached = 0;
    return {
      report: ({ message = "", percentage = reached }) => {
        progress.report({ message: plain(message), increment: percentage - reached });
        reached = percentage;
      },
      end: () => {
        this.shown.delete(token);
        end();
      },
    };
  }
}
