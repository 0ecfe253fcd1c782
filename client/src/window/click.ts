// A click or a key of the user: for a moment, what it brings may take the focus.

const MILLISECONDS = 2000;

export class Click {
  private readonly latest: number;

  constructor(private readonly now: () => number = Date.now) {
    this.latest = now() + MILLISECONDS;
  }

  /** Whether its user is unlikely to have gone on elsewhere. */
  get isFresh(): boolean {
    return this.now() < this.latest;
  }
}
