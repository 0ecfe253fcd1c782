import { expect, test, vi } from "vitest";

const { commands, ready, accept, goTo, saveEdited } = vi.hoisted(() => ({
  commands: new Map<string, (...args: unknown[]) => unknown>(),
  ready: [] as (() => Promise<void>)[],
  accept: vi.fn(),
  goTo: vi.fn(),
  saveEdited: vi.fn(),
}));

vi.mock("vscode", () => {
  const event = (): object => ({ dispose: () => undefined });
  return {
    EventEmitter: class { event = event; fire = (): void => undefined; },
    Uri: { parse: (uri: string) => uri },
    commands: { executeCommand: () => Promise.resolve(), registerCommand: (id: string, run: () => unknown) => commands.set(id, run) },
    l10n: { t: (message: string) => message },
    window: {
      createTreeView: () => ({ selection: [], onDidChangeVisibility: event, onDidChangeSelection: event }),
      onDidChangeWindowState: event,
      tabGroups: { onDidChangeTabs: event },
    },
    workspace: { onDidOpenTextDocument: event, onDidChangeTextDocument: event },
  };
});
vi.mock("../../../client/src/candidates/files.js", () => ({
  CandidateFiles: class {
    static idsShown = (): string[] => ["one"];
    onSaved = (): object => ({});
    renew = (): void => undefined;
    saveEdited = saveEdited;
  },
  openTabs: () => [],
}));
vi.mock("../../../client/src/candidates/deciding.js", () => ({ CAN_RESTORE: "", Deciding: class { accept = accept; } }));
vi.mock("../../../client/src/candidates/overlay.js", () => ({ CandidateOverlay: class { show = (): void => undefined; } }));
vi.mock("../../../client/src/candidates/preview.js", () => ({ openPreview: vi.fn() }));
vi.mock("../../../client/src/candidates/trials.js", () => ({ CandidateTrials: class { onEnded = (): object => ({}); forgetAllBut = (): void => undefined; } }));
vi.mock("../../../client/src/window/edited-files.js", () => ({ besideTheCode: vi.fn() }));
vi.mock("../../../client/src/window/focus.js", () => ({ showView: vi.fn() }));
vi.mock("../../../client/src/window/places.js", () => ({ goTo: vi.fn() }));
vi.mock("../../../client/src/window/rows.js", () => ({ KeysOfRows: class { goTo = goTo; } }));

import { Candidates } from "../../../client/src/candidates/view.js";

const waiting = ["one", "two"].map((id) => ({ id, name: `test_${id}`, target: "total", subject: "shop.py", lines: [] }));
const server = {
  ask: () => Promise.resolve({ tests: waiting, searching: false, restorable: false }),
  on: () => ({}),
  onReady: (renew: () => Promise<void>) => ready.push(renew),
};

/** Presses the key that accepts what the diff of the first of two tests shows. */
async function acceptInDiff(isSaved: boolean, decided: Promise<void>): Promise<void> {
  for (const spy of [accept, goTo, saveEdited]) spy.mockReset();
  saveEdited.mockResolvedValue(isSaved);
  accept.mockReturnValue(decided);
  new Candidates(server as never, {} as never);
  await ready.at(-1)?.();
  void commands.get("testloom.acceptShown")?.();
}

const rows = (): unknown[] => goTo.mock.calls.map(([, row]: unknown[]) => row);

test("the focus goes on from a diff before its test is verified", async () => {
  await acceptInDiff(true, new Promise(() => undefined));
  await vi.waitFor(() => { expect(accept).toHaveBeenCalledOnce(); });
  expect(rows()).toEqual([{ test: waiting[1] }]);
});

test("the focus goes back to a test that goes on waiting", async () => {
  await acceptInDiff(true, Promise.resolve());
  await vi.waitFor(() => { expect(rows()).toEqual([{ test: waiting[1] }, { test: waiting[0] }]); });
});

test("the focus stays in a diff that cannot be saved", async () => {
  await acceptInDiff(false, Promise.resolve());
  await vi.waitFor(() => { expect(saveEdited).toHaveBeenCalledOnce(); });
  expect([accept, goTo].map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
});
