// A click or a key of the user: for a moment, what it brings may take the focus.

const MILLISECONDS = 2000;

export class Click {
  private latest: number;

  constructor(private readonly now: () => number = Date.now) {
    this.latest = now() + MILLISECONDS;
  }

  /** Its user has just answered what they were asked, which takes as long as they like. */
  renew(): void {
    this.latest = this.now() + MILLISECONDS;
  }

  /** Whether its user is unlikely to have gone on elsewhere. */
  get isFresh(): boolean {
    return this.now() < this.latest;
  }
}
