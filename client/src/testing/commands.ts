// The commands that run tests. The testing view has ours once the server is wanted in a window, and not before.

import * as vscode from "vscode";

import { ProjectTests } from "./controller.js";
import type { Server } from "../server/server.js";

export class TestCommands implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private tests: ProjectTests | undefined;

  constructor(private readonly server: Server) {
    const register = vscode.commands.registerCommand;
    const none = vscode.l10n.t("Testloom: there are no tests here.");
    this.subscriptions = [
      server.onWanted(() => { this.open(); }),
      // Not VS Code's own command: that would run the tests of other extensions, too.
      register("testloom.runTests", () => this.open().carryOut({}, none)),
      register("testloom.runTestsAndRecord", () => this.open().carryOut({ record: true }, none)),
      register("testloom.runAffectedTests", () => this.open().carryOut({ affected: true }, vscode.l10n.t("Testloom: what has changed affects no test."))),
      register("testloom.checkGenerated", () => this.open().carryOut({ generated: true }, vscode.l10n.t("Testloom: there are no generated tests here, or all have been edited."))),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
    this.tests?.dispose();
  }

  private open(): ProjectTests {
    this.tests ??= new ProjectTests(this.server);
    return this.tests;
  }
}
