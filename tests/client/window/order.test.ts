import { expect, test } from "vitest";

import { rowAfter, rowsMeant } from "../../../client/src/window/order.js";

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
  expect(rowsMeant(before, turned, after)).toEqual(meant);
});

test.each([
  ["is not known yet", [], [], ["a"]],
  ["is forgotten meanwhile", ["a", "b"], [], ["a", "b"]],
  ["is forgotten afterwards", ["a"], [], []],
  ["comes back meanwhile", [], ["a"], ["a", "b"]],
  ["never shows", [], [], []],
])("what a key means is not told where the selection %s", (_, before, turned, after) => {
  expect(rowsMeant(before, turned, after)).toBeUndefined();
});
