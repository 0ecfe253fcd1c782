// Recorded calls. The server's half is server/testloom/lsp/protocol/recording.py.

import type { Started } from "./generating.js";
import { News, type Nothing, Question } from "./messages.js";

export const RECORD = new Question<RecordParams, HowToRecord>("testloom/record");
export const RECORDED = new Question<Nothing, RecordedFunctions>("testloom/recorded");
export const RECORDED_CHANGED = new News<Nothing>("testloom/recordedChanged");
export const FORGET_RECORDED = new Question<ChosenFunctions, Nothing>("testloom/forgetRecorded");
export const CARVE = new Question<ChosenFunctions, Started>("testloom/carve");
export const DEBUG = new Question<DebugParams, HowToDebug>("testloom/debug");
export const STOPPED = new Question<StoppedParams, Nothing>("testloom/stopped");
export const SESSION_ENDED = new Question<SessionEndedParams, Nothing>("testloom/sessionEnded");

/** Asks how to record a program; `uri` is its file or its folder. */
export interface RecordParams {
  uri: string;
}

export interface HowToRecord {
  journal: string;
  folder: string;
  python: string;
  /** Runs the program in `folder` and records it; the file's path and arguments follow. */
  command: string[];
  /** The script that a debugger runs instead, and its arguments before these. */
  launcher: string[];
  /** The variables that bring the recorder into any Python. */
  environment: Record<string, string>;
  /** The folder of the code that a debugger must not show. */
  agent: string;
}

/** A class, function or method of which calls were recorded; `callable` is `module:qualname`. */
export interface RecordedFunction {
  journal: string;
  callable: string;
  uri: string;
  line: number;
  calls: number;
  /** Why other calls could not be recorded. */
  lost: LostCalls[];
}

export interface LostCalls {
  reason: string;
  calls: number;
}

export interface RecordedFunctions {
  functions: RecordedFunction[];
}

/** Functions of one recording, to make tests of or to forget. */
export interface ChosenFunctions {
  journal: string;
  callables: string[];
}

/** A launch configuration without variables, to complete and, if it is to be recorded, to extend. */
export interface DebugParams {
  /** A file of the project or its folder, for configurations that name no program. */
  uri: string;
  configuration: DebugConfiguration;
  record: boolean;
}

export interface HowToDebug {
  configuration: DebugConfiguration;
}

/** What an editor keeps in launch.json. */
export interface DebugConfiguration {
  type: string;
  name: string;
  request: string;
  [key: string]: unknown;
}

/** A program stood still in a debugger; times are in seconds since the epoch. */
export interface StoppedParams {
  journal: string;
  session: string;
  began: number;
  ended: number;
  /** What was typed into the console. */
  evaluated: string[];
  /** Whether a variable was set or the program was made to go on elsewhere. */
  changed: boolean;
}

export interface SessionEndedParams {
  journal: string;
  session: string;
  ended: number;
}
