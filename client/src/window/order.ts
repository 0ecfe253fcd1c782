// Where a list goes on.

/** The first row after the last one that is done; where there is none, the last one before. */
export function rowAfter<Row>(rows: readonly Row[], done: (row: Row) => boolean): Row | undefined {
  const open = rows.map((row) => !done(row));
  const next = open.lastIndexOf(false) + 1;
  return next < rows.length ? rows[next] : rows[open.lastIndexOf(true)];
}

/** The ids that are selected before, while and after the selection of the row with the focus is turned round. */
export interface Seen {
  readonly before: readonly string[];
  readonly turned: readonly string[];
  readonly after: readonly string[];
}

/**
 * The rows that a key means, by what is seen now and what was seen at the first try: the row with the focus if it is not
 * selected, or else all that are. Undefined if what is selected has changed in another way, too, as it does while a list
 * is being drawn anew.
 */
export function rowsMeant(now: Seen, first: Seen = now): readonly string[] | undefined {
  const { before, turned, after } = now;
  const changed = difference(before, turned);
  const [focused] = changed;
  if (focused === undefined || changed.length > 1 || difference(before, after).length > 0) return undefined;
  // A list that is being drawn anew may have been seen with nothing selected.
  const wasKnown = first.before.length > 0;
  // Half of a try may be lost, which leaves the row with the focus turned round, but no other.
  if (wasKnown && difference(before, first.before).some((id) => id !== focused)) return undefined;
  const isSelected = wasKnown ? first.before.includes(focused) : before.includes(focused) && !first.turned.includes(focused);
  return isSelected ? [...new Set([...before, focused])] : [focused];
}

/** What is among one of both only. */
function difference(ids: readonly string[], others: readonly string[]): string[] {
  return [...without(ids, others), ...without(others, ids)];
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id));
}
