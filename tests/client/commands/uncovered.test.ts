import { expect, test } from "vitest";

import { uncoveredInWords } from "../../../client/src/commands/uncovered.js";
import type { Say } from "../../../client/src/window/text.js";

const english: Say = (message, ...values) => message.replaceAll(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)]));

test.each([
  ["where there is no file", undefined, undefined, "Testloom: uncovered goals are now marked in files that tests were generated for."],
  ["of a file without a run", "a.py", { known: false, goals: 0 }, "Testloom: uncovered goals are now shown, but no tests have been generated for a.py yet."],
  ["where nothing is left of what tests were generated for, maybe a single line", "a.py", { known: true, goals: 0 }, "Testloom: a.py has no uncovered goals in the code that tests were generated for."],
  ["of one", "a.py", { known: true, goals: 1 }, "Testloom: 1 uncovered goal is now marked in a.py."],
  ["of several", "a.py", { known: true, goals: 3 }, "Testloom: 3 uncovered goals are now marked in a.py."],
])("goals that are shown are counted: %s", (_, name, found, said) => {
  expect(uncoveredInWords(english, name, found)).toBe(said);
});
