import { expect, test, vi } from "vitest";

const [commands, executed] = vi.hoisted(() => [new Map<string, () => Promise<void>>(), [] as string[]]);
const shown = vi.hoisted(() => ({ opens: new Promise<void>(() => undefined) }));
vi.mock("vscode", () => ({
  Disposable: { from: vi.fn() },
  EventEmitter: class {
    fire = vi.fn();
  },
  ProgressLocation: {},
  Uri: { from: (parts: object) => parts },
  commands: {
    executeCommand: (command: string) => {
      executed.push(command);
      return command === "markdown.showPreview" ? shown.opens : Promise.resolve();
    },
    registerCommand: (command: string, run: () => Promise<void>) => commands.set(command, run),
  },
  l10n: { t: (text: string) => text },
  window: { withProgress: (_: object, work: () => unknown) => work() },
  workspace: { registerTextDocumentContentProvider: vi.fn() },
}));

import { Doctor } from "../../../client/src/commands/doctor.js";

const finding = JSON.stringify({ name: "pytest and coverage", is_well: true, detail: "9.2", advice: "" });
const server = { runOnce: () => Promise.resolve({ code: 0, output: finding }) };

test("the report is there even while its preview goes on loading", async () => {
  const doctor = new Doctor(server as never, {} as never);
  void commands.get("testloom.doctor")?.();

  expect(doctor.provideTextDocumentContent()).toContain("Running Testloom Doctor");
  await vi.waitFor(() => { expect(doctor.provideTextDocumentContent()).toContain("pytest and coverage"); });
  expect(executed).toEqual(["markdown.showPreview"]);
});

test("a preview that has missed the report is drawn anew", async () => {
  shown.opens = Promise.resolve();
  new Doctor(server as never, {} as never);
  await commands.get("testloom.doctor")?.();

  expect(executed.at(-1)).toBe("markdown.preview.refresh");
});
