// Runs other programs: with their output passed on, or kept, and never longer than they may take.

import { spawn } from "node:child_process";

const isWindows = process.platform === "win32";
const running = new Set();

/**
 * Runs a program to its end.
 *
 * @param {string[]} command the program and its arguments
 * @param {{cwd?: string, env?: object, show?: boolean, seconds?: number, onOutput?: (text: string) => void}} options
 *     `show` passes output on as it comes, `seconds` ends the program and all it started.
 * @returns {Promise<{code: number, output: string}>} a code of 124 means that time ran out, 127 that the
 *     program could not be started
 */
export function run(command, { cwd, env, show = false, seconds, onOutput } = {}) {
  return new Promise((resolve) => {
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
      // A group of its own lets us end what the program started, too.
      detached: !isWindows && !show,
      shell: isWindows && program === "npm",
    });
    running.add(child);
    let output = "";
    let timedOut = false;
    const keep = (chunk) => {
      output += chunk;
      onOutput?.(String(chunk));
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    const timer = seconds && setTimeout(() => {
      timedOut = true;
      end(child);
    }, seconds * 1000);
    const finish = (code, text = "") => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output: output + text });
    };
    child.on("error", (error) => finish(127, `${program}: ${error.message}\n`));
    child.on("close", (code, signal) => {
      if (timedOut) finish(124, `\nstopped after ${seconds} s\n`);
      else finish(code ?? 128, signal ? `\nended by ${signal}\n` : "");
    });
  });
}

/** The command that runs npm, whether or not npm started us. */
export function npm(...args) {
  const script = process.env.npm_execpath;
  return script?.endsWith("npm-cli.js") ? [process.execPath, script, ...args] : ["npm", ...args];
}

function end(child) {
  if (isWindows) {
    spawn("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    for (const child of running) end(child);
    process.exit(signal === "SIGINT" ? 130 : 143);
  });
}
