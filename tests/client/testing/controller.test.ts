import { beforeEach, expect, test, vi } from "vitest";

interface Item {
  id: string;
  children: Items;
  uri?: { path: string };
  error?: string;
}
type Items = Map<string, Item> & { add: (item: Item) => void; replace: (items: Item[]) => void };
type Run = (request: object, token: object) => Promise<void>;

interface Controller {
  items: Items;
  resolveHandler?: (item: undefined) => Promise<void>;
}
interface Watched {
  changed: (uri: { path: string }) => void;
  deleted: (uri: { path: string }) => void;
  saved: (document: object) => void;
  opened: () => void;
  set: (event: { affectsConfiguration: (name: string) => boolean }) => void;
  moved: (event: { kind?: number; textEditor: { document: { uri: object } } }) => void;
}

interface Message {
  message: string;
}

interface Session {
  id: string;
  name: string;
}
type Listen = (session: Session) => void;

/** The URIs of the files whose coverage a run shows. */
type Shown = string[];

const { inquire, errored, failed, profiles, items, controller, files, sessions, folders, runs } = vi.hoisted(() => {
  const collection = (): Items => {
    const known = new Map<string, Item>();
    const add = (item: Item): unknown => known.set(item.id, item);
    return Object.assign(known, { add, replace: (all: Item[]) => { all.forEach(add); } });
  };
  return { inquire: vi.fn(), errored: vi.fn<(item: Item, message: Message) => void>(), failed: vi.fn<(item: Item, message: Message) => void>(), sessions: { launched: [] as object[], begun: new Set<Listen>(), ended: new Set<Listen>() }, profiles: new Map<string, Run>(), items: collection, controller: {} as Controller, files: {} as Watched, folders: [] as object[], runs: [] as Shown[] };
});
vi.mock("vscode", () => {
  class Emitter {
    token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: vi.fn() }) };
    dispose = vi.fn();
  }
  const listening = (listeners: Set<Listen>) => (listen: Listen) => {
    listeners.add(listen);
    return { dispose: () => listeners.delete(listen) };
  };
  return {
    CancellationTokenSource: Emitter,
    Disposable: { from: () => ({ dispose: vi.fn() }) },
    FileCoverage: class {
      constructor(readonly uri: { path: string }) {}
    },
    TestCoverageCount: vi.fn(),
    OverviewRulerLane: {},
    TestMessage: class {
      constructor(readonly message: string) {}
    },
    TestRunProfileKind: { Run: 1, Debug: 2, Coverage: 3 },
    ThemeColor: vi.fn(),
    Location: class {
      constructor(readonly uri: object, readonly range: object) {}
    },
    Range: class {
      constructor(readonly line: number) {}
    },
    Uri: { joinPath: (folder: { toString: () => string }, node: string) => ({ path: `${folder.toString()}/${node}` }), parse: (path: string) => ({ path }) },
    commands: {},
    debug: {
      onDidStartDebugSession: listening(sessions.begun),
      onDidTerminateDebugSession: listening(sessions.ended),
      startDebugging: (_: object, launched: { name: string }) => {
        sessions.launched.push(launched);
        for (const listen of sessions.begun) listen({ id: "1", name: launched.name });
        setTimeout(() => { for (const listen of sessions.ended) listen({ id: "1", name: launched.name }); }, 100);
        return Promise.resolve(true);
      },
    },
    extensions: { getExtension: () => undefined },
    l10n: { t: (text: string) => text },
    tests: {
      createTestController: () => Object.assign(controller, {
        items: items(),
        createRunProfile: (label: string, kind: number, run: Run) => {
          profiles.set(label, run);
          return { kind };
        },
        createTestItem: (id: string, _: string, uri?: object) => ({ id, uri, children: items() }),
        createTestRun: () => {
          const shown: Shown = [];
          runs.push(shown);
          const addCoverage = ({ uri }: { uri: { path: string } }): unknown => shown.push(uri.path);
          return { token: new Emitter().token, addCoverage, appendOutput: vi.fn(), end: vi.fn(), errored, failed, started: vi.fn() };
        },
      }),
    },
    window: { createTextEditorDecorationType: vi.fn(), onDidChangeTextEditorSelection: (moved: Watched["moved"]) => { files.moved = moved; }, onDidChangeVisibleTextEditors: vi.fn(), showErrorMessage: () => Promise.resolve(), visibleTextEditors: [] },
    workspace: {
      createFileSystemWatcher: () => ({
        onDidChange: (changed: Watched["changed"]) => { files.changed = changed; },
        onDidCreate: vi.fn(),
        onDidDelete: (deleted: Watched["deleted"]) => { files.deleted = deleted; },
      }),
      getConfiguration: () => ({ get: () => false }),
      onDidChangeTextDocument: vi.fn(),
      onDidChangeConfiguration: (set: Watched["set"]) => { files.set = set; },
      onDidChangeWorkspaceFolders: (opened: Watched["opened"]) => { files.opened = opened; },
      onDidSaveTextDocument: (saved: Watched["saved"]) => { files.saved = saved; },
      getWorkspaceFolder: () => folders[0],
      workspaceFolders: folders,
    },
  };
});

