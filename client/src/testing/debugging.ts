// Debugs tests: pytest runs in the Python debugger that is installed, or else in our own, which does not tell how each ended.

import * as vscode from "vscode";

import { pythonDebugger } from "../python/debuggers.js";

/** Debugs the tests with these node ids, or all of a folder, until the session ends or `token` asks it to. */
export async function debugTests(run: vscode.TestRun, folder: vscode.WorkspaceFolder, nodes: readonly string[], token: vscode.CancellationToken): Promise<void> {
  const session = await begin(run, folder, nodes);
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

async function begin(run: vscode.TestRun, folder: vscode.WorkspaceFolder, nodes: readonly string[]): Promise<vscode.DebugSession | undefined> {
  const name = vscode.l10n.t("Debug tests");
  const pytest = { module: "pytest", args: [...nodes], cwd: folder.uri.fsPath, console: "internalConsole" };
  const found: vscode.DebugSession[] = [];
  const begun = vscode.debug.onDidStartDebugSession((session) => { if (session.name === name) found.push(session); });
  try {
    await vscode.debug.startDebugging(folder, { type: pythonDebugger(), request: "launch", name, ...pytest }, { testRun: run });
  } finally {
    begun.dispose();
  }
  return found[0];
}
