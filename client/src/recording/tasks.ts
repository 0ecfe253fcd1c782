// Runs a program normally and records its calls: as a task, so that it has a terminal and can be run again.

import * as vscode from "vscode";

import { type HowToRecord, RECORD } from "../protocol/recording.js";
import type { Server } from "../server/server.js";
import { activeFile } from "../window/active.js";
import { Click } from "../window/click.js";
import { showTerminal, showView } from "../window/focus.js";

export class Recording implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server) {
    const register = vscode.commands.registerCommand;
    this.subscriptions = [
      register("testloom.runAndRecord", (file?: vscode.Uri) => this.run(file ?? activeFile())),
      register("testloom.recordingTerminal", () => this.openTerminal()),
      register("testloom.recordUnit", (uri: string) => recordUnit(vscode.Uri.parse(uri))),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async run(file?: vscode.Uri): Promise<void> {
    if (file === undefined) return;
    const click = new Click();
    await showRecorded(click);
    await vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString())?.save();
    const how = await howToRecord(this.server, file);
    const [program, ...args] = how?.command ?? [];
    if (how === undefined || program === undefined) return;
    const folder = vscode.workspace.getWorkspaceFolder(file);
    const name = vscode.l10n.t("Record {0}", vscode.workspace.asRelativePath(file, false));
    const execution = new vscode.ProcessExecution(program, [...args, file.fsPath], { cwd: folder?.uri.fsPath ?? how.folder });
    const task = new vscode.Task({ type: "process" }, folder ?? vscode.TaskScope.Workspace, name, "Testloom", execution, []);
    // The first calls change what the view shows, which leaves the focus nowhere; and a program may ask for input.
    task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: click.isFresh, clear: true, showReuseMessage: false };
    await vscode.tasks.executeTask(task);
  }

  /** A terminal in which every Python program is recorded. */
  private async openTerminal(): Promise<void> {
    const file = vscode.window.activeTextEditor?.document.uri;
    const folder = (file && vscode.workspace.getWorkspaceFolder(file)) ?? vscode.workspace.workspaceFolders?.[0];
    if (folder === undefined) return;
    const click = new Click();
    await showRecorded(click);
    const how = await howToRecord(this.server, folder.uri);
    if (how === undefined) return;
    const message = vscode.l10n.t("Python programs started here are recorded, except for functions that the main file itself defines.");
    showTerminal(vscode.window.createTerminal({ name: vscode.l10n.t("Testloom Recording"), cwd: how.folder, env: how.environment, message }), click);
  }
}

/** Shows the view with what is recorded. It takes the focus, so nothing that takes time may come before. */
export async function showRecorded(click: Click): Promise<void> {
  await showView("testloom.recorded", click);
}

/** Lets the user choose what is to call a class or function of a file while it is recorded. */
async function recordUnit(file: vscode.Uri): Promise<void> {
  const name = vscode.workspace.asRelativePath(file, false);
  const ways = [
    { label: vscode.l10n.t("Run the project's tests"), command: "testloom.runTestsAndRecord", args: [] },
    { label: vscode.l10n.t("Run {0}", name), command: "testloom.runAndRecord", args: [file] },
    { label: vscode.l10n.t("Debug {0}", name), command: "testloom.debugAndRecord", args: [file] },
    { label: vscode.l10n.t("Debug a launch configuration"), command: "testloom.debugAndRecord", args: [] },
    { label: vscode.l10n.t("Run a program in a terminal"), command: "testloom.recordingTerminal", args: [] },
  ];
  const way = await vscode.window.showQuickPick(ways, { placeHolder: vscode.l10n.t("Select what to run") });
  if (way !== undefined) await vscode.commands.executeCommand(way.command, ...way.args);
}

/** How to record a program, as the server says; undefined once an error has been shown. */
export async function howToRecord(server: Pick<Server, "ask" | "startVisibly">, resource: vscode.Uri): Promise<HowToRecord | undefined> {
  return (await server.startVisibly()) ? server.ask(RECORD, { uri: resource.toString() }) : undefined;
}
