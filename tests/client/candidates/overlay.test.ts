import { beforeEach, expect, test, vi } from "vitest";

const { heard, editors } = vi.hoisted(() => ({ heard: [] as ((event: { textEditor: unknown }) => void)[], editors: [] as object[] }));
vi.mock("vscode", () => ({
  l10n: { t: (text: string) => text },
  OverviewRulerLane: {},
  Range: class {
    constructor(readonly line: number) {}
  },
  TextEditorRevealType: { InCenter: "center", AtTop: "top" },
  ThemeColor: vi.fn(),
  window: {
    createTextEditorDecorationType: vi.fn(),
    onDidChangeTextEditorVisibleRanges: (listen: (typeof heard)[number]) => heard.push(listen),
    onDidChangeVisibleTextEditors: vi.fn(),
    visibleTextEditors: editors,
  },
  workspace: { onDidChangeTextDocument: vi.fn() },
}));

import { CandidateOverlay } from "../../../client/src/candidates/overlay.js";
import type { WaitingTest } from "../../../client/src/protocol/candidates.js";

const reveal = vi.fn<(range: { line: number }, how: string) => void>();
const decorate = vi.fn<(type: unknown, marks: { range: { line: number } }[]) => void>();
const editor = { document: { uri: "file:///shop.py", isDirty: false }, setDecorations: decorate, visibleRanges: [{ start: { line: 0 }, end: { line: 0 } }], revealRange: reveal };
let overlay: CandidateOverlay;

beforeEach(() => {
  heard.length = 0;
  editors.splice(0, editors.length, editor);
  reveal.mockReset();
  decorate.mockReset();
  editor.document.isDirty = false;
  overlay = new CandidateOverlay();
  shows(5);
});

function shows(top: number): void {
  editor.visibleRanges = [{ start: { line: top }, end: { line: top + 20 } }];
  for (const listen of heard) listen({ textEditor: editor });
}

/** The lines that are marked in the editor. */
function marked(): number[] {
  return decorate.mock.calls.at(-2)?.[1].map(({ range }) => range.line) ?? [];
}

function preview(line: number): void {
  overlay.scrollTo([{ subject: "file:///shop.py", lines: [line] } as WaitingTest]);
}

function revealed(): [number, string][] {
  return reveal.mock.calls.map(([{ line }, how]) => [line, how]);
}

test("the code goes back to where it was before the first of some previews", () => {
  preview(100);
  shows(90);
  preview(200);
  shows(190);
  overlay.scrollBack();
  shows(5);
  overlay.scrollBack();

  expect(revealed()).toEqual([[100, "center"], [200, "center"], [5, "top"]]);
});

test("code that its user has scrolled since stays there, and is left from there", () => {
  preview(100);
  shows(90);
  shows(60);
  overlay.scrollBack();
  preview(200);
  shows(190);
  overlay.scrollBack();

  expect(revealed()).toEqual([[100, "center"], [200, "center"], [60, "top"]]);
});

test("code that did not have to be scrolled stays where it is", () => {
  preview(10);
  overlay.scrollBack();

  expect(revealed()).toEqual([]);
});

test("code with changes that are not on disk gets no marks", () => {
  const tests = [{ name: "test_it", subject: "file:///shop.py", lines: [3], branches: [] as object[] } as WaitingTest];
  overlay.show(tests);
  const before = marked();
  editor.document.isDirty = true;
  overlay.show(tests);

  expect([before, marked()]).toEqual([[3], []]);
});
