// Tests that fail since the code has changed: what the testing view says of them, and what can be done about them
// there. In the editor, the server offers the same as quick fixes.

import * as vscode from "vscode";

import { ACCEPT_VALUE, KNOWN_BUG, RENEW_TEST, type StaleArguments, type StaleChange, UPDATED } from "../protocol/testing.js";
import type { Server } from "../server/server.js";
import { save } from "../window/edited-files.js";

const LONGEST = 60;

/** What the testing view hands to a command in the menu of a message. */
interface Chosen {
  test: vscode.TestItem;
}

export function registerStaleTests(server: Server): vscode.Disposable {
  const register = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    server.on(UPDATED, ({ files }) => { void save(files); }),
    register("testloom.acceptValueOfTest", ({ test }: Chosen) => act(ACCEPT_VALUE, test)),
    register("testloom.regenerateTest", ({ test }: Chosen) => act(RENEW_TEST, test)),
    register("testloom.markAsBug", ({ test }: Chosen) => act(KNOWN_BUG, test)),
  );
}

/** The message of a stale test: what changed, then what pytest says; values too long for that side by side. */
export function staleMessage(change: StaleChange, report: string): vscode.TestMessage {
  const { what, expected, actual } = change;
  const isLong = Math.max(expected.length, actual.length) > LONGEST;
  const message = isLong ? vscode.TestMessage.diff(what, expected, actual) : new vscode.TestMessage(`${what}\n\n${report}`);
  message.contextValue = contextOf(change);
  return message;
}

/** What the menu of the message is chosen by. */
function contextOf({ acceptable, generated }: StaleChange): string {
  if (!acceptable) return "testloom.stale";
  return generated ? "testloom.changed" : "testloom.own";
}

/** Has the server act on a test, which it knows by its file and by its name with the id of its row. */
async function act(command: string, { uri, id }: vscode.TestItem): Promise<void> {
  const name = id.split("::").slice(1).join("::");
  if (uri === undefined) return;
  const stale: StaleArguments = { uri: uri.toString(), test: name };
  await vscode.commands.executeCommand(command, stale);
}
