// Testloom in VS Code: wires the server, its commands and what they show.

import type * as vscode from "vscode";

import { Candidates } from "./candidates.js";
import { registerCommands } from "./commands.js";
import { Debugging } from "./debugging.js";
import { showFiles } from "./edited-files.js";
import { registerFixes } from "./fixes.js";
import { createLog } from "./log.js";
import { ProjectTests } from "./project-tests.js";
import { Recorded } from "./recorded.js";
import { Recording } from "./recording.js";
import { Server } from "./server.js";
import { registerStaleTests } from "./stale-tests.js";
import { Status } from "./status.js";
import { Wishes } from "./wishes.js";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const status = new Status();
  const wishes = new Wishes(log);
  server = new Server(context, log, status, wishes);
  context.subscriptions.push(
    log,
    status,
    server,
    registerCommands(server, log),
    registerFixes(server),
    registerStaleTests(),
    new ProjectTests(server, wishes),
    new Recording(server, wishes),
    new Debugging(server, wishes),
    new Recorded(server),
    new Candidates(server, wishes),
    server.onFinished(({ files }) => {
      showFiles(files).catch((error: unknown) => {
        log.error(`The tests cannot be shown: ${String(error)}`);
      });
    }),
  );
  void server.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