import { ProjectTests } from "../../../client/src/testing/controller.js";

const heard = new Set<(event: object) => void>();
const on = (_: object, listen: (event: object) => void): object => {
  heard.add(listen);
  return { dispose: () => heard.delete(listen) };
};
const server = { inquire, on, startVisibly: () => Promise.resolve(true) } as never;

const folder = (name: string): object => ({ name, uri: { scheme: "file", toString: () => `file:///${name}` } });

beforeEach(() => {
  vi.useFakeTimers();
  folders.splice(0, folders.length, folder("shop"));
  runs.splice(0);
  inquire.mockReset();
  errored.mockReset();
  failed.mockReset();
  profiles.clear();
});

test("tests that could not be run are not shown as they ended before, and lead to the cause", async () => {
  const remedies = [{ kind: "goTo", title: "Go to Line", uri: "file:///shop/conftest.py", line: 2, text: "" }];
  inquire.mockResolvedValue({ error: "pytest could not start.", remedies });
  new ProjectTests(server);
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: vi.fn() }) };
  await profiles.get("Run Tests")?.({ profile: { kind: 1 } }, token);

  const told = errored.mock.calls.map(([item, { message }]) => [item.id, message]);
  expect(told).toEqual([["file:///shop", "pytest could not start."]]);
  expect(errored.mock.calls[0]?.[1]).toMatchObject({ location: { uri: { path: "file:///shop/conftest.py" }, range: { line: 2 } } });
});

test("the coverage of several folders is that of one run, and stays when one of them runs again", async () => {
  folders.push(folder("till"));
  const counts = { lines: [1, 2], branches: [0, 0], tests: [] };
  inquire.mockImplementation((_, { uri }: { uri: string }) => Promise.resolve({ project: uri, files: [{ uri: `${uri}/a.py`, ...counts }] }));
  new ProjectTests(server);
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: vi.fn() }) };
  const run = profiles.get("Run Tests with Coverage");
  await run?.({ profile: { kind: 3 } }, token);
  expect(runs).toEqual([["file:///shop/a.py", "file:///till/a.py"]]);

  await run?.({ profile: { kind: 3 }, include: [controller.items.get("file:///till")] }, token);
  expect(runs.slice(1)).toEqual([["file:///shop/a.py", "file:///till/a.py"]]);
});

test("tests are listed once the user moves in a file of tests, and not before", async () => {
  inquire.mockResolvedValue({ tests: [], broken: [] });
  new ProjectTests(server);
  const at = (path: string): { document: { uri: object } } => ({ document: { uri: { scheme: "file", path } } });
  files.moved({ textEditor: at("/shop/tests/test_a.py") });
  files.moved({ kind: 1, textEditor: at("/shop/a.py") });
  expect(inquire).not.toHaveBeenCalled();

  for (const kind of [1, 2]) files.moved({ kind, textEditor: at("/shop/tests/test_a.py") });
  await vi.advanceTimersByTimeAsync(0);
  expect(inquire).toHaveBeenCalledTimes(1);
});

