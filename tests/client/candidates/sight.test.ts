import { expect, test } from "vitest";

import { lineToScrollTo } from "../../../client/src/candidates/sight.js";

test.each([
  ["the first of lines that are out of sight", [70, 60], [{ start: 0, end: 39 }], 60],
  ["nothing while one of them is in sight", [20, 60], [{ start: 0, end: 39 }], undefined],
  ["nothing where the last line in sight is one", [39], [{ start: 0, end: 39 }], undefined],
  ["lines that are folded away", [10], [{ start: 0, end: 8 }, { start: 20, end: 50 }], 10],
  ["nothing for a test that covers none", [], [{ start: 0, end: 39 }], undefined],
])("an editor scrolls to %s", (_, lines, visible, line) => {
  expect(lineToScrollTo(lines, visible)).toBe(line);
});
