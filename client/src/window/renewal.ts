// Work that brings something up to date.

import { Turns } from "./turns.js";

export class Renewal {
  private readonly turns = new Turns();
  private waiting: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  /** In turn: an answer that comes late must not show what was before. All who ask before it starts wait for the same. */
  ask(): Promise<void> {
    this.waiting ??= this.turns.take(() => {
      this.waiting = undefined;
      return this.work();
    });
    return this.waiting;
  }
}

export class Latest<Wanted> {
  private readonly renewal: Renewal;
  private wanted: Wanted;

  constructor(first: Wanted, work: (wanted: Wanted) => Promise<void>) {
    this.wanted = first;
    this.renewal = new Renewal(() => work(this.wanted));
  }

  /** In turn: what is asked for while something else is shown comes after it, and of several only the last. */
  ask(wanted: Wanted): Promise<void> {
    this.wanted = wanted;
    return this.renewal.ask();
  }
}

export class Gathering<Wanted> {
  private readonly wanted: Wanted[] = [];
  private readonly renewal: Renewal;

  /** The work is in turn, and takes at once all that was asked for until then. */
  constructor(work: (take: () => Wanted[]) => Promise<void>) {
    this.renewal = new Renewal(async () => {
      if (this.wanted.length > 0) await work(() => this.wanted.splice(0));
    });
  }

  ask(wanted: Wanted): Promise<void> {
    this.wanted.push(wanted);
    return this.renewal.ask();
  }
}
