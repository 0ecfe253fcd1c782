// Where a list goes on.

/** The first row after the last one that is done; where there is none, the last one before. */
export function rowAfter<Row>(rows: readonly Row[], done: (row: Row) => boolean): Row | undefined {
  const open = rows.map((row) => !done(row));
  const next = open.lastIndexOf(false) + 1;
  return next < rows.length ? rows[next] : rows[open.lastIndexOf(true)];
}

/**
 * The rows that a key means, by the ids that are selected before, while and after the selection of the row with the
 * focus is turned round: this row if it is not selected, or else all that are. Undefined if what is selected has changed
 * in another way, too, as it does while a list is being drawn anew.
 */
export function rowsMeant(before: readonly string[], turned: readonly string[], after: readonly string[]): readonly string[] | undefined {
  const added = without(turned, before);
  const removed = without(before, turned);
  const isRestored = before.length === after.length && without(before, after).length === 0;
  if (!isRestored || added.length + removed.length !== 1) return undefined;
  return added.length > 0 ? added : before;
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id));
}
