// The language server: its environment, its process, and what it tells us.

import path from "node:path";

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, ResponseError, RevealOutputChannelOn } from "vscode-languageclient/node";

import { follow } from "./crashes.js";
import { EnvironmentError, prepareEnvironment, STEPS } from "./environment.js";
import { LensCommands } from "./lenses.js";
import { middlewareOf } from "./middleware.js";
import { JobProgress, type ShowBar } from "./progress.js";
import { ANSWERED, FINISHED, GENERATE_TESTS, type GenerateArguments, REMEDY, type Remedy, type Started, STATUS } from "../protocol/generating.js";
import { type Answer, isRefusal, isUnsaved, type News, type Question, type Refusal, REFUSED, refusalOf, UNDERWAY } from "../protocol/messages.js";
import { type Outcome, run } from "./run.js";
import { serverPythonSetting } from "../python/settings.js";
import type { Status } from "./status.js";
import { UnfinishedJobs } from "./unfinished.js";
import { visibly } from "./waiting.js";
import { type Requests, unsavedIn } from "../python/requests.js";
import { carryOut, showError } from "../window/errors.js";
import { showChannel } from "../window/focus.js";
import { plain } from "../window/text.js";

/** So long a message is shown at most that a job is under way already. */
const MILLISECONDS_TO_READ = 8000;
/** For questions that nobody cancels. */
const NEVER = new vscode.CancellationTokenSource().token;

export class Server implements vscode.Disposable {
  private readonly wanted = new vscode.EventEmitter<undefined>();
  private readonly ready = new vscode.EventEmitter<undefined>();
  private readonly listeners = new Map<string, Set<(params: unknown) => void>>();
  private readonly progress = new JobProgress((token) => {
    void this.client?.sendNotification("window/workDoneProgress/cancel", { token });
  }, showBar);
  private readonly lenses = new LensCommands({ register: vscode.commands.registerCommand, execute: vscode.commands.executeCommand });
  private client: LanguageClient | undefined;
  private starting: Promise<void> | undefined;
  private readonly changes: vscode.Disposable;
  private readonly unfinished: UnfinishedJobs;
  /** What asks for jobs again, by their ids. */
  private readonly repeated = new Map<string, () => Promise<void>>();

  /** The server is about to be started, perhaps not for the first time. */
  readonly onWanted = this.wanted.event;

