import { expect, test } from "vitest";

import { Undone } from "../../../client/src/candidates/undone.js";
import { Click } from "../../../client/src/window/click.js";

const FILE = "file:///shop/tests/test_account.py";

test.each(["file", "candidate"])("what an undo brings back is known once its file is gone and the candidate there: first the %s", (first) => {
  const undone = new Undone();
  undone.undo(FILE, ["kept"]);
  undone.undo(FILE, ["kept", "back"]); // its second step
  if (first === "file") {
    undone.leave([FILE]);
    expect(undone.take(["kept"])).toBeUndefined();
  } else {
    expect(undone.take(["kept", "back"])).toBeUndefined();
    undone.leave([FILE]);
  }
  expect(undone.take(["kept", "back"])?.ids).toEqual(["back"]);
  expect(undone.take(["kept", "back"])).toBeUndefined();
});

test("an undo that leaves the file there, or is long ago, brings nothing to go to", () => {
  let now = 0;
  const undone = new Undone(() => new Click(() => now));
  undone.undo(FILE, []);
  undone.leave(["file:///shop/other.py"]);
  expect(undone.take(["back"])).toBeUndefined();
  now = 5000;
  undone.leave([FILE]);
  expect(undone.take(["back"])?.click.isFresh).toBe(false);
});
