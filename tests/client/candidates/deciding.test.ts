import { beforeEach, expect, test, vi } from "vitest";

const [inform, warn, pick] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);
vi.mock("vscode", () => ({
  Uri: { parse: (uri: string) => uri },
  l10n: { t: (message: string, ...values: unknown[]) => message.replaceAll(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)])) },
  window: { showInformationMessage: inform, showQuickPick: pick, showWarningMessage: warn, withProgress: (_: object, work: () => unknown) => work() },
  workspace: { asRelativePath: (uri: string) => uri },
}));
vi.mock("../../../client/src/candidates/files.js", () => ({ CandidateFiles: { close: () => Promise.resolve() } }));
vi.mock("../../../client/src/candidates/items.js", () => ({ idsOf: (tests: { id: string }[]) => tests.map(({ id }) => id) }));
vi.mock("../../../client/src/window/edited-files.js", () => ({ glanceAt: vi.fn(), showFiles: vi.fn() }));

import { Deciding } from "../../../client/src/candidates/deciding.js";
import type { WaitingTest } from "../../../client/src/protocol/candidates.js";
import { Click } from "../../../client/src/window/click.js";
import { Turns } from "../../../client/src/window/turns.js";

const [one, two, covered] = [{ id: "one" }, { id: "two" }, { id: "three", covered: true }] as WaitingTest[];
const WHY = "Testloom: 1 test was accepted, 1 goes on waiting.";

function deciding(...answers: object[]): { deciding: Deciding; ask: ReturnType<typeof vi.fn> } {
  const ask = vi.fn();
  for (const answer of answers) ask.mockResolvedValueOnce({ files: [], choices: null, failed: [], message: "", ...answer });
  return { deciding: new Deciding({ ask } as never, { saveEdited: () => Promise.resolve(true), forgetUnfinished: () => Promise.resolve() }, { keep: vi.fn() } as never, () => Promise.resolve(), new Turns()), ask };
}

/** A click that is no longer fresh. */
function stale(): Click {
  let now = 0;
  const click = new Click(() => now);
  now = 5000;
  return click;
}

beforeEach(() => { for (const said of [inform, warn, pick]) said.mockReset(); });

test.each([
  ["none fails", [], "", [["Testloom: candidates that your tests cover already were left out (1). They wait in the Generated Tests view."]], []],
  ["one fails", [{ id: "two" }], WHY, [], [[`${WHY} Candidates that your tests cover already were left out (1).`]]],
])("what became of all candidates is told in one message: %s", async (_, failed, message, informed, warned) => {
  await deciding({ failed, message }).deciding.acceptAll([one, two, covered].flatMap((entry) => entry ?? []), new Click());
  expect(inform.mock.calls).toEqual(informed);
  expect(warn.mock.calls).toEqual(warned);
});

test.each([true, false])("where tests go is asked in a list only while the click is fresh: %s", async (isFresh) => {
  const { deciding: asked, ask } = deciding({ choices: { extend: "test_shop.py", new: "test_shop_more.py" } }, {});
  pick.mockResolvedValue({ where: "new" });
  inform.mockResolvedValue("New file");
  const click = isFresh ? new Click() : stale();
  await asked.accept([one].flatMap((entry) => entry ?? []), click);
  await vi.waitFor(() => { expect(ask).toHaveBeenCalledTimes(2); });

  expect([pick.mock.calls.length, inform.mock.calls.length]).toEqual(isFresh ? [1, 0] : [0, 1]);
  expect(ask.mock.calls.map(([, params]: unknown[]) => params)).toEqual([{ ids: ["one"] }, { ids: ["one"], where: "new" }]);
  expect(click.isFresh).toBe(isFresh);
});

test("a message that asks where tests go keeps no other decision waiting", async () => {
  const { deciding: asked, ask } = deciding({ choices: { extend: "test_shop.py", new: "test_shop_more.py" } });
  inform.mockReturnValue(new Promise(() => undefined));
  await asked.accept([one].flatMap((entry) => entry ?? []), stale());

  expect(inform).toHaveBeenCalledOnce();
  expect(ask).toHaveBeenCalledOnce();
});
