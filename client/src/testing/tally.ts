// How the tests that a command has run ended, in numbers and in words.

import type { TestEvent } from "../protocol/testing.js";
import type { Say } from "../window/text.js";

/** Where a test failed, or what keeps a file from being collected: `line` counts from 0. */
export interface Failure {
  uri: string;
  line: number;
}

export class Tally {
  // By test and run: tests of different folders may share a node id.
  private readonly places = new Map<string, Failure>();
  private readonly failures = new Map<string, Failure | undefined>();
  private collected = 0;
  private ran = 0;
  private skipped = 0;
  private xfailed = 0;
  private readonly broken: Failure[] = [];
  private isRefused = false;
  private isCancelled = false;

  /** `changed` is called whenever there is another number. */
  constructor(private readonly changed: () => void = () => undefined) {}

  /** Hears how a run goes. */
  add(event: TestEvent): void {
    switch (event.event) {
      case "collected":
        this.collected += event.tests;
        break;
      case "started":
        this.places.set(`${event.run} ${event.test}`, { uri: event.uri, line: event.line });
        break;
      case "broken":
        this.broken.push({ uri: event.uri, line: event.line });
        break;
      case "ended":
        this.end(event);
        break;
      case "output":
        return;
    }
    this.changed();
  }

  private end({ run, test, outcome, xfailed, line, stale }: TestEvent & { event: "ended" }): void {
    this.ran += 1;
    if (xfailed) this.xfailed += 1;
    else if (outcome === "skipped") this.skipped += 1;
    const place = this.places.get(`${run} ${test}`);
    if (outcome === "failed") this.failures.set(`${run} ${test}`, place && { ...place, line: stale?.line ?? line ?? place.line });
  }

  /** The tests of a folder could not be run, which their user has been told. */
  refuse(): void {
    this.isRefused = true;
  }

  /** Their user has cancelled the run, and knows. */
  cancel(): void {
    this.isCancelled = true;
  }

  get failed(): number {
    return this.failures.size + this.broken.length;
  }

  /** Where a file cannot be collected, or else the topmost of the tests that failed did so, in the file of the first to
   *  fail: pytest may run them in any order. */
  get firstFailure(): Failure | undefined {
    if (this.broken.length > 0) return this.broken[0];
    const places = [...this.failures.values()].filter((place) => place !== undefined);
    return places.filter(({ uri }) => uri === places[0]?.uri).sort((one, other) => one.line - other.line)[0];
  }

  /** How far it is; of a file that cannot be collected nobody knows how many tests it has. */
  progress(say: Say): string {
    return this.collected < this.ran ? "" : say("{0} of {1}", this.ran, this.collected);
  }

  /** What came of it; undefined where that has been said. `none` says that there was nothing to run. */
  inWords(say: Say, none: string): string | undefined {
    if (this.isCancelled) return undefined;
    if (this.broken.length > 0) return this.withoutBroken(say);
    if (this.ran === 0) return this.isRefused ? undefined : none;
    if (this.failed > 0) return say("Testloom: {0} of {1} tests failed.", this.failed, this.ran);
    if (this.passed < this.ran) return this.withoutPassed(say);
    return this.ran === 1 ? say("Testloom: 1 test passed.") : say("Testloom: {0} tests passed.", this.ran);
  }

  private get passed(): number {
    return this.ran - this.skipped - this.xfailed;
  }

  /** What came of tests of which none failed, in the words of pytest. */
  private withoutPassed(say: Say): string {
    if (this.xfailed === 0) return say("Testloom: {0} of {1} tests passed; {2} skipped.", this.passed, this.ran, this.skipped);
    if (this.skipped === 0) return say("Testloom: {0} of {1} tests passed; {2} xfailed.", this.passed, this.ran, this.xfailed);
    return say("Testloom: {0} of {1} tests passed; {2} skipped, {3} xfailed.", this.passed, this.ran, this.skipped, this.xfailed);
  }

  /** What came of the others where pytest cannot collect the tests of some files. */
  private withoutBroken(say: Say): string {
    const count = this.broken.length;
    const files = count === 1 ? say("1 file could not be collected") : say("{0} files could not be collected", count);
    if (this.ran === 0) return say("Testloom: {0}.", files);
    if (this.failures.size > 0) return say("Testloom: {0}; {1} of {2} tests failed.", files, this.failures.size, this.ran);
    if (this.skipped > 0) return say("Testloom: {0}; {1} of {2} tests passed, {3} skipped.", files, this.passed, this.ran, this.skipped);
    return say("Testloom: {0}; {1} of {2} tests passed.", files, this.passed, this.ran);
  }
}
