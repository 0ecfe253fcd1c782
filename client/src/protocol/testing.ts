// Runs of the project's tests, and what they reach. The server's half is server/testloom/lsp/protocol/testing.py.

import type { EditedFile } from "./generating.js";
import { News, type Nothing, Question } from "./messages.js";
import type { HowToDebug } from "./recording.js";

export const RUN_TESTS = new Question<RunTestsParams, RanTests>("testloom/runTests");
export const DEBUG_TESTS = new Question<DebugTestsParams, HowToDebug>("testloom/debugTests");
export const DEBUGGED_TESTS = new Question<DebuggedTestsParams, Nothing>("testloom/debuggedTests");
export const PROJECTS = new Question<Files, Files>("testloom/projects");
export const TEST = new News<TestEvent>("testloom/test");
export const COVERAGE = new Question<CoverageParams, Coverage>("testloom/coverage");
export const CHANGED_LINES = new Question<ChangedLinesParams, ChangedLines>("testloom/changedLines");
export const DISCOVER = new Question<DiscoverParams, DiscoveredTests>("testloom/discover");
export const TESTS_OF_LINE = new Question<LineParams, TestsOfLine>("testloom/testsOfLine");
export const UPDATED = new News<UpdatedFiles>("testloom/updated");
/** Commands of the server; their argument are `StaleArguments`. */
export const ACCEPT_VALUE = "testloom.acceptNewValue";
export const RENEW_TEST = "testloom.renewTest";
export const KNOWN_BUG = "testloom.knownBug";

/** Runs the tests with these node ids, those that changes affect, or all of the project that `uri` belongs to. */
export interface RunTestsParams {
  run: string;
  uri: string;
  tests?: string[];
  affected?: boolean;
  /** Only those that Testloom wrote. */
  generated?: boolean;
  /** Whether what the tests call is recorded. */
  record?: boolean;
  /** Whether the editor shows what they reach. */
  covered?: boolean;
}

/** Asks how to debug the tests with these node ids, or all of the project that the folder `uri` belongs to. */
export interface DebugTestsParams {
  run: string;
  uri: string;
  tests: string[];
}

/** The debugger of a run has ended; the events of the run come before the answer. */
export interface DebuggedTestsParams {
  run: string;
}

/** Files, and as the answer one of them for each project. */
export interface Files {
  uris: string[];
}

/** A pair is how many are reached, of how many. */
export interface ReachedFile {
  uri: string;
  lines: [number, number];
  branches: [number, number];
  tests: string[];
}

/** What all tests of a project reach, as far as it is known; `project` is its folder. */
export interface RanTests {
  project: string;
  files: ReachedFile[];
}

/** How a run goes; `test` is a node id of pytest. Of a test that ended, `line` is that of its function that failed. */
export type TestEvent = { run: string } & (
  | { event: "collected"; tests: number }
  | ({ event: "broken" } & BrokenTests)
  | { event: "started"; test: string; file: string; uri: string; line: number }
  | { event: "ended"; test: string; outcome: "passed" | "failed" | "skipped"; message: string; seconds: number; xfailed?: boolean; line?: number; stale?: StaleChange }
  | { event: "output"; text: string }
);

/** Why a test fails since the code has changed. */
export interface StaleChange {
  /** In words, such as `total(3) was 9, is now 12`. */
  what: string;
  /** Of the assertion. */
  line: number;
  expected: string;
  actual: string;
  /** Whether the new value can be put into the test. */
  acceptable: boolean;
  /** Whether Testloom wrote the test, and can write it anew. */
  generated: boolean;
}

/** A function of a test file, with the id of its row. */
export interface StaleArguments {
  uri: string;
  test: string;
}

/** Files that an edit has changed, to be saved. */
export interface UpdatedFiles {
  files: EditedFile[];
}

export interface CoverageParams {
  uri: string;
  /** What this test reaches, instead of what any does. */
  test?: string;
}

export interface BranchCount {
  label: string;
  count: number;
}

export interface StatementCount {
  line: number;
  count: number;
  branches: BranchCount[];
}

export interface DeclarationCount {
  name: string;
  line: number;
  count: number;
}

export interface Coverage {
  statements: StatementCount[];
  declarations: DeclarationCount[];
}

export interface ChangedLinesParams {
  uri: string;
}

/** The lines that are others than when what tests reach was measured. */
export interface ChangedLines {
  lines: number[];
}

export interface LineParams {
  uri: string;
  line: number;
}

/** A test that reaches a line, and where it stands. */
export interface TestPlace {
  test: string;
  uri: string;
  line: number;
}

export interface TestsOfLine {
  tests: TestPlace[];
}

export interface DiscoverParams {
  uri: string;
}

/** A test of a file, where its function stands, which a class may inherit from another, and whether Testloom wrote it. */
export interface DiscoveredTest {
  test: string;
  file: string;
  uri: string;
  line: number;
  generated: boolean;
}

/** A folder, a file or a class that pytest cannot collect tests from, and where the cause is, which may be in another file. */
export interface BrokenTests {
  test: string;
  /** Of a folder, the one with the cause. */
  file: string;
  message: string;
  uri: string;
  line: number;
}

export interface DiscoveredTests {
  tests: DiscoveredTest[];
  broken: BrokenTests[];
}
