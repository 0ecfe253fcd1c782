// Runs of tests that follow when files are saved.

import type * as vscode from "vscode";

import { Gathering } from "../window/renewal.js";

/** A file that was saved, whose change is to be followed by the tests that it affects. */
export interface Saved {
  document: Pick<vscode.TextDocument, "uri">;
  token: Pick<vscode.CancellationToken, "isCancellationRequested">;
  /** What asks for the run: for some tests only, or for all. */
  request: Pick<vscode.TestRunRequest, "include">;
}

export class RunsAfterSaves<Entry extends Saved> {
  /** Runs that their user has asked for, and that have not ended. */
  private readonly asked = new Set<Promise<unknown>>();
  private readonly saves = new Gathering<Entry>((take) => this.follow(take));

  /** `choose` answers with one file of each project; undefined if that cannot be said. */
  constructor(
    private readonly choose: (uris: string[]) => Promise<string[] | undefined>,
    private readonly run: (saved: Entry) => Promise<void>,
  ) {}

  /** Has tests run once for each project of which files are saved together; one run after the other. */
  ask(saved: Entry): Promise<void> {
    return this.saves.ask(saved);
  }

  /** Does at once what its user has asked for; what follows a save begins only after that, which may have saved the files. */
  async asAsked<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = work();
    this.asked.add(running);
    return running.finally(() => this.asked.delete(running));
  }

  private async follow(take: () => Entry[]): Promise<void> {
    await this.othersEnded();
    for (const saved of await this.oneOfEachProject(take())) {
      await this.othersEnded();
      if (!saved.token.isCancellationRequested) await this.run(saved);
    }
  }

  private async othersEnded(): Promise<void> {
    while (this.asked.size > 0) await Promise.allSettled(this.asked);
  }

  private async oneOfEachProject(saved: readonly Entry[]): Promise<Entry[]> {
    const wanted = saved.filter(({ token }) => !token.isCancellationRequested);
    const uriOf = ({ document }: Entry): string => document.uri.toString();
    const uris = [...new Set(wanted.map(uriOf))];
    const chosen = uris.length < 2 ? uris : ((await this.choose(uris)) ?? uris);
    return chosen.flatMap((uri) => oneOfEachRequest(wanted.filter((entry) => uriOf(entry) === uri)));
  }
}

/** One run for all tests, or else one for each request for some. */
function oneOfEachRequest<Entry extends Saved>(saved: readonly Entry[]): Entry[] {
  const ofAll = saved.find(({ request }) => request.include === undefined);
  return ofAll === undefined ? [...new Map(saved.map((entry) => [entry.request, entry])).values()] : [ofAll];
}
