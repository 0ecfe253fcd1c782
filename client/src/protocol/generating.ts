// What client and server say to each other beyond the Language Server Protocol.
// The server's half is server/testloom/lsp/protocol.py.

export const GENERATE_TESTS = "testloom.generateTests";
export const STATUS = "testloom/status";
export const FINISHED = "testloom/finished";
export const RUN_TESTS = "testloom/runTests";
export const TEST = "testloom/test";
export const COVERAGE = "testloom/coverage";
export const TESTS_OF_LINE = "testloom/testsOfLine";
export const CANDIDATES = "testloom/candidates";
export const CANDIDATES_CHANGED = "testloom/candidatesChanged";
export const PREVIEW = "testloom/preview";
export const ACCEPT = "testloom/accept";
export const DISCARD = "testloom/discard";
export const EXPECT_EXCEPTION = "testloom.expectException";
export const ADD_FAILING_TEST = "testloom.addFailingTest";
export const SHOW_LOG = "testloom/showLog";
export const FAILING_TEST = "testloom/failingTest";
export const EDIT = "testloom/edit";
export const RESET = "testloom/reset";
export const RUN_CANDIDATES = "testloom/runCandidates";
export const ACCEPT_VALUE = "testloom.acceptNewValue";
export const RENEW_TEST = "testloom.renewTest";
export const KNOWN_BUG = "testloom.knownBug";

/** The argument of the server's command `testloom.generateTests`. */
export interface GenerateArguments {
  uri: string;
  /** Counted from 0, as everywhere in the protocol. */
  position?: { line: number; character: number };
  /** The whole file or folder, or the very line, instead of what encloses the position. */
  scope?: "file" | "line";
  /** With the scope "line": the way that the condition there should go. */
  outcome?: boolean;
  /** The project's interpreter; without it the server looks for one. */
  python?: string;
  /** Whether tests are offered as candidates instead of being put into their file. */
  review?: boolean;
  /** The targets of a caller and its callee, which are meant instead. */
  pair?: [string, string];
  /** How many times as long as the settings say the search takes. */
  effort?: number;
}

export interface StatusParams {
  state: "idle" | "working";
  message: string;
}

export interface EditedFile {
  uri: string;
  created: boolean;
  /** Where what is new begins. */
  line: number;
}

/** How a job ended. Its errors have been shown already. */
export interface FinishedParams {
  job: string;
  files: EditedFile[];
  cancelled: boolean;
  /** The ids of the candidates that wait for the user, and a message that says so. */
  offered: string[];
  message: string;
}

/** A test function that waits for the user; `uri` is the file that it belongs into, `subject` what it tests. */
export interface OfferedTest {
  id: string;
  name: string;
  source: string;
  uri: string;
  subject: string;
  target: string;
  /** Whether it has passed in fresh processes; one that has not comes from a search that goes on. */
  verified: boolean;
  /** Whether its user has changed it. */
  edited: boolean;
  covers: string[];
  /** What it puts doubles for, and the private names that it calls: there was no other way to what it covers. */
  doubles: string[];
  private: string[];
  /** The small faults in the code that it notices, in words. */
  kills: string[];
  /** What it reaches of the subject. */
  lines: number[];
  branches: { line: number; label: string }[];
}

export interface CandidatesResult {
  tests?: OfferedTest[];
  /** Whether some of them come from a search that goes on. */
  searching?: boolean;
  error?: string;
}

export interface PreviewResult {
  uri?: string;
  exists?: boolean;
  text?: string;
  error?: string;
}

/** The test of a finding as one that fails. */
export interface FailingTestResult {
  text?: string;
  error?: string;
}

export interface AcceptResult {
  files?: EditedFile[];
  /** Both files that the tests may go into: the user has to say which. */
  choices?: { extend: string; new: string };
  error?: string;
}

/** How a candidate ended; `line` is where it failed, in its preview. */
export interface TrialResult {
  id: string;
  outcome: "passed" | "failed" | "skipped";
  message: string;
  report: string;
  line: number | null;
}

export interface RunCandidatesResult {
  results?: TrialResult[];
  error?: string;
}

/** Runs the tests with these node ids, those that reach a file, or all of the project that `uri` belongs to. */
export interface RunTestsParams {
  run: string;
  uri: string;
  tests?: string[];
  affectedBy?: string;
  /** Only those that Testloom wrote. */
  generated?: boolean;
  /** Whether what the tests call is recorded. */
  record?: boolean;
  python?: string;
}

/** How a run goes; `test` is a node id of pytest. */
export type TestParams = { run: string } & (
  | { event: "collected"; tests: number }
  | { event: "broken"; test: string; message: string }
  | { event: "started"; test: string; uri: string; line: number }
  | { event: "ended"; test: string; outcome: "passed" | "failed" | "skipped"; message: string; seconds: number; stale?: StaleTest }
  | { event: "output"; text: string }
);

/** Why a test that Testloom wrote fails since the code has changed. */
export interface StaleTest {
  /** In words, such as `total(3) was 9, is now 12`. */
  what: string;
  /** Of the assertion. */
  line: number;
  expected: string;
  actual: string;
  /** Whether the new value can be put into the test. */
  acceptable: boolean;
}

/** A pair is how many are reached, of how many. */
export interface ReachedFile {
  uri: string;
  lines: [number, number];
  branches: [number, number];
  tests: string[];
}

export interface RunTestsResult {
  files: ReachedFile[];
  error?: string;
}

/** A test that reaches a line, and where it stands. */
export interface TestPlace {
  test: string;
  uri: string;
  line: number;
}

export interface CoverageParams {
  uri: string;
  /** What this test reaches, instead of what any does. */
  test?: string;
}

export interface CoverageResult {
  statements: { line: number; count: number; branches: { label: string; count: number }[] }[];
  declarations: { name: string; line: number; last: number; count: number }[];
}
