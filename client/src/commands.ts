// The commands that a user sees in menus and in the palette.

import path from "node:path";

import * as vscode from "vscode";

import type { Server } from "./server.js";

export function registerCommands(server: Server, log: vscode.LogOutputChannel): vscode.Disposable {
  const register = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    register("testloom.generate", () => generateAtCursor(server)),
    register("testloom.generateForFile", (file?: vscode.Uri) => generateForAll(server, file ?? activeFile())),
    register("testloom.generateForFolder", (folder?: vscode.Uri) => generateForAll(server, folder ?? activeFolder())),
    register("testloom.restart", () => server.restart()),
    register("testloom.showLog", () => { log.show(); }),
  );
}

async function generateAtCursor(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return;
  const { line, character } = editor.selection.active;
  await server.generate({ uri: editor.document.uri.toString(), position: { line, character } });
}

/** Everything in a file or below a folder. */
async function generateForAll(server: Server, resource?: vscode.Uri): Promise<void> {
  if (resource !== undefined) await server.generate({ uri: resource.toString(), scope: "file" });
}

function activeFile(): vscode.Uri | undefined {
  return vscode.window.activeTextEditor?.document.uri;
}

function activeFolder(): vscode.Uri | undefined {
  const file = activeFile();
  return file?.with({ path: path.posix.dirname(file.path) });
}
