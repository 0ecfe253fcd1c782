// What the tests reach, as the editor shows it: of all projects at once, for it knows the coverage of one run only.

import * as vscode from "vscode";

import { isRefusal } from "../protocol/messages.js";
import { COVERAGE, type RanTests, type ReachedFile } from "../protocol/testing.js";
import type { Server } from "../server/server.js";
import type { TestItems } from "./items.js";
import { OutdatedLines } from "./outdated.js";

/** The file that a coverage belongs to, and what any test reaches of it. */
class ReachedCoverage extends vscode.FileCoverage {
  constructor(file: ReachedFile, tests: vscode.TestItem[]) {
    const [lines, branches] = [new vscode.TestCoverageCount(...file.lines), new vscode.TestCoverageCount(...file.branches)];
    super(vscode.Uri.parse(file.uri), lines, branches, undefined, tests);
  }
}

/** What the last run of a project's tests has told, in the folder whose tests they are. */
interface Known {
  run: vscode.TestRun;
  folder: vscode.WorkspaceFolder;
  coverage: readonly ReachedCoverage[];
}

export class ReachedFiles implements vscode.Disposable {
  private readonly outdated: OutdatedLines;
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly items: TestItems,
    private readonly server: Server,
  ) {
    this.outdated = new OutdatedLines(server);
  }

  dispose(): void {
    this.outdated.dispose();
  }

  /** Keeps what a run has told of a project. */
  add(run: vscode.TestRun, folder: vscode.WorkspaceFolder, { project, files }: RanTests): void {
    if (files.length === 0) return;
    const coverage = files.map((file) => new ReachedCoverage(file, this.items.known(folder, file.tests, project)));
    this.known.set(project, { run, folder, coverage });
    this.outdated.renew(files.map(({ uri }) => uri));
  }

  /** Shows what a run has told, and with it what is known of other projects, which would else be gone from view. */
  show(run: vscode.TestRun): void {
    const known = [...this.known.values()];
    if (!known.some((project) => project.run === run)) return;
    const shown = known.filter(({ folder }) => this.items.folders.includes(folder));
    for (const coverage of shown.flatMap((project) => project.coverage)) run.addCoverage(coverage);
  }

  /** What tests reach of a file, or one of them does, line by line. */
  async details(uri: vscode.Uri, test: string | undefined, token: vscode.CancellationToken): Promise<vscode.FileCoverageDetail[]> {
    const params = { uri: uri.toString(), ...(test === undefined ? {} : { test }) };
    const found = await this.server.inquire(COVERAGE, params, token);
    if (found === undefined || isRefusal(found)) return [];
    const statements = found.statements.map(
      ({ line, count, branches }) =>
        new vscode.StatementCoverage(
          count,
          new vscode.Position(line, 0),
          branches.map((branch) => new vscode.BranchCoverage(branch.count, undefined, branch.label)),
        ),
    );
    const declarations = found.declarations.map(
      ({ name, line, count }) => new vscode.DeclarationCoverage(name, count, new vscode.Position(line, 0)),
    );
    return [...statements, ...declarations];
  }
}
