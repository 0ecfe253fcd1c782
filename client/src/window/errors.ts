// Errors that the server answers with: what happened and what to do next, with buttons for it.

import * as vscode from "vscode";

import { GENERATE_TESTS, type GenerateArguments, type Remedy } from "../protocol/generating.js";
import type { Refusal } from "../protocol/messages.js";
import { Click } from "./click.js";
import { showTerminal } from "./focus.js";
import { goTo } from "./places.js";
import { plain } from "./text.js";

const PYTHON = "ms-python.python";

/** Shows what was refused; what was asked for can be tried `again` once a command of a button has ended well. */
export function showError({ error, remedies = [] }: Refusal, again?: () => unknown): void {
  const message = `Testloom: ${error}`;
  const copy = { ...NOTHING, kind: "copy", title: vscode.l10n.t("Copy"), text: message } as const;
  const showLog = { ...NOTHING, kind: "showLog", title: vscode.l10n.t("Show Log") } as const;
  const buttons = fitting([...(remedies.length > 0 ? remedies : [copy]), showLog]);
  void vscode.window.showErrorMessage(plain(message), ...buttons).then((chosen) => chosen && carryOut(chosen, again));
}

/** The first buttons, as many as a message has room for: VS Code cuts the titles of others. */
export function fitting<Button extends { title: string }>(buttons: readonly Button[]): Button[] {
  let room = ROOM;
  const last = buttons.findIndex(({ title }) => (room -= title.length + FRAME) < 0);
  return buttons.slice(0, last < 0 ? buttons.length : Math.max(last, 1));
}

/** How many characters there is room for, and how many a button takes besides its title. */
const [ROOM, FRAME] = [64, 5];
const NOTHING = { uri: "", line: 0, text: "" };

/** Does what a button says that was pressed just now. */
export async function carryOut(remedy: Remedy, again?: () => unknown): Promise<void> {
  const { kind, uri, line, text } = remedy;
  const execute = vscode.commands.executeCommand;
  switch (kind) {
    case "copy":
      await vscode.env.clipboard.writeText(text);
      break;
    case "createEnvironment":
      if (hasPythonExtension()) await execute("python.createEnvironment");
      else await runConfirmed(uri, text || "python3 -m venv .venv", again);
      break;
    case "generate":
      await execute(GENERATE_TESTS, everythingIn(remedy));
      break;
    case "goTo":
      await goTo(uri, line);
      break;
    case "install":
      await runConfirmed(uri, text, again);
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
async function runConfirmed(uri: string, text: string, again?: () => unknown): Promise<void> {
  const [detail, yes] = [plain(text), vscode.l10n.t("Run")];
  if ((await vscode.window.showWarningMessage(vscode.l10n.t("Run this command in a terminal?"), { modal: true, detail }, yes)) !== yes) return;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = (uri === "" ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri))) ?? folders[0];
  const terminal = vscode.window.createTerminal({ name: "Testloom", ...(folder === undefined ? {} : { cwd: folder.uri }) });
  if (again !== undefined) offerAgain(terminal, again);
  showTerminal(terminal, new Click());
  terminal.sendText(detail);
}

/** Offers to try again once a command in a terminal has succeeded, where the shell tells so. */
function offerAgain(terminal: vscode.Terminal, again: () => unknown): void {
  const heard = vscode.Disposable.from(
    vscode.window.onDidEndTerminalShellExecution(({ terminal: ended, exitCode }) => {
      if (ended !== terminal || exitCode !== 0) return;
      heard.dispose();
      const yes = vscode.l10n.t("Try Again");
      void vscode.window.showInformationMessage(vscode.l10n.t("Testloom: The command in the terminal has succeeded."), yes).then((chosen) => chosen === yes && again());
    }),
    vscode.window.onDidCloseTerminal((closed) => { if (closed === terminal) heard.dispose(); }),
  );
}

function hasPythonExtension(): boolean {
  return vscode.extensions.getExtension(PYTHON) !== undefined;
}
