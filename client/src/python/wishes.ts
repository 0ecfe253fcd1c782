// What every wish needs before it goes to the server: the file saved, because tests are written for what is on
// disk. And what the server asks for then: the project's interpreter as the editor knows it.

import * as vscode from "vscode";

import type { GenerateArguments } from "../protocol/generating.js";
import { findInterpreter, pythonExtensions } from "./interpreter.js";
import { pythonSetting, reviewSetting } from "./settings.js";

export class Wishes {
  constructor(private readonly log: vscode.LogOutputChannel) {}

  /** The wish with whether its tests are reviewed, once its file is saved. */
  readonly complete = async (wish: GenerateArguments): Promise<GenerateArguments> => {
    await vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === wish.uri)?.save();
    return { ...wish, review: reviewSetting(vscode.Uri.parse(wish.uri)) };
  };

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
