// The commands that a user sees in menus and in the palette.

import * as vscode from "vscode";

import type { GenerateArguments } from "./protocol.js";
import { findInterpreter, pythonExtensions } from "./python.js";
import type { Server } from "./server.js";
import { pythonSetting } from "./settings.js";

export function registerCommands(server: Server, log: vscode.LogOutputChannel): vscode.Disposable {
  const register = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    register("testloom.generate", () => generateAtCursor(server, log)),
    register("testloom.generateForFile", (file?: vscode.Uri) => generateForFile(server, log, file)),
    register("testloom.restart", () => server.restart()),
    register("testloom.showLog", () => { log.show(); }),
  );
}

async function generateAtCursor(server: Server, log: vscode.LogOutputChannel): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const { line, character } = editor.selection.active;
  await generate(server, log, editor.document, { position: { line, character } });
}

async function generateForFile(server: Server, log: vscode.LogOutputChannel, file?: vscode.Uri): Promise<void> {
  const uri = file ?? vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) return;
  await generate(server, log, await vscode.workspace.openTextDocument(uri), { scope: "file" });
}

/** Saves the document, because tests are written for what is on disk, and asks the server. */
async function generate(
  server: Server,
  log: vscode.LogOutputChannel,
  document: vscode.TextDocument,
  what: Pick<GenerateArguments, "position" | "scope">,
): Promise<void> {
  if (document.isDirty) await document.save();
  const extensions = pythonExtensions<vscode.Uri>(vscode.extensions);
  const found = await findInterpreter(extensions, pythonSetting(document.uri), document.uri, (message) => {
    log.warn(message);
  });
  if (found !== undefined) log.info(`The project's interpreter is ${found.path} (${found.source})`);
  const python = found === undefined ? {} : { python: found.path };
  await server.generate({ uri: document.uri.toString(), ...what, ...python });
}
