// The view "Recorded": what was recorded, by file and function, while the program still runs. Tests are made of
// what the user chooses there.

import * as vscode from "vscode";

import { CARVE, type ChosenFunctions, FORGET_RECORDED, RECORDED, RECORDED_CHANGED, type RecordedFunction } from "../protocol/recording.js";
import type { Server } from "../server/server.js";

/** A file with recorded functions, or one of these. */
type Node = { uri: string; functions: RecordedFunction[] } | { function: RecordedFunction };

export class Recorded implements vscode.Disposable, vscode.TreeDataProvider<Node> {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<Node>;
  private readonly subscriptions: { dispose(): unknown }[] = [this.changed];
  private functions: readonly RecordedFunction[] = [];

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView("testloom.recorded", { treeDataProvider: this, canSelectMany: true });
    const register = vscode.commands.registerCommand;
    this.subscriptions.push(
      this.view,
      server.onReady(() => this.refresh()),
      server.on(RECORDED_CHANGED, () => this.refresh()),
      register("testloom.makeTests", (node?: Node, nodes?: Node[]) => this.makeTests(this.chosen(node, nodes))),
      register("testloom.makeTestsOf", (chosen: ChosenFunctions) => this.server.ask(CARVE, chosen)),
      register("testloom.makeTestsOfAll", () => this.makeTests(this.functions)),
      register("testloom.forgetRecorded", (node: Node, nodes?: Node[]) => this.forget(this.chosen(node, nodes))),
      register("testloom.forgetAllRecorded", () => this.forget(this.functions)),
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  getChildren(node?: Node): Node[] {
    if (node === undefined) return [...byFile(this.functions)].map(([uri, functions]) => ({ uri, functions }));
    return "function" in node ? [] : node.functions.map((entry) => ({ function: entry }));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return "function" in node ? functionItem(node.function) : fileItem(node.uri, node.functions);
  }

  private async refresh(): Promise<void> {
    const found = await this.server.ask(RECORDED, {});
    this.functions = found?.functions ?? [];
    await vscode.commands.executeCommand("setContext", "testloom.hasRecorded", this.functions.length > 0);
    this.changed.fire(undefined);
  }

  /** What an action means: the selection if it was started there, the one entry, or else all. */
  private chosen(node?: Node, nodes: readonly Node[] = []): readonly RecordedFunction[] {
    if (node === undefined) return this.functions;
    return [...new Set((nodes.length > 0 ? nodes : [node]).flatMap(functionsOf))];
  }

  private async makeTests(functions: readonly RecordedFunction[]): Promise<void> {
    const withCalls = functions.filter(({ calls }) => calls > 0);
    if (withCalls.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t("Testloom: none of these calls could be recorded."));
    for (const chosen of byJournal(withCalls)) await this.server.ask(CARVE, chosen);
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

function fileItem(uri: string, functions: RecordedFunction[]): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.Uri.parse(uri), vscode.TreeItemCollapsibleState.Expanded);
  item.iconPath = vscode.ThemeIcon.File;
  item.description = counted(functions.reduce((sum, { calls }) => sum + calls, 0));
  return item;
}

function functionItem({ callable, uri, line, calls, lost }: RecordedFunction): vscode.TreeItem {
  const name = callable.split(":").at(-1) ?? callable;
  const item = new vscode.TreeItem(name);
  item.id = `${uri} ${callable}`;
  item.description = counted(calls);
  item.iconPath = new vscode.ThemeIcon("symbol-method");
  const reasons = lost.map(({ reason, calls: count }) => vscode.l10n.t("{0} not recorded: {1}", counted(count), reason));
  item.tooltip = [`${name}: ${counted(calls)}`, ...reasons].join("\n");
  item.accessibilityInformation = { label: `${name}, ${counted(calls)}` };
  const selection = new vscode.Range(line, 0, line, 0);
  item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [vscode.Uri.parse(uri), { selection, preserveFocus: true }] };
  return item;
}

function counted(calls: number): string {
  return calls === 1 ? vscode.l10n.t("1 call") : vscode.l10n.t("{0} calls", calls);
}
