// The rooms of the client, from the composition root down: imports run downwards only.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

const ROOMS = ["extension.ts", "commands", "recording", "candidates", "testing", "server", "python", "window", "protocol"];
const source = path.resolve(__dirname, "../../client/src");

test("every file of the client lies in a room", () => {
  expect(readdirSync(source).sort()).toEqual([...ROOMS].sort());
});

test.each(readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts")))("%s imports from rooms below it", (file) => {
  const text = readFileSync(path.join(source, file), "utf8");
  const imported = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, target = ""]) => path.join(path.dirname(file), target));

  for (const target of imported) {
    const isWithin = roomOf(target) === roomOf(file);
    expect(isWithin || ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(roomOf(file)), `${file} imports ${target}`).toBe(true);
  }
});

function roomOf(file: string): string {
  return file.split(path.sep)[0] ?? "";
}
