// Tells the server when the user runs or debugs something: what it does by itself waits until then.

import * as vscode from "vscode";

import { BUSY } from "../protocol/generating.js";
import type { Server } from "./server.js";

export class Activity implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private readonly running = new Set<unknown>();

  constructor(private readonly server: Server) {
    this.subscriptions = [
      vscode.debug.onDidStartDebugSession((session) => { this.begun(session.id); }),
      vscode.debug.onDidTerminateDebugSession((session) => { this.ended(session.id); }),
      vscode.tasks.onDidStartTask(({ execution }) => { this.begun(execution); }),
      vscode.tasks.onDidEndTask(({ execution }) => { this.ended(execution); }),
      vscode.window.onDidStartTerminalShellExecution(({ execution }) => { this.begun(execution); }),
      vscode.window.onDidEndTerminalShellExecution(({ execution }) => { this.ended(execution); }),
      vscode.window.onDidCloseTerminal(() => { this.forgetShells(); }),
      server.onReady(() => { if (this.running.size > 0) this.tell(true); }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private begun(what: unknown): void {
    this.running.add(what);
    if (this.running.size === 1) this.tell(true);
  }

  private ended(what: unknown): void {
    if (this.running.delete(what) && this.running.size === 0) this.tell(false);
  }

  /** A terminal that is closed does not say how its program ended. */
  private forgetShells(): void {
    const executions = new Set<unknown>(vscode.tasks.taskExecutions);
    for (const what of [...this.running]) {
      if (typeof what !== "string" && !executions.has(what)) this.ended(what);
    }
  }

  /** The server hears it if it runs; nothing is started for it. */
  private tell(busy: boolean): void {
    if (this.server.isRunning) void this.server.inquire(BUSY, { busy });
  }
}
