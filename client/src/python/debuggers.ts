// The debuggers for Python: those of other extensions where one is installed, and our own.

import * as vscode from "vscode";

/** The type of our own configurations. */
export const OWN_TYPE = "testloom";
/** Python debuggers of others, and the types of their configurations; the newer first. */
export const OTHERS = [
  { extension: "ms-python.debugpy", type: "debugpy" },
  { extension: "ms-python.python", type: "python" },
];

/** The type of the Python debugger that is installed, or of our own. */
export function pythonDebugger(): string {
  return OTHERS.find(({ extension }) => vscode.extensions.getExtension(extension) !== undefined)?.type ?? OWN_TYPE;
}
