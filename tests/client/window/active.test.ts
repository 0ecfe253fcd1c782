import { beforeEach, expect, test, vi } from "vitest";

const [inform, execute, editors] = vi.hoisted(() => [vi.fn(), vi.fn(), { active: undefined as object | undefined }]);
vi.mock("vscode", () => ({
  commands: { executeCommand: execute },
  l10n: { t: (message: string) => message },
  window: {
    showInformationMessage: inform,
    get activeTextEditor() {
      return editors.active;
    },
  },
}));

import { activeFile } from "../../../client/src/window/active.js";

beforeEach(() => {
  for (const called of [inform, execute]) called.mockReset().mockResolvedValue(undefined);
});

test("a command is about the file of the active editor", () => {
  editors.active = { document: { uri: "shop.py" } };

  expect(activeFile()).toBe("shop.py");
  expect(inform).not.toHaveBeenCalled();
});

test.each([
  ["opens one", "Go to File…", [["workbench.action.quickOpen"]]],
  ["goes away", undefined, []],
])("without an editor, a message says that it takes a file, and %s", async (_, answer, opened) => {
  editors.active = undefined;
  inform.mockResolvedValue(answer);

  expect(activeFile()).toBeUndefined();
  expect(inform.mock.calls).toEqual([["Testloom: open a Python file first.", "Go to File…"]]);
  await vi.waitFor(() => { expect(execute.mock.calls).toEqual(opened); });
});
