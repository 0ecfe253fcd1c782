// A view whose last row is gone says how to get more, which leaves the focus nowhere: the next key would be for the editor
// that was active last.

import type { Click } from "./click.js";

/** To draw the view without rows: until then, the focus would go to a row that is about to go. */
const MILLISECONDS = 100;

/** Keeps the focus of who decides on the last row. */
export class LastRow {
  private latest: Click | undefined;

  constructor(private readonly show: (click: Click) => unknown) {}

  /** A click may take the last row away. */
  mayGo(click: Click): void {
    this.latest = click;
  }

  /** The view is drawn with that many rows. */
  drawn(rows: number): void {
    const click = this.latest;
    if (rows > 0 || click === undefined) return;
    this.latest = undefined;
    setTimeout(() => { this.show(click); }, MILLISECONDS);
  }
}
