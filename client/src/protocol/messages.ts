// The kinds of messages beyond the Language Server Protocol, with the types of what they carry.

import type { Remedy } from "./generating.js";

/** What the client asks; the answer is a `Result`, or says what the user should know instead. */
export class Question<Params extends object, Result> {
  /** For the compiler alone. */
  declare readonly types?: [Params, Result];

  constructor(readonly method: string) {}
}

/** What the server tells without being asked. */
export class News<Params> {
  /** For the compiler alone. */
  declare readonly types?: Params;

  constructor(readonly method: string) {}
}

/** The code of an answer that says why there is no other (LSP's `RequestFailed`). */
export const REFUSED = -32803;

/** Whether the data of a refusal say that a file has changes that are not on disk. */
export function isUnsaved(data: unknown): boolean {
  return typeof data === "object" && data !== null && "reason" in data && data.reason === "UnsavedError";
}

/** What an answer with this code says, in words and by its data. */
export function refusalOf({ message, data }: { message: string; data?: unknown }): Refusal {
  const { remedies = [], reason = "" } = (data ?? {}) as Partial<Refusal>;
  return { error: message, remedies, reason };
}

/** Why a question has no answer: what happened, and what to do next, some of it at the press of a button. */
export interface Refusal {
  error: string;
  remedies?: Remedy[];
  /** Its kind. */
  reason?: string;
}

/** The kind of refusals of what is being done already: nothing is wrong. */
export const UNDERWAY = "UnderwayError";

export type Answer<Result> = Result | Refusal;

/** The parameters of a question that needs none, and an answer that only says that it was done. */
export type Nothing = Record<string, never>;

export function isRefusal<Result>(answer: Answer<Result>): answer is Refusal {
  return typeof answer === "object" && answer !== null && "error" in answer;
}