test("a test that was debugged is marked as it ended, with its error at its line", async () => {
  const launched = { module: "pytest", args: ["tests/test_a.py::test_b"] };
  inquire.mockImplementation((question: { method: string }, { run }: { run: string }) => {
    if (question.method === "testloom/debugTests") return Promise.resolve({ configuration: launched });
    const about = { run, test: "tests/test_a.py::test_b" };
    for (const listen of heard) {
      listen({ ...about, event: "started", file: "file:///shop/tests/test_a.py", uri: "file:///shop/tests/test_a.py", line: 3 });
      listen({ ...about, event: "ended", outcome: "failed", message: "assert 1 == 2", seconds: 1, line: 5 });
    }
    return Promise.resolve({});
  });
  new ProjectTests(server);
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: vi.fn() }) };
  const debugged = profiles.get("Debug Tests")?.({ profile: { kind: 2 } }, token);
  await vi.advanceTimersByTimeAsync(200);
  await debugged;

  const told = failed.mock.calls.map(([item, { message }]) => [item.id, message]);
  expect(sessions.launched).toEqual([{ ...launched, type: "testloom", request: "launch", name: "Debug tests", console: "internalConsole" }]);
  expect(told).toEqual([["tests/test_a.py::test_b", "assert 1 == 2"]]);
  expect(failed.mock.calls[0]?.[1]).toMatchObject({ location: { range: { line: 5 } } });
  expect(heard.size).toBe(0);
});

test("where the debugger runs no test, those that were meant are marked", async () => {
  inquire.mockResolvedValueOnce({ configuration: { module: "pytest" } }).mockResolvedValueOnce({ error: "pytest ran no test." });
  new ProjectTests(server);
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: vi.fn() }) };
  const debugged = profiles.get("Debug Tests")?.({ profile: { kind: 2 } }, token);
  await vi.advanceTimersByTimeAsync(200);
  await debugged;

  expect(errored.mock.calls.map(([item, { message }]) => [item.id, message])).toEqual([["file:///shop", "pytest ran no test."]]);
});

const root = (): Item | undefined => controller.items.get("file:///shop");

