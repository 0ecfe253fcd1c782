// The project's own tests in the testing view, run under coverage.py: all, some, or those that
// changes affect, which can be on save. Tests are not discovered before a run; each is shown once it has run.

import * as vscode from "vscode";

import { showError } from "../window/errors.js";
import { isRefusal, type Refusal } from "../protocol/messages.js";
import { COVERAGE, type ReachedFile, RUN_TESTS, type RunTestsParams, TEST, type TestEvent } from "../protocol/testing.js";
import type { Server } from "../server/server.js";
import { runOnSaveSetting } from "../python/settings.js";
import { OutdatedLines } from "./outdated.js";
import { staleMessage } from "./stale.js";
import { plain } from "../window/text.js";

/** What pytest is to run: a project's folder, and a node id in it unless all is meant. */
interface Place {
  folder: vscode.WorkspaceFolder;
  node?: string;
}

/** Which tests are to run, of the folder's project or of another. */
type Which = Partial<Pick<RunTestsParams, "tests" | "affected" | "generated" | "uri">>;

/** The file that a coverage belongs to, and what any test reaches of it. */
class ReachedCoverage extends vscode.FileCoverage {
  constructor(file: ReachedFile, tests: vscode.TestItem[]) {
    const [lines, branches] = [new vscode.TestCoverageCount(...file.lines), new vscode.TestCoverageCount(...file.branches)];
    super(vscode.Uri.parse(file.uri), lines, branches, undefined, tests);
  }
}

