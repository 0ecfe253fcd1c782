import { expect, test, vi } from "vitest";

const item = vi.hoisted(() => ({ command: "", text: "", tooltip: "", show: vi.fn() }));
vi.mock("vscode", () => ({
  StatusBarAlignment: {},
  l10n: { t: (message: string) => message },
  window: { createStatusBarItem: () => item },
}));

import { Status } from "../../../client/src/server/status.js";

test("a message that was answered, or closed, is no longer pointed to", () => {
  const status = new Status();
  status.remind("Your own tests cover all of shop.py.");
  status.forget("Another message.");
  expect(item.command).toBe("notifications.showList");
  status.forget("Your own tests cover all of shop.py.");
  expect(item).toMatchObject({ command: "testloom.showLog", tooltip: "Testloom is ready" });
});

test("a message with buttons, which goes by itself, can be found until something else is done", () => {
  const status = new Status();
  status.update({ state: "idle", message: "" });
  expect(item).toMatchObject({ command: "testloom.showLog", tooltip: "Testloom is ready" });

  status.update({ state: "working", message: "Generating tests" });
  status.remind("Your own tests cover all of shop.py.");
  status.update({ state: "idle", message: "" });
  expect(item).toMatchObject({ command: "notifications.showList", tooltip: "Your own tests cover all of shop.py." });

  status.update({ state: "working", message: "Generating tests" });
  expect(item.command).toBe("testloom.showLog");
  status.update({ state: "idle", message: "" });
  expect(item).toMatchObject({ command: "testloom.showLog", tooltip: "Testloom is ready" });
});
