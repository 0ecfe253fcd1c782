// What is marked of what tests reach, and what of it is in sight.

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

/** The line to scroll to, so that some of these are in sight; undefined if some are, or there are none. */
export function lineToScrollTo(lines: readonly number[], visible: readonly Lines[]): number | undefined {
  const isInSight = lines.some((line) => visible.some(({ start, end }) => start <= line && line <= end));
  return lines.length === 0 || isInSight ? undefined : Math.min(...lines);
}
