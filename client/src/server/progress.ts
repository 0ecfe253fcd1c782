// The progress of jobs, each as a notification with a cancel button. The language client's own way shows it
// in the status bar, where nobody finds the button.

import type { ProgressToken, WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport } from "vscode-languageclient/node";

import { plain } from "../window/text.js";

type Params = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

interface Bar {
  report(step: { message?: string; increment?: number }): void;
}

/** Shows a notification until the work ends, and calls `onCancel` once its button was pressed, which closes it. */
export type ShowBar = (title: string, work: (bar: Bar) => Promise<void>, onCancel: () => void) => void;

/** A notification, which VS Code may open a moment later than it was asked to. */
class Notification {
  private readonly ended: Promise<void>;
  private bar: Bar | undefined;
  private message = "";
  private shown = 0;
  private percentage = 0;
  isClosed = false;
  end: () => void = () => undefined;

  constructor(
    readonly title: string,
    show: ShowBar,
    onCancel: () => void,
  ) {
    this.ended = new Promise((resolve) => { this.end = resolve; });
    const work = (bar: Bar): Promise<void> => {
      this.bar = bar;
      this.draw();
      return this.ended;
    };
    show(title, work, () => {
      this.isClosed = true;
      onCancel();
    });
  }

  report({ message = "", percentage = this.percentage }: WorkDoneProgressReport): void {
    [this.message, this.percentage] = [plain(message), percentage];
    this.draw();
  }

  private draw(): void {
    if (this.message === "") return;
    this.bar?.report({ message: this.message, increment: this.percentage - this.shown });
    if (this.bar !== undefined) this.shown = this.percentage;
  }
}

export class JobProgress {
  private readonly shown = new Map<ProgressToken, Notification>();

  constructor(
    private readonly cancel: (token: ProgressToken) => void,
    private readonly show: ShowBar,
  ) {}

  /** The language client's middleware: `next` is its own way, which only needs to know of the end. */
  readonly handle = (
    token: ProgressToken,
    params: Params,
    next: (token: ProgressToken, params: Params) => void,
  ): void => {
    if (params.kind === "begin") this.begin(token, plain(params.title));
    else if (params.kind === "report") this.report(token, params);
    else {
      this.end(token);
      next(token, params);
    }
  };

  /** Removes all notifications; the server is gone. */
  clear(): void {
    for (const token of [...this.shown.keys()]) this.end(token);
  }

  private begin(token: ProgressToken, title: string): void {
    this.shown.set(token, new Notification(title, this.show, () => { this.cancel(token); }));
  }

  /** Tells how far a job is; one that goes on for a while after it was cancelled gets another notification. */
  private report(token: ProgressToken, params: WorkDoneProgressReport): void {
    const before = this.shown.get(token);
    if (before?.isClosed === true) {
      this.end(token);
      this.begin(token, before.title);
    }
    this.shown.get(token)?.report(params);
  }

  private end(token: ProgressToken): void {
    this.shown.get(token)?.end();
    this.shown.delete(token);
  }
}
