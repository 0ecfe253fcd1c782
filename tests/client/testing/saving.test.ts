import { expect, test, vi } from "vitest";

const [setting, saveAll] = vi.hoisted(() => [vi.fn(), vi.fn()]);
vi.mock("vscode", () => ({ workspace: { getConfiguration: () => ({ get: setting }), saveAll } }));

import { saveBeforeTests } from "../../../client/src/testing/saving.js";

test.each([true, false])("before tests run, files are saved if the editor is set so: %s", async (isWanted) => {
  saveAll.mockReset();
  setting.mockReturnValue(isWanted);
  await saveBeforeTests();
  expect(saveAll).toHaveBeenCalledTimes(isWanted ? 1 : 0);
});
