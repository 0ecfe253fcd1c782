// Which tests are accepted at once, and which files they go into where two make sense: asked file by file.

import type { Choices } from "../protocol/candidates.js";

export type Where = "extend" | "new";

/** What the server answers: that it has put tests into files, or what it has to know before. */
interface Answer {
  choices: Choices | null;
}

/** Those that cover what other tests do not; all of them if that is none. */
export function addingTests<Test extends { covered: boolean }>(tests: readonly Test[]): readonly Test[] {
  const adding = tests.filter(({ covered }) => !covered);
  return adding.length > 0 ? adding : tests;
}

/** Accepts tests, and has `choose` answer whatever is asked meanwhile; undefined if nothing is accepted. */
export async function acceptChoosing<Answered extends Answer>(
  accept: (where?: Where) => Promise<Answered | undefined>,
  choose: (choices: Choices) => Promise<Where | undefined>,
): Promise<Answered | undefined> {
  let answer = await accept();
  while (answer !== undefined && answer.choices !== null) {
    const where = await choose(answer.choices);
    if (where === undefined) return undefined;
    answer = await accept(where);
  }
  return answer;
}
