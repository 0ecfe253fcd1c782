// How candidates look in their view: by what they test, each with what it is worth.

import * as vscode from "vscode";

import { caption, firstFew } from "./caption.js";
import type { TrialResult, WaitingTest } from "../protocol/candidates.js";

/** A class or function with tests that wait, or one of these. */
export type Node = { target: string; tests: WaitingTest[] } | { test: WaitingTest };

const MOST_KILLS = 8;
const MOST_HEARD = 3;
const MOST_READ = 8;

/** The nodes of the first level. */
export function groupsOf(tests: readonly WaitingTest[]): Node[] {
  const found = new Map<string, WaitingTest[]>();
  for (const test of tests) found.set(test.target, [...(found.get(test.target) ?? []), test]);
  return [...found].map(([target, tests]) => ({ target, tests }));
}

export function testsOf(node: Node): WaitingTest[] {
  return "test" in node ? [node.test] : node.tests;
}

export function idsOf(tests: readonly WaitingTest[]): string[] {
  return tests.map(({ id }) => id);
}

/** What stays the same of a row while tests come and go. */
export function idOf(node: Node): string {
  return "test" in node ? node.test.id : `${node.tests[0]?.subject ?? ""}#${node.target}`;
}

/** A class or function whose tests wait. */
export function targetItem(target: string, tests: WaitingTest[]): vscode.TreeItem {
  const item = new vscode.TreeItem(target, vscode.TreeItemCollapsibleState.Expanded);
  const [first] = tests;
  item.id = idOf({ target, tests });
  if (first !== undefined) item.description = vscode.workspace.asRelativePath(vscode.Uri.parse(first.subject));
  item.iconPath = new vscode.ThemeIcon("symbol-method");
  const count = tests.length === 1 ? vscode.l10n.t("1 test") : vscode.l10n.t("{0} tests", tests.length);
  item.accessibilityInformation = { label: [target, count, item.description].join(", ") };
  item.contextValue = "testloom.target";
  return item;
}

/** A test that waits, and how it ended if its user has run it. */
export function testItem(test: WaitingTest, trial: TrialResult | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(caption(test));
  item.id = idOf({ test });
  item.description = worth(test, trial, inShort(test.covers)).join(" · ");
  item.iconPath = icon(test, trial);
  item.contextValue = `testloom.${test.verified ? "candidate" : "draft"}${test.edited ? ".edited" : ""}`;
  item.tooltip = tooltip(test, trial);
  item.accessibilityInformation = { label: [test.name, ...worth(test, trial, firstFew(test.covers, MOST_HEARD, vscode.l10n.t))].join(", ") };
  item.command = { command: "testloom.previewCandidate", title: vscode.l10n.t("Preview"), arguments: [{ test }] };
  return item;
}

function icon({ verified, edited }: WaitingTest, trial: TrialResult | undefined): vscode.ThemeIcon {
  if (trial?.outcome === "passed") return new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed"));
  if (trial?.outcome === "failed") return new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed"));
  if (edited) return new vscode.ThemeIcon("edit");
  return new vscode.ThemeIcon(verified ? "beaker" : "circle-outline");
}

/** The first of what a test covers, and how much more there is: the row has no room for it. */
function inShort([first, ...others]: readonly string[]): string {
  if (first === undefined || others.length === 0) return first ?? "";
  return vscode.l10n.t("{0} (+{1})", first, others.length);
}

/** What is said of a test in one line; of one that its user has edited, nobody knows what it covers or kills now. */
function worth({ verified, edited, covered, kills, doubles, private: names }: WaitingTest, trial: TrialResult | undefined, covers: string): string[] {
  const ended = trial === undefined ? [] : [ending(trial)];
  if (edited) return [...ended, vscode.l10n.t("edited")];
  return [
    ...ended,
    ...(covered ? [vscode.l10n.t("covered by your tests")] : []),
    ...(covers === "" || covered ? [] : [covers]),
    ...(verified ? [] : [vscode.l10n.t("not yet verified")]),
    ...(kills.length > 0 ? [kills.length === 1 ? vscode.l10n.t("kills 1 mutant") : vscode.l10n.t("kills {0} mutants", kills.length)] : []),
    ...(doubles.length > 0 ? [vscode.l10n.t("uses a test double")] : []),
    ...(names.length > 0 ? [vscode.l10n.t("calls a private name")] : []),
  ];
}

function ending({ outcome, message }: TrialResult): string {
  if (outcome === "failed") return vscode.l10n.t("fails: {0}", message);
  return outcome === "passed" ? vscode.l10n.t("passed") : vscode.l10n.t("skipped");
}

function tooltip(test: WaitingTest, trial: TrialResult | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const say = (sentence: string): void => { text.appendText(sentence).appendMarkdown("\n\n"); };
  if (trial?.outcome === "failed") {
    say(vscode.l10n.t("It fails:"));
    text.appendCodeblock(trial.report, "text");
  }
  if (test.edited) return text.appendCodeblock(test.source, "python");
  if (!test.verified) say(vscode.l10n.t("Not yet verified: it may change or disappear before the search ends."));
  if (test.covered) say(vscode.l10n.t("Your tests covered all of this when they last ran with coverage.") + lastResort(test));
  else if (test.covers.length > 0) say(vscode.l10n.t("Only this test covers: {0}", firstFew(test.covers, MOST_READ, vscode.l10n.t) + lastResort(test)));
  if (test.kills.length > 0) {
    const shown = test.kills.slice(0, MOST_KILLS);
    const more = test.kills.length - shown.length;
    say(vscode.l10n.t("Fails if the code is changed like this:"));
    text.appendCodeblock([...shown, ...(more > 0 ? [vscode.l10n.t("… and {0} more", more)] : [])].join("\n"), "text");
  }
  return text.appendCodeblock(test.source, "python");
}

/** What a test needed because there was no other way. */
function lastResort(test: WaitingTest): string {
  const doubles = test.doubles.length > 0 ? [vscode.l10n.t("doubles for {0}", test.doubles.join(", "))] : [];
  const names = test.private.length > 0 ? [vscode.l10n.t("private {0}", test.private.join(", "))] : [];
  const parts = [...doubles, ...names];
  return parts.length > 0 ? vscode.l10n.t(" (uses {0}; no alternative found)", parts.join(", ")) : "";
}
