import { expect, test } from "vitest";

import { rowAfter } from "../../../client/src/window/order.js";

test.each([
  ["the next row", ["b"], "c"],
  ["the row after the last of several", ["a", "c"], "d"],
  ["the row before, at the end", ["d"], "c"],
  ["the last that is left before, at the end", ["b", "d"], "c"],
  ["none, where none is left", ["a", "b", "c", "d"], undefined],
])("a list goes on with %s", (_, done, next) => {
  expect(rowAfter(["a", "b", "c", "d"], (row) => done.includes(row))).toBe(next);
});
