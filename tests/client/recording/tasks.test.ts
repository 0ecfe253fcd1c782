import { expect, test, vi } from "vitest";

vi.mock("vscode", () => ({ commands: {}, Disposable: vi.fn() }));

import { howToRecord } from "../../../client/src/recording/tasks.js";

test.each([true, false])("a run that has to wait for the server says so, and does not begin without it", async (isThere) => {
  const ask = vi.fn().mockResolvedValue({ command: ["python"] });
  const startVisibly = vi.fn().mockResolvedValue(isThere);
  const how = await howToRecord({ ask, startVisibly }, { toString: () => "file:///shop.py" } as never);

  expect(startVisibly).toHaveBeenCalledOnce();
  expect(ask).toHaveBeenCalledTimes(isThere ? 1 : 0);
  expect(how).toEqual(isThere ? { command: ["python"] } : undefined);
});
