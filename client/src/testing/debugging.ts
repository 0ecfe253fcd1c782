// Debugs tests: pytest runs in the Python debugger that is installed, or else in our own. The server knows how each ended.

import * as vscode from "vscode";

import type { DebugConfiguration } from "../protocol/recording.js";
import { pythonDebugger } from "../python/debuggers.js";

/** What the server says of a launch configuration: the debugger and the name are the editor's. */
type Launched = Omit<DebugConfiguration, "type" | "name" | "request">;

/** Debugs tests of a folder until the session ends or `token` asks it to. */
export async function debugTests(run: vscode.TestRun, folder: vscode.WorkspaceFolder, launched: Launched, token: vscode.CancellationToken): Promise<void> {
  const session = await begin(run, folder, launched);
  if (session === undefined) return;
  await new Promise<void>((resolve) => {
    const ended = vscode.debug.onDidTerminateDebugSession((other) => {
      if (other.id !== session.id) return;
      ended.dispose();
      resolve();
    });
    token.onCancellationRequested(() => void vscode.debug.stopDebugging(session));
  });
}

async function begin(run: vscode.TestRun, folder: vscode.WorkspaceFolder, launched: Launched): Promise<vscode.DebugSession | undefined> {
  const name = vscode.l10n.t("Debug tests");
  const configuration = { type: pythonDebugger(), request: "launch", name, console: "internalConsole", ...launched };
  const found: vscode.DebugSession[] = [];
  const begun = vscode.debug.onDidStartDebugSession((session) => { if (session.name === name) found.push(session); });
  try {
    await vscode.debug.startDebugging(folder, configuration, { testRun: run });
  } finally {
    begun.dispose();
  }
  return found[0];
}
