import { beforeEach, expect, test, vi } from "vitest";

interface Item {
  id: string;
  children: Items;
}
type Items = Map<string, Item> & { add: (item: Item) => void; replace: (items: Item[]) => void };
type Run = (request: object, token: object) => Promise<void>;

interface Message {
  message: string;
}

const { inquire, errored, profiles, items } = vi.hoisted(() => {
  const collection = (): Items => {
    const known = new Map<string, Item>();
    const add = (item: Item): unknown => known.set(item.id, item);
    return Object.assign(known, { add, replace: (all: Item[]) => { all.forEach(add); } });
  };
  return { inquire: vi.fn(), errored: vi.fn<(item: Item, message: Message) => void>(), profiles: new Map<string, Run>(), items: collection };
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
      createTestController: () => ({
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
      getConfiguration: () => ({ get: () => false }),
      onDidChangeTextDocument: vi.fn(),
      onDidChangeWorkspaceFolders: vi.fn(),
      onDidSaveTextDocument: vi.fn(),
      workspaceFolders: folders,
    },
  };
});

import { ProjectTests } from "../../../client/src/testing/controller.js";

beforeEach(() => {
  inquire.mockReset();
  errored.mockReset();
  profiles.clear();
});

test("tests that could not be run are not shown as they ended before", async () => {
  inquire.mockResolvedValue({ error: "pytest could not start." });
  new ProjectTests({ inquire, on: () => ({ dispose: vi.fn() }), startVisibly: () => Promise.resolve(true) } as never);
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: vi.fn() }) };
  await profiles.get("Run Tests")?.({ profile: { kind: 1 } }, token);

  const told = errored.mock.calls.map(([item, { message }]) => [item.id, message]);
  expect(told).toEqual([["file:///shop", "pytest could not start."]]);
});
