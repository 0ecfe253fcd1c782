// What the language client does otherwise for Testloom: progress has a cancel button, lenses work for as long as they are
// shown, tests are asked for in our own way, and settings have the interpreter of the Python extension.

import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";

import type { LensCommands } from "./lenses.js";
import type { JobProgress } from "./progress.js";
import { GENERATE_TESTS, type GenerateArguments } from "../protocol/generating.js";
import { refusalOf } from "../protocol/messages.js";
import { withInterpreters } from "../python/configuration.js";
import type { Requests } from "../python/requests.js";
import { showError } from "../window/errors.js";

/** What is done instead, or besides. */
interface Ways {
  progress: JobProgress;
  lenses: LensCommands;
  generate: (argument: GenerateArguments) => Promise<void>;
  interpreterOf: Requests["interpreter"];
}

export function middlewareOf({ progress, lenses, generate, interpreterOf }: Ways): Middleware {
  const lasting = (lens: vscode.CodeLens): vscode.CodeLens => withLastingCommand(lens, lenses);
  return {
    handleWorkDoneProgress: progress.handle,
    executeCommand: (command, args: unknown[], next) =>
      command === GENERATE_TESTS
        ? generate(args[0] as GenerateArguments)
        : Promise.resolve(next(command, args)).catch((error: unknown) => {
            showError(error instanceof Error ? refusalOf(error) : { error: String(error) });
          }),
    provideCodeLenses: async (document, token, next) => (await next(document, token))?.map(lasting),
    resolveCodeLens: async (lens, token, next) => {
      const resolved = await next(lens, token);
      return resolved && lasting(resolved);
    },
    workspace: {
      configuration: async (params, token, next) => {
        const answers: unknown = await next(params, token);
        if (!Array.isArray(answers)) return [];
        return withInterpreters(params.items, answers, (uri) => interpreterOf(vscode.Uri.parse(uri)));
      },
    },
  };
}

/** The lens with a command that works for as long as the lens is shown. */
function withLastingCommand(lens: vscode.CodeLens, lenses: LensCommands): vscode.CodeLens {
  const { command } = lens;
  if (command !== undefined) lens.command = { title: command.title, ...(command.tooltip !== undefined && { tooltip: command.tooltip }), command: lenses.idOf(command) };
  return lens;
}
