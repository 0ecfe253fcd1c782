// Work that somebody waits for, which shows itself if it takes more than a moment.

const A_MOMENT = 1000;

/** Waits for work; `show` is called with it once a moment has passed. */
export async function visibly<Result>(
  work: Promise<Result>,
  show: (work: Promise<Result>) => unknown,
  milliseconds = A_MOMENT,
): Promise<Result> {
  const timer = setTimeout(() => { show(work); }, milliseconds);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
