import { expect, test, vi } from "vitest";

const [execute, inform, alarm] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);
vi.mock("vscode", () => ({
  commands: { executeCommand: execute },
  l10n: { t: (message: string) => message },
  window: { showInformationMessage: inform, showErrorMessage: alarm.mockResolvedValue(undefined) },
}));

import { refusalOf } from "../../../client/src/protocol/messages.js";
import { carryOut, showError } from "../../../client/src/window/errors.js";

test.each(["file", "line"])("tests are generated anyway for what they were wanted for: the %s", async (scope) => {
  await carryOut({ kind: "generate", title: "Generate Anyway", uri: "file:///a.py", line: 4, text: scope });
  const position = { line: 4, character: 0 };
  expect(execute).toHaveBeenLastCalledWith("testloom.generateTests", { uri: "file:///a.py", position, everything: true, scope });
});

test("what is being done already is told as no error, and without buttons that would keep it on the screen", () => {
  showError(refusalOf({ message: "It is already in progress.", data: { reason: "UnderwayError" } }));
  expect(inform).toHaveBeenCalledExactlyOnceWith("Testloom: It is already in progress.");
  expect(alarm).not.toHaveBeenCalled();
});

test("what is wrong is told as an error, with buttons", () => {
  showError(refusalOf({ message: "It is gone.", data: { reason: "UsageError" } }));
  expect(alarm).toHaveBeenCalledOnce();
});
