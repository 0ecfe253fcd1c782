import { beforeEach, expect, test, vi } from "vitest";

const inform = vi.hoisted(() => vi.fn());
vi.mock("vscode", () => ({
  Uri: { parse: (text: string) => text },
  l10n: { t: (message: string, name: string) => message.replace("{0}", name) },
  window: { showInformationMessage: inform },
  workspace: { asRelativePath: (uri: string) => uri.replace("file:///p/", "") },
}));

import type { GenerateArguments } from "../../../client/src/protocol/generating.js";
import { UnfinishedJobs } from "../../../client/src/server/unfinished.js";

const SHOP = { uri: "file:///p/shop.py", position: { line: 3, character: 0 } };
const TILL = { uri: "file:///p/till.py", scope: "file" } satisfies GenerateArguments;
const generate = vi.fn<(wanted: GenerateArguments) => Promise<void>>();

beforeEach(() => {
  inform.mockReset().mockResolvedValue("Generate Again");
  generate.mockReset();
});

test("a job that the server took with it is told of once, and is generated again if its user wants that", async () => {
  const memory = workspaceState();
  const before = new UnfinishedJobs(memory, generate);
  before.begin("1", SHOP);
  before.begin("2", TILL);
  before.end("1");

  const after = new UnfinishedJobs(memory, generate);
  after.tell();
  after.tell();
  await vi.waitFor(() => { expect(generate).toHaveBeenCalledExactlyOnceWith(TILL); });
  expect(inform).toHaveBeenCalledExactlyOnceWith(
    "Testloom: generating tests for till.py was interrupted, and the tests found by then are lost.",
    "Generate Again",
  );
});

test("where nothing was lost, nothing is said", () => {
  const jobs = new UnfinishedJobs(workspaceState(), generate);
  jobs.begin("1", SHOP);
  jobs.end("1");
  jobs.end("2");
  jobs.tell();
  expect(inform).not.toHaveBeenCalled();
});

function workspaceState(): ConstructorParameters<typeof UnfinishedJobs>[0] {
  const kept = new Map<string, unknown>();
  return {
    get: <Value>(key: string, otherwise?: Value) => (kept.get(key) ?? otherwise) as Value,
    update: (key, value) => Promise.resolve(void kept.set(key, value)),
  };
}