export class ProjectTests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("testloom", "Testloom");
  private readonly places = new WeakMap<vscode.TestItem, Place>();
  private readonly subscriptions: { dispose(): unknown }[] = [this.controller];
  /** Records what the tests call. */
  private readonly recording: vscode.TestRunProfile;
  private readonly outdated: OutdatedLines;
  private runs = 0;

  constructor(private readonly server: Server) {
    const profile = this.controller.createRunProfile(
      vscode.l10n.t("Run Tests with Coverage"),
      vscode.TestRunProfileKind.Coverage,
      (request, token) => {
        if (request.continuous !== true) return this.run(request, token);
        this.follow(request, token);
        return undefined;
      },
      true,
      undefined,
      true,
    );
    profile.loadDetailedCoverage = (_, { uri }, token) => this.details(uri, undefined, token);
    profile.loadDetailedCoverageForTest = (_, { uri }, test, token) => this.details(uri, this.places.get(test)?.node, token);
    this.recording = this.controller.createRunProfile(
      vscode.l10n.t("Run Tests with Coverage and Record"),
      vscode.TestRunProfileKind.Coverage,
      (request, token) => this.run(request, token),
    );
    this.recording.loadDetailedCoverage = profile.loadDetailedCoverage;
    this.recording.loadDetailedCoverageForTest = profile.loadDetailedCoverageForTest;
    const request = (): vscode.TestRunRequest => new vscode.TestRunRequest(undefined, undefined, profile);
    this.outdated = new OutdatedLines(this.server);
    this.addFolders();
    const cancel = new vscode.CancellationTokenSource();
    const register = vscode.commands.registerCommand;
    this.subscriptions.push(
      profile,
      this.recording,
      cancel,
      this.outdated,
      // Not VS Code's own command: that would run the tests of other extensions, too.
      register("testloom.runTests", () => this.run(new vscode.TestRunRequest(undefined, undefined, profile), cancel.token)),
      register("testloom.runTestsAndRecord", () => this.run(new vscode.TestRunRequest(undefined, undefined, this.recording), cancel.token)),
      register("testloom.runAffectedTests", () => this.runEverywhere({ affected: true }, request(), cancel.token)),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (runOnSaveSetting(document.uri)) void this.saved(document, request(), cancel.token);
      }),
      register("testloom.checkGenerated", () => this.runEverywhere({ generated: true }, request(), cancel.token)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => { this.addFolders(); }),
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private addFolders(): void {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    this.controller.items.replace(folders.map((folder) => this.controller.items.get(folder.uri.toString()) ?? this.root(folder)));
  }

  private root(folder: vscode.WorkspaceFolder): vscode.TestItem {
    const item = this.controller.createTestItem(folder.uri.toString(), folder.name, folder.uri);
    item.description = vscode.l10n.t("all tests");
    this.places.set(item, { folder });
    return item;
  }

  /** Until cancelled: whenever a Python file is saved, runs the tests that changes affect. */
  private follow(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const saved = vscode.workspace.onDidSaveTextDocument((document) => { void this.saved(document, request, token); });
    token.onCancellationRequested(() => { saved.dispose(); });
  }

  /** Runs the tests of the project that a saved file belongs to, as far as changes affect them. */
  private async saved(document: vscode.TextDocument, request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(document.uri);
    if (document.languageId !== "python" || folder === undefined) return;
    await this.runIn({ folder }, { affected: true, uri: document.uri.toString() }, request, token);
  }

  /** Runs the same in each folder. */
  private async runEverywhere(which: Which, request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    for (const [, item] of this.controller.items) {
      const place = this.places.get(item);
      if (place !== undefined) await this.runIn(place, which, request, token);
    }
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const included = request.include ?? [...this.controller.items].map(([, item]) => item);
    const places = included.map((item) => this.places.get(item)).filter((place) => place !== undefined);
    for (const folder of new Set(places.map((place) => place.folder))) {
      const inFolder = places.filter((place) => place.folder === folder);
      const nodes = inFolder.map(({ node }) => node);
      const some = nodes.filter((node) => node !== undefined);
      await this.runIn({ folder }, some.length === nodes.length ? { tests: some } : {}, request, token);
    }
  }

  private async runIn(
    { folder }: Place,
    which: Which,
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
  ): Promise<void> {
    this.runs += 1;
    const id = this.runs.toString();
    const run = this.controller.createTestRun(request);
    const cancel = new vscode.CancellationTokenSource();
    const heard = [
      token.onCancellationRequested(() => { cancel.cancel(); }),
      run.token.onCancellationRequested(() => { cancel.cancel(); }),
      this.server.on(TEST, (event) => { if (event.run === id) this.show(folder, run, event); }),
    ];
    const record = request.profile === this.recording;
    const params: RunTestsParams = { run: id, uri: folder.uri.toString(), record, ...which };
    try {
      const result = (await this.server.inquire(RUN_TESTS, params, cancel.token)) ?? { files: [] };
      if (isRefusal(result)) this.fail(run, result);
      else this.publish(folder, run, result.files);
    } catch (error) {
      if (!cancel.token.isCancellationRequested) this.fail(run, { error: vscode.l10n.t("The tests did not finish: {0}", String(error)) });
    } finally {
      run.end();
      vscode.Disposable.from(...heard, cancel).dispose();
    }
  }

  private publish(folder: vscode.WorkspaceFolder, run: vscode.TestRun, files: readonly ReachedFile[]): void {
    for (const file of files) run.addCoverage(new ReachedCoverage(file, this.known(folder, file.tests)));
    this.outdated.renew(files.map(({ uri }) => uri));
  }

  private show(folder: vscode.WorkspaceFolder, run: vscode.TestRun, event: TestEvent): void {
    switch (event.event) {
      case "started": {
        const item = this.item(folder, event.test, vscode.Uri.parse(event.uri));
        item.range = new vscode.Range(event.line, 0, event.line, 0);
        run.started(item);
        break;
      }
      case "ended":
        this.end(run, this.item(folder, event.test), event);
        break;
      case "broken":
        run.errored(this.item(folder, event.test), new vscode.TestMessage(event.message));
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

  private fail(run: vscode.TestRun, refusal: Refusal): void {
    run.appendOutput(`${plain(refusal.error)}\r\n`);
    showError(refusal);
  }

  /** The item of a node id, below that of its file. */
  private item(folder: vscode.WorkspaceFolder, node: string, uri?: vscode.Uri): vscode.TestItem {
    const root = this.controller.items.get(folder.uri.toString());
    const [file = node, ...names] = node.split("::");
    const parent = this.child(root?.children ?? this.controller.items, { folder, node: file }, file, uri);
    return names.length === 0 ? parent : this.child(parent.children, { folder, node }, names.join(" › "), uri);
  }

  private child(items: vscode.TestItemCollection, place: Required<Place>, label: string, uri?: vscode.Uri): vscode.TestItem {
    const known = items.get(place.node);
    if (known !== undefined) return known;
    const item = this.controller.createTestItem(place.node, label, uri ?? vscode.Uri.joinPath(place.folder.uri, place.node));
    this.places.set(item, place);
    items.add(item);
    return item;
  }

  private known(folder: vscode.WorkspaceFolder, nodes: string[]): vscode.TestItem[] {
    return nodes.map((node) => this.item(folder, node, vscode.Uri.joinPath(folder.uri, node.split("::")[0] ?? "")));
  }

  private async details(uri: vscode.Uri, test: string | undefined, token: vscode.CancellationToken): Promise<vscode.FileCoverageDetail[]> {
    const params = { uri: uri.toString(), ...(test === undefined ? {} : { test }) };
    const found = await this.server.inquire(COVERAGE, params, token);
    if (found === undefined || isRefusal(found)) return [];
    const statements = found.statements.map(
      ({ line, count, branches }) =>
        new vscode.StatementCoverage(
          count,
          new vscode.Position(line, 0),
          branches.map((branch) => new vscode.BranchCoverage(branch.count, undefined, branch.label)),
        ),
    );
    const declarations = found.declarations.map(
      ({ name, line, count }) => new vscode.DeclarationCoverage(name, count, new vscode.Position(line, 0)),
    );
    return [...statements, ...declarations];
  }
}

/** What is said of a test that failed, where it stands. */
function messageOf(item: vscode.TestItem, event: TestEvent & { event: "ended" }): vscode.TestMessage {
  const message = event.stale === undefined ? new vscode.TestMessage(event.message) : staleMessage(event.stale, event.message);
  const line = event.stale?.line;
  const range = line === undefined ? item.range : new vscode.Range(line, 0, line, 0);
  if (item.uri !== undefined && range !== undefined) message.location = new vscode.Location(item.uri, range);
  return message;
}
