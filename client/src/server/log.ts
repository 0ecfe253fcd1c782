// The output channel "Testloom": the client's own words and the server's.

import * as vscode from "vscode";

export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel("Testloom", { log: true });
}
