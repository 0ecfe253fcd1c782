// Runs the project's own tests from the testing view, under coverage.py: all, some, again and again until one fails, or
// those that changes affect, which can be on save.

import * as vscode from "vscode";

import { showError } from "../window/errors.js";
import { isRefusal, type Refusal } from "../protocol/messages.js";
import { DEBUG_TESTS, DEBUGGED_TESTS, PROJECTS, RUN_TESTS, type RunTestsParams, TEST, type TestEvent } from "../protocol/testing.js";
import type { Server } from "../server/server.js";
import { runOnSaveSetting } from "../python/settings.js";
import { ReachedFiles } from "./coverage.js";
import { debugTests } from "./debugging.js";
import { RunsAfterSaves, type Saved } from "./following.js";
import { TestItems } from "./items.js";
import { saveBeforeTests } from "./saving.js";
import { staleMessage } from "./stale.js";
import { type Failure, Tally } from "./tally.js";
import { goTo } from "../window/places.js";
import { plain } from "../window/text.js";

type Handler = (request: vscode.TestRunRequest, token: vscode.CancellationToken) => Thenable<void> | undefined;

/** So often tests that pass run again at most. */
const MOST_ROUNDS = 100;

/** Which tests are to run, of the folder's project or of another. */
type Which = Partial<Pick<RunTestsParams, "tests" | "affected" | "generated" | "uri">>;

/** A saved file, and the run that it was saved for. */
interface Followed extends Saved {
  folder: vscode.WorkspaceFolder;
  request: vscode.TestRunRequest;
  token: vscode.CancellationToken;
}

/** Tests of a folder that are to run. */
interface Part {
  folder: vscode.WorkspaceFolder;
  which: Which;
}

/** A run of tests, of one folder or of several, and who counts how they end. */
interface Running {
  run: vscode.TestRun;
  request: vscode.TestRunRequest;
  token: vscode.CancellationToken;
  tally: Tally | undefined;
}

