// What of the lines that a test reaches is in sight.

export interface Lines {
  /** The first and the last line, both from 0. */
  start: number;
  end: number;
}

/** The line to scroll to, so that some of these are in sight; undefined if some are, or there are none. */
export function lineToScrollTo(lines: readonly number[], visible: readonly Lines[]): number | undefined {
  const isInSight = lines.some((line) => visible.some(({ start, end }) => start <= line && line <= end));
  return lines.length === 0 || isInSight ? undefined : Math.min(...lines);
}
