// The settings that the client itself needs; the server asks for its own.

import * as vscode from "vscode";

import { expand } from "./paths.js";

/** The setting `testloom.python` for a file, or undefined where it is empty. */
export function pythonSetting(resource: vscode.Uri): string | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(resource)?.uri.fsPath;
  return expand(read("python", resource), folder);
}

/** The setting `testloom.review`: whether tests wait for the user before they go into their file. */
export function reviewSetting(resource: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration("testloom", resource).get("review", true);
}

/** The setting `testloom.runOnSave`: whether saving a file runs the tests that changes affect. */
export function runOnSaveSetting(resource: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration("testloom", resource).get("runOnSave", false);
}

/** The setting `testloom.serverPython`, or undefined where it is empty. */
export function serverPythonSetting(): string | undefined {
  return expand(read("serverPython"), undefined);
}

/** Where a setting is to be changed so that this counts: where it is set, the innermost place first, or else for its user. */
export function targetOf(set?: { workspaceValue?: unknown; workspaceFolderValue?: unknown }): vscode.ConfigurationTarget {
  if (set?.workspaceFolderValue !== undefined) return vscode.ConfigurationTarget.WorkspaceFolder;
  return set?.workspaceValue === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
}

function read(name: string, resource?: vscode.Uri): string {
  return vscode.workspace.getConfiguration("testloom", resource).get<string>(name, "");
}