export class ProjectTests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("testloom", "Testloom");
  private readonly items: TestItems;
  private readonly subscriptions: { dispose(): unknown }[] = [this.controller];
  /** Shows what the tests reach. */
  private readonly covering: vscode.TestRunProfile;
  /** Records what the tests call. */
  private readonly recording: vscode.TestRunProfile;
  /** Runs them again and again. */
  private readonly repeating: vscode.TestRunProfile;
  private readonly reached: ReachedFiles;
  private readonly afterSaves = new RunsAfterSaves<Followed>(
    (uris) => this.oneOfEachProject(uris),
    ({ document, folder, request, token }) => this.runAll(this.affected(document, folder, request), request, token),
  );
  private runs = 0;

  constructor(private readonly server: Server) {
    this.items = new TestItems(this.controller, server);
    this.reached = new ReachedFiles(this.items, server);
    const { Run, Debug, Coverage } = vscode.TestRunProfileKind;
    const profile = this.covering = this.profile(vscode.l10n.t("Run Tests with Coverage"), Coverage, this.runOrFollow, true);
    this.recording = this.profile(vscode.l10n.t("Run Tests with Coverage and Record"), Coverage, this.run);
    this.profile(vscode.l10n.t("Run Tests"), Run, this.runOrFollow, true);
    this.repeating = this.profile(vscode.l10n.t("Repeat Until It Fails"), Run, this.run);
    this.profile(vscode.l10n.t("Debug Tests"), Debug, this.debug, true);
    this.controller.resolveHandler = async (item) => { if (item === undefined) await this.items.discoverAll(); };
    this.controller.refreshHandler = () => this.items.discoverAll();
    this.items.addFolders();
    const cancel = new vscode.CancellationTokenSource();
    const files = vscode.workspace.createFileSystemWatcher("**/*.py", false, false, true);
    // Of a folder that is deleted, VS Code does not tell the files.
    const gone = vscode.workspace.createFileSystemWatcher("**", true, true);
    const changed = (uri: vscode.Uri): void => { this.items.renewAfter(uri); };
    this.subscriptions.push(
      cancel,
      files,
      gone,
      files.onDidCreate(changed),
      files.onDidChange(changed),
      gone.onDidDelete(changed),
      this.reached,
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (runOnSaveSetting(document.uri)) this.saved(document, new vscode.TestRunRequest(undefined, undefined, profile), cancel.token);
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => { this.items.addFolders(); }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("testloom.python") || event.affectsConfiguration("python")) this.items.renewUnlisted();
      }),
      vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
        if (kind !== undefined) void this.items.discoverAt(textEditor.document); // not where the editor itself has moved, as at its start
      }),
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private profile(label: string, kind: vscode.TestRunProfileKind, handler: Handler, isDefault = false): vscode.TestRunProfile {
    const profile = this.controller.createRunProfile(label, kind, handler, isDefault, undefined, handler === this.runOrFollow);
    profile.loadDetailedCoverage = (_, { uri }, token) => this.reached.details(uri, undefined, token);
    profile.loadDetailedCoverageForTest = (_, { uri }, test, token) => this.reached.details(uri, this.items.nodeOf(test), token);
    this.subscriptions.push(profile);
    return profile;
  }

  private readonly runOrFollow: Handler = (request, token) => {
    if (request.continuous !== true) return this.run(request, token);
    this.follow(request, token);
    return undefined;
  };

  /** Until cancelled: whenever a Python file is saved, runs the tests that changes affect. */
  private follow(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const saved = vscode.workspace.onDidSaveTextDocument((document) => { this.saved(document, request, token); });
    token.onCancellationRequested(() => { saved.dispose(); });
  }

  /** Has the tests of the project run that a saved file belongs to, as far as changes affect them. */
  private saved(document: vscode.TextDocument, request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const folder = vscode.workspace.getWorkspaceFolder(document.uri);
    if (document.languageId !== "python" || document.uri.scheme !== "file" || folder === undefined) return;
    void this.afterSaves.ask({ document, folder, request, token });
  }

  /** Of the tests that a request is about, those of a folder that the change of a file may affect. */
  private affected({ uri }: Saved["document"], folder: vscode.WorkspaceFolder, request: vscode.TestRunRequest): Part[] {
    const nodes = this.items.chosen(request).find((part) => part.folder === folder)?.nodes;
    if (nodes === undefined) return [];
    if (nodes.length === 0) return [{ folder, which: { affected: true, uri: uri.toString() } }];
    const tests = nodes.filter((node) => this.items.has(folder, node));
    return tests.length === 0 ? [] : [{ folder, which: { affected: true, tests } }];
  }

  /** One file of each project that files are of; undefined if the server does not say: then the runs tell why. */
  private async oneOfEachProject(uris: string[]): Promise<string[] | undefined> {
    const found = await this.server.inquire(PROJECTS, { uris }).catch(() => undefined);
    return found === undefined || isRefusal(found) ? undefined : found.uris;
  }

  /** Runs the tests of a command in each folder; its user sees how far that is, and reads how it ended. */
  async carryOut(which: Which & { record?: boolean }, none: string): Promise<void> {
    if (!(await this.server.startVisibly())) return;
    const where = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t("Running tests"), cancellable: true };
    const { record = false, ...chosen } = which;
    const request = new vscode.TestRunRequest(undefined, undefined, record ? this.recording : this.covering);
    const ended = await vscode.window.withProgress(where, (bar, token) => {
      const tally = new Tally(() => { bar.report({ message: tally.progress(vscode.l10n.t) }); });
      return this.afterSaves.asAsked(() => this.runInFolders(chosen, request, token, tally));
    });
    await tell(ended, none);
  }

  private async runInFolders(which: Which, request: vscode.TestRunRequest, token: vscode.CancellationToken, tally: Tally): Promise<Tally> {
    await saveBeforeTests();
    await this.runAll(this.items.folders.map((folder) => ({ folder, which })), request, token, tally);
    return tally;
  }

  private readonly run: Handler = (request, token) => this.afterSaves.asAsked(async () => {
    if (!(await this.server.startVisibly())) return;
    await saveBeforeTests();
    const parts = this.items.chosen(request).map(({ folder, nodes }) => ({ folder, which: nodes.length > 0 ? { tests: nodes } : {} }));
    await this.runAll(parts, request, token);
  });

  private readonly debug = async (request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> => {
    if (!(await this.server.startVisibly())) return;
    for (const { folder, nodes } of this.items.chosen(request)) {
      const run = this.controller.createTestRun(request);
      await this.debugIn(folder, nodes, run, token).finally(() => { run.end(); });
    }
  };

  /** Debugs tests of a folder; how they ended is known once the debugger has. */
  private async debugIn(folder: vscode.WorkspaceFolder, tests: string[], run: vscode.TestRun, token: vscode.CancellationToken): Promise<void> {
    const id = this.nextRun();
    const items = this.items.about(folder, tests);
    const how = await this.server.inquire(DEBUG_TESTS, { run: id, uri: folder.uri.toString(), tests });
    if (how === undefined) return;
    if (isRefusal(how)) {
      this.fail(run, items, how, "testing.debugLastRun");
      return;
    }
    for (const item of items) run.started(item);
    await debugTests(run, folder, how.configuration, token);
    const heard = this.server.on(TEST, (event) => { if (event.run === id) this.show(folder, run, event); });
    const ended = await this.server.inquire(DEBUGGED_TESTS, { run: id }).finally(() => { heard.dispose(); });
    // Not as a message: the debug console is in sight, and whoever has stopped the debugger knows.
    if (ended !== undefined && isRefusal(ended)) for (const item of items) run.errored(item, new vscode.TestMessage(ended.error));
  }

  private nextRun(): string {
    this.runs += 1;
    return this.runs.toString();
  }

  /** Runs tests of folders one after the other, as one run: the editor shows the coverage of a single one. */
  private async runAll(parts: readonly Part[], request: vscode.TestRunRequest, token: vscode.CancellationToken, tally?: Tally): Promise<void> {
    const run = this.controller.createTestRun(request);
    const cancel = new vscode.CancellationTokenSource();
    const heard = [token, run.token].map((asked) => asked.onCancellationRequested(() => {
      tally?.cancel();
      cancel.cancel();
    }));
    const isRepeated = request.profile === this.repeating;
    try {
      for (let round = 1; round <= (isRepeated ? MOST_ROUNDS : 1); round += 1) {
        if (isRepeated) run.appendOutput(`${vscode.l10n.t("Round {0} of {1}", round, MOST_ROUNDS)}\r\n`);
        if (!(await this.runRound(parts, { run, request, token: cancel.token, tally }))) break;
      }
    } finally {
      this.reached.show(run);
      run.end();
      vscode.Disposable.from(...heard, cancel).dispose();
    }
  }

  /** Runs tests of folders once; false if one fails, some cannot be run, or the run is cancelled. */
  private async runRound(parts: readonly Part[], running: Running): Promise<boolean> {
    let isWell = true;
    for (const part of parts) {
      if (running.token.isCancellationRequested) return false;
      isWell = (await this.runPart(part, running)) && isWell;
    }
    return isWell && !running.token.isCancellationRequested;
  }

  /** Runs tests of a folder once; false if one fails, or none can be run. */
  private async runPart({ folder, which }: Part, { run, request, token, tally }: Running): Promise<boolean> {
    const id = this.nextRun();
    const items = this.items.about(folder, which.tests);
    const covered = request.profile?.kind === vscode.TestRunProfileKind.Coverage;
    const params = { run: id, uri: folder.uri.toString(), record: request.profile === this.recording, covered, ...which };
    let isWell = true;
    const heard = this.server.on(TEST, (event) => {
      if (event.run !== id) return;
      tally?.add(event);
      if (event.event === "broken" || (event.event === "ended" && event.outcome === "failed")) isWell = false;
      this.show(folder, run, event);
    });
    try {
      const result = await this.server.inquire(RUN_TESTS, params, token);
      if (result === undefined || !isRefusal(result)) {
        this.items.renewUnlisted();
        if (covered && result !== undefined) this.reached.add(run, folder, result);
        return isWell;
      }
      this.fail(run, items, result, covered ? "testing.coverageLastRun" : "testing.reRunLastRun");
    } catch (error) {
      if (!token.isCancellationRequested) this.fail(run, items, { error: vscode.l10n.t("The tests did not finish: {0}", String(error)) });
    } finally {
      heard.dispose();
    }
    tally?.refuse();
    return false;
  }

  private show(folder: vscode.WorkspaceFolder, run: vscode.TestRun, event: TestEvent): void {
    switch (event.event) {
      case "started": {
        const item = this.items.item(folder, event.test, event);
        item.range = new vscode.Range(event.line, 0, event.line, 0);
        run.started(item);
        break;
      }
      case "ended":
        this.end(run, this.items.item(folder, event.test), event);
        break;
      case "broken":
        run.errored(this.items.item(folder, event.test, event), placed(new vscode.TestMessage(event.message), event));
        break;
      case "output":
        run.appendOutput(event.text.replaceAll(/\r?\n/g, "\r\n"));
        break;
      case "collected":
    }
  }

  private end(run: vscode.TestRun, item: vscode.TestItem, event: TestEvent & { event: "ended" }): void {
    const milliseconds = event.seconds * 1000;
    if (event.outcome === "passed") run.passed(item, milliseconds);
    else if (event.outcome === "skipped") run.skipped(item);
    else run.failed(item, messageOf(item, event), milliseconds);
  }

  /** Tells that tests could not be run; their marks would else say how they ended before. */
  private fail(run: vscode.TestRun, items: readonly vscode.TestItem[], refusal: Refusal, again?: string): void {
    run.appendOutput(`${plain(refusal.error)}\r\n`);
    const place = refusal.remedies?.find(({ kind }) => kind === "goTo");
    for (const item of items) {
      const message = new vscode.TestMessage(refusal.error);
      run.errored(item, place === undefined ? message : placed(message, place));
    }
    showError(refusal, again === undefined ? undefined : () => vscode.commands.executeCommand(again));
  }
}

