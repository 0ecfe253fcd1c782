// Accepts and discards candidates, and tells what became of those that go on waiting.

import * as vscode from "vscode";

import { acceptChoosing, addingTests, type Where } from "./choosing.js";
import { CandidateFiles } from "./files.js";
import { idsOf } from "./items.js";
import type { CandidateTrials } from "./trials.js";
import { ACCEPT, type Accepted, type Choices, DISCARD, type WaitingTest } from "../protocol/candidates.js";
import type { Server } from "../server/server.js";
import { Click } from "../window/click.js";
import { glanceAt, showFiles } from "../window/edited-files.js";
import { plain } from "../window/text.js";
import type { Turns } from "../window/turns.js";

/** The context key that says whether there is a discard to undo. */
export const CAN_RESTORE = "testloom.canRestore";

export class Deciding {
  constructor(
    private readonly server: Server,
    private readonly files: Pick<CandidateFiles, "saveEdited" | "forgetUnfinished">,
    private readonly trials: CandidateTrials,
    private readonly refresh: () => Promise<void>,
    private readonly turns: Turns,
  ) {}

  /** Accepts what passes; its user goes on in the files, or where they are. Where tests go may be known already. */
  async accept(tests: readonly WaitingTest[], click: Click, goesOn: "in the files" | "here" = "here", leftOut = 0, known?: Where): Promise<void> {
    if (tests.length === 0 || !(await this.files.saveEdited(idsOf(tests)))) return;
    const again = (into?: Where): Promise<void> => this.accept(tests, new Click(), goesOn, leftOut, into);
    const answer = await acceptChoosing((into = known) => this.put(idsOf(tests), () => again(), into), async (choices) => {
      if (!click.isFresh) {
        // It may never be answered: other decisions do not wait for it.
        void askLater(choices).then((into) => into && this.turns.take(() => again(into)));
        return undefined;
      }
      const where = await askWhere(choices);
      click.renew();
      return where;
    });
    if (answer === undefined) return;
    // First of all: VS Code opens files itself that are unsaved for a while.
    await (goesOn === "here" ? glanceAt(answer.files) : showFiles(answer.files, click));
    this.trials.keep(tests, answer.failed);
    const failed = answer.failed.map(({ id }) => id);
    await this.forget(idsOf(tests).filter((id) => !failed.includes(id)));
    tell(answer.message, leftOut);
  }

  /** Accepts at once what adds to the user's tests, and tells of the rest. */
  async acceptAll(tests: readonly WaitingTest[], click: Click): Promise<void> {
    const chosen = addingTests(tests);
    await this.accept(chosen, click, "in the files", tests.length - chosen.length);
  }

  async discard(tests: readonly WaitingTest[]): Promise<void> {
    // At once: until then, VS Code takes the key of Undo Discard for the editor that was active last.
    await vscode.commands.executeCommand("setContext", CAN_RESTORE, true);
    await this.server.ask(DISCARD, { ids: idsOf(tests) });
    await this.files.forgetUnfinished(idsOf(tests));
    await this.forget(idsOf(tests));
  }

  /** Has tests put into their files; what nobody has verified runs first. */
  private async put(ids: string[], again: () => Promise<void>, into?: Where): Promise<Accepted | undefined> {
    const where = { location: { viewId: "testloom.candidates" } };
    return vscode.window.withProgress(where, () => this.server.ask(ACCEPT, { ids, ...(into && { where: into }) }, undefined, again));
  }

  /** Shows that tests wait no longer. */
  private async forget(ids: readonly string[]): Promise<void> {
    await Promise.all([CandidateFiles.close(ids), this.refresh()]);
  }
}

/** Tells what became of tests that were not accepted: why one fails, as the server says, and how many were left out. */
function tell(why: string, leftOut: number): void {
  if (why === "" && leftOut === 0) return;
  const left = vscode.l10n.t("Testloom: candidates that your tests cover already were left out ({0}). They wait in the Generated Tests view.", leftOut);
  if (why === "") return void vscode.window.showInformationMessage(plain(left));
  const both = leftOut === 0 ? why : vscode.l10n.t("{0} Candidates that your tests cover already were left out ({1}).", why, leftOut);
  void vscode.window.showWarningMessage(plain(both));
}

/** Which file accepted tests go into, where two make sense, in a message: who types elsewhere by now keeps the focus. */
async function askLater(choices: Choices): Promise<Where | undefined> {
  const [extend, another] = [vscode.l10n.t("Extend"), vscode.l10n.t("New file")];
  const question = vscode.l10n.t("Testloom: Should the tests go into {0}, or into the new file {1}?", named(choices.extend), named(choices.new));
  const answer = await vscode.window.showInformationMessage(plain(question), extend, another);
  return answer === undefined ? undefined : answer === extend ? "extend" : "new";
}

/** The same in a list, which takes the focus. */
async function askWhere(choices: Choices): Promise<Where | undefined> {
  const items = [
    { label: `$(edit) ${vscode.l10n.t("Extend")}`, description: named(choices.extend), where: "extend" as const },
    { label: `$(new-file) ${vscode.l10n.t("New file")}`, description: named(choices.new), where: "new" as const },
  ];
  return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Where should the tests go? (Remembered for this file until the window closes.)") }))?.where;
}

function named(uri: string): string {
  return vscode.workspace.asRelativePath(vscode.Uri.parse(uri));
}
