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

  /** Saves a file if its user agrees, since tests are generated for the code on disk; true if it is saved then. */
  async save(uri: string): Promise<boolean> {
    const document = vscode.workspace.textDocuments.find((entry) => entry.uri.toString() === uri);
    if (document === undefined) return false;
    const name = path.basename(document.uri.path);
    const message = vscode.l10n.t("Testloom generates tests for the code on disk, but {0} has unsaved changes.", name);
    const save = vscode.l10n.t("Save and Generate");
    return (await vscode.window.showWarningMessage(plain(message), save)) === save && document.save();
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
