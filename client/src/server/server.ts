// The language server: its environment, its process, and what it tells us.

import path from "node:path";

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, RevealOutputChannelOn, State } from "vscode-languageclient/node";

import { EnvironmentError, prepareEnvironment } from "./environment.js";
import { JobProgress } from "./progress.js";
import { CANDIDATES_CHANGED, FINISHED, type FinishedParams, GENERATE_TESTS, type GenerateArguments, SHOW_LOG, STATUS, type StatusParams, TEST, type TestParams } from "../protocol/generating.js";
import { RECORDED_CHANGED } from "../protocol/recording.js";
import { run } from "./run.js";
import { serverPythonSetting } from "../python/settings.js";
import type { Status } from "./status.js";
import type { Wishes } from "../python/wishes.js";

/** For questions that nobody cancels. */
const NEVER = new vscode.CancellationTokenSource().token;

export class Server implements vscode.Disposable {
  private readonly finished = new vscode.EventEmitter<FinishedParams>();
  private readonly ready = new vscode.EventEmitter<undefined>();
  private readonly recorded = new vscode.EventEmitter<undefined>();
  private readonly test = new vscode.EventEmitter<TestParams>();
  private readonly candidates = new vscode.EventEmitter<undefined>();
  private readonly progress = new JobProgress((token) => {
    void this.client?.sendNotification("window/workDoneProgress/cancel", { token });
  });
  private client: LanguageClient | undefined;
  private starting: Promise<void> | undefined;

  /** A job ended; its edit has been applied. */
  readonly onFinished = this.finished.event;

  /** The server has started, perhaps not for the first time. */
  readonly onReady = this.ready.event;

  /** There are other candidates than before. */
  readonly onCandidates = this.candidates.event;

  /** More was recorded, or less is left of it. */
  readonly onRecorded = this.recorded.event;

  /** Something happened in a run of the project's tests. */
  readonly onTest = this.test.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly status: Status,
    private readonly wishes: Wishes,
  ) {}

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
    const wish = await this.wishes.complete(argument);
    if (await this.start()) {
      await this.client?.sendRequest("workspace/executeCommand", { command: GENERATE_TESTS, arguments: [wish] });
    }
  }

  /** Asks a question of our own protocol; undefined if the server does not start. */
  async ask<Result>(method: string, params: object, token = NEVER): Promise<Result | undefined> {
    return (await this.start()) ? this.client?.sendRequest<Result>(method, params, token) : undefined;
  }

  /** Shows in the log what Testloom needs and what of it the interpreter of a file lacks. */
  async examine(file?: vscode.Uri): Promise<void> {
    const { python } = file === undefined ? {} : await this.wishes.interpreter(file);
    const [program, ...args] = [await this.prepare(), "-I", "-m", "testloom", "doctor"];
    const command = [program, ...args, ...(python === undefined ? [] : ["--python", python])];
    const { output } = await this.loggedRun(command, file && path.dirname(file.fsPath));
    this.log.info(`Doctor\n${output}`);
    this.log.show();
  }

  dispose(): void {
    this.finished.dispose();
    this.ready.dispose();
    this.recorded.dispose();
    this.test.dispose();
    this.candidates.dispose();
    void this.stop();
  }

  /** The Python of the server's environment. */
  python(): Thenable<string> {
    return this.prepare();
  }

  private async launch(): Promise<void> {
    this.status.working(vscode.l10n.t("Starting the server"));
    const python = await this.prepare();
    this.log.info(`The server runs with ${python}`);
    const server = { command: python, args: ["-I", "-m", "testloom", "serve"] };
    const client = new LanguageClient("testloom", "Testloom", server, this.options());
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped) this.progress.clear();
    });
    client.onNotification(SHOW_LOG, () => {
      this.log.show();
    });
    client.onNotification(STATUS, (params: StatusParams) => {
      this.status.update(params);
    });
    client.onNotification(FINISHED, (params: FinishedParams) => {
      this.finished.fire(params);
    });
    client.onNotification(CANDIDATES_CHANGED, () => {
      this.candidates.fire(undefined);
    });
    client.onNotification(RECORDED_CHANGED, () => {
      this.recorded.fire(undefined);
    });
    client.onNotification(TEST, (params: TestParams) => {
      this.test.fire(params);
    });
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

  private options(): LanguageClientOptions {
    return {
      documentSelector: [{ scheme: "file", language: "python" }],
      outputChannel: this.log,
      middleware: { handleWorkDoneProgress: this.progress.handle, executeCommand: this.execute },
      revealOutputChannelOn: RevealOutputChannelOn.Never,
    };
  }

  /** The language client's middleware for the commands of lenses and actions. */
  private readonly execute = async (
    command: string,
    args: unknown[],
    next: (command: string, args: unknown[]) => vscode.ProviderResult<unknown>,
  ): Promise<unknown> =>
    next(command, command === GENERATE_TESTS ? [await this.wishes.complete(args[0] as GenerateArguments)] : args);

  private prepare(): Thenable<string> {
    const places = {
      wheels: this.context.asAbsolutePath("dist/wheels"),
      storage: this.context.globalStorageUri.fsPath,
    };
    const where = { location: vscode.ProgressLocation.Window, title: "Testloom" };
    return vscode.window.withProgress(where, (progress) =>
      prepareEnvironment(places, serverPythonSetting(), this.loggedRun, (step) => {
        this.log.info(step);
        progress.report({ message: step });
      }),
    );
  }

  private readonly loggedRun = async (command: readonly string[], cwd?: string) => {
    this.log.debug(command.join(" "));
    const outcome = await run(command, cwd);
    if (outcome.code !== 0) this.log.warn(`${command.join(" ")}\n${outcome.output}`);
    return outcome;
  };

  private fail(error: unknown): void {
    const message = error instanceof EnvironmentError ? error.message : vscode.l10n.t("Testloom's server does not start: {0}", String(error));
    this.log.error(message);
    this.status.failed(message);
    const buttons = [
      { title: vscode.l10n.t("Retry"), press: () => void this.restart() },
      { title: vscode.l10n.t("Show Log"), press: () => { this.log.show(); } },
      { title: vscode.l10n.t("Open Settings"), press: () => void openSettings() },
    ];
    void vscode.window.showErrorMessage(message, ...buttons).then((chosen) => {
      chosen?.press();
    });
  }
}

function openSettings(): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", "testloom.serverPython");
}
