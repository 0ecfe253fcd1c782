import { expect, test } from "vitest";

import { rowAfter, rowsMeant, type Seen } from "../../../client/src/window/order.js";

test.each([
  ["the next row", ["b"], "c"],
  ["the row after the last of several", ["a", "c"], "d"],
  ["the row before, at the end", ["d"], "c"],
  ["the last that is left before, at the end", ["b", "d"], "c"],
  ["none, where none is left", ["a", "b", "c", "d"], undefined],
])("a list goes on with %s", (_, done, next) => {
  expect(rowAfter(["a", "b", "c", "d"], (row) => done.includes(row))).toBe(next);
});

test.each([
  ["the rows that are selected", ["a", "b"], ["a"], ["a", "b"], ["a", "b"]],
  ["the row with the focus alone, if it is not selected", ["a"], ["a", "b"], ["a"], ["b"]],
  ["the row with the focus, if none is selected", [], ["b"], [], ["b"]],
])("a key means %s", (_, before, turned, after, meant) => {
  expect(rowsMeant({ before, turned, after })).toEqual(meant);
});

test.each([
  ["is not known yet", [], [], ["a"]],
  ["is forgotten meanwhile", ["a", "b"], [], ["a", "b"]],
  ["is forgotten afterwards", ["a"], [], []],
  ["comes back meanwhile", [], ["a"], ["a", "b"]],
  ["never shows", [], [], []],
])("what a key means is not told where the selection %s", (_, before, turned, after) => {
  expect(rowsMeant({ before, turned, after })).toBeUndefined();
});

test.each([
  ["has left the row with the focus selected", [["a"], ["a", "f"], []], [["a", "f"], ["a"], ["a", "f"]], ["f"]],
  ["has left it selected, the only one", [[], ["f"], ["f"]], [["f"], [], ["f"]], ["f"]],
  ["has taken the row with the focus out", [["a", "f"], [], ["a"]], [["a"], ["a", "f"], ["a"]], ["a", "f"]],
  ["has taken it out, the only one", [["f"], [], []], [[], ["f"], []], ["f"]],
  ["has changed nothing", [["a", "f"], [], []], [["a", "f"], ["a"], ["a", "f"]], ["a", "f"]],
  ["has changed nothing of another selection", [["a"], [], []], [["a"], ["a", "f"], ["a"]], ["f"]],
  ["knew of no selection", [[], [], []], [["a", "f"], ["a"], ["a", "f"]], ["a", "f"]],
  ["knew of no selection, and the focus is elsewhere", [[], [], []], [["a"], ["a", "f"], ["a"]], ["f"]],
  ["knew of no selection at first, and has left the row with the focus selected", [[], ["a", "f"], ["a", "f"]], [["a", "f"], ["a"], ["a", "f"]], ["f"]],
])("a key means what it did when it was pressed, where a try %s", (_, first, now, meant) => {
  expect(rowsMeant(seen(now), seen(first))).toEqual(meant);
});

test.each([
  ["another row is selected", [["b"], [], ["b"]]],
  ["more is selected", [["a", "b"], ["a", "b", "f"], ["a", "b"]]],
  ["not all that was selected is known again", [["f"], [], ["f"]]],
])("what a key means is not told while %s than when it was pressed", (_, now) => {
  expect(rowsMeant(seen(now), seen([["a", "c", "f"], [], []]))).toBeUndefined();
});

function seen([before = [], turned = [], after = []]: string[][]): Seen {
  return { before, turned, after };
}
