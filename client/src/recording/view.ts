// The view "Recorded": what was recorded, by file and function, while the program still runs. Tests are made of
// what the user chooses there.

import { isDeepStrictEqual } from "node:util";

import * as vscode from "vscode";

import { callsIn, counted } from "./caption.js";
import { CARVE, type ChosenFunctions, FORGET_RECORDED, RECORDED, RECORDED_CHANGED, type RecordedFunction } from "../protocol/recording.js";
import type { Server } from "../server/server.js";
import { Click } from "../window/click.js";
import { Renewal } from "../window/renewal.js";
import { KeysOfRows } from "../window/rows.js";

/** A file with recorded functions, or one of these. */
type Node = { uri: string; functions: RecordedFunction[] } | { function: RecordedFunction };

export class Recorded implements vscode.Disposable, vscode.TreeDataProvider<Node> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<Node>;
  private readonly keys: KeysOfRows<Node>;
  private readonly subscriptions: { dispose(): unknown }[] = [this.changed];
  private readonly refreshes = new Renewal(() => this.renew());
  private functions: readonly RecordedFunction[] = [];

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView("testloom.recorded", { treeDataProvider: this, canSelectMany: true });
    this.keys = new KeysOfRows(this.view, { idOf, rowsLike: (nodes) => this.rowsLike(nodes) });
    const register = vscode.commands.registerCommand;
    this.subscriptions.push(
      this.view,
      this.view.onDidChangeVisibility(({ visible }) => { if (visible) void server.start(); }),
      server.onReady(() => this.refresh()),
      server.on(RECORDED_CHANGED, () => this.refresh()),
      register("testloom.makeTests", async (node?: Node, nodes?: Node[]) => this.makeTests(await this.chosen(node, nodes))),
      register("testloom.makeTestsOf", (chosen: ChosenFunctions) => this.server.begin(CARVE, chosen)),
      register("testloom.makeTestsOfAll", () => this.makeTests(this.functions)),
      register("testloom.forgetRecorded", async (node?: Node, nodes?: Node[]) => this.forget(await this.chosen(node, nodes))),
      register("testloom.forgetAllRecorded", () => this.forget(this.functions)),
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) return this.files();
    return "function" in node ? [] : node.functions.map((entry) => ({ function: entry }));
  }

  getParent(node: Node): Node | undefined {
    return "function" in node ? this.files().find((file) => functionsOf(file).includes(node.function)) : undefined;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return "function" in node ? functionItem(node.function) : fileItem(node.uri, node.functions);
  }

  private refresh(): Promise<void> {
    return this.refreshes.ask();
  }

  /** A row that is drawn anew forgets the mouse, and VS Code the selection for a moment. */
  private async renew(): Promise<void> {
    const found = await this.server.ask(RECORDED, {});
    const functions = found?.functions ?? [];
    if (isDeepStrictEqual(functions, this.functions)) return;
    this.functions = functions;
    await vscode.commands.executeCommand("setContext", "testloom.hasRecorded", this.functions.length > 0);
    this.changed.fire(undefined);
  }

  /** What an action means: the selection if it was started there, the one entry, or what a key was pressed on. */
  private async chosen(node: Node | undefined, nodes: readonly Node[] = []): Promise<RecordedFunction[]> {
    const meant = node === undefined ? (await this.keys.take(new Click(), isAmong)).rows : nodes.length > 0 ? nodes : [node];
    return [...new Set(meant.flatMap(functionsOf))];
  }

  private files(): Node[] {
    return [...byFile(this.functions)].map(([uri, functions]) => ({ uri, functions }));
  }

  /** The rows among which the keys go on: the files, or else the functions. */
  private rowsLike(nodes: readonly Node[]): Node[] {
    const files = this.files();
    return nodes.some((node) => "function" in node) ? files.flatMap((file) => this.getChildren(file)) : files;
  }

  private async makeTests(functions: readonly RecordedFunction[]): Promise<void> {
    const withCalls = functions.filter(({ calls }) => calls > 0);
    if (withCalls.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t("Testloom: none of these calls could be recorded. The tooltips of the functions say why."));
    for (const chosen of byJournal(withCalls)) await this.server.begin(CARVE, chosen);
  }

  private async forget(functions: readonly RecordedFunction[]): Promise<void> {
    for (const chosen of byJournal(functions)) await this.server.ask(FORGET_RECORDED, chosen);
    await this.refresh();
  }
}

function byFile(functions: readonly RecordedFunction[]): Map<string, RecordedFunction[]> {
  const found = new Map<string, RecordedFunction[]>();
  for (const entry of functions) found.set(entry.uri, [...(found.get(entry.uri) ?? []), entry]);
  return found;
}

function byJournal(functions: readonly RecordedFunction[]): ChosenFunctions[] {
  const journals = [...new Set(functions.map(({ journal }) => journal))];
  return journals.map((journal) => ({
    journal,
    callables: functions.filter((entry) => entry.journal === journal).map(({ callable }) => callable),
  }));
}

function functionsOf(node: Node): RecordedFunction[] {
  return "function" in node ? [node.function] : node.functions;
}

/** Whether all functions of a row are among those of others. */
function isAmong(row: Node, others: readonly Node[]): boolean {
  const known = new Set(others.flatMap(functionsOf));
  return functionsOf(row).every((entry) => known.has(entry));
}

/** What stays the same of a row while calls are recorded. */
function idOf(node: Node): string {
  return "function" in node ? `${node.function.uri} ${node.function.callable}` : node.uri;
}

function fileItem(uri: string, functions: RecordedFunction[]): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.Uri.parse(uri), vscode.TreeItemCollapsibleState.Expanded);
  item.id = idOf({ uri, functions });
  item.iconPath = vscode.ThemeIcon.File;
  item.description = counted(functions.reduce((sum, { calls }) => sum + calls, 0), vscode.l10n.t);
  item.accessibilityInformation = { label: `${vscode.workspace.asRelativePath(vscode.Uri.parse(uri))}, ${item.description}` };
  return item;
}

function functionItem(recorded: RecordedFunction): vscode.TreeItem {
  const { callable, uri, line, lost } = recorded;
  const name = callable.split(":").at(-1) ?? callable;
  const item = new vscode.TreeItem(name);
  item.id = idOf({ function: recorded });
  const said = callsIn(recorded, vscode.l10n.t);
  item.description = said;
  item.iconPath = new vscode.ThemeIcon("symbol-method");
  const reasons = lost.map(({ reason, calls }) => vscode.l10n.t("{0} not recorded: {1}", counted(calls, vscode.l10n.t), reason));
  item.tooltip = [`${name}: ${said}`, ...reasons].join("\n");
  item.accessibilityInformation = { label: `${name}, ${said}` };
  const selection = new vscode.Range(line, 0, line, 0);
  item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [vscode.Uri.parse(uri), { selection, preserveFocus: true }] };
  return item;
}
