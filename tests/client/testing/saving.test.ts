import { expect, test, vi } from "vitest";

import type * as vscode from "vscode";

const [setting, saveAll] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock("vscode", () => ({ workspace: { getConfiguration: () => ({ get: setting }), saveAll } }));

import { oneOfEachProject, saveBeforeTests } from "../../../client/src/testing/saving.js";

test.each([true, false])("before tests run, files are saved if the editor is set so: %s", async (isWanted) => {
  saveAll.mockReset();
  setting.mockReturnValue(isWanted);
  await saveBeforeTests();
  expect(saveAll).toHaveBeenCalledTimes(isWanted ? 1 : 0);
});

test("of files that are saved together, one stands for its project, and nobody is asked about a single one", async () => {
  const saved = ["shop/a.py", "shop/cart/b.py", "till/c.py"].map((uri) => ({ document: { uri } })) as unknown as { document: vscode.TextDocument }[];
  const choose = vi.fn((uris: string[]) => Promise.resolve([...new Map(uris.map((uri) => [uri.split("/")[0], uri])).values()]));

  expect(await oneOfEachProject(saved, choose)).toEqual([saved[1], saved[2]]);
  expect(await oneOfEachProject(saved.slice(0, 1), choose)).toEqual([saved[0]]);
  expect(choose).toHaveBeenCalledOnce();
});
