// The item in the status bar: what the server is doing; a click shows the log, or a message that has gone by itself.

import * as vscode from "vscode";

import type { Status as ServerStatus } from "../protocol/generating.js";

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("testloom.status", vscode.StatusBarAlignment.Right, 0);
  private reminder: string | undefined;
  private isWorking = false;

  constructor() {
    this.item.name = "Testloom";
  }

  /** Something takes time: say what. */
  working(what: string): void {
    this.show("$(loading~spin) Testloom", what);
  }

  /** The server's environment is being made, which takes many seconds: say what, and how far it is. */
  preparing(step: string, number: number, steps: number): void {
    const told = vscode.l10n.t("Testloom: {0} ({1} of {2})", step, number, steps);
    this.show(`$(loading~spin) ${told}`, vscode.l10n.t("Once after installation or an update. Click to show the log."));
  }

  failed(why: string): void {
    this.show("$(warning) Testloom", why);
  }

  update({ state, message }: ServerStatus): void {
    if (state === "working" && !this.isWorking) this.reminder = undefined;
    this.isWorking = state === "working";
    if (this.isWorking) this.working(message);
    else this.rest();
  }

  /** A message has buttons, and goes by itself: until it is answered or something else is begun, a click leads to it. */
  remind(message: string): void {
    this.reminder = message;
    if (!this.isWorking) this.rest();
  }

  /** A message was answered, or closed: nothing is left that a click could lead to. */
  forget(message: string): void {
    if (message !== this.reminder) return;
    this.reminder = undefined;
    if (!this.isWorking) this.rest();
  }

  dispose(): void {
    this.item.dispose();
  }

  private rest(): void {
    if (this.reminder === undefined) this.show("$(beaker) Testloom", vscode.l10n.t("Testloom is ready"));
    else this.show("$(bell-dot) Testloom", this.reminder, "notifications.showList");
  }

  private show(text: string, tooltip: string, command = "testloom.showLog"): void {
    this.item.command = command;
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.show();
  }
}
