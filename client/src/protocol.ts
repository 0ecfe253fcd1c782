// What client and server say to each other beyond the Language Server Protocol.
// The server's half is server/testloom/lsp/protocol.py.

export const GENERATE_TESTS = "testloom.generateTests";
export const CANDIDATE = "testloom/candidate";
export const STATUS = "testloom/status";
export const FINISHED = "testloom/finished";

/** The argument of the server's command `testloom.generateTests`. */
export interface GenerateArguments {
  uri: string;
  /** Counted from 0, as everywhere in the protocol. */
  position?: { line: number; character: number };
  /** The whole file instead of what encloses the position. */
  scope?: "file";
  /** The project's interpreter; without it the server looks for one. */
  python?: string;
}

/** A verified test, sent as soon as it is known. */
export interface CandidateParams {
  job: string;
  id: string;
  name: string;
  source: string;
  file: string;
  target: string;
  covers: string[];
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
}
