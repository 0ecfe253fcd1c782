import { expect, test } from "vitest";

import { acceptChoosing, addingTests, type Where } from "../../../client/src/candidates/choosing.js";
import type { Choices } from "../../../client/src/protocol/candidates.js";

interface Answer {
  files: string[];
  choices: Choices | null;
}

/** A server that asks about these files one by one, and then has put tests into them. */
function server(...names: string[]): { accept: (where?: Where) => Promise<Answer>; told: (Where | undefined)[] } {
  const told: (Where | undefined)[] = [];
  const accept = (where?: Where): Promise<Answer> => {
    told.push(where);
    const name = names[told.length - 1];
    const choices = name === undefined ? null : { extend: `${name}.py`, new: `${name}_more.py` };
    return Promise.resolve({ files: choices === null ? names : [], choices });
  };
  return { accept, told };
}

test("tests whose place is clear are accepted without a question", async () => {
  const { accept, told } = server();
  const answer = await acceptChoosing(accept, () => { throw new Error("asked"); });
  expect(answer?.files).toEqual([]);
  expect(told).toEqual([undefined]);
});

test("where tests go is asked for each file, and each answer is for its file alone", async () => {
  const { accept, told } = server("test_utils", "test_table");
  const asked: string[] = [];
  const answer = await acceptChoosing(accept, (choices) => {
    asked.push(choices.extend);
    return Promise.resolve(asked.length === 1 ? "extend" : "new");
  });
  expect(asked).toEqual(["test_utils.py", "test_table.py"]);
  expect(told).toEqual([undefined, "extend", "new"]);
  expect(answer?.files).toEqual(["test_utils", "test_table"]);
});

test("who gives no answer accepts nothing", async () => {
  const { accept, told } = server("test_utils", "test_table");
  expect(await acceptChoosing(accept, () => Promise.resolve(undefined))).toBeUndefined();
  expect(told).toEqual([undefined]);
});

test("of tests that are accepted at once, those that others cover are left out, unless all of them are", () => {
  const [one, two, three] = [{ covered: true }, { covered: false }, { covered: true }];

  expect(addingTests([one, two, three])).toEqual([two]);
  expect(addingTests([one, three])).toEqual([one, three]);
});
