import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, type Mock, test, vi } from "vitest";

import type * as vscode from "vscode";

type Hear = (params: object) => void;

const { update, failed, warn, forget, progress, carryOut, showError, inform, opened, clients } = vi.hoisted(() => ({ update: vi.fn<(status: { state: string }) => void>(), failed: vi.fn<(why: string) => void>(), warn: vi.fn<(message: string, ...buttons: { press: () => void }[]) => Promise<undefined>>(), forget: vi.fn(), progress: vi.fn<(where: object, work: () => Promise<void>) => unknown>(), carryOut: vi.fn<(remedy: object, again?: () => Promise<void>) => void>(), showError: vi.fn<(refusal: object, again?: () => Promise<void>) => void>(), inform: vi.fn(), opened: [] as ((document: { languageId: string }) => void)[], clients: [] as { becomes: (state: number) => void; crash: () => Promise<void>; onNotification: Mock<(method: string, hear: Hear) => void>; sendRequest: Mock<(method: string, params: { arguments: object[] }) => Promise<object>>; program: { options: { env: object } } }[] }));
vi.mock("vscode", () => ({
  CancellationTokenSource: class {
    token = {};
  },
  Disposable: class {
    constructor(readonly dispose: () => void) {}
  },
  EventEmitter: class {
    private readonly heard: (() => void)[] = [];
    event = (listen: () => void): void => void this.heard.push(listen);
    fire = (): void => { for (const listen of this.heard) listen(); };
  },
  ProgressLocation: { Notification: 15 },
  Uri: { parse: (text: string) => text },
  commands: {},
  l10n: { t: (message: string) => message },
  window: { showErrorMessage: warn, showInformationMessage: inform, withProgress: progress },
  workspace: {
    textDocuments: [],
    onDidOpenTextDocument: (listen: (typeof opened)[number]) => {
      opened.push(listen);
      return { dispose: () => opened.splice(0) };
    },
    onDidChangeConfiguration: vi.fn(), asRelativePath: (uri: string) => uri, getConfiguration: () => ({ get: () => "" }),
  },
}));
vi.mock("vscode-languageclient/node", () => ({
  CloseAction: { DoNotRestart: 1, Restart: 2 },
  State: { Stopped: 1, Running: 2, StartFailed: 4 },
  ResponseError: class extends Error {
    constructor(readonly code: number, message: string) {
      super(message);
    }
  },
  RevealOutputChannelOn: { Never: 4 },
  LanguageClient: class {
    private listen: (change: { newState: number }) => void = () => undefined;
    private crashes = 0;
    clientOptions: { errorHandler?: { closed: () => Promise<{ action: number; handled?: boolean }> } } = {};
    onNotification = vi.fn<(method: string, hear: Hear) => void>();
    sendRequest = vi.fn<(method: string, params: { arguments: object[] }) => Promise<object>>(() => Promise.resolve({ job: "testloom-1" }));
    constructor(_id: string, _name: string, readonly program: { options: { env: object } }) {
      clients.push(this);
    }
    onDidChangeState(listen: (change: { newState: number }) => void): void {
      this.listen = listen;
    }
    createDefaultErrorHandler(): object {
      return { closed: () => ({ action: (this.crashes += 1) < 3 ? 2 : 1 }) };
    }
    async crash(): Promise<void> {
      const { action } = await this.clientOptions.errorHandler?.closed() ?? {};
      this.becomes(1);
      if (action === 2) this.becomes(2);
    }
    start(): Promise<void> {
      this.becomes(2);
      return Promise.resolve();
    }
    becomes(newState: number): void {
      this.listen({ newState });
    }
  },
}));
vi.mock("../../../client/src/window/errors.js", () => ({ carryOut, showError }));
vi.mock("../../../client/src/server/environment.js", () => ({ prepareEnvironment: () => Promise.resolve("python"), STEPS: 1, EnvironmentError: Error }));

import { ResponseError } from "vscode-languageclient/node";

import { CARVE } from "../../../client/src/protocol/recording.js";
import { Server } from "../../../client/src/server/server.js";

let folder: string;

beforeEach(() => {
  inform.mockReset().mockResolvedValue(undefined);
  carryOut.mockReset();
  showError.mockReset();
  progress.mockReset();
  forget.mockReset();
  failed.mockReset();
  warn.mockReset().mockResolvedValue(undefined);
  update.mockReset();
  clients.length = 0;
  opened.length = 0;
  folder = mkdtempSync(path.join(tmpdir(), "server-"));
});

afterEach(() => { rmSync(folder, { recursive: true }); });

function serverIn(folder: string): Server {
  const storage = { fsPath: folder };
  const context = { storageUri: storage, globalStorageUri: storage, asAbsolutePath: (name: string) => name };
  const quiet = { error: vi.fn(), failed, forget, info: vi.fn(), update, working: vi.fn() };
  const requests = { complete: (argument: unknown) => argument };
  return new Server(context as unknown as vscode.ExtensionContext, quiet as never, quiet as never, requests as never);
}

test("the server has the environment of the editor, where programs and the user's folders are found", async () => {
  vi.stubEnv("POETRY_HOME", "/opt/poetry");
  await serverIn(folder).start();

  const [client] = clients;
  expect(client?.program.options.env).toMatchObject({ POETRY_HOME: "/opt/poetry", PATH: process.env.PATH });
  vi.unstubAllEnvs();
});

