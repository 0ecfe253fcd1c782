// Runs a program to its end and keeps what it says.

import { spawn } from "node:child_process";

export interface Outcome {
  /** null if the program could not be started or was ended because its time was up. */
  code: number | null;
  output: string;
}

/** Runs a command, in the folder `cwd` if one is given. */
export type Run = (command: readonly string[], cwd?: string) => Promise<Outcome>;

const SECONDS = 300;

/** Runs `command` without a shell; its standard output and error come together, as they were written. */
export const run: Run = ([program, ...args], cwd) =>
  new Promise((resolve) => {
    if (program === undefined) throw new Error("a command has a program");
    const child = spawn(program, args, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: SECONDS * 1000,
      killSignal: "SIGKILL",
      windowsHide: true,
    });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => {
      resolve({ code: null, output: error.message });
    });
    child.on("close", (code) => {
      resolve({ code, output: code === null ? `${output}\nstopped after ${SECONDS.toString()} s` : output });
    });
  });
