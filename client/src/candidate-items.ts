// How candidates look in their view: by what they test, each with what it is worth.

import * as vscode from "vscode";

import type { OfferedTest } from "./protocol.js";

/** A class or function with tests that wait, or one of these. */
export type Node = { target: string; tests: OfferedTest[] } | { test: OfferedTest };

const MOST_KILLS = 8;

/** The nodes of the first level. */
export function groupsOf(tests: readonly OfferedTest[]): Node[] {
  const found = new Map<string, OfferedTest[]>();
  for (const test of tests) found.set(test.target, [...(found.get(test.target) ?? []), test]);
  return [...found].map(([target, tests]) => ({ target, tests }));
}

export function testsOf(node: Node): OfferedTest[] {
  return "test" in node ? [node.test] : node.tests;
}

export function itemOf(node: Node): vscode.TreeItem {
  return "test" in node ? testItem(node) : targetItem(node.target, node.tests);
}

function targetItem(target: string, tests: OfferedTest[]): vscode.TreeItem {
  const item = new vscode.TreeItem(target, vscode.TreeItemCollapsibleState.Expanded);
  const [first] = tests;
  item.id = `${first?.subject ?? ""}#${target}`;
  if (first !== undefined) item.description = vscode.workspace.asRelativePath(vscode.Uri.parse(first.subject));
  item.iconPath = new vscode.ThemeIcon("symbol-method");
  item.contextValue = "testloom.target";
  return item;
}

function testItem(node: Node & { test: OfferedTest }): vscode.TreeItem {
  const { id, name, verified } = node.test;
  const item = new vscode.TreeItem(name);
  item.id = id;
  item.description = worth(node.test).join(" · ");
  item.iconPath = new vscode.ThemeIcon(verified ? "beaker" : "circle-outline");
  item.contextValue = verified ? "testloom.candidate" : "testloom.draft";
  item.tooltip = tooltip(node.test);
  item.accessibilityInformation = { label: [name, ...worth(node.test)].join(", ") };
  item.command = { command: "testloom.previewCandidate", title: "Preview", arguments: [node] };
  return item;
}

/** What is said of a test in one line. */
function worth({ verified, covers, kills, doubles, private: names }: OfferedTest): string[] {
  return [
    ...(verified ? [] : ["not yet verified"]),
    ...(covers.length > 0 ? [covers.join(", ")] : []),
    ...(kills.length > 0 ? [`notices ${kills.length.toString()} ${kills.length === 1 ? "fault" : "faults"}`] : []),
    ...(doubles.length > 0 ? ["with a double"] : []),
    ...(names.length > 0 ? ["calls a private name"] : []),
  ];
}

function tooltip(test: OfferedTest): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  if (!test.verified) text.appendText("Not yet verified: it may change or go until the search ends.\n\n");
  if (test.covers.length > 0) text.appendText(`Covers what nothing else does: ${test.covers.join(", ")}${lastResort(test)}\n\n`);
  if (test.kills.length > 0) {
    const shown = test.kills.slice(0, MOST_KILLS);
    const more = test.kills.length - shown.length;
    text.appendText("Fails if the code is changed so:").appendMarkdown("\n\n");
    text.appendCodeblock([...shown, ...(more > 0 ? [`… and ${more.toString()} more`] : [])].join("\n"), "text");
  }
  return text.appendCodeblock(test.source, "python");
}

/** What a test needed because there was no other way. */
function lastResort(test: OfferedTest): string {
  const doubles = test.doubles.length > 0 ? [`doubles for ${test.doubles.join(", ")}`] : [];
  const names = test.private.length > 0 ? [`private ${test.private.join(", ")}`] : [];
  const parts = [...doubles, ...names];
  return parts.length > 0 ? ` with ${parts.join(" and ")}: there was no other way` : "";
}
