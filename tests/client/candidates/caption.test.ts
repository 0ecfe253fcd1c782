import { expect, test } from "vitest";

import { caption } from "../../../client/src/candidates/caption.js";

test.each([
  ["Account.withdraw", "test_withdraw_raises_value_error", "raises value error"],
  ["Account.withdraw", "test_account_starts_empty", "starts empty"],
  ["PyJWK.from_dict", "test_py_jwk_from_dict_raises_invalid_key_error", "raises invalid key error"],
  ["total", "test_total_2", "total 2"],
  ["total", "test_sum_of_nothing", "sum of nothing"],
])("of a test of %s, %s, a row says what others do not share", (target, name, said) => {
  expect(caption({ target, name })).toBe(said);
});
