import { beforeEach, expect, test, vi } from "vitest";

const [show, stat, warn] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);
vi.mock("vscode", () => ({
  l10n: { t: (message: string, ...values: string[]) => message.replace("{0}", values[0] ?? "") },
  Range: class { constructor(readonly line: number) {} },
  Uri: { parse: (text: string) => ({ scheme: "file", path: text.replace("file://", "") }) },
  window: { showTextDocument: show, showWarningMessage: warn },
  workspace: { asRelativePath: ({ path }: { path: string }) => path.slice(1), fs: { stat } },
}));

import { goTo } from "../../../client/src/window/places.js";

const GONE = new Error("cannot open file:///test_a.py");

beforeEach(() => {
  for (const one of [show, stat, warn]) one.mockReset();
});

test("a place in a file is shown", async () => {
  show.mockResolvedValueOnce({});
  await goTo("file:///test_a.py", 4);
  expect(show.mock.lastCall?.[1]).toMatchObject({ selection: { line: 4 }, preserveFocus: false });
  expect(warn).not.toHaveBeenCalled();
});

test("a file that is gone by the time of the click is named", async () => {
  show.mockRejectedValueOnce(GONE);
  stat.mockRejectedValueOnce(GONE);
  await goTo("file:///test_a.py", 4);
  expect(warn).toHaveBeenCalledExactlyOnceWith("Testloom: test_a.py does not exist.");
});

test("what else keeps a file from being opened is not hidden", async () => {
  show.mockRejectedValueOnce(GONE);
  stat.mockResolvedValueOnce({});
  await expect(goTo("file:///test_a.py", 4)).rejects.toBe(GONE);
});
