// What a row says of a test.

import type { WaitingTest } from "../protocol/candidates.js";
import type { Say } from "../window/text.js";

/** The first few of what is told, and how many more there are: nobody listens to forty. */
export function firstFew(told: readonly string[], most: number, say: Say): string {
  const more = told.length - most;
  return [...told.slice(0, most), ...(more > 0 ? [say("and {0} more", more)] : [])].join(", ");
}

/** What tells a test from the others of its group: its name without what these share, or else all of it. */
export function caption({ name, target }: Pick<WaitingTest, "name" | "target">): string {
  const names = target.split(".").map((part) => part.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase());
  const prefixes = [`test_${names.join("_")}_`, ...[...names].reverse().map((part) => `test_${part}_`), "test_"];
  const prefix = prefixes.find((start) => name.startsWith(start) && !/^\d*$/.test(name.slice(start.length))) ?? "";
  return name.slice(prefix.length).replaceAll("_", " ");
}
