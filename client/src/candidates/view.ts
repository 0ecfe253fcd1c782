// The view "Generated Tests": tests that wait for the user, by what they test. Selecting one previews its test file,
// where it can be edited, and shows what it reaches; accepting puts it there.

import { isDeepStrictEqual } from "node:util";

import * as vscode from "vscode";

import { CAN_RESTORE, Deciding } from "./deciding.js";
import { CandidateFiles, openTabs } from "./files.js";
import { groupsOf, idOf, idsOf, type Node, targetItem, testItem, testsOf } from "./items.js";
import { CandidateOverlay } from "./overlay.js";
import { openPreview } from "./preview.js";
import { isClosed, markedBy } from "./sight.js";
import { CandidateTrials } from "./trials.js";
import { Undone } from "./undone.js";
import type { Memory } from "./unfinished.js";
import { besideTheCode } from "../window/edited-files.js";
import { CANDIDATES, CANDIDATES_CHANGED, PREVIEW, RESET, RESTORE, type WaitingTest } from "../protocol/candidates.js";
import { FINISHED, type Finished } from "../protocol/generating.js";
import type { Server } from "../server/server.js";
import { Click } from "../window/click.js";
import { carryOut, fitting } from "../window/errors.js";
import { showView } from "../window/focus.js";
import { goTo } from "../window/places.js";
import { LastRow } from "../window/last-row.js";
import { rowAfter } from "../window/order.js";
import { Latest, Renewal } from "../window/renewal.js";
import { KeysOfRows } from "../window/rows.js";
import { plain } from "../window/text.js";
import { Turns } from "../window/turns.js";