/** Tells how the tests of a command ended, with a way to the first that failed. */
async function tell(tally: Tally, none: string): Promise<void> {
  const said = tally.inWords(vscode.l10n.t, none);
  if (said === undefined) return;
  if (tally.failed === 0) return void vscode.window.showInformationMessage(plain(said));
  const { firstFailure } = tally;
  const go = vscode.l10n.t("Go to First Failure");
  const answer = await vscode.window.showWarningMessage(plain(said), ...(firstFailure === undefined ? [] : [go]));
  if (answer !== go || firstFailure === undefined) return;
  await goTo(firstFailure.uri, firstFailure.line);
}

/** A message at a place in a file. */
function placed(message: vscode.TestMessage, { uri, line }: Failure): vscode.TestMessage {
  message.location = new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(line, 0, line, 0));
  return message;
}

/** What is said of a test that failed, where it stands. */
function messageOf(item: vscode.TestItem, event: TestEvent & { event: "ended" }): vscode.TestMessage {
  const message = event.stale === undefined ? new vscode.TestMessage(event.message) : staleMessage(event.stale, event.message);
  const line = event.stale?.line ?? event.line;
  const range = line === undefined ? item.range : new vscode.Range(line, 0, line, 0);
  if (item.uri !== undefined && range !== undefined) message.location = new vscode.Location(item.uri, range);
  return message;
}
