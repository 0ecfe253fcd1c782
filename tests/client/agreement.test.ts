// What the client says must be what the manifest declares and the server knows.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { expect, test } from "vitest";

import * as candidates from "../../client/src/protocol/candidates.js";
import * as fixes from "../../client/src/protocol/fixes.js";
import * as generating from "../../client/src/protocol/generating.js";
import * as recording from "../../client/src/protocol/recording.js";
import * as testing from "../../client/src/protocol/testing.js";

interface Manifest {
  contributes: {
    commands: { command: string; title: string }[];
    menus: Record<string, { command?: string; submenu?: string }[]>;
    submenus: { id: string }[];
    configuration: { title: string; properties: Record<string, { scope: string; markdownDescription: string }> }[];
  };
}

const root = path.resolve(__dirname, "../..");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as Manifest;
const client = path.join(root, "client/src");
const sources = readdirSync(client, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(path.join(client, name), "utf8"));

test.each([
  ["candidates", candidates],
  ["fixes", fixes],
  ["generating", generating],
  ["recording", recording],
  ["testing", testing],
])("client and server give their messages the same names: %s", (subject, own) => {
  const named = [...halves(subject).server.matchAll(/^([A-Z_]+) = "(.+)"$/gm)].map(([, name, value]) => [name, value]);
  const ours = Object.entries(own as Record<string, string | { method: string }>);

  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(ours.map(([name, message]) => [name, typeof message === "string" ? message : message.method])));
});

test.each(["candidates", "fixes", "generating", "recording", "testing"])("what the client reads and writes, the server knows: %s", (subject) => {
  const { server, client } = halves(subject);
  const known = new Map([...server.matchAll(/^class (\w+):\n((?: {4}.*\n|\n)*)/gm)].map(([, name, body]) => [name, fieldsOf(body, /^ {4}(\w+): /gm)]));
  const used = [...client.matchAll(/^export interface (\w+) \{\n((?: {2}.*\n)*)\}/gm)].filter(([, name]) => name !== "DebugConfiguration");

  expect(used.length).toBeGreaterThan(1);
  for (const [, name = "", body] of used) expect(known.get(name), name).toEqual(expect.arrayContaining(fieldsOf(body, /^ {2}(\w+)\??: /gm)));
});

/** The texts of both halves of the protocol about a subject. */
function halves(subject: string): { server: string; client: string } {
  return {
    server: readFileSync(path.join(root, "server/testloom/lsp/protocol", `${subject}.py`), "utf8"),
    client: readFileSync(path.join(client, "protocol", `${subject}.ts`), "utf8"),
  };
}

function fieldsOf(body = "", field: RegExp): string[] {
  return [...body.matchAll(field)].map(([, name = ""]) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

test("every command of the manifest is registered, and menus offer no other", () => {
  const declared = manifest.contributes.commands.map(({ command }) => command).sort();
  const registered = sources.flatMap((text) => [...text.matchAll(/register\("(testloom\.\w+)"/g)].map(([, command]) => command)).sort();
  const entries = Object.values(manifest.contributes.menus).flat();
  const offered = entries.flatMap(({ command }) => command ?? []);
  const opened = entries.flatMap(({ submenu }) => submenu ?? []).sort();

  expect(registered).toEqual(declared);
  expect(declared).toEqual(expect.arrayContaining(offered));
  expect(opened).toEqual(manifest.contributes.submenus.map(({ id }) => id).sort());
});

test("the extension's own README lists every setting", () => {
  const readme = readFileSync(path.join(root, "client/README.md"), "utf8");

  const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  for (const name of settings) expect(readme).toContain(`\`${name}\``);
});

test("the texts of client and server are there for translators (npm run texts)", async () => {
  const { bundle, texts } = (await import(pathToFileURL(path.join(root, "scripts/texts.mjs")).href)) as { bundle: string; texts: () => object };
  const listed = JSON.parse(readFileSync(bundle, "utf8")) as object;

  expect(listed).toEqual(texts());
  for (const text of ["Searching", "Make this fail", "Next steps", "calls that reach it time out", "{0} tests"]) expect(listed).toHaveProperty([text]);
});

test("every text that the manifest refers to is there for translators, and no other", () => {
  const text = readFileSync(path.join(root, "package.json"), "utf8");
  const referred = [...text.matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key ?? "");
  const known = Object.keys(JSON.parse(readFileSync(path.join(root, "package.nls.json"), "utf8")) as object);

  expect([...new Set(referred)].sort()).toEqual(known.sort());
});
