// The request for tests, and how it goes. The server's half is server/testloom/lsp/protocol/generating.py.

import { News, type Nothing, Question } from "./messages.js";

/** A command of the server; its argument are `GenerateArguments`. */
export const GENERATE_TESTS = "testloom.generateTests";
export const STATUS = new News<Status>("testloom/status");
export const FINISHED = new News<Finished>("testloom/finished");
export const ANSWERED = new News<Answered>("testloom/answered");
export const REMEDY = new News<Remedy>("testloom/remedy");
export const BUSY = new Question<Busy, Nothing>("testloom/busy");

/** Both count from 0. */
export interface Position {
  line: number;
  character: number;
}

export interface GenerateArguments {
  uri: string;
  position?: Position;
  /** The whole file or folder, or the very line, instead of what encloses the position. */
  scope?: "file" | "line";
  /** With the scope "line": the way that the condition there should go. */
  outcome?: boolean;
  /** Whether tests are offered as candidates instead of being put into their file. */
  review?: boolean;
  /** The targets of a caller and its callee, which are meant instead. */
  pair?: [string, string];
  /** How many times as long as the settings say the search takes. */
  effort?: number;
  /** Whether tests are generated for what others cover, too. */
  everything?: boolean;
}

/** The id of a job. */
export interface Started {
  job: string;
}

export interface Status {
  state: "idle" | "working";
  message: string;
}

/** Whether the user runs or debugs a program now. */
export interface Busy {
  busy: boolean;
}

/** Its user has pressed a button of a message, or closed it. */
export interface Answered {
  message: string;
}

/** What can be done about an error: `line` of the file `uri` is where to go, or what to generate tests for with the
 *  scope `text`; else that is what to copy or to run in a terminal. The error may be that of a `job`. */
export interface Remedy {
  kind: "copy" | "createEnvironment" | "doctor" | "generate" | "goTo" | "install" | "runTests" | "selectInterpreter" | "showLog";
  title: string;
  uri: string;
  line: number;
  text: string;
  job?: string;
}

export interface EditedFile {
  uri: string;
  created: boolean;
  /** Where what is new begins. */
  line: number;
  /** Whether it has changes of its user, which only they save. */
  unsaved: boolean;
}

/** How a job ended. Its errors have been shown already. */
export interface Finished {
  job: string;
  files: EditedFile[];
  cancelled: boolean;
  /** The ids of the candidates that wait for the user, a message that says so, and what else can be done. */
  offered: string[];
  message: string;
  remedies: Remedy[];
}
