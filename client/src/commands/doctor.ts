// The doctor: what Testloom needs, what of it a project lacks, and what to do then, as a document that is only read.

import path from "node:path";

import * as vscode from "vscode";

import type { Requests } from "../python/requests.js";
import type { Server } from "../server/server.js";
import { showMarkdown } from "../window/focus.js";
import { asCode, inMarkdown } from "../window/text.js";

const SCHEME = "testloom-doctor";

/** What `testloom doctor --json` says of one thing. */
interface Finding {
  name: string;
  is_well: boolean;
  detail: string;
  advice: string;
}

export class Doctor implements vscode.Disposable, vscode.TextDocumentContentProvider {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: { dispose(): unknown }[];
  private report = "";

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly server: Server,
    private readonly requests: Requests,
  ) {
    const register = vscode.commands.registerCommand;
    this.subscriptions = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      register("testloom.doctor", () => this.examine()),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  provideTextDocumentContent(): string {
    return this.report;
  }

  /** Looks at the project of the active file, or else of the first folder. The report shows at once, and fills. */
  private async examine(): Promise<void> {
    const folder = activeFolder();
    const title = vscode.l10n.t("Running Testloom Doctor");
    const document = vscode.Uri.from({ scheme: SCHEME, path: `/${vscode.l10n.t("Testloom Doctor")}.md` });
    this.tell(document, `# ${title}…`);
    const looking = vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => this.look(folder));
    const showing = showMarkdown(document);
    this.tell(document, await looking);
    // One that was still loading has missed the change.
    await showing;
    await vscode.commands.executeCommand("markdown.preview.refresh");
  }

  private tell(document: vscode.Uri, report: string): void {
    this.report = report;
    this.changed.fire(document);
  }

  private async look(folder?: vscode.Uri): Promise<string> {
    try {
      const python = folder === undefined ? undefined : await this.requests.interpreter(folder);
      const asked = python === undefined ? [] : ["--python", python];
      const { output } = await this.server.runOnce(["doctor", "--json", ...asked], folder?.fsPath);
      return reportOf(findingsIn(output), output);
    } catch (error) {
      return reportOf([], error instanceof Error ? error.message : String(error));
    }
  }
}

function activeFolder(): vscode.Uri | undefined {
  const file = vscode.window.activeTextEditor?.document.uri;
  return file?.scheme === "file" ? vscode.Uri.file(path.dirname(file.fsPath)) : vscode.workspace.workspaceFolders?.[0]?.uri;
}

function findingsIn(output: string): Finding[] {
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as Finding);
}

/** The report in Markdown; what the doctor `said` where it found nothing. */
function reportOf(findings: readonly Finding[], said: string): string {
  const title = `# ${vscode.l10n.t("Testloom Doctor")}`;
  if (findings.length === 0) {
    return [title, vscode.l10n.t("Testloom's own environment does not work:"), asCode(said), lastSteps()].join("\n\n");
  }
  const rows = findings.map(({ name, is_well: isWell, detail }) => `| ${isWell ? "✓" : "✗"} | ${inMarkdown(name)} | ${inMarkdown(detail)} |`);
  const table = [`| | ${vscode.l10n.t("Check")} | ${vscode.l10n.t("Result")} |`, "| --- | --- | --- |", ...rows].join("\n");
  return [title, table, `## ${vscode.l10n.t("Next steps")}`, nextSteps(findings), lastSteps()].join("\n\n");
}

function nextSteps(findings: readonly Finding[]): string {
  const ill = findings.filter(({ is_well: isWell }) => !isWell);
  if (ill.length > 0) return ill.map((finding) => `- **${inMarkdown(finding.name)}**: ${inMarkdown(adviceFor(finding))}`).join("\n");
  return vscode.l10n.t("Everything is set up. Select **Generate tests** above a class or function, or run **Testloom: Generate Tests for File**.");
}

/** What to do in an editor, where nobody passes an option. */
function adviceFor({ name, advice }: Finding): string {
  return name === "interpreter" ? vscode.l10n.t("Select another interpreter, or set testloom.python.") : advice;
}

function lastSteps(): string {
  return vscode.l10n.t("**Testloom: Show Log** opens the log; **Testloom: Restart Server** starts the server again.");
}
