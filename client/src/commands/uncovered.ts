// What is said of the goals of a file that no test reaches, once they are shown.

import type { Uncovered } from "../protocol/fixes.js";
import type { Say } from "../window/text.js";

/** How many there are in a file; without a file, where they are. */
export function uncoveredInWords(say: Say, name?: string, found?: Uncovered): string {
  if (name === undefined || found === undefined) return say("Testloom: uncovered goals are now marked in files that tests were generated for.");
  if (!found.known) return say("Testloom: uncovered goals are now shown, but no tests have been generated for {0} yet.", name);
  if (found.goals === 0) return say("Testloom: {0} has no uncovered goals in the code that tests were generated for.", name);
  return found.goals === 1 ? say("Testloom: 1 uncovered goal is now marked in {0}.", name) : say("Testloom: {0} uncovered goals are now marked in {1}.", found.goals, name);
}
