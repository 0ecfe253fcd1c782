// What the client says must be what the manifest declares and the server knows.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import * as protocol from "../../client/src/protocol/generating.js";
import * as recordingProtocol from "../../client/src/protocol/recording.js";

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
const sources = readdirSync(path.join(root, "client/src")).map((name) => readFileSync(path.join(root, "client/src", name), "utf8"));

test.each([
  ["protocol.py", protocol],
  ["recording_protocol.py", recordingProtocol],
])("client and server give their messages the same names: %s", (file, own) => {
  const server = readFileSync(path.join(root, "server/testloom/lsp", file), "utf8");
  const named = [...server.matchAll(/^([A-Z_]+) = "(.+)"$/gm)].map(([, name, value]) => [name, value]);

  expect(Object.fromEntries(named)).toEqual({ ...own });
});

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

test("every text that the manifest refers to is there for translators, and no other", () => {
  const text = readFileSync(path.join(root, "package.json"), "utf8");
  const referred = [...text.matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key ?? "");
  const known = Object.keys(JSON.parse(readFileSync(path.join(root, "package.nls.json"), "utf8")) as object);

  expect([...new Set(referred)].sort()).toEqual(known.sort());
});
