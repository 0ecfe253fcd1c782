// Jobs that end with the server, as when it crashes or the window is reloaded: until they have ended, each has a file
// that says what it is about. Files are there at once, and another window of the same folder sees them as they are.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

import * as vscode from "vscode";

import type { GenerateArguments } from "../protocol/generating.js";
import { plain } from "../window/text.js";

export class UnfinishedJobs {
  constructor(
    private readonly folder: string,
    private readonly generate: (wanted: GenerateArguments) => Promise<void>,
  ) {}

  begin(job: string, wanted: GenerateArguments): void {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(this.fileOf(job), JSON.stringify(wanted));
  }

  end(job: string): void {
    rmSync(this.fileOf(job), { force: true });
  }

  /** The server of this window has started: tells of each job that a server took with it, and offers it again. */
  tell(): void {
    for (const name of this.names()) if (ownerOf(name) === process.pid) this.tellOf(name);
    this.tellOfOthers(1);
  }

  /** Does so for jobs of windows that are gone, also of one whose process takes up to a minute to end. */
  tellOfOthers(tries = 30, milliseconds = 2000): void {
    const others = this.names().filter((name) => ownerOf(name) !== process.pid);
    const ended = others.filter((name) => !isRunning(ownerOf(name)));
    for (const name of ended) this.tellOf(name);
    if (tries > 1 && ended.length < others.length) setTimeout(() => { this.tellOfOthers(tries - 1, milliseconds); }, milliseconds);
  }

  private names(): string[] {
    return existsSync(this.folder) ? readdirSync(this.folder) : [];
  }

  private tellOf(name: string): void {
    const wanted = taken(path.join(this.folder, name));
    if (wanted !== undefined) void this.offer(wanted);
  }

  private fileOf(job: string): string {
    return path.join(this.folder, `${process.pid.toString()}-${job}.json`);
  }

  private async offer(wanted: GenerateArguments): Promise<void> {
    const name = vscode.workspace.asRelativePath(vscode.Uri.parse(wanted.uri));
    const message = vscode.l10n.t("Testloom: generating tests for {0} was interrupted, and the tests found by then are lost.", name);
    const again = vscode.l10n.t("Generate Again");
    if ((await vscode.window.showInformationMessage(plain(message), again)) === again) await this.generate(wanted);
  }
}

/** What a file says, which is gone then; undefined if another window was first, or where a crash left half of it. */
function taken(file: string): GenerateArguments | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as GenerateArguments;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  } finally {
    rmSync(file, { force: true });
  }
}

/** The process of the window that has begun a job. */
function ownerOf(name: string): number {
  return Number.parseInt(name, 10);
}

/** Whether there is a process of that id; each window's extensions run in one. */
function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // it is somebody else's
  }
}
