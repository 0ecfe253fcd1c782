// The tests of the testing view: below each folder those that pytest would run there, listed once they are asked for.

import * as vscode from "vscode";

import { isRefusal } from "../protocol/messages.js";
import { DISCOVER, type DiscoveredTest } from "../protocol/testing.js";
import type { Server } from "../server/server.js";
import { Renewal } from "../window/renewal.js";

/** What pytest is to run: a project's folder, and a node id in it unless all is meant. */
interface Place {
  folder: vscode.WorkspaceFolder;
  node?: string;
}

/** So long after a change on disk, others that belong to it have followed. */
const MILLISECONDS_TO_SETTLE = 1000;
/** Files that the user does not write. */
const FOREIGN = /\/(?:\.[^/]*|__pycache__|site-packages|node_modules)(?:\/|$)/;
const OF_TESTS = /\/(?:test_[^/]*|[^/]*_test|conftest)\.py$/;

export class TestItems {
  private readonly places = new WeakMap<vscode.TestItem, Place>();
  private readonly changed = new Renewal(async () => {
    await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_TO_SETTLE));
    await this.discoverAll();
  });
  private isListed = false;

  constructor(
    private readonly controller: vscode.TestController,
    private readonly server: Server,
  ) {}

  /** Those whose tests are listed. */
  get folders(): vscode.WorkspaceFolder[] {
    return [...this.controller.items].flatMap(([, item]) => this.places.get(item)?.folder ?? []);
  }

  /** What pytest calls a test or a file of tests; undefined for all of a folder. */
  nodeOf(item: vscode.TestItem): string | undefined {
    return this.places.get(item)?.node;
  }

  /** What a run in a folder is about: tests by their node ids, or all. */
  about(folder: vscode.WorkspaceFolder, nodes: readonly string[] = []): vscode.TestItem[] {
    const root = this.controller.items.get(folder.uri.toString());
    if (nodes.length > 0) return nodes.map((node) => this.item(folder, node));
    return root === undefined ? [] : [root];
  }

  addFolders(): void {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    const isNew = folders.some((folder) => this.controller.items.get(folder.uri.toString()) === undefined);
    this.controller.items.replace(folders.map((folder) => this.controller.items.get(folder.uri.toString()) ?? this.root(folder)));
    if (isNew && this.isListed) void this.changed.ask();
  }

  private root(folder: vscode.WorkspaceFolder): vscode.TestItem {
    const item = this.controller.createTestItem(folder.uri.toString(), folder.name); // with a place, a click would leave the view
    item.description = vscode.l10n.t("all tests");
    this.places.set(item, { folder });
    return item;
  }

  /** Lists the tests of all folders, which pytest imports but does not run: once the testing view is open, or a test at hand. */
  async discoverAll(): Promise<void> {
    this.isListed = true;
    for (const [, root] of this.controller.items) await this.discover(root);
  }

  /** Lists the tests once the user moves in a file of tests: the commands for the test at the cursor find no others. */
  async discoverAt({ uri }: vscode.TextDocument): Promise<void> {
    if (!this.isListed && uri.scheme === "file" && OF_TESTS.test(uri.path) && !FOREIGN.test(uri.path)) await this.discoverAll();
  }

  /** Lists the tests anew if a file may hold other tests now, or if they could not be listed. */
  renewAfter({ path }: vscode.Uri): void {
    if (!this.isListed || FOREIGN.test(path)) return;
    if (OF_TESTS.test(path) || this.isAboveTests(path) || (path.endsWith(".py") && this.isUnlisted)) void this.changed.ask();
  }

  /** Whether tests are listed of files below a path: of a folder that is gone, VS Code does not tell the files. */
  private isAboveTests(path: string): boolean {
    return [...this.controller.items].some(([, root]) => [...root.children].some(([, { uri }]) => uri?.path.startsWith(`${path}/`)));
  }

  /** Lists the tests anew if they could not be listed: pytest has run some since, or another interpreter is set. */
  renewUnlisted(): void {
    if (this.isUnlisted) void this.changed.ask();
  }

  private get isUnlisted(): boolean {
    return [...this.controller.items].some(([, root]) => [root, ...below(root)].some(({ error }) => error !== undefined));
  }

  private async discover(root: vscode.TestItem): Promise<void> {
    const place = this.places.get(root);
    if (place === undefined) return;
    root.busy = true;
    const found = await this.server.inquire(DISCOVER, { uri: place.folder.uri.toString() }).finally(() => { root.busy = false; });
    if (found === undefined) return;
    root.error = isRefusal(found) ? found.error : undefined;
    if (isRefusal(found)) return;
    for (const test of found.tests) this.list(place.folder, test);
    for (const test of found.broken) this.item(place.folder, test.test, test);
    forgetOthers(root, new Set(found.tests.map(({ test }) => test)), found.broken.map(({ test }) => test));
    for (const test of found.broken) this.item(place.folder, test.test).error = test.message.split("\n", 1)[0];
  }

  private list(folder: vscode.WorkspaceFolder, test: DiscoveredTest): void {
    const item = this.item(folder, test.test, test);
    item.range = new vscode.Range(test.line, 0, test.line, 0);
    item.description = test.generated ? vscode.l10n.t("generated") : "";
  }

  /** By folder, the node ids that a request is about; none for all. */
  chosen({ include }: vscode.TestRunRequest): { folder: vscode.WorkspaceFolder; nodes: string[] }[] {
    const items = include ?? [...this.controller.items].map(([, item]) => item);
    const places = items.map((item) => this.places.get(item)).filter((place) => place !== undefined);
    return [...new Set(places.map(({ folder }) => folder))].map((folder) => {
      const nodes = places.filter((place) => place.folder === folder).map(({ node }) => node);
      const some = nodes.filter((node) => node !== undefined);
      return { folder, nodes: some.length === nodes.length ? some : [] };
    });
  }

  /** Whether a node id is still one of a folder's files or tests. */
  has(folder: vscode.WorkspaceFolder, node: string): boolean {
    const root = this.controller.items.get(folder.uri.toString());
    return root !== undefined && below(root).some((item) => this.places.get(item)?.node === node);
  }

  /** The item of a node id, below that of its file; a class may inherit a test from another, where `uri` is. */
  item(folder: vscode.WorkspaceFolder, node: string, where?: Pick<DiscoveredTest, "file" | "uri">): vscode.TestItem {
    const root = this.controller.items.get(folder.uri.toString());
    const [file = node, ...names] = node.split("::");
    const parent = this.child(root?.children ?? this.controller.items, { folder, node: file }, file, where?.file);
    return names.length === 0 ? parent : this.child(parent.children, { folder, node }, names.join(" › "), where?.uri);
  }

  private child(items: vscode.TestItemCollection, place: Required<Place>, label: string, uri?: string): vscode.TestItem {
    const known = items.get(place.node);
    if (known !== undefined) return known;
    const there = uri === undefined ? vscode.Uri.joinPath(place.folder.uri, place.node) : vscode.Uri.parse(uri);
    const item = this.controller.createTestItem(place.node, label, there);
    this.places.set(item, place);
    items.add(item);
    return item;
  }

  /** The items of a project's node ids, which need not be listed yet. */
  known(folder: vscode.WorkspaceFolder, nodes: string[], project: string): vscode.TestItem[] {
    return nodes.map((node) => {
      const file = vscode.Uri.joinPath(vscode.Uri.parse(project), node.split("::")[0] ?? "").toString();
      return this.item(folder, node, { file, uri: file });
    });
  }
}

/** The items of files and of tests below a folder. */
function below(root: vscode.TestItem): vscode.TestItem[] {
  return [...root.children].flatMap(([, file]) => [file, ...[...file.children].map(([, test]) => test)]);
}

/** Takes away the tests that are no longer there; of what is broken, nobody knows which are. */
function forgetOthers(root: vscode.TestItem, known: ReadonlySet<string>, broken: readonly string[]): void {
  for (const item of below(root)) item.error = undefined;
  for (const [, file] of root.children) {
    for (const [id] of file.children) if (!known.has(id) && !broken.some((node) => isWithin(id, node))) file.children.delete(id);
    if (file.children.size === 0 && !broken.includes(file.id)) root.children.delete(file.id);
  }
}

/** Whether a node id is another one, or below it: that of a folder, a file or a class. */
function isWithin(id: string, node: string): boolean {
  return id === node || ["/", "::"].some((mark) => id.startsWith(node + mark));
}