export class Candidates implements vscode.Disposable, vscode.TreeDataProvider<Node> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly files: CandidateFiles;
  private readonly overlay = new CandidateOverlay();
  private readonly trials: CandidateTrials;
  private readonly deciding: Deciding;
  private readonly view: vscode.TreeView<Node>;
  private readonly subscriptions: { dispose(): unknown }[];
  private tests: readonly WaitingTest[] = [];
  private marked: readonly string[] = [];
  private previewed: readonly string[] = [];
  /** The next row may be decided on while one still is. */
  private readonly decisions = new Turns();
  private readonly undone = new Undone();
  private readonly lastRow = new LastRow((click) => showView("testloom.candidates", click));
  private readonly refreshes = new Renewal(() => this.renew());
  /** Each closes all others: of two at the same time, none would stay open. */
  private readonly previews = new Latest<readonly WaitingTest[]>([], (tests) => this.show(tests));
  private readonly keys: KeysOfRows<Node>;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: Server, memory: Memory) {
    this.files = new CandidateFiles(server, memory);
    this.trials = new CandidateTrials(server);
    this.deciding = new Deciding(server, this.files, this.trials, () => this.refresh(), this.decisions);
    this.view = vscode.window.createTreeView("testloom.candidates", { treeDataProvider: this, canSelectMany: true });
    this.keys = new KeysOfRows(this.view, { idOf, rowsLike: (nodes) => this.rowsLike(nodes) });
    const register = vscode.commands.registerCommand;
    this.subscriptions = [
      this.changed,
      this.files,
      this.overlay,
      this.trials,
      this.view,
      this.view.onDidChangeVisibility(({ visible }) => { if (visible) void server.start(); }),
      this.view.onDidChangeSelection(({ selection }) => { this.mark(markedBy(selection, this.previewed)); }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        this.leave(closed);
        void this.leaveFiles(closed);
      }),
      this.files.onSaved(() => this.refresh()),
      vscode.workspace.onDidOpenTextDocument((document) => { this.follow(document); }),
      vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
        if (reason === vscode.TextDocumentChangeReason.Undo) this.undone.undo(document.uri.toString(), idsOf(this.tests));
        this.follow(document);
      }),
      this.trials.onEnded(() => { this.changed.fire(undefined); }),
      server.onReady(() => this.refresh()),
      // Another window of the same folder may have decided on some.
      vscode.window.onDidChangeWindowState(({ focused }) => { if (focused && server.isRunning) void this.refresh(); }),
      server.on(CANDIDATES_CHANGED, () => this.refresh()),
      server.on(FINISHED, (finished) => this.offer(finished)),
      register("testloom.previewCandidate", (node: Node) => this.previews.ask(testsOf(node))),
      register("testloom.runCandidate", (node: Node, nodes?: Node[]) => this.run(testsIn([node], nodes))),
      register("testloom.resetCandidate", (node: Node, nodes?: Node[]) => this.reset(testsIn([node], nodes))),
      register("testloom.showReached", (node: Node) => showReached(testsOf(node))),
      register("testloom.acceptCandidate", (node?: Node, nodes?: Node[]) => this.decide(node, nodes, (tests, click) => this.deciding.accept(tests, click))),
      register("testloom.acceptShown", (shown?: vscode.Uri) => this.acceptShown(shown)),
      register("testloom.discardCandidate", (node?: Node, nodes?: Node[]) => this.decide(node, nodes, (tests) => this.deciding.discard(tests))),
      register("testloom.review", () => this.review(this.tests, new Click())),
      register("testloom.acceptAll", () => this.deciding.acceptAll(this.tests, new Click())),
      // A button of the view hands over its row, also if it has none; the palette leaves the focus where it was before.
      register("testloom.discardAll", (...fromView: unknown[]) => this.decisions.take(() => this.discardAll(fromView.length > 0 ? new Click() : undefined))),
      register("testloom.restoreDiscarded", () => this.decisions.take(() => this.restore(new Click()))),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) {
      this.lastRow.drawn(this.tests.length);
      return groupsOf(this.tests);
    }
    return "test" in node ? [] : node.tests.map((test) => ({ test }));
  }

  getParent(node: Node): Node | undefined {
    return "test" in node ? groupsOf(this.tests).find((group) => testsOf(group).includes(node.test)) : undefined;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return "test" in node ? testItem(node.test, this.trials.of(node.test)) : targetItem(node.target, node.tests);
  }

  private refresh(): Promise<void> {
    return this.refreshes.ask();
  }

  /** What tests reach of a file is no longer known, or known again, once another text of it is on disk. */
  private follow({ uri, isDirty }: vscode.TextDocument): void {
    if (!isDirty && this.tests.some(({ subject }) => subject === uri.toString())) void this.refresh();
  }

  private async renew(): Promise<void> {
    const found = await this.server.ask(CANDIDATES, {});
    const tests = found?.tests ?? [];
    const isAsBefore = isDeepStrictEqual(tests, this.tests);
    if (!isAsBefore) this.tests = tests;
    this.view.message = found?.searching === true ? vscode.l10n.t("Searching… (unverified tests may change)") : "";
    this.view.badge = badge(this.tests.length);
    await vscode.commands.executeCommand("setContext", "testloom.hasCandidates", this.tests.length > 0);
    await vscode.commands.executeCommand("setContext", CAN_RESTORE, found?.restorable === true);
    // A row that is drawn anew forgets the mouse, and VS Code the selection for a moment.
    if (!isAsBefore) this.changed.fire(undefined);
    this.trials.forgetAllBut(this.tests);
    this.files.renew();
    this.keepPreviewed(idsOf(this.tests).filter((id) => this.previewed.includes(id)));
    this.mark(this.marked);
    void this.goBack();
  }

  /** A file that is closed since an undo has taken it away leaves the focus nowhere. */
  private async leaveFiles(closed: readonly vscode.Tab[]): Promise<void> {
    for (const { input } of closed) {
      if (!(input instanceof vscode.TabInputText) || (await isThere(input.uri))) continue;
      this.undone.leave([input.uri.toString()]);
      await this.goBack();
    }
  }

  /** Goes to what such an undo has brought back. */
  private async goBack(): Promise<void> {
    const back = this.undone.take(idsOf(this.tests));
    const row = this.rowOf(this.tests.filter(({ id }) => back?.ids.includes(id)));
    if (back !== undefined && row !== undefined) await this.keys.goTo(back.click, row);
  }

  /** What was marked with a preview is no longer, once its user has closed it or opened another file in its tab. */
  private leave(closed: readonly vscode.Tab[]): void {
    if (!isClosed(this.previewed, CandidateFiles.previewedIn(closed), CandidateFiles.previewedIn(openTabs()))) return;
    this.keepPreviewed([]);
    this.mark(markedBy(this.view.selection, []));
  }

  private keepPreviewed(ids: readonly string[]): void {
    if (ids.length === 0 && this.previewed.length > 0) this.overlay.scrollBack();
    this.previewed = ids;
  }

  /** Marks what those of these tests reach that still wait. */
  private mark(ids: readonly string[]): void {
    const tests = this.tests.filter(({ id }) => ids.includes(id));
    this.marked = idsOf(tests);
    this.overlay.show(tests);
  }

  /** A job ended: tells what it offers, with both ways on. */
  private async offer({ offered, message, remedies }: Finished): Promise<void> {
    if (offered.length === 0) return;
    await this.refresh();
    if (message === "") return; // found on save: the view shows it, and nothing interrupts
    const tests = this.tests.filter(({ id }) => offered.includes(id));
    const [acceptAll, review] = [vscode.l10n.t("Accept All"), vscode.l10n.t("Review")];
    const buttons = fitting([{ title: acceptAll }, { title: review }, ...remedies]).map(({ title }) => title);
    const answer = await vscode.window.showInformationMessage(plain(message), ...buttons);
    this.server.answered(message);
    if (answer === undefined) return;
    const remedy = remedies.find(({ title }) => title === answer);
    if (remedy !== undefined) return carryOut(remedy);
    const click = new Click();
    // A message stays in the list of notifications, with its buttons, when its tests are gone.
    const waiting = this.current(tests);
    if (waiting.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t("Testloom: these tests were accepted or discarded before."));
    else if (answer === acceptAll) await this.deciding.acceptAll(waiting, click);
    else await this.review(waiting, click);
  }

  /** Goes to the row of the first of some tests and previews it; without tests, to the view, which says where to get some. */
  private async review(tests: readonly WaitingTest[], click: Click): Promise<void> {
    const row = this.rowOf(tests);
    if (row === undefined) return showView("testloom.candidates", click);
    await this.keys.goTo(click, row);
    await this.previews.ask(testsOf(row));
  }

  private async show(tests: readonly WaitingTest[]): Promise<void> {
    const preview = await this.server.ask(PREVIEW, { ids: idsOf(tests) });
    if (preview === undefined) return;
    const after = CandidateFiles.of(vscode.Uri.parse(preview.uri), idsOf(tests));
    this.previewed = idsOf(tests);
    this.mark(this.previewed);
    await openPreview(preview, after, tests, columnFor(tests));
    this.overlay.scrollTo(this.current(tests));
    await CandidateFiles.closeAllBut(after);
  }

  private async run(tests: readonly WaitingTest[]): Promise<void> {
    if (!(await this.files.saveEdited(idsOf(tests)))) return;
    await this.refresh();
    await this.trials.run(this.current(tests));
  }

  private async reset(tests: readonly WaitingTest[]): Promise<void> {
    await this.files.forgetUnfinished(idsOf(tests));
    if (!(await this.files.saveEdited(idsOf(tests)))) return;
    await this.server.ask(RESET, { ids: idsOf(tests) });
    await this.refresh();
  }

  /** Decides on what an action of the view means, in turn; of a key, the focus goes on to what comes after, or stays if nothing was decided. */
  private async decide(node: Node | undefined, nodes: readonly Node[] | undefined, how: (tests: WaitingTest[], click: Click) => Promise<void>): Promise<void> {
    const click = new Click();
    const { rows, goBack } = node === undefined ? await this.keys.take(click, isAmong) : { rows: [node], goBack: undefined };
    const tests = testsIn(rows, nodes);
    if (tests.length === 0) return;
    this.lastRow.mayGo(click);
    await this.decisions.take(() => how(tests, click));
    if (this.current(tests).length === tests.length) await goBack?.();
  }

  private async discardAll(inView?: Click): Promise<void> {
    if (inView !== undefined) this.lastRow.mayGo(inView);
    await this.deciding.discard(this.tests);
  }

  /**
   * Accepts the tests that a preview shows: the preview whose button was clicked, or the active one. It takes the focus with
   * it, which goes on to the row after them at once, since tests may take long to verify, or else to the test file.
   */
  private async acceptShown(shown?: vscode.Uri): Promise<void> {
    const [click, ids] = [new Click(), CandidateFiles.idsShown(shown)];
    await this.decisions.take(async () => {
      // What cannot be saved is still to be edited: the focus stays there.
      if (!(await this.files.saveEdited(ids))) return;
      const tests = this.tests.filter(({ id }) => ids.includes(id));
      const next = rowAfter(this.rowsLike(tests.map((test) => ({ test }))), (row) => isAmong(row, [{ target: "", tests }]));
      if (next !== undefined) await this.keys.goTo(click, next);
      await this.deciding.accept(tests, click, next === undefined ? "in the files" : "here");
      const stays = this.rowOf(this.current(tests));
      if (next !== undefined && stays !== undefined) await this.keys.goTo(click, stays);
    });
  }

  /** Lets those wait again that were discarded last, and goes to the first. */
  private async restore(click: Click): Promise<void> {
    const restored = await this.server.ask(RESTORE, {});
    await this.refresh();
    const row = this.rowOf(this.tests.filter(({ id }) => restored?.ids.includes(id)));
    if (row !== undefined) await this.keys.goTo(click, row);
  }

  /** The first row whose test is one of these. */
  private rowOf(tests: readonly WaitingTest[]): Node | undefined {
    return groupsOf(this.tests).flatMap((group) => this.getChildren(group)).find((node) => testsOf(node).every((test) => tests.includes(test)));
  }

  /** The rows among which the keys go on: the classes and functions, or else the tests. */
  private rowsLike(nodes: readonly Node[]): Node[] {
    const groups = groupsOf(this.tests);
    return nodes.some((node) => "test" in node) ? groups.flatMap((group) => this.getChildren(group)) : groups;
  }

  private current(tests: readonly WaitingTest[]): WaitingTest[] {
    return this.tests.filter(({ id }) => tests.some((test) => test.id === id));
  }
}

