// The view "Generated Tests": tests that wait for the user, by what they test. Selecting one previews its test file
// as a difference; accepting puts it there.

import * as vscode from "vscode";

import { groupsOf, itemOf, type Node, testsOf } from "./candidate-items.js";
import { showFiles } from "./edited-files.js";
import {
  ACCEPT,
  type AcceptResult,
  CANDIDATES,
  type CandidateIds,
  type CandidatesResult,
  DISCARD,
  type FinishedParams,
  type OfferedTest,
  PREVIEW,
  type PreviewResult,
} from "./protocol.js";
import type { Server } from "./server.js";

const SCHEME = "testloom-preview";

export class Candidates implements vscode.Disposable, vscode.TreeDataProvider<Node>, vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<Node>;
  private readonly subscriptions: { dispose(): unknown }[] = [this.changed];
  private tests: readonly OfferedTest[] = [];

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView("testloom.candidates", { treeDataProvider: this, canSelectMany: true });
    const register = vscode.commands.registerCommand;
    this.subscriptions.push(
      this.view,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      server.onReady(() => this.refresh()),
      server.onCandidates(() => this.refresh()),
      server.onFinished((finished) => this.offer(finished)),
      register("testloom.previewCandidate", (node: Node) => this.preview(testsOf(node))),
      register("testloom.acceptCandidate", (node: Node, nodes?: Node[]) => this.accept(chosen(node, nodes))),
      register("testloom.discardCandidate", (node: Node, nodes?: Node[]) => this.discard(chosen(node, nodes))),
      register("testloom.acceptAll", () => this.accept(this.tests)),
      register("testloom.discardAll", () => this.discard(this.tests)),
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) return groupsOf(this.tests);
    return "test" in node ? [] : node.tests.map((test) => ({ test }));
  }

  getParent(node: Node): Node | undefined {
    return "test" in node ? groupsOf(this.tests).find((group) => testsOf(group).includes(node.test)) : undefined;
  }

  getTreeItem = itemOf;

  /** The text of a test file with the tests whose ids are the query; empty for a file that is not there yet. */
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    if (uri.query === "") return "";
    const preview = await this.ask<PreviewResult>(PREVIEW, uri.query.split(","));
    return preview?.text ?? "";
  }

  private async refresh(): Promise<void> {
    const found = await this.server.ask<CandidatesResult>(CANDIDATES, {});
    const hadDrafts = this.tests.some(({ verified }) => !verified);
    this.tests = found?.tests ?? [];
    const draft = this.tests.find(({ verified }) => !verified);
    this.view.message = draft === undefined ? "" : "Searching: tests come and go until they are verified.";
    this.view.badge = this.tests.length === 0 ? undefined : { value: this.tests.length, tooltip: `${this.tests.length.toString()} generated tests` };
    await vscode.commands.executeCommand("setContext", "testloom.hasCandidates", this.tests.length > 0);
    this.changed.fire(undefined);
    // The first find of a search brings the view to light; the editor keeps the focus.
    if (draft !== undefined && !hadDrafts) await this.view.reveal({ test: draft }, { select: false, focus: false });
  }

  /** A job ended: tells what it offers, with both ways on. */
  private async offer({ offered, message }: FinishedParams): Promise<void> {
    if (offered.length === 0) return;
    await this.refresh();
    if (message === "") return; // found on save: the view shows it, and nothing interrupts
    const tests = this.tests.filter(({ id }) => offered.includes(id));
    const answer = await vscode.window.showInformationMessage(message, "Accept All", "Review");
    if (answer === "Accept All") await this.accept(tests);
    if (answer === "Review") {
      await vscode.commands.executeCommand("testloom.candidates.focus");
      await this.preview(tests.slice(0, 1));
    }
  }

  private async preview(tests: readonly OfferedTest[]): Promise<void> {
    const preview = await this.ask<PreviewResult>(PREVIEW, idsOf(tests));
    if (preview?.uri === undefined) return;
    const file = vscode.Uri.parse(preview.uri);
    const before = preview.exists === true ? file : file.with({ scheme: SCHEME });
    const after = file.with({ scheme: SCHEME, query: idsOf(tests).join(",") });
    const title = `${tests.map(({ name }) => name).join(", ")} (generated)`;
    await vscode.commands.executeCommand("vscode.diff", before, after, title, { preview: true, preserveFocus: true });
  }

  private async accept(chosen: readonly OfferedTest[]): Promise<void> {
    const tests = chosen.filter(({ verified }) => verified);
    if (tests.length === 0) return;
    const dirty = vscode.workspace.textDocuments.filter(({ uri }) => tests.some((test) => test.uri === uri.toString()));
    for (const document of dirty) await document.save();
    const { files } = (await this.ask<AcceptResult>(ACCEPT, idsOf(tests))) ?? {};
    await Promise.all([closePreviews(), this.refresh()]);
    await showFiles(files ?? []);
  }

  private async discard(tests: readonly OfferedTest[]): Promise<void> {
    await this.ask(DISCARD, idsOf(tests));
    await Promise.all([closePreviews(), this.refresh()]);
  }

  /** Asks about some candidates; an error is shown. */
  private async ask<Result extends { error?: string }>(method: string, ids: string[]): Promise<Result | undefined> {
    const params: CandidateIds = { ids };
    const answer = await this.server.ask<Result>(method, params);
    if (answer?.error !== undefined) void vscode.window.showErrorMessage(`Testloom: ${answer.error}`);
    return answer;
  }
}

/** What an action means: the selection if it was started there, else the one entry. */
function chosen(node: Node, nodes: readonly Node[] = []): OfferedTest[] {
  return [...new Set((nodes.length > 0 ? nodes : [node]).flatMap(testsOf))];
}

function idsOf(tests: readonly OfferedTest[]): string[] {
  return tests.map(({ id }) => id);
}

/** Closes the differences that show candidates: they have been decided on. */
async function closePreviews(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const shown = tabs.filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME);
  await vscode.window.tabGroups.close(shown, true);
}
