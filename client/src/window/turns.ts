// Work that takes its turn.

export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Does this once all that came before has ended, well or not. */
  take<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.last.then(work, work);
    this.last = done;
    return done;
  }
}