function isThere(file: vscode.Uri): Thenable<boolean> {
  return vscode.workspace.fs.stat(file).then(() => true, () => false);
}

function badge(value: number): vscode.ViewBadge | undefined {
  if (value === 0) return undefined;
  return { value, tooltip: value === 1 ? vscode.l10n.t("1 generated test") : vscode.l10n.t("{0} generated tests", value) };
}

/** The tests that an action is about: those of the selection if it was started there, else of the rows themselves. */
function testsIn(rows: readonly Node[], selection: readonly Node[] = []): WaitingTest[] {
  return [...new Set((selection.length > 0 ? selection : rows).flatMap(testsOf))];
}

/** Whether all tests of a row are among those of others. */
function isAmong(row: Node, others: readonly Node[]): boolean {
  const ids = new Set(idsOf(others.flatMap(testsOf)));
  return testsOf(row).every(({ id }) => ids.has(id));
}

/** Beside the code that the tests are about, if that is in sight. */
function columnFor(tests: readonly WaitingTest[]): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === tests[0]?.subject);
  return shown ? besideTheCode() : vscode.ViewColumn.Active;
}

/** Opens the code that tests are about at the first line that they reach. */
async function showReached(tests: readonly WaitingTest[]): Promise<void> {
  const [first] = tests;
  if (first === undefined) return;
  const line = Math.min(...tests.flatMap(({ lines }) => lines));
  await goTo(first.subject, Number.isFinite(line) ? line : undefined, { viewColumn: vscode.ViewColumn.One });
}
