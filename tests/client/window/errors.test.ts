import { expect, test, vi } from "vitest";

const [execute, inform, alarm, warn] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn(), vi.fn()]);
const terminal = vi.hoisted(() => ({ show: vi.fn(), sendText: vi.fn() }));
const ends = vi.hoisted(() => new Set<(end: { terminal: unknown; exitCode: number }) => void>());
vi.mock("vscode", () => ({
  Disposable: { from: (...all: { dispose: () => void }[]) => ({ dispose: () => { for (const one of all) one.dispose(); } }) },
  commands: { executeCommand: execute },
  l10n: { t: (message: string) => message },
  window: {
    createTerminal: () => terminal,
    onDidCloseTerminal: () => ({ dispose: vi.fn() }),
    onDidEndTerminalShellExecution: (listen: (end: { terminal: unknown; exitCode: number }) => void) => {
      ends.add(listen);
      return { dispose: () => ends.delete(listen) };
    },
    showErrorMessage: alarm.mockResolvedValue(undefined),
    showInformationMessage: inform,
    showWarningMessage: warn,
  },
  workspace: { workspaceFolders: [] },
}));

import { refusalOf } from "../../../client/src/protocol/messages.js";
import { carryOut, showError } from "../../../client/src/window/errors.js";

test.each(["file", "line"])("tests are generated anyway for what they were wanted for: the %s", async (scope) => {
  await carryOut({ kind: "generate", title: "Generate Anyway", uri: "file:///a.py", line: 4, text: scope });
  const position = { line: 4, character: 0 };
  expect(execute).toHaveBeenLastCalledWith("testloom.generateTests", { uri: "file:///a.py", position, everything: true, scope });
});

test("the project's own tests are run by the button that offers it", async () => {
  await carryOut({ kind: "runTests", title: "Run Tests with Coverage", uri: "", line: 0, text: "" });
  expect(execute).toHaveBeenLastCalledWith("testloom.runTests");
});

test.each([
  ["Run", [["pip install pytest"]]],
  [undefined, []],
])("a command that installs something runs once its user has seen it and agrees: %s", async (answer, run) => {
  terminal.sendText.mockClear();
  warn.mockResolvedValueOnce(answer);
  await carryOut({ kind: "install", title: "Install pytest", uri: "", line: 0, text: "pip install pytest" });
  expect(warn).toHaveBeenLastCalledWith("Run this command in a terminal?", { modal: true, detail: "pip install pytest" }, "Run");
  expect(terminal.sendText.mock.calls).toEqual(run);
});

test("what is wrong is told as an error, with buttons", () => {
  showError(refusalOf({ message: "It is gone.", data: { reason: "UsageError" } }));
  expect(alarm).toHaveBeenCalledOnce();
});

test.each([
  [["Install coverage.py", "Select Interpreter", "Open Doctor"], ["Install coverage.py", "Select Interpreter", "Open Doctor"]],
  [["Install pytest and coverage.py", "Select Interpreter", "Open Doctor"], ["Install pytest and coverage.py", "Select Interpreter"]],
  [["Go to Line"], ["Go to Line", "Show Log"]],
  [["x".repeat(90)], ["x".repeat(90)]],
])("a message has only buttons that it has room for: %s", (titles, shown) => {
  const remedies = titles.map((title) => ({ kind: "doctor", title, uri: "", line: 0, text: "" }) as const);
  showError({ error: "It is missing.", remedies });
  expect(alarm.mock.lastCall?.slice(1).map(({ title }: { title: string }) => title)).toEqual(shown);
});

test("what was refused can be tried again once a command has installed what it lacked, and only once", async () => {
  const again = vi.fn();
  warn.mockResolvedValueOnce("Run");
  inform.mockResolvedValueOnce("Try Again");
  await carryOut({ kind: "install", title: "Install pytest", uri: "", line: 0, text: "pip install pytest" }, again);
  const say = (exitCode: number, ended: unknown = terminal): void => { for (const listen of [...ends]) listen({ terminal: ended, exitCode }); };
  say(0, {});
  say(1);
  await Promise.resolve();
  expect(again).not.toHaveBeenCalled();
  say(0);
  await vi.waitFor(() => { expect(again).toHaveBeenCalledOnce(); });
  expect(ends).toHaveLength(0);
});
