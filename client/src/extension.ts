// Testloom in VS Code: wires the server, its commands and what they show.

import type * as vscode from "vscode";

import { Candidates } from "./candidates/view.js";
import { Doctor } from "./commands/doctor.js";
import { registerFixes } from "./commands/fixes.js";
import { registerCommands } from "./commands/menus.js";
import { FINISHED } from "./protocol/generating.js";
import { Requests } from "./python/requests.js";
import { Debugging } from "./recording/debugging.js";
import { Recording } from "./recording/tasks.js";
import { Recorded } from "./recording/view.js";
import { Activity } from "./server/activity.js";
import { createLog } from "./server/log.js";
import { Server } from "./server/server.js";
import { Status } from "./server/status.js";
import { TestCommands } from "./testing/commands.js";
import { registerStaleTests } from "./testing/stale.js";
import { showQuietly } from "./window/edited-files.js";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const status = new Status();
  const requests = new Requests(log);
  server = new Server(context, log, status, requests);
  context.subscriptions.push(
    log,
    status,
    server,
    registerCommands(server, log),
    new Doctor(server, requests),
    registerFixes(server),
    registerStaleTests(server),
    new TestCommands(server),
    new Recording(server),
    new Debugging(server),
    new Recorded(server),
    new Candidates(server, context.workspaceState),
    new Activity(server),
    server.on(FINISHED, ({ message, remedies }) => { if (remedies.length > 0) status.remind(message); }),
    server.on(FINISHED, ({ files }) => {
      showQuietly(files).catch((error: unknown) => {
        log.error(`The tests cannot be shown: ${String(error)}`);
      });
    }),
    server.startForPython(),
  );
  server.tellOfInterrupted();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
