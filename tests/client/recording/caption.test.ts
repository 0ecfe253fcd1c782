import { expect, test } from "vitest";

import { callsIn } from "../../../client/src/recording/caption.js";

const SHARE = { reason: "recording had used up its share of the time", calls: 2 };

test.each([
  [1, [], "1 call"],
  [3, [], "3 calls"],
  [0, [SHARE], "not recorded"],
  [1, [SHARE], "1 call, others not recorded"],
])("of %i calls a row says whether these are all: %j", (calls, lost, said) => {
  expect(callsIn({ calls, lost }, (message, ...values) => message.replace("{0}", String(values[0])))).toBe(said);
});
