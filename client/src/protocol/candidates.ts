// Tests that wait for the user. The server's half is server/testloom/lsp/protocol/candidates.py.

import type { EditedFile } from "./generating.js";
import { News, type Nothing, Question } from "./messages.js";

export const CANDIDATES = new Question<Nothing, WaitingTests>("testloom/candidates");
export const CANDIDATES_CHANGED = new News<Nothing>("testloom/candidatesChanged");
export const PREVIEW = new Question<ChosenTests, Preview>("testloom/preview");
export const EDIT = new Question<EditParams, Nothing>("testloom/edit");
export const FORGET_DECISIONS = new Question<FileParams, Nothing>("testloom/forgetDecisions");
export const RESET = new Question<ChosenTests, Nothing>("testloom/reset");
export const RUN_CANDIDATES = new Question<TrialParams, TrialResults>("testloom/runCandidates");
export const ACCEPT = new Question<AcceptParams, Accepted>("testloom/accept");
export const DISCARD = new Question<ChosenTests, Nothing>("testloom/discard");
export const RESTORE = new Question<Nothing, RestoredTests>("testloom/restore");

/** A source or test file. */
export interface FileParams {
  uri: string;
}

/** Candidates, by their ids. */
export interface ChosenTests {
  ids: string[];
}

/** The text that a user made of the preview of candidates. */
export interface EditParams {
  ids: string[];
  text: string;
}

export interface TrialParams {
  ids: string[];
}

export interface AcceptParams {
  ids: string[];
  /** Answers the question which file. */
  where?: "extend" | "new";
}

export interface LabelledLine {
  line: number;
  label: string;
}

/** A test function that waits for the user; `uri` is the file that it belongs into, `subject` what it tests. */
export interface WaitingTest {
  id: string;
  name: string;
  source: string;
  uri: string;
  subject: string;
  /** The class or function of the subject. */
  target: string;
  /** Whether it has passed in fresh processes; one that has not comes from a search that goes on. */
  verified: boolean;
  /** Whether its user has changed it. */
  edited: boolean;
  /** Whether other tests reached all that it reaches when the project's tests ran last. */
  covered: boolean;
  /** What no other candidate of its job reaches, in words. */
  covers: string[];
  /** What it puts doubles for, and the private names that it calls: there was no other way to what it covers. */
  doubles: string[];
  private: string[];
  /** The mutants of the code that it kills, in words. */
  kills: string[];
  /** What it reaches of the subject. */
  lines: number[];
  branches: LabelledLine[];
}

export interface WaitingTests {
  tests: WaitingTest[];
  /** Whether some of them come from a search that goes on. */
  searching: boolean;
  /** Whether some were discarded that can be restored. */
  restorable: boolean;
}

/** The candidates that wait again. */
export interface RestoredTests {
  ids: string[];
}

/** A test file as it will be once candidates are accepted, and whether there is one already; the first of them is on `line`. */
export interface Preview {
  uri: string;
  exists: boolean;
  text: string;
  line: number;
}

/** How a candidate ended; `line` is where it failed, in its preview. */
export interface TrialResult {
  id: string;
  outcome: "passed" | "failed" | "skipped";
  message: string;
  report: string;
  line: number | null;
}

export interface TrialResults {
  results: TrialResult[];
}

/** Both files that tests may go into. */
export interface Choices {
  extend: string;
  new: string;
}

/** The files that accepting has changed; or the choice that the user has to make first. */
export interface Accepted {
  files: EditedFile[];
  choices: Choices | null;
  /** Those that go on waiting, as they do not pass. */
  failed: TrialResult[];
  /** What the user should know of that; empty if all is as expected. */
  message: string;
}
