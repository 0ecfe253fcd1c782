// What client and server say to each other about recorded calls.
// The server's half is server/testloom/lsp/recording_protocol.py.

export const RECORD = "testloom/record";
export const RECORDED = "testloom/recorded";
export const RECORDED_CHANGED = "testloom/recordedChanged";
export const FORGET_RECORDED = "testloom/forgetRecorded";
export const CARVE = "testloom/carve";
export const DEBUG = "testloom/debug";
export const STOPPED = "testloom/stopped";
export const SESSION_ENDED = "testloom/sessionEnded";

/** Asks how to record a program; `uri` is its file or its folder. */
export interface RecordParams {
  uri: string;
  /** The project's interpreter; without it the server looks for one. */
  python?: string;
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

export type RecordResult = (HowToRecord & { error?: undefined }) | { error: string };

/** A class, function or method of which calls were recorded; `callable` is `module:qualname`. */
export interface RecordedFunction {
  journal: string;
  callable: string;
  uri: string;
  line: number;
  calls: number;
  /** Why other calls could not be recorded. */
  lost: { reason: string; calls: number }[];
}

export interface RecordedResult {
  functions: RecordedFunction[];
  error?: string;
}

/** Functions of one recording, to make tests of or to forget. */
export interface ChosenFunctions {
  journal: string;
  callables: string[];
}

export interface CarveResult {
  job?: string;
  error?: string;
}

/** A launch configuration without variables, to complete and, if it is to be recorded, to extend. */
export interface DebugParams {
  /** A file of the project or its folder, for configurations that name no program. */
  uri: string;
  /** As a text of JSON. */
  configuration: string;
  record: boolean;
  /** The project's interpreter; without it the server looks for one. */
  python?: string;
}

export interface DebugResult<Configuration> {
  configuration?: Configuration;
  error?: string;
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
