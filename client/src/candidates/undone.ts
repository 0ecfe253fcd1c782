// An undo that takes a test file away closes the editor that had the focus: its user goes on with what came back.

import { Click } from "../window/click.js";

/** Candidates that came back, and the key that brought them. */
export interface CameBack {
  ids: readonly string[];
  click: Click;
}

export class Undone {
  private latest: { file: string; before: readonly string[]; click: Click; isGone: boolean } | undefined;

  constructor(private readonly click: () => Click = () => new Click()) {}

  /** Something was undone in a file, while these candidates waited. */
  undo(file: string, waiting: readonly string[]): void {
    // One undo may change a text in several steps.
    if (this.latest?.file !== file || !this.latest.click.isFresh) this.latest = { file, before: waiting, click: this.click(), isGone: false };
  }

  /** Files are gone with their editors. */
  leave(files: readonly string[]): void {
    if (this.latest !== undefined && files.includes(this.latest.file)) this.latest.isGone = true;
  }

  /** What came back with the undo that has taken its file away, once that is known of both. */
  take(waiting: readonly string[]): CameBack | undefined {
    if (this.latest?.isGone !== true) return undefined;
    const { before, click } = this.latest;
    const ids = waiting.filter((id) => !before.includes(id));
    if (ids.length === 0) return undefined;
    this.latest = undefined;
    return { ids, click };
  }
}