test("of a job that ended with a server that crashed is told once the language client has started another", async () => {
  const server = serverIn(folder);
  await server.generate({ uri: "shop.py" });
  expect(inform).not.toHaveBeenCalled();

  const [client] = clients;
  client?.becomes(1);
  client?.becomes(2);
  expect(inform).toHaveBeenCalledOnce();
});

test("what a server was doing when it crashed is no longer shown", async () => {
  const server = serverIn(folder);
  await server.start();
  const [client] = clients;
  client?.onNotification.mock.calls.find(([method]) => method === "testloom/status")?.[1]({ state: "working", message: "Generating tests" });
  client?.becomes(1);
  expect(update.mock.calls.map(([{ state }]) => state).slice(-2)).toEqual(["working", "idle"]);
});

test("a server that has crashed too often is told of, and what is asked for next starts another", async () => {
  const server = serverIn(folder);
  await server.start();
  for (let crashes = 0; crashes < 3; crashes += 1) {
    expect(failed).not.toHaveBeenCalled();
    await clients[0]?.crash();
  }
  const said = "Testloom's server keeps crashing.";
  expect(failed).toHaveBeenCalledExactlyOnceWith(said);
  expect(warn.mock.calls.map(([message]) => message)).toEqual([said]);
  expect(update.mock.invocationCallOrder.at(-1)).toBeLessThan(failed.mock.invocationCallOrder[0] ?? 0);

  expect(server.isRunning).toBe(false);
  await server.generate({ uri: "shop.py" });
  expect(clients.map(({ sendRequest }) => sendRequest.mock.calls.length)).toEqual([0, 1]);
});

test("what was asked for can be repeated once the error of its job is mended, and nothing else", async () => {
  const server = serverIn(folder);
  await server.generate({ uri: "shop.py" });
  const [client] = clients;
  const hear = client?.onNotification.mock.calls.find(([method]) => method === "testloom/remedy")?.[1];
  hear?.({ kind: "install", job: "testloom-1" });
  hear?.({ kind: "copy", job: "" });
  const [ofJob, ofNone] = carryOut.mock.calls.map(([, again]) => again);
  await ofJob?.();

  expect(ofNone).toBeUndefined();
  expect(client?.sendRequest.mock.calls.map(([, { arguments: sent }]) => sent)).toEqual([[{ uri: "shop.py" }], [{ uri: "shop.py" }]]);
});

test("tests of recorded calls can be asked for again once what kept them from being made is mended", async () => {
  const server = serverIn(folder);
  const chosen = { journal: "calls", callables: ["shop:buy"] };
  await server.begin(CARVE, chosen);
  const [client] = clients;
  client?.onNotification.mock.calls.find(([method]) => method === "testloom/remedy")?.[1]({ kind: "install", job: "testloom-1" });
  await carryOut.mock.calls.at(-1)?.[1]?.();
  client?.sendRequest.mockResolvedValueOnce({ error: "pytest is not installed." });
  await server.begin(CARVE, chosen);
  await showError.mock.calls.at(-1)?.[1]?.();

  const asked = client?.sendRequest.mock.calls.map(([method, params]) => [method, params]);
  expect(asked).toEqual(Array.from({ length: 4 }, () => ["testloom/carve", chosen]));
});

test("that a job is under way is told as no error, and only while that is so", async () => {
  const server = serverIn(folder);
  const ended = vi.fn();
  progress.mockImplementation((_, work) => work().then(ended));
  await server.start();
  const [client] = clients;
  client?.sendRequest.mockRejectedValueOnce(Object.assign(new ResponseError(-32803, "It is already in progress."), { data: { reason: "UnderwayError" } }));
  await server.generate({ uri: "shop.py" });
  expect(progress.mock.calls.map(([where]) => where)).toEqual([{ location: 15, title: "Testloom: It is already in progress." }]);
  expect(showError).not.toHaveBeenCalled();
  expect(ended).not.toHaveBeenCalled();

  client?.onNotification.mock.calls.find(([method]) => method === "testloom/finished")?.[1]({ job: "testloom-1" });
  await vi.waitFor(() => { expect(ended).toHaveBeenCalledOnce(); });
});

test("a message about a job that was answered is no longer pointed to", async () => {
  const server = serverIn(folder);
  await server.start();
  clients[0]?.onNotification.mock.calls.find(([method]) => method === "testloom/answered")?.[1]({ message: "Nothing is left." });
  expect(forget).toHaveBeenCalledExactlyOnceWith("Nothing is left.");
});

test("a window in which there is no Python file starts no server, and the first one starts it once", async () => {
  const server = serverIn(folder);
  const wanted = vi.fn();
  server.onWanted(wanted);
  server.startForPython();
  for (const languageId of ["markdown", "python", "python"]) {
    for (const listen of [...opened]) listen({ languageId });
    expect(wanted).toHaveBeenCalledTimes(languageId === "python" ? 1 : 0);
  }
  await vi.waitFor(() => { expect(clients).toHaveLength(1); });

  expect(opened).toEqual([]);
});
