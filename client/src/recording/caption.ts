// What a row says of the calls that were recorded.

import type { RecordedFunction } from "../protocol/recording.js";
import type { Say } from "../window/text.js";

/** The calls of a function, and that others ran: a bare number would say that these were all. */
export function callsIn({ calls, lost }: Pick<RecordedFunction, "calls" | "lost">, say: Say): string {
  if (lost.length === 0) return counted(calls, say);
  return calls === 0 ? say("not recorded") : say("{0}, others not recorded", counted(calls, say));
}

export function counted(calls: number, say: Say): string {
  return calls === 1 ? say("1 call") : say("{0} calls", calls);
}
