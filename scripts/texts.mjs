// Lists the texts of client and server for translators: l10n/bundle.l10n.json. A translation is a copy of that file,
// l10n/bundle.l10n.LANGUAGE.json, with other values; VS Code loads it, and hands it to the server.
//
//     npm run texts      after a text has changed

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const SOURCES = [
  { folder: "client/src", suffix: ".ts", text: /(?:l10n\.t|\bsay)\(\s*("(?:[^"\\]|\\.)*")/g },
  { folder: "server/testloom/lsp", suffix: ".py", text: /\bsay\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+|'(?:[^'\\]|\\.)*')/g },
  { folder: "server/testloom/lsp", suffix: ".py", text: /(?<!def )\bsay_count\([^"]*("(?:[^"\\]|\\.)*")/g },
  { folder: "server/testloom/lsp", suffix: ".py", text: /(?<!def )\bsay_count\([^"]*"(?:[^"\\]|\\.)*",\s*("(?:[^"\\]|\\.)*")/g },
  { folder: "server/testloom/model", suffix: "reasons.py", text: /": ("(?:[^"\\]|\\.)*"),/g },
];

export const bundle = path.join(root, "l10n", "bundle.l10n.json");

/** All texts, each by itself, in order. */
export function texts() {
  const found = SOURCES.flatMap(({ folder, suffix, text }) =>
    filesBelow(folder, suffix).flatMap((file) => [...readFileSync(file, "utf8").matchAll(text)].map(([, literal]) => read(literal))),
  );
  return Object.fromEntries([...new Set(found)].sort().map((entry) => [entry, entry]));
}

function filesBelow(folder, suffix) {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(suffix)).map((name) => path.join(root, folder, name));
}

/** The text of a literal of either language, or of several that Python joins. */
function read(literal) {
  return literal.trim().split(/(?<=")\s+(?=")/).map(readOne).join("");
}

function readOne(literal) {
  return JSON.parse(literal.startsWith("'") ? `"${literal.slice(1, -1).replaceAll('"', '\\"')}"` : literal);
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  mkdirSync(path.dirname(bundle), { recursive: true });
  writeFileSync(bundle, `${JSON.stringify(texts(), null, 2)}\n`);
  console.log(`wrote ${path.relative(root, bundle)}`);
}
