// Jobs that end with the server, as when the window is reloaded: what they were about is remembered until they have ended.

import * as vscode from "vscode";

import type { GenerateArguments } from "../protocol/generating.js";
import { plain } from "../window/text.js";

const KEY = "testloom.unfinished";

type Jobs = Record<string, GenerateArguments>;

export class UnfinishedJobs {
  constructor(
    private readonly memory: Pick<vscode.Memento, "get" | "update">,
    private readonly generate: (wanted: GenerateArguments) => Promise<void>,
  ) {}

  begin(job: string, wanted: GenerateArguments): void {
    void this.memory.update(KEY, { ...this.jobs, [job]: wanted });
  }

  end(job: string): void {
    const { [job]: ended, ...others } = this.jobs;
    if (ended !== undefined) void this.memory.update(KEY, others);
  }

  /** The server has started: tells of each job that the last one took with it, and offers it again. */
  tell(): void {
    const lost = Object.values(this.jobs);
    void this.memory.update(KEY, undefined);
    for (const wanted of lost) void this.offer(wanted);
  }

  private get jobs(): Jobs {
    return this.memory.get<Jobs>(KEY, {});
  }

  private async offer(wanted: GenerateArguments): Promise<void> {
    const name = vscode.workspace.asRelativePath(vscode.Uri.parse(wanted.uri));
    const message = vscode.l10n.t("Testloom: generating tests for {0} was interrupted, and the tests found by then are lost.", name);
    const again = vscode.l10n.t("Generate Again");
    if ((await vscode.window.showInformationMessage(plain(message), again)) === again) await this.generate(wanted);
  }
}
