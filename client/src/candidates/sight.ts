// What is marked of what tests reach, what of it is in sight, and the way back from there.

import type { Node } from "./items.js";

export interface Lines {
  /** The first and the last line, both from 0. */
  start: number;
  end: number;
}

/**
 * The ids of the tests whose reach is marked while these rows are selected. One test is marked with its preview: a key that
 * decides on it selects the next one without showing that.
 */
export function markedBy(rows: readonly Node[], previewed: readonly string[]): readonly string[] {
  const groups = rows.length > 1 || rows.some((row) => "target" in row);
  return groups ? rows.flatMap((row) => ("test" in row ? [row.test] : row.tests)).map(({ id }) => id) : previewed;
}

/** Whether the preview of these tests has gone with the tabs that were closed: none that is open shows them. */
export function isClosed(previewed: readonly string[], closed: readonly (readonly string[])[], open: readonly (readonly string[])[]): boolean {
  const shows = (ids: readonly string[]): boolean => previewed.every((id) => ids.includes(id));
  return previewed.length > 0 && closed.some(shows) && !open.some(shows);
}

/** The line to scroll to, so that some of these are in sight; undefined if some are, or there are none. */
export function lineToScrollTo(lines: readonly number[], visible: readonly Lines[]): number | undefined {
  const isInSight = lines.some((line) => visible.some(({ start, end }) => start <= line && line <= end));
  return lines.length === 0 || isInSight ? undefined : Math.min(...lines);
}

/** The first lines that editors showed before something scrolled them, for as long as nobody else has. */
export class WaysBack<Editor extends object> {
  private readonly ways = new WeakMap<Editor, { from: number; to?: number }>();

  /** An editor with this line at its top is about to be scrolled. */
  leave(editor: Editor, top: number): void {
    const way = this.ways.get(editor);
    this.ways.set(editor, { from: way?.to === top ? way.from : top });
  }

  /** An editor shows this line at its top now: the first other one is where it was scrolled to. */
  arrive(editor: Editor, top: number): void {
    const way = this.ways.get(editor);
    if (way !== undefined && way.to === undefined && top !== way.from) way.to = top;
  }

  /** The line to go back to; undefined if its user has scrolled an editor meanwhile, or nothing has. */
  back(editor: Editor, top: number): number | undefined {
    const way = this.ways.get(editor);
    this.ways.delete(editor);
    return way?.to === top ? way.from : undefined;
  }
}
