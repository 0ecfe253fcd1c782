import { beforeEach, expect, test, vi } from "vitest";

interface Item {
  id: string;
  children: Items;
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
}

interface Message {
  message: string;
}

const { inquire, errored, profiles, items, controller, files } = vi.hoisted(() => {
  const collection = (): Items => {
    const known = new Map<string, Item>();
    const add = (item: Item): unknown => known.set(item.id, item);
    return Object.assign(known, { add, replace: (all: Item[]) => { all.forEach(add); } });
  };
  return { inquire: vi.fn(), errored: vi.fn<(item: Item, message: Message) => void>(), profiles: new Map<string, Run>(), items: collection, controller: {} as Controller, files: {} as Watched };
});
vi.mock("vscode", () => {
  class Emitter {
    token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: vi.fn() }) };
    dispose = vi.fn();
  }
  const folders = [{ name: "shop", uri: { scheme: "file", toString: () => "file:///shop" } }];
  return {
    CancellationTokenSource: Emitter,
    Disposable: { from: () => ({ dispose: vi.fn() }) },
    FileCoverage: vi.fn(),
    OverviewRulerLane: {},
    TestMessage: class {
      constructor(readonly message: string) {}
    },
    TestRunProfileKind: { Run: 1, Debug: 2, Coverage: 3 },
    ThemeColor: vi.fn(),
    Uri: { joinPath: vi.fn() },
    commands: {},
    l10n: { t: (text: string) => text },
    tests: {
      createTestController: () => Object.assign(controller, {
        items: items(),
        createRunProfile: (label: string, kind: number, run: Run) => {
          profiles.set(label, run);
          return { kind };
        },
        createTestItem: (id: string) => ({ id, children: items() }),
        createTestRun: () => ({ token: new Emitter().token, appendOutput: vi.fn(), end: vi.fn(), errored }),
      }),
    },
    window: { createTextEditorDecorationType: vi.fn(), onDidChangeVisibleTextEditors: vi.fn(), showErrorMessage: () => Promise.resolve() },
    workspace: {
      createFileSystemWatcher: () => ({
        onDidChange: (changed: Watched["changed"]) => { files.changed = changed; },
        onDidCreate: vi.fn(),
        onDidDelete: vi.fn(),
      }),
      getConfiguration: () => ({ get: () => false }),
      onDidChangeTextDocument: vi.fn(),
      onDidChangeWorkspaceFolders: vi.fn(),
      onDidSaveTextDocument: vi.fn(),
      workspaceFolders: folders,
    },
  };
});

import { ProjectTests } from "../../../client/src/testing/controller.js";

const server = { inquire, on: () => ({ dispose: vi.fn() }), startVisibly: () => Promise.resolve(true) } as never;

beforeEach(() => {
  vi.useFakeTimers();
  inquire.mockReset();
  errored.mockReset();
  profiles.clear();
});

test("tests that could not be run are not shown as they ended before", async () => {
  inquire.mockResolvedValue({ error: "pytest could not start." });
  new ProjectTests(server);
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: vi.fn() }) };
  await profiles.get("Run Tests")?.({ profile: { kind: 1 } }, token);

  const told = errored.mock.calls.map(([item, { message }]) => [item.id, message]);
  expect(told).toEqual([["file:///shop", "pytest could not start."]]);
});

const root = (): Item | undefined => controller.items.get("file:///shop");

test("tests that could not be listed are listed once any file of the project has changed", async () => {
  new ProjectTests(server);
  inquire.mockResolvedValueOnce({ error: "pytest cannot list the tests." });
  await controller.resolveHandler?.(undefined);
  expect(root()?.error).toBe("pytest cannot list the tests.");

  inquire.mockResolvedValue({ tests: [] });
  files.changed({ path: "/shop/.venv/lib/x.py" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(root()?.error).toBe("pytest cannot list the tests.");
  files.changed({ path: "/shop/shop/account.py" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(root()?.error).toBeUndefined();
});

test("a test file that changes has the tests listed anew, once for all that change together", async () => {
  new ProjectTests(server);
  files.changed({ path: "/shop/tests/test_account.py" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(inquire).not.toHaveBeenCalled(); // no view has asked for them

  inquire.mockResolvedValue({ tests: [] });
  await controller.resolveHandler?.(undefined);
  files.changed({ path: "/shop/shop/account.py" });
  await vi.advanceTimersByTimeAsync(1500);
  expect(inquire).toHaveBeenCalledTimes(1);
  for (const name of ["test_account.py", "conftest.py"]) files.changed({ path: `/shop/tests/${name}` });
  await vi.advanceTimersByTimeAsync(3000);
  expect(inquire).toHaveBeenCalledTimes(2);
});
