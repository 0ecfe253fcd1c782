import { expect, test } from "vitest";

import { isClosed, lineToScrollTo, markedBy } from "../../../client/src/candidates/sight.js";
import type { WaitingTest } from "../../../client/src/protocol/candidates.js";

const [ONE, OTHER] = [{ id: "one" }, { id: "other" }] as [WaitingTest, WaitingTest];

test.each([
  ["the one that is previewed, whichever row a key has gone on to", [{ test: OTHER }], ["one"]],
  ["the one that is previewed while the view is drawn anew", [], ["one"]],
  ["several that are selected", [{ test: ONE }, { test: OTHER }], ["one", "other"]],
  ["all of a function", [{ target: "f", tests: [ONE, OTHER] }], ["one", "other"]],
])("what tests reach is marked for %s", (_, rows, marked) => {
  expect(markedBy(rows, ["one"])).toEqual(marked);
});

test.each([
  ["it was closed", ["one"], [["one"]], [], true],
  ["another one was closed", ["one"], [["other"]], [], false],
  ["it was closed in one of two groups", ["one"], [["one"]], [["one"]], false],
  ["no preview was closed", ["one"], [], [], false],
  ["it showed several of which one still waits", ["one"], [["one", "other"]], [], true],
  ["nothing is previewed", [], [["one"]], [], false],
])("a preview is gone: %s", (_, previewed, closed, open, gone) => {
  expect(isClosed(previewed, closed, open)).toBe(gone);
});

test.each([
  ["the first of lines that are out of sight", [70, 60], [{ start: 0, end: 39 }], 60],
  ["nothing while one of them is in sight", [20, 60], [{ start: 0, end: 39 }], undefined],
  ["nothing where the last line in sight is one", [39], [{ start: 0, end: 39 }], undefined],
  ["lines that are folded away", [10], [{ start: 0, end: 8 }, { start: 20, end: 50 }], 10],
  ["nothing for a test that covers none", [], [{ start: 0, end: 39 }], undefined],
])("an editor scrolls to %s", (_, lines, visible, line) => {
  expect(lineToScrollTo(lines, visible)).toBe(line);
});
