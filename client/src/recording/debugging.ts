// Debug and record: a debug session whose calls are recorded, with the Python debugger that is installed, or else with
// Testloom's own, which runs the debugpy of its server.

import path from "node:path";

import * as vscode from "vscode";

import { type Nothing, isRefusal, type Question } from "../protocol/messages.js";
import { DEBUG, type DebugParams, SESSION_ENDED, STOPPED } from "../protocol/recording.js";
import { OTHERS, OWN_TYPE, pythonDebugger } from "../python/debuggers.js";
import type { Server } from "../server/server.js";
import { Stops } from "./stops.js";
import { showRecorded } from "./tasks.js";
import { askForFile } from "../window/active.js";
import { Click } from "../window/click.js";
import { plain } from "../window/text.js";

/** What asks for a recording in a configuration, and what says where it goes. */
const RECORD_IT = "testloomRecord";
const JOURNAL = "testloomJournal";

export class Debugging implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server) {
    const register = vscode.commands.registerCommand;
    const types = [OWN_TYPE, ...OTHERS.map(({ type }) => type)];
    this.subscriptions = [
      register("testloom.debugAndRecord", (file?: vscode.Uri) => this.debug(file)),
      vscode.debug.registerDebugAdapterDescriptorFactory(OWN_TYPE, { createDebugAdapterDescriptor: (session) => this.adapter(session) }),
      vscode.debug.onDidReceiveDebugSessionCustomEvent((event) => this.follow(event)),
      vscode.extensions.onDidChange(() => { tellDebuggers(); }),
      ...types.map((type) => vscode.debug.registerDebugConfigurationProvider(type, this.provider(type))),
      ...types.map((type) => vscode.debug.registerDebugAdapterTrackerFactory(type, { createDebugAdapterTracker: (session) => this.tracker(session) })),
    ];
    tellDebuggers();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** Debugs a file, or what the user chooses among the launch configurations and the file of the editor. */
  private async debug(file?: vscode.Uri): Promise<void> {
    const current = file ?? vscode.window.activeTextEditor?.document.uri;
    const folder = current === undefined ? vscode.workspace.workspaceFolders?.[0] : vscode.workspace.getWorkspaceFolder(current);
    const configuration = file === undefined ? await choose(folder, current) : ofFile(file);
    if (configuration === undefined) return;
    await showRecorded(new Click());
    if (!(await this.server.startVisibly())) return;
    await vscode.debug.startDebugging(folder, { ...configuration, [RECORD_IT]: true });
  }

  private provider(type: string): vscode.DebugConfigurationProvider {
    return {
      resolveDebugConfiguration: (_, configuration) =>
        type === OWN_TYPE && isEmpty(configuration) ? { ...configuration, ...ofCurrentFile() } : configuration,
      resolveDebugConfigurationWithSubstitutedVariables: (folder, configuration) => this.resolve(folder, configuration),
    };
  }

  /** Has the server complete our own configurations, and extend those that are to be recorded. */
  private async resolve(folder: vscode.WorkspaceFolder | undefined, given: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration | undefined> {
    const { [RECORD_IT]: record, ...configuration } = given as vscode.DebugConfiguration & { [RECORD_IT]?: boolean };
    const program: unknown = configuration.program;
    const about = typeof program === "string" && path.isAbsolute(program) ? vscode.Uri.file(program) : folder?.uri;
    if (about === undefined || (given.type !== OWN_TYPE && record !== true)) return given;
    const asked: DebugParams = { uri: about.toString(), configuration, record: record === true };
    return (await this.server.ask(DEBUG, asked))?.configuration;
  }

  /** Testloom's own adapter; or the one that listens already. */
  private async adapter({ configuration }: vscode.DebugSession): Promise<vscode.DebugAdapterDescriptor> {
    const connect = configuration.connect as { host?: string; port: number } | undefined;
    if (connect !== undefined) return new vscode.DebugAdapterServer(connect.port, connect.host ?? "127.0.0.1");
    return new vscode.DebugAdapterExecutable(await this.server.python(), ["-I", "-m", "debugpy.adapter"]);
  }

  /** Debugs the processes that a debugged one starts. */
  private async follow({ event, session, body }: vscode.DebugSessionCustomEvent): Promise<void> {
    if (event !== "debugpyAttach" || session.type !== OWN_TYPE) return;
    const configuration = { ...(body as vscode.DebugConfiguration), type: OWN_TYPE };
    await vscode.debug.startDebugging(session.workspaceFolder, configuration, { parentSession: session });
  }

  private tracker(session: vscode.DebugSession): vscode.DebugAdapterTracker | undefined {
    const journal: unknown = session.configuration[JOURNAL];
    if (typeof journal !== "string") return undefined;
    const about = { journal, session: session.id };
    let told = Promise.resolve();
    const tell = <Params extends object>(what: Question<Params, Nothing>, params: Params): void => {
      told = told.then(() => this.tell(what, params));
    };
    const stops = new Stops((stop) => { tell(STOPPED, { ...about, ...stop }); });
    return {
      onWillReceiveMessage: (message) => { stops.sent(message as Parameters<Stops["sent"]>[0]); },
      onDidSendMessage: (message) => { stops.received(message as Parameters<Stops["received"]>[0]); },
      onWillStopSession: () => {
        stops.end();
        tell(SESSION_ENDED, { ...about, ended: Date.now() / 1000 });
      },
    };
  }

  private async tell<Params extends object>(what: Question<Params, Nothing>, params: Params): Promise<void> {
    const answer = await this.server.inquire(what, params);
    if (answer !== undefined && isRefusal(answer)) void vscode.window.showWarningMessage(plain(`Testloom: ${answer.error}`));
  }
}

/** Our own debugger is offered only where there is no other. */
function tellDebuggers(): void {
  void vscode.commands.executeCommand("setContext", "testloom.hasPythonDebugger", pythonDebugger() !== OWN_TYPE);
}

/** Whether it is what the editor gives when nobody has written a configuration. */
function isEmpty({ type }: Partial<vscode.DebugConfiguration>): boolean {
  return type === undefined || type === "";
}

function ofFile(file: vscode.Uri): vscode.DebugConfiguration {
  return { ...ofCurrentFile(), type: pythonDebugger(), program: file.fsPath, name: vscode.l10n.t("Record {0}", path.basename(file.fsPath)) };
}

function ofCurrentFile(): vscode.DebugConfiguration {
  return { type: OWN_TYPE, request: "launch", name: vscode.l10n.t("Python: Current File"), program: "${file}", console: "integratedTerminal" };
}

/** The user's choice among the Python configurations of a folder that can run here, and a file; the file if there are none. */
async function choose(folder?: vscode.WorkspaceFolder, file?: vscode.Uri): Promise<vscode.DebugConfiguration | undefined> {
  const known = vscode.workspace.getConfiguration("launch", folder).get<vscode.DebugConfiguration[]>("configurations", []);
  const types = [OWN_TYPE, ...(pythonDebugger() === OWN_TYPE ? [] : OTHERS.map(({ type }) => type))];
  const own = file === undefined ? [] : [ofFile(file)];
  const choices = [...known.filter(({ type }) => types.includes(type)), ...own];
  if (choices.length === 0) void askForFile();
  if (choices.length < 2) return choices[0];
  const items = choices.map((configuration) => ({ label: configuration.name, configuration }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Select what to debug and record") });
  return chosen?.configuration;
}
