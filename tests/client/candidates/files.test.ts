import { beforeEach, expect, test, vi } from "vitest";

interface Saving {
  document: { uri: { scheme: string; toString: () => string } };
  reason: number;
}

const MANUAL = 1;
const AFTER_DELAY = 2;

const { heard, opened } = vi.hoisted(() => ({ heard: new Set<(saving: Saving) => void>(), opened: vi.fn() }));
vi.mock("vscode", () => {
  const uriOf = (text: string): object => ({ scheme: text.split(":")[0], query: text.split("?")[1], toString: () => text });
  return {
    Disposable: { from: vi.fn() },
    EventEmitter: class {
      fire = vi.fn();
    },
    FileSystemError: class extends Error {
      static FileNotFound = (): Error => new Error("gone");
      static Unavailable = (): Error => new Error("no server");
    },
    FileType: { File: 1 },
    TextDocumentSaveReason: { Manual: 1, AfterDelay: 2, FocusOut: 3 },
    Uri: { parse: uriOf },
    commands: { executeCommand: opened },
    workspace: {
      onWillSaveTextDocument: (listen: (saving: Saving) => void) => heard.add(listen),
      registerFileSystemProvider: vi.fn(),
      textDocuments: [],
    },
  };
});

import * as vscode from "vscode";

import { CandidateFiles } from "../../../client/src/candidates/files.js";

const PREVIEW = vscode.Uri.parse("testloom-candidate:test_shop.py?one,two");
const REFUSED = { error: "Line 3 is not valid Python." };

let inquire: ReturnType<typeof vi.fn>, ask: ReturnType<typeof vi.fn>, memory: { kept: object; get: () => object; update: (key: string, value: object) => Promise<void> };

beforeEach(() => {
  heard.clear();
  opened.mockReset();
  [inquire, ask] = [vi.fn(), vi.fn()];
  memory = { kept: {}, get: () => memory.kept, update: (_, value) => { memory.kept = value; return Promise.resolve(); } };
});

function files(): CandidateFiles {
  return new CandidateFiles({ inquire, ask } as never, memory as never);
}

async function save(candidates: CandidateFiles, text: string, reason: number): Promise<void> {
  for (const listen of heard) listen({ document: { uri: PREVIEW }, reason });
  await candidates.writeFile(PREVIEW, new TextEncoder().encode(text));
}

async function shown(candidates: CandidateFiles): Promise<string> {
  inquire.mockResolvedValueOnce({ text: "def test_one(): ...\n" });
  return new TextDecoder().decode(await candidates.readFile(PREVIEW));
}

test("what its user saves is refused with the reason if it is no test", async () => {
  const candidates = files();
  await save(candidates, "", AFTER_DELAY); // the reason of one save is none of the next
  inquire.mockResolvedValueOnce(REFUSED);

  await expect(save(candidates, "def (", MANUAL)).rejects.toThrow("not valid Python");
});

test("what VS Code saves by itself stays as it is although it is no test yet, also after a reload", async () => {
  const candidates = files();
  inquire.mockResolvedValueOnce(REFUSED);
  await save(candidates, "def (", AFTER_DELAY);

  expect([await shown(candidates), await shown(files())]).toEqual(["def (", "def ("]);

  inquire.mockResolvedValueOnce({});
  await save(candidates, "def test_one(): assert 1", AFTER_DELAY);
  expect(await shown(candidates)).toBe("def test_one(): ...\n");
});

test("a candidate with such a text is not accepted as it was before: the text is shown with the reason", async () => {
  const candidates = files();
  inquire.mockResolvedValueOnce(REFUSED);
  await save(candidates, "def (", AFTER_DELAY);

  expect(await candidates.saveEdited(["three"])).toBe(true);
  expect(await candidates.saveEdited(["two"])).toBe(false);
  expect(ask.mock.calls.map(([, params]) => params as object)).toEqual([{ ids: ["one", "two"], text: "def (" }]);
  expect(opened).toHaveBeenCalledOnce();

  await candidates.forgetUnfinished(["one"]);
  expect(await candidates.saveEdited(["two"])).toBe(true);
});

test("what is saved while no server runs is not lost", async () => {
  const candidates = files();
  await expect(save(candidates, "def test_one(): assert 1", MANUAL)).rejects.toThrow("no server");
});
