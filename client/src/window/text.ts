// Texts that others wrote (code under test, a repository, file names) where VS Code looks for more than text.

/** Says something in the language of the user (`vscode.l10n.t`). */
export type Say = (message: string, ...values: (string | number)[]) => string;

/** Characters that cannot be seen, and those that turn a line round. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** The text in one line as a message shows it. VS Code makes links of `[text](command:…)`, and a click runs the command. */
export function plain(text: string): string {
  const seen = text.replaceAll(UNSEEN, (character) => (/\s/.test(character) ? " " : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`));
  return seen.replaceAll("](", "] (");
}

/** The text in one line of a Markdown document, with nothing in it that Markdown understands. */
export function inMarkdown(text: string): string {
  return plain(text).replaceAll(/[\\`*_{}[\]()#+\-.!|<>~&:]/g, (character) => `&#${character.charCodeAt(0).toString()};`);
}

/** The text as an indented block of code in a Markdown document. */
export function asCode(text: string): string {
  return text.split(/\r\n|\r|\n/).map((line) => `    ${line}`).join("\n");
}
