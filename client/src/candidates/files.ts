// The previews of candidates as files that can be edited: what is saved there becomes the candidate. A file is
// named after the test file that it previews; its query holds the ids of the candidates.

import * as vscode from "vscode";

import { EDIT, PREVIEW } from "../protocol/candidates.js";
import { isRefusal } from "../protocol/messages.js";
import type { Server } from "../server/server.js";

const SCHEME = "testloom-candidate";

interface Preview {
  text: Uint8Array;
  changed: number;
}

export class CandidateFiles implements vscode.Disposable, vscode.FileSystemProvider {
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly saved = new vscode.EventEmitter<undefined>();
  private readonly known = new Map<string, Preview>();
  private readonly registration: vscode.Disposable;

  readonly onDidChangeFile = this.changes.event;

  /** A candidate was edited. */
  readonly onSaved = this.saved.event;

  constructor(private readonly server: Server) {
    this.registration = vscode.workspace.registerFileSystemProvider(SCHEME, this, { isCaseSensitive: true });
  }

  dispose(): void {
    vscode.Disposable.from(this.registration, this.changes, this.saved).dispose();
  }

  /** The file that shows a test file as it will be with these candidates. */
  static of(file: vscode.Uri, ids: readonly string[]): vscode.Uri {
    return file.with({ scheme: SCHEME, query: ids.join(",") });
  }

  /** Saves what was edited of these candidates; false if one cannot be saved, which the editor shows. */
  static async saveEdited(ids: readonly string[]): Promise<boolean> {
    const open = vscode.workspace.textDocuments.filter(({ uri, isDirty }) => isDirty && uri.scheme === SCHEME);
    const saved = open.filter(({ uri }) => idsIn(uri).some((id) => ids.includes(id))).map((document) => document.save());
    return (await Promise.all(saved)).every(Boolean);
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
    const params = { ids: idsIn(uri), text: new TextDecoder().decode(content) };
    const answer = await this.server.inquire(EDIT, params);
    if (answer !== undefined && isRefusal(answer)) throw new vscode.FileSystemError(answer.error);
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
    const text = new TextEncoder().encode(found.text);
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

function idsIn(uri: vscode.Uri): string[] {
  return uri.query.split(",");
}

/** What an editor's tab shows; of a difference the newer side. */
function uriOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}
