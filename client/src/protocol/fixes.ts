// Quick fixes that are commands. The server's half is server/testloom/lsp/protocol/fixes.py.

import { Question } from "./messages.js";

/** Commands of the server, which its quick fixes name with their arguments. */
export const EXPECT_EXCEPTION = "testloom.expectException";
export const ADD_FAILING_TEST = "testloom.addFailingTest";
export const EXTRACT_SEAM = "testloom.extractSeam";
export const EXTRACT_PATH = "testloom.extractPath";
export const UNCOVERED = new Question<UncoveredParams, Uncovered>("testloom/uncovered");
export const FAILING_TEST = new Question<FindingArguments, FailingTest>("testloom/failingTest");

/** An exception of a callable in a file. */
export interface FindingArguments {
  uri: string;
  target: string;
  exception: string;
  withTest?: boolean;
}

/** The test of a finding as one that fails. */
export interface FailingTest {
  text: string;
}

export interface UncoveredParams {
  uri: string;
}

/** How many goals of a file no test reaches, and whether that is known. */
export interface Uncovered {
  known: boolean;
  goals: number;
}
