// What the editor adds to a request before it goes to the server, and what it does if tests cannot be generated for
// unsaved code. And what the server asks for then: the project's interpreter as the editor knows it.

import path from "node:path";

import * as vscode from "vscode";

import type { GenerateArguments } from "../protocol/generating.js";
import { findInterpreter, pythonExtensions } from "./interpreter.js";
import { pythonSetting, reviewSetting } from "./settings.js";
import { plain } from "../window/text.js";

export class Requests {
  constructor(private readonly log: vscode.LogOutputChannel) {}

  /** The request with whether its tests are reviewed. */
  readonly complete = (request: GenerateArguments): GenerateArguments => ({ ...request, review: reviewSetting(vscode.Uri.parse(request.uri)) });

  /** Saves files if their user agrees, since tests are generated for the code on disk; true if all are saved then. */
  async save(files: readonly vscode.TextDocument[]): Promise<boolean> {
    const names = files.map(({ uri }) => path.basename(uri.path)).join(", ");
    const message = vscode.l10n.t("Testloom generates tests for the code on disk, but there are unsaved changes in {0}.", names);
    const save = vscode.l10n.t("Save and Generate");
    if ((await vscode.window.showWarningMessage(plain(message), save)) !== save) return false;
    return (await Promise.all(files.map((file) => file.save()))).every(Boolean);
  }

  /** The interpreter of a file or folder; undefined if the server should look for it. */
  async interpreter(resource: vscode.Uri): Promise<string | undefined> {
    const extensions = pythonExtensions<vscode.Uri>(vscode.extensions);
    const found = await findInterpreter(extensions, pythonSetting(resource), resource, (message) => {
      this.log.warn(message);
    });
    if (found === undefined) return undefined;
    this.log.info(`The project's interpreter is ${found.path} (${found.source})`);
    return found.path;
  }
}

/** The files with unsaved changes that a request is about: its file, those of its folder, or those of a caller and its callee. */
export function unsavedIn({ uri, pair }: GenerateArguments): vscode.TextDocument[] {
  const files = pair?.map((target) => target.split("::")[0]) ?? [];
  return vscode.workspace.textDocuments.filter((document) => {
    const isMeant = document.uri.toString() === uri || document.uri.toString().startsWith(`${uri}/`) || files.includes(document.uri.fsPath);
    return isMeant && document.isDirty && document.languageId === "python" && document.uri.scheme === "file";
  });
}
