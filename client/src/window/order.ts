// Where a list goes on.

/** The first row after the last one that is done; where there is none, the last one before. */
export function rowAfter<Row>(rows: readonly Row[], done: (row: Row) => boolean): Row | undefined {
  const open = rows.map((row) => !done(row));
  const next = open.lastIndexOf(false) + 1;
  return next < rows.length ? rows[next] : rows[open.lastIndexOf(true)];
}
