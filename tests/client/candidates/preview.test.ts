import { beforeEach, expect, test, vi } from "vitest";

const execute = vi.hoisted(() => vi.fn());
vi.mock("vscode", () => ({
  Range: class {
    constructor(readonly line: number) {}
  },
  Uri: { parse: (text: string) => text },
  commands: { executeCommand: execute },
  ViewColumn: { Two: 2 },
  l10n: { t: (message: string, name: string) => message.replace("{0}", name) },
}));

import * as vscode from "vscode";

import { openPreview } from "../../../client/src/candidates/preview.js";
import type { WaitingTest } from "../../../client/src/protocol/candidates.js";

const BESIDE = vscode.ViewColumn.Two;
const AFTER = "testloom-candidate:test_a.py?1" as unknown as vscode.Uri;
const TESTS = [{ name: "test_one" }, { name: "test_two" }] as WaitingTest[];
const PREVIEW = { uri: "file:///test_a.py", exists: true, text: "import re\n", line: 273 };
const OPTIONS = { preview: true, preserveFocus: true, viewColumn: BESIDE, selection: { line: 273 } };

beforeEach(() => { execute.mockReset(); });

test("a preview opens at its test, wherever its first change is, and leaves the focus", async () => {
  await openPreview(PREVIEW, AFTER, TESTS, BESIDE);
  expect(execute).toHaveBeenCalledExactlyOnceWith("vscode.diff", PREVIEW.uri, AFTER, "test_one, test_two (generated)", OPTIONS);
});

test("a preview of a file that is not there yet opens alone, at its test as well", async () => {
  await openPreview({ ...PREVIEW, exists: false }, AFTER, TESTS.slice(0, 1), BESIDE);
  expect(execute).toHaveBeenCalledExactlyOnceWith("vscode.open", AFTER, OPTIONS, "test_one (generated)");
});