test("tests that could not be listed are listed once any file of the project has changed", async () => {
  new ProjectTests(server);
  inquire.mockResolvedValueOnce({ error: "pytest cannot list the tests." });
  await controller.resolveHandler?.(undefined);
  expect(root()?.error).toBe("pytest cannot list the tests.");

  inquire.mockResolvedValue({ tests: [], broken: [] });
  files.changed({ path: "/shop/.venv/lib/x.py" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(root()?.error).toBe("pytest cannot list the tests.");
  files.changed({ path: "/shop/shop/account.py" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(root()?.error).toBeUndefined();
});

test("a test that a class inherits leads to the file that defines it, and its own file to itself, wherever its project begins", async () => {
  new ProjectTests(server);
  const test = { test: "tests/test_a.py::TestA::test_b", file: "file:///shop/part/tests/test_a.py", uri: "file:///shop/part/tests/base.py", line: 3, generated: false };
  inquire.mockResolvedValueOnce({ tests: [test], broken: [] });
  await controller.resolveHandler?.(undefined);
  const file = root()?.children.get("tests/test_a.py");

  expect(file?.uri?.path).toBe(test.file);
  expect(file?.children.get(test.test)?.uri?.path).toBe(test.uri);
});

test("a file that cannot be collected is listed with its error, and keeps its tests until it can", async () => {
  new ProjectTests(server);
  const path = "file:///shop/tests/test_a.py";
  const listed = [{ test: "tests/test_a.py::test_b", file: path, uri: path, line: 3, generated: false }];
  const message = "account.py, line 3: SyntaxError: invalid syntax";
  const broken = [{ test: "tests/test_a.py", file: path, message: `${message}\n\nE   SyntaxError`, uri: "file:///shop/account.py", line: 2 }];
  inquire.mockResolvedValueOnce({ tests: listed, broken: [] }).mockResolvedValueOnce({ tests: [], broken });
  await controller.resolveHandler?.(undefined);
  await controller.resolveHandler?.(undefined);
  const file = root()?.children.get("tests/test_a.py");
  expect([file?.error, file?.children.size]).toEqual([message, 1]);

  inquire.mockResolvedValue({ tests: listed, broken: [] });
  files.changed({ path: "/shop/account.py" });
  await vi.advanceTimersByTimeAsync(1500);
  expect([file?.error, file?.children.size]).toEqual([undefined, 1]);
});

test("a file that cannot be collected leads to itself, wherever its project begins", async () => {
  new ProjectTests(server);
  const file = "file:///above/tests/test_a.py";
  inquire.mockResolvedValueOnce({ tests: [], broken: [{ test: "tests/test_a.py", file, message: "", uri: "file:///above/account.py", line: 2 }] });
  await controller.resolveHandler?.(undefined);

  expect(root()?.children.get("tests/test_a.py")?.uri?.path).toBe(file);
});

test("a folder or a class that cannot be collected keeps its tests, and a folder leads to the cause", async () => {
  new ProjectTests(server);
  const [file, conftest] = ["file:///shop/tests/a/test_a.py", "file:///shop/tests/a/conftest.py"];
  const names = ["tests/a/test_a.py::test_b", "tests/a/test_a.py::TestC::test_d", "tests/ab/test_e.py::test_f"];
  const listed = names.map((test) => ({ test, file, uri: file, line: 3, generated: false }));
  const problem = { message: "conftest.py, line 1: ImportError", uri: conftest, line: 0 };
  inquire.mockResolvedValueOnce({ tests: listed, broken: [] }).mockResolvedValueOnce({ tests: [], broken: [{ ...problem, test: "tests/a", file: conftest }] });
  for (let times = 0; times < 2; times += 1) await controller.resolveHandler?.(undefined);
  const shown = (): string[][] => [...root()?.children ?? []].map(([id, { children }]) => [id, ...children.keys()]);
  expect(shown()).toEqual([["tests/a/test_a.py", ...names.slice(0, 2)], ["tests/a"]]);
  expect(root()?.children.get("tests/a")).toMatchObject({ error: problem.message, uri: { path: conftest } });

  inquire.mockResolvedValueOnce({ tests: [], broken: [{ ...problem, test: "tests/a/test_a.py::TestC", file }] });
  await controller.resolveHandler?.(undefined);
  expect(shown()).toEqual([["tests/a/test_a.py", ...[names[1], "tests/a/test_a.py::TestC"]]]);
});

test("what cannot be collected leads to the place of its error", async () => {
  inquire.mockImplementation((_, { run }: { run: string }) => {
    for (const listen of heard) listen({ run, event: "broken", test: "tests/test_a.py", file: "file:///shop/tests/test_a.py", message: "account.py, line 3: SyntaxError", uri: "file:///shop/account.py", line: 2 });
    return Promise.resolve({ project: "file:///shop", files: [] });
  });
  new ProjectTests(server);
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: vi.fn() }) };
  await profiles.get("Run Tests")?.({ profile: { kind: 1 } }, token);

  expect(errored.mock.calls[0]?.[0]).toMatchObject({ id: "tests/test_a.py" });
  expect(errored.mock.calls[0]?.[1]).toMatchObject({ location: { uri: { path: "file:///shop/account.py" }, range: { line: 2 } } });
});

test("a test file that changes has the tests listed anew, once for all that change together", async () => {
  new ProjectTests(server);
  files.changed({ path: "/shop/tests/test_account.py" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(inquire).not.toHaveBeenCalled(); // no view has asked for them

  inquire.mockResolvedValue({ tests: [], broken: [] });
  await controller.resolveHandler?.(undefined);
  files.changed({ path: "/shop/shop/account.py" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(inquire).toHaveBeenCalledTimes(1);
  for (const name of ["test_account.py", "conftest.py"]) files.changed({ path: `/shop/tests/${name}` });
  await vi.advanceTimersByTimeAsync(3000);
  expect(inquire).toHaveBeenCalledTimes(2);
});

test("a folder of tests that is deleted has the tests listed anew, as its files are not told of", async () => {
  new ProjectTests(server);
  const path = "/shop/tests/v1.2/test_a.py";
  inquire.mockResolvedValue({ tests: [{ test: "tests/v1.2/test_a.py::test_a", file: path, uri: path, line: 3, generated: false }], broken: [] });
  await controller.resolveHandler?.(undefined);
  for (const gone of ["/shop/.git", "/shop/tests/__pycache__", "/shop/notes.txt", "/shop/Makefile", "/shop/tests/v1"]) files.deleted({ path: gone });
  await vi.advanceTimersByTimeAsync(1500);
  expect(inquire).toHaveBeenCalledTimes(1);

  files.deleted({ path: "/shop/tests/v1.2" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(inquire).toHaveBeenCalledTimes(2);
});

test("a continuous run of one test runs no others", async () => {
  new ProjectTests(server);
  const listed = ["a", "b"].map((name) => ({ test: `tests/test_a.py::test_${name}`, file: "file:///shop/tests/test_a.py", uri: "file:///shop/tests/test_a.py", line: 3, generated: false }));
  inquire.mockResolvedValueOnce({ tests: listed, broken: [] });
  await controller.resolveHandler?.(undefined);
  inquire.mockReset().mockResolvedValue({ project: "file:///shop", files: [] });
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: vi.fn() }) };
  const item = root()?.children.get("tests/test_a.py")?.children.get("tests/test_a.py::test_b");
  await profiles.get("Run Tests")?.({ profile: { kind: 1 }, continuous: true, include: [item] }, token);
  files.saved({ languageId: "python", uri: { scheme: "file", toString: () => "file:///shop/a.py" } });
  await vi.advanceTimersByTimeAsync(0);

  expect(inquire.mock.calls.map(([, params]) => params as object)).toMatchObject([{ affected: true, uri: "file:///shop", tests: ["tests/test_a.py::test_b"] }]);

  inquire.mockResolvedValueOnce({ tests: [], broken: [] });
  await controller.resolveHandler?.(undefined);
  inquire.mockClear();
  files.saved({ languageId: "python", uri: { scheme: "file", toString: () => "file:///shop/a.py" } });
  await vi.advanceTimersByTimeAsync(0);
  expect(inquire).not.toHaveBeenCalled(); // it is gone
});

test("the tests of a folder that is added are listed, once those of others are", async () => {
  new ProjectTests(server);
  inquire.mockResolvedValue({ tests: [], broken: [] });
  await controller.resolveHandler?.(undefined);
  inquire.mockClear();
  files.opened();
  await vi.advanceTimersByTimeAsync(1500);
  expect(inquire).not.toHaveBeenCalled(); // one was closed

  folders.push(folder("till"));
  files.opened();
  await vi.advanceTimersByTimeAsync(1500);
  expect(inquire.mock.calls.map(([, params]) => params as object)).toContainEqual({ uri: "file:///till" });
});

test("tests that could not be listed are listed once another interpreter is set", async () => {
  new ProjectTests(server);
  inquire.mockResolvedValueOnce({ error: "There is no pytest." });
  await controller.resolveHandler?.(undefined);
  inquire.mockReset().mockResolvedValue({ tests: [], broken: [] });
  for (const changed of ["testloom.budget", "testloom.python"]) {
    files.set({ affectsConfiguration: (name) => name === changed });
    await vi.advanceTimersByTimeAsync(1500);
    expect(inquire).toHaveBeenCalledTimes(changed === "testloom.python" ? 1 : 0);
  }
});