  /** The server has started, perhaps not for the first time. */
  readonly onReady = this.ready.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly status: Status,
    private readonly requests: Requests,
  ) {
    this.changes = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("testloom.serverPython")) void this.restart();
    });
    const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
    this.unfinished = new UnfinishedJobs(path.join(storage, "unfinished"), (wanted) => this.generate(wanted));
    // A server that is being stopped ends its jobs, too.
    this.on(FINISHED, ({ job }) => { if (this.isRunning) this.unfinished.end(job); });
    this.on(ANSWERED, ({ message }) => { this.answered(message); });
    this.on(REMEDY, (remedy) => carryOut(remedy, this.again(remedy)));
    this.on(STATUS, (params) => { this.status.update(params); });
  }

  /** Listens to what the server tells, also after it was started again. */
  on<Params>(news: News<Params>, listen: (params: Params) => unknown): vscode.Disposable {
    const listener = (params: unknown): void => void listen(params as Params);
    const listeners = this.listeners.get(news.method) ?? this.hear(news.method);
    listeners.add(listener);
    return new vscode.Disposable(() => listeners.delete(listener));
  }

  /** The window has opened: tells of jobs that ended with the last one. No server is started for it. */
  tellOfInterrupted(): void {
    this.unfinished.tellOfOthers();
  }

  /** Starts the server once there is a Python file. */
  startForPython(): vscode.Disposable {
    const isPython = ({ languageId }: vscode.TextDocument): boolean => languageId === "python";
    const opened = vscode.workspace.onDidOpenTextDocument((document) => {
      if (isPython(document)) begin();
    });
    const begin = (): void => {
      opened.dispose();
      void this.start();
    };
    if (vscode.workspace.textDocuments.some(isPython)) begin();
    return opened;
  }

  get isRunning(): boolean {
    return this.client !== undefined;
  }

  /** Starts the server unless it runs; true if it runs then. A failure is shown, with a way to try again. */
  async start(): Promise<boolean> {
    this.starting ??= this.launch();
    try {
      await this.starting;
      return true;
    } catch (error) {
      this.starting = undefined;
      this.fail(error);
      return false;
    }
  }

  /** The same for what its user has just asked for, who is told if that has to wait. */
  startVisibly(): Promise<boolean> {
    const where = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t("Testloom is being set up. Your request will run afterwards.") };
    return visibly(this.start(), (work) => vscode.window.withProgress(where, () => work));
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.starting?.catch(() => undefined);
    this.starting = undefined;
    const client = this.client;
    this.client = undefined;
    await client?.dispose();
  }

  /** Asks for tests, which come as an edit; the server shows progress and errors itself. */
  async generate(argument: GenerateArguments): Promise<void> {
    const request = this.requests.complete(argument);
    if (!(await this.startVisibly())) return;
    try {
      const started = await this.client?.sendRequest<Started>("workspace/executeCommand", { command: GENERATE_TESTS, arguments: [request] });
      if (started === undefined) return;
      this.repeated.set(started.job, () => this.generate(argument));
      this.unfinished.begin(started.job, argument);
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error;
      const unsaved = isUnsaved(error.data) ? unsavedIn(argument) : [];
      if (unsaved.length === 0) this.refuse(refusalOf(error), () => this.generate(argument));
      else if (await this.requests.save(unsaved)) await this.generate(argument);
    }
  }

  /** Its user has answered a message about a job, or closed it. */
  answered(message: string): void {
    this.status.forget(message);
  }

  /** Asks for a job of another kind in the same way. */
  async begin<Params extends object>(question: Question<Params, Started>, params: Params): Promise<void> {
    const again = (): Promise<void> => this.begin(question, params);
    const started = await this.ask(question, params, NEVER, again);
    if (started !== undefined) this.repeated.set(started.job, again);
  }

  /** Repeats the request whose error a button is about, if it was one for tests. */
  private again({ job }: Remedy): (() => Promise<void>) | undefined {
    return job === undefined ? undefined : this.repeated.get(job);
  }

  /** Asks a question; undefined if it has no answer, which has been shown then, and can be asked for `again` once that is mended. */
  async ask<Params extends object, Result>(
    question: Question<Params, Result>,
    params: Params,
    token = NEVER,
    again?: () => unknown,
  ): Promise<Result | undefined> {
    const answer = await this.inquire(question, params, token);
    if (answer === undefined || !isRefusal(answer)) return answer;
    this.refuse(answer, again);
    return undefined;
  }

  /** The same, with the refusal as an answer; undefined only if the server does not start. */
  async inquire<Params extends object, Result>(
    { method }: Question<Params, Result>,
    params: Params,
    token = NEVER,
  ): Promise<Answer<Result> | undefined> {
    if (!(await this.start())) return undefined;
    return this.client?.sendRequest<Answer<Result>>(method, params, token).catch((error: unknown) => {
      if (error instanceof ResponseError && error.code === REFUSED) return refusalOf(error);
      throw error;
    });
  }

  /** Shows what was refused: an error, or for as long as that is so, that a job is under way already. */
  private refuse(refusal: Refusal, again?: () => unknown): void {
    if (refusal.reason === UNDERWAY) this.showUnderway(refusal.error);
    else showError(refusal, again);
  }

  /** As progress: other messages stay in the list of notifications when what they say is no longer so. */
  private showUnderway(what: string): void {
    const where = { location: vscode.ProgressLocation.Notification, title: plain(`Testloom: ${what}`) };
    const ended = new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        heard.dispose();
        resolve();
      };
      const timer = setTimeout(end, MILLISECONDS_TO_READ);
      const heard = this.on(FINISHED, end);
    });
    void vscode.window.withProgress(where, () => ended);
  }

  /** Runs a command of `testloom`, whether the server runs or not, in the folder `cwd` if one is given. */
  async runOnce(args: readonly string[], cwd?: string): Promise<Outcome> {
    return this.loggedRun([await this.prepare(), "-I", "-m", "testloom", ...args], cwd);
  }

  dispose(): void {
    this.wanted.dispose();
    this.ready.dispose();
    this.changes.dispose();
    this.lenses.dispose();
    void this.stop();
  }

  /** The Python of the server's environment. */
  python(): Promise<string> {
    return this.prepare();
  }

  private async launch(): Promise<void> {
    this.wanted.fire(undefined);
    const python = await this.prepare();
    this.status.working(vscode.l10n.t("Starting the server"));
    this.log.info(`The server runs with ${python}`);
    // The server finds its translations as the language servers of VS Code itself do. What the language client is given
    // here is all that a server has which is a program: without PATH and HOME it finds no interpreter, and another store.
    const env = { ...process.env, VSCODE_L10N_BUNDLE_LOCATION: vscode.l10n.uri?.toString() ?? "" };
    const server = { command: python, args: ["-I", "-m", "testloom", "serve"], options: { env } };
    const client = new LanguageClient("testloom", "Testloom", server, this.options());
    follow(client, { runs: () => { this.unfinished.tell(); }, ended: () => { this.rest(); }, gaveUp: () => { this.giveUp(client); } });
    for (const method of this.listeners.keys()) this.forward(client, method);
    try {
      await client.start();
    } catch (error) {
      await client.dispose().catch(() => undefined);
      throw error;
    }
    this.client = client;
    this.status.update({ state: "idle", message: "" });
    this.ready.fire(undefined);
  }

  /** The server is gone, and with it what it was doing. */
  private rest(): void {
    this.progress.clear();
    this.status.update({ state: "idle", message: "" });
  }

  /** It has crashed too often. A server that does not even start for the first time is told of where it is started. */
  private giveUp(client: LanguageClient): void {
    if (client !== this.client) return;
    this.client = this.starting = undefined;
    this.progress.clear();
    this.fail(new EnvironmentError(vscode.l10n.t("Testloom's server keeps crashing."), vscode.l10n.t("The log says why.")));
  }

  /** Begins to hear something that nobody has listened to so far. */
  private hear(method: string): Set<(params: unknown) => void> {
    const listeners = new Set<(params: unknown) => void>();
    this.listeners.set(method, listeners);
    if (this.client !== undefined) this.forward(this.client, method);
    return listeners;
  }

  private forward(client: LanguageClient, method: string): void {
    client.onNotification(method, (params: unknown) => {
      for (const listener of [...(this.listeners.get(method) ?? [])]) listener(params);
    });
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: "file", language: "python" }],
      outputChannel: this.log,
      middleware: middlewareOf({
        progress: this.progress,
        lenses: this.lenses,
        generate: (argument) => this.generate(argument),
        interpreterOf: (uri) => this.requests.interpreter(uri),
      }),
      revealOutputChannelOn: RevealOutputChannelOn.Never,
    };
  }

  /** Makes the server's environment if there is none, which the status bar tells step by step. */
  private async prepare(): Promise<string> {
    const places = {
      wheels: this.context.asAbsolutePath("dist/wheels"),
      storage: this.context.globalStorageUri.fsPath,
    };
    const report = (step: string, number: number): void => {
      this.log.info(step);
      this.status.preparing(step, number, STEPS);
    };
    try {
      const python = await prepareEnvironment(places, serverPythonSetting(), { run: this.loggedRun, report, say: vscode.l10n.t });
      if (this.starting === undefined) this.status.update({ state: "idle", message: "" });
      return python;
    } catch (error) {
      this.status.failed(messageOf(error));
      throw error;
    }
  }

  private readonly loggedRun = async (command: readonly string[], cwd?: string) => {
    this.log.debug(command.join(" "));
    const outcome = await run(command, cwd);
    if (outcome.code !== 0) this.log.warn(`${command.join(" ")}\n${outcome.output}`);
    return outcome;
  };

  private fail(error: unknown): void {
    const message = messageOf(error);
    this.log.error(message);
    this.status.failed(message);
    const buttons = [
      { title: vscode.l10n.t("Retry"), press: () => void this.restart() },
      { title: vscode.l10n.t("Show Log"), press: () => { showChannel(this.log); } },
      { title: vscode.l10n.t("Open Settings"), press: () => void openSettings() },
    ];
    void vscode.window.showErrorMessage(plain(message), ...buttons).then((chosen) => {
      chosen?.press();
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof EnvironmentError ? error.message : vscode.l10n.t("Testloom's server cannot start: {0}", String(error));
}

/** Shows a notification with a cancel button. */
const showBar: ShowBar = (title, work, onCancel) => {
  const where = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  void vscode.window.withProgress(where, (bar, cancelled) => {
    cancelled.onCancellationRequested(onCancel);
    return work(bar);
  });
};

function openSettings(): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", "testloom.serverPython");
}
