import { expect, test, vi } from "vitest";

const execute = vi.hoisted(() => vi.fn());
vi.mock("vscode", () => ({ commands: { executeCommand: execute } }));

import { carryOut } from "../../../client/src/window/errors.js";

test.each(["file", "line"])("tests are generated anyway for what they were wanted for: the %s", async (scope) => {
  await carryOut({ kind: "generate", title: "Generate Anyway", uri: "file:///a.py", line: 4, text: scope });
  const position = { line: 4, character: 0 };
  expect(execute).toHaveBeenLastCalledWith("testloom.generateTests", { uri: "file:///a.py", position, everything: true, scope });
});
