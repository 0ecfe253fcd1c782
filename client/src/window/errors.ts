// Errors that the server answers with: what happened and what to do next, with buttons for it.

import * as vscode from "vscode";

import { GENERATE_TESTS, type GenerateArguments, type Remedy } from "../protocol/generating.js";
import { type Refusal, UNDERWAY } from "../protocol/messages.js";
import { Click } from "./click.js";
import { showDocument, showTerminal } from "./focus.js";
import { plain } from "./text.js";

const PYTHON = "ms-python.python";

export function showError({ error, remedies = [], reason }: Refusal): void {
  const message = `Testloom: ${error}`;
  // Without buttons, a message goes by itself: what it says is soon no longer so.
  if (reason === UNDERWAY) return void vscode.window.showInformationMessage(plain(message));
  const copy = { ...NOTHING, kind: "copy", title: vscode.l10n.t("Copy"), text: message } as const;
  const showLog = { ...NOTHING, kind: "showLog", title: vscode.l10n.t("Show Log") } as const;
  const buttons: Remedy[] = [...(remedies.length > 0 ? remedies : [copy]), showLog];
  void vscode.window.showErrorMessage(plain(message), ...buttons).then((chosen) => chosen && carryOut(chosen));
}

const NOTHING = { uri: "", line: 0, text: "" };

/** Does what a button says that was pressed just now. */
export async function carryOut(remedy: Remedy): Promise<void> {
  const { kind, uri, line, text } = remedy;
  const execute = vscode.commands.executeCommand;
  switch (kind) {
    case "copy":
      await vscode.env.clipboard.writeText(text);
      break;
    case "createEnvironment":
      if (hasPythonExtension()) await execute("python.createEnvironment");
      else await runConfirmed(uri, text || "python3 -m venv .venv");
      break;
    case "generate":
      await execute(GENERATE_TESTS, everythingIn(remedy));
      break;
    case "goTo":
      await showDocument(vscode.Uri.parse(uri), new Click(), { selection: new vscode.Range(line, 0, line, 0) });
      break;
    case "install":
      await runConfirmed(uri, text);
      break;
    case "selectInterpreter":
      if (hasPythonExtension()) await execute("python.setInterpreter");
      else await execute("workbench.action.openSettings", "testloom.python");
      break;
    default:
      await execute(`testloom.${kind}`);
  }
}

/** A request for tests of what others cover, too. */
function everythingIn({ uri, line, text }: Remedy): GenerateArguments {
  return { uri, position: { line, character: 0 }, everything: true, ...((text === "file" || text === "line") && { scope: text }) };
}

/** Runs a command in a terminal in the folder that it is about, once its user has seen all of it and agrees. */
async function runConfirmed(uri: string, text: string): Promise<void> {
  const [detail, yes] = [plain(text), vscode.l10n.t("Run")];
  if ((await vscode.window.showWarningMessage(vscode.l10n.t("Run this command in a terminal?"), { modal: true, detail }, yes)) !== yes) return;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = (uri === "" ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri))) ?? folders[0];
  const terminal = vscode.window.createTerminal({ name: "Testloom", ...(folder === undefined ? {} : { cwd: folder.uri }) });
  showTerminal(terminal, new Click());
  terminal.sendText(detail);
}

function hasPythonExtension(): boolean {
  return vscode.extensions.getExtension(PYTHON) !== undefined;
}
