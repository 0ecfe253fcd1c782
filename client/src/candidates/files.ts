// The previews of candidates as files that can be edited: what is saved there becomes the candidate. A file is
// named after the test file that it previews; its query holds the ids of the candidates.

import * as vscode from "vscode";

import { EDIT, PREVIEW } from "../protocol/candidates.js";
import { isRefusal } from "../protocol/messages.js";
import type { Server } from "../server/server.js";
import { type Memory, UnfinishedEdits } from "./unfinished.js";

const SCHEME = "testloom-candidate";

interface Preview {
  text: Uint8Array;
  changed: number;
}

export class CandidateFiles implements vscode.Disposable, vscode.FileSystemProvider {
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly saved = new vscode.EventEmitter<undefined>();
  private readonly known = new Map<string, Preview>();
  private readonly unfinished: UnfinishedEdits;
  /** The previews that VS Code is about to save by itself. */
  private readonly unasked = new Set<string>();
  private readonly subscriptions: { dispose(): unknown }[];

  readonly onDidChangeFile = this.changes.event;

  /** A candidate was edited. */
  readonly onSaved = this.saved.event;

  constructor(private readonly server: Server, memory: Memory) {
    this.unfinished = new UnfinishedEdits(memory);
    this.subscriptions = [
      vscode.workspace.registerFileSystemProvider(SCHEME, this, { isCaseSensitive: true }),
      vscode.workspace.onWillSaveTextDocument(({ document: { uri }, reason }) => {
        if (reason === vscode.TextDocumentSaveReason.Manual) this.unasked.delete(uri.toString());
        else if (uri.scheme === SCHEME) this.unasked.add(uri.toString());
      }),
      this.changes,
      this.saved,
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** The file that shows a test file as it will be with these candidates. */
  static of(file: vscode.Uri, ids: readonly string[]): vscode.Uri {
    return file.with({ scheme: SCHEME, query: ids.join(",") });
  }

  /** Saves what was edited of these candidates; false if one cannot be saved, which the editor shows. */
  async saveEdited(ids: readonly string[]): Promise<boolean> {
    const open = vscode.workspace.textDocuments.filter(({ uri, isDirty }) => isDirty && uri.scheme === SCHEME);
    const saved = await Promise.all(open.filter(({ uri }) => isAbout(uri, ids)).map((document) => document.save()));
    return saved.every(Boolean) && this.finish(ids);
  }

  /** Takes what VS Code has saved of these candidates by itself; the first that is no test yet is shown with the reason. */
  private async finish(ids: readonly string[]): Promise<boolean> {
    for (const uri of this.unfinishedOf(ids)) {
      const preview = uri.toString();
      const answer = await this.server.ask(EDIT, { ids: idsIn(uri), text: this.unfinished.of(preview) ?? "" });
      if (answer === undefined) {
        await vscode.commands.executeCommand("vscode.open", uri, { preserveFocus: true });
        return false;
      }
      await this.unfinished.forget([preview]);
    }
    return true;
  }

  /** Forgets what these candidates were about to become. */
  async forgetUnfinished(ids: readonly string[]): Promise<void> {
    await this.unfinished.forget(this.unfinishedOf(ids).map((uri) => uri.toString()));
  }

  private unfinishedOf(ids: readonly string[]): vscode.Uri[] {
    return this.unfinished.previews.map((preview) => vscode.Uri.parse(preview)).filter((uri) => isAbout(uri, ids));
  }

  /** The ids of the candidates that each of these tabs previews. */
  static previewedIn(tabs: readonly vscode.Tab[]): string[][] {
    return tabs.flatMap(({ input }) => {
      const file = uriOf(input);
      return file?.scheme === SCHEME ? [idsIn(file)] : [];
    });
  }

  /** The ids of the candidates that a file, or else the active tab, previews. */
  static idsShown(file = uriOf(vscode.window.tabGroups.activeTabGroup.activeTab?.input)): string[] {
    return file?.scheme === SCHEME ? idsIn(file) : [];
  }

  /** Closes the previews of candidates that have been decided on, and of no others. */
  static async close(ids: readonly string[]): Promise<void> {
    await closeTabs((file) => idsIn(file).every((id) => ids.includes(id)));
  }

  /** Closes all previews but one and those with unsaved changes. */
  static async closeAllBut(shown: vscode.Uri): Promise<void> {
    await closeTabs((file, isDirty) => file.toString() !== shown.toString() && !isDirty);
  }

  /** The candidates may be others than before: open previews show that. */
  renew(): void {
    const open = vscode.workspace.textDocuments.filter(({ uri, isClosed }) => uri.scheme === SCHEME && !isClosed);
    this.changes.fire(open.map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { text, changed } = await this.preview(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: changed, size: text.length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.preview(uri)).text;
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const [preview, text] = [uri.toString(), new TextDecoder().decode(content)];
    const isAsked = !this.unasked.delete(preview);
    const answer = await this.server.inquire(EDIT, { ids: idsIn(uri), text });
    const isTaken = answer !== undefined && !isRefusal(answer);
    if (!isTaken && isAsked) throw answer === undefined ? vscode.FileSystemError.Unavailable(uri) : new vscode.FileSystemError(answer.error);
    await (isTaken ? this.unfinished.forget([preview]) : this.unfinished.keep(preview, text));
    this.saved.fire(undefined);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** What the server shows now; it counts as changed only if it is another text than the last. */
  private async preview(uri: vscode.Uri): Promise<Preview> {
    const found = await this.server.inquire(PREVIEW, { ids: idsIn(uri) });
    if (found === undefined || isRefusal(found)) throw vscode.FileSystemError.FileNotFound(uri);
    const text = new TextEncoder().encode(this.unfinished.of(uri.toString()) ?? found.text);
    const known = this.known.get(uri.toString());
    if (known !== undefined && Buffer.compare(known.text, text) === 0) return known;
    const preview = { text, changed: Date.now() };
    this.known.set(uri.toString(), preview);
    return preview;
  }
}

async function closeTabs(isMeant: (preview: vscode.Uri, isDirty: boolean) => boolean): Promise<void> {
  const meant = openTabs().filter(({ input, isDirty }) => {
    const file = uriOf(input);
    return file?.scheme === SCHEME && isMeant(file, isDirty);
  });
  await vscode.window.tabGroups.close(meant, true);
}

export function openTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

function isAbout(preview: vscode.Uri, ids: readonly string[]): boolean {
  return idsIn(preview).some((id) => ids.includes(id));
}

function idsIn(uri: vscode.Uri): string[] {
  return uri.query.split(",");
}

/** What an editor's tab shows; of a difference the newer side. */
function uriOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
