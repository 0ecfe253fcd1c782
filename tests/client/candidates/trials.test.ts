import { beforeEach, expect, test, vi } from "vitest";

interface Uri {
  toString: () => string;
}

const { marked, watched, fire } = vi.hoisted(() => ({ marked: new Map<string, object[]>(), watched: [] as ((uri: Uri) => void)[], fire: vi.fn() }));
vi.mock("vscode", () => {
  const listen = (heard: (uri: Uri) => void): object => {
    watched.push(heard);
    return { dispose: vi.fn() };
  };
  return {
    Diagnostic: vi.fn(),
    EventEmitter: class {
      fire = fire;
    },
    Range: vi.fn(),
    Uri: { parse: (text: string) => ({ toString: () => text }) },
    languages: { createDiagnosticCollection: () => ({ delete: (uri: Uri) => marked.delete(uri.toString()), set: (uri: Uri, found: object[]) => marked.set(uri.toString(), found) }) },
    workspace: { createFileSystemWatcher: () => ({ onDidCreate: listen, onDidChange: listen }) },
  };
});
vi.mock("../../../client/src/candidates/files.js", () => ({ CandidateFiles: { of: (uri: Uri, [id]: string[]) => ({ toString: () => `${uri.toString()}#${id ?? ""}` }) } }));

import { CandidateTrials } from "../../../client/src/candidates/trials.js";
import type { WaitingTest } from "../../../client/src/protocol/candidates.js";

const waiting = (id: string, subject: string): WaitingTest => ({ id, subject, source: "def test(): pass", uri: "file:///test_shop.py" }) as WaitingTest;

beforeEach(() => {
  marked.clear();
  watched.splice(0);
  fire.mockReset();
});

test("how a test ended is forgotten once its code is another, or back, and not before", () => {
  const trials = new CandidateTrials({} as never);
  const tests = [waiting("1", "file:///shop.py"), waiting("2", "file:///till.py")];
  trials.keep(tests, tests.map(({ id }) => ({ id, outcome: "failed", message: "till.py does not exist", report: "", line: 1 })));
  fire.mockReset();
  for (const changed of watched) changed({ toString: () => "file:///other.py" });
  expect(tests.map((one) => trials.of(one)?.outcome)).toEqual(["failed", "failed"]);
  expect(fire).not.toHaveBeenCalled();

  watched[0]?.({ toString: () => "file:///till.py" });
  expect(tests.map((one) => trials.of(one)?.outcome)).toEqual(["failed", undefined]);
  expect([...marked.keys()]).toEqual(["file:///test_shop.py#1"]);
  expect(fire).toHaveBeenCalledOnce();
});
