import { expect, test } from "vitest";

import { caption, firstFew } from "../../../client/src/candidates/caption.js";

test.each([
  ["Account.withdraw", "test_withdraw_raises_value_error", "raises value error"],
  ["Account.withdraw", "test_account_starts_empty", "starts empty"],
  ["PyJWK.from_dict", "test_py_jwk_from_dict_raises_invalid_key_error", "raises invalid key error"],
  ["total", "test_total_2", "total 2"],
  ["total", "test_sum_of_nothing", "sum of nothing"],
])("of a test of %s, %s, a row says what others do not share", (target, name, said) => {
  expect(caption({ target, name })).toBe(said);
});

test.each([
  [["a", "b", "c"], "a, b, c"],
  [["a", "b", "c", "d", "e"], "a, b, c, and 2 more"],
  [[], ""],
])("of what a test covers, %j, the first few are told, and how many more there are", (goals, said) => {
  expect(firstFew(goals, 3, (message, ...values) => message.replace("{0}", String(values[0])))).toBe(said);
});
