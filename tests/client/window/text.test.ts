import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { asCode, inMarkdown, plain } from "../../../client/src/window/text.js";

/** What VS Code makes a link of in a message (linkedText.ts). */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
const ATTACK = "out of date. [Update it](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22id%5Cn%22%7D)";
const client = path.resolve(__dirname, "../../../client/src");

test("no part of a message becomes a link", () => {
  expect(ATTACK).toMatch(LINK);
  expect(plain(ATTACK)).not.toMatch(LINK);
  expect(plain("[a](\u200bcommand:x) [a]\u200b(command:x)")).not.toMatch(LINK);
  expect(plain("Account.withdraw[0] (line 3): {'a': 1}")).toBe("Account.withdraw[0] (line 3): {'a': 1}");
});

test("a message is one line of what can be seen", () => {
  expect(plain("one\r\ntwo\u001b[2J\u202e")).toBe("one  two\\u001b[2J\\u202e");
});

test("a line of Markdown holds no Markdown of others", () => {
  const shown = inMarkdown("![x](https://evil.example/x.png) | <img src=x> `a` ## [b][c] *d*\n# e");

  expect(shown).not.toMatch(/[[\]()<>`|*!]|^#/m);
  expect(shown.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).toBe(
    "![x] (https://evil.example/x.png) | <img src=x> `a` ## [b][c] *d* # e",
  );
});

test("a block of code has no line of its own making", () => {
  expect(asCode("a\r# b\r\n[c](d)\n")).toBe("    a\n    # b\n    [c](d)\n    ");
});

test("every message that shows more than our own words passes `plain`", () => {
  const calls = readdirSync(client, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [...readFileSync(path.join(client, name), "utf8").matchAll(/show(?:Error|Warning|Information)Message\((\w+)([^\n]*)/g)])
    .filter(([, first]) => first !== "plain")
    .map(([call]) => call);

  expect(calls.filter((call) => !/Message\((?:vscode\.l10n\.t\("[^{}"]*"\)|question, \{ modal)/.test(call))).toEqual([]);
});
