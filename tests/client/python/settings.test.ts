import { expect, test, vi } from "vitest";

vi.mock("vscode", () => ({ ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 } }));

import { targetOf } from "../../../client/src/python/settings.js";

test.each([
  ["its user, if it is set nowhere", undefined, 1],
  ["its user", {}, 1],
  ["the workspace", { workspaceValue: [] }, 2],
  ["a folder of it", { workspaceValue: ["goals"], workspaceFolderValue: [] }, 3],
])("a setting is changed where it is set, or else that would not count: for %s", (_, set, target) => {
  expect(targetOf(set)).toBe(target);
});
