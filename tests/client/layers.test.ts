// The layers of the client, from the composition root down: imports run downwards only.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

const LAYERS = ["extension.ts", "commands", "recording", "candidates", "testing", "server", "python", "window", "protocol"];
const source = path.resolve(__dirname, "../../client/src");

test("every file of the client lies in a layer", () => {
  expect(readdirSync(source).sort()).toEqual([...LAYERS].sort());
});

test.each(readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts")))("%s imports from layers below it", (file) => {
  const text = readFileSync(path.join(source, file), "utf8");
  const imported = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, target = ""]) => path.join(path.dirname(file), target));

  for (const target of imported) {
    const isWithin = layerOf(target) === layerOf(file);
    expect(isWithin || LAYERS.indexOf(layerOf(target)) > LAYERS.indexOf(layerOf(file)), `${file} imports ${target}`).toBe(true);
  }
});

function layerOf(file: string): string {
  return file.split(path.sep)[0] ?? "";
}
