import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type Places, prepareEnvironment, STEPS } from "../../../client/src/server/environment.js";
import type { Outcome } from "../../../client/src/server/run.js";

let home: string;
let places: Places;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "testloom-client-"));
  places = { wheels: path.join(home, "wheels"), storage: path.join(home, "storage") };
  await mkdir(places.wheels);
  await describeWheels("first");
});

afterEach(async () => {
  await rm(home, { recursive: true });
});

/** A machine on which programs answer as the rules say; the first rule whose pattern the command matches. */
class Machine {
  readonly commands: string[] = [];

  constructor(private readonly rules: [string, Partial<Outcome>][] = []) {}

  readonly run = async (command: readonly string[]): Promise<Outcome> => {
    const line = command.join(" ");
    this.commands.push(line);
    const rule = this.rules.find(([pattern]) => new RegExp(pattern).test(line));
    const outcome = { code: 0, output: line.includes("ensurepip") ? "3.12\n" : "", ...rule?.[1] };
    if (line.includes("-m venv")) await makePython(command.at(-1) ?? "", outcome.code === 0);
    return outcome;
  };
}

async function makePython(folder: string, whole: boolean): Promise<void> {
  await mkdir(path.join(folder, "bin"), { recursive: true });
  if (whole) await writeFile(path.join(folder, "bin", "python"), "");
}

async function describeWheels(key: string): Promise<void> {
  await writeFile(path.join(places.wheels, "wheels.json"), JSON.stringify({ key, python: "3.11" }));
}

async function prepare(machine: Machine, named?: string, steps: string[] = []): Promise<string> {
  const report = (step: string, number: number): void => void steps.push(`${String(number)} of ${String(STEPS)}: ${step}`);
  const say = (text: string, ...values: string[]): string => text.replaceAll(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? "");
  return prepareEnvironment(places, named, { run: machine.run, report, say });
}

test("the environment is made from the carried wheels, without the package index", async () => {
  const machine = new Machine();
  const steps: string[] = [];
  const python = await prepare(machine, undefined, steps);

  expect(existsSync(python)).toBe(true);
  expect(python.startsWith(places.storage)).toBe(true);
  expect(machine.commands).toHaveLength(4);
  expect(machine.commands[2]).toContain("--no-index --no-deps --find-links");
  expect(steps).toEqual([
    "1 of 3: creating a private Python environment",
    "2 of 3: installing the server",
    "3 of 3: trying the server out",
  ]);
});

test("a second start takes the environment that is there", async () => {
  const python = await prepare(new Machine());
  const second = new Machine();

  expect(await prepare(second)).toBe(python);
  expect(second.commands).toEqual([]);
});

test("where the wheels do not fit, the same pinned packages come from the package index", async () => {
  const machine = new Machine([["--no-index", { code: 1, output: "no matching distribution" }]]);
  await prepare(machine);
  const [, online] = machine.commands.filter((command) => command.includes("-m pip"));

  expect(online).not.toContain("--no-index");
  expect(online).toContain(path.join(places.wheels, "requirements.txt"));
});

test("an upgrade makes a new environment", async () => {
  const old = await prepare(new Machine());
  await describeWheels("second");

  expect(await prepare(new Machine())).not.toBe(old);
});

test("another server Python makes a new environment, from that Python", async () => {
  const old = await prepare(new Machine());
  const machine = new Machine();

  expect(await prepare(machine, "/opt/python")).not.toBe(old);
  expect(machine.commands[0]).toContain("/opt/python -I");
});

test("environments of other versions are removed when they are old", async () => {
  await prepare(new Machine());
  const before = await readdir(places.storage);
  const longAgo = new Date("2020-01-01");
  for (const name of before) await utimes(path.join(places.storage, name), longAgo, longAgo);
  await describeWheels("second");
  await prepare(new Machine());
  const left = await readdir(places.storage);

  expect(left).toHaveLength(2);
  expect(left.filter((name) => before.includes(name))).toEqual([]);
});

test("a half-made environment is never used", async () => {
  const failing = new Machine([["-m pip", { code: 1, output: "disk full" }]]);
  await expect(prepare(failing)).rejects.toThrow("Testloom cannot install its server: disk full.");
  expect(await readdir(places.storage)).toEqual([]);

  expect(existsSync(await prepare(new Machine()))).toBe(true);
});

test("an environment that was deleted is made again", async () => {
  const python = await prepare(new Machine());
  await rm(path.dirname(path.dirname(python)), { recursive: true });

  expect(existsSync(await prepare(new Machine()))).toBe(true);
});

test("a Python that is missing or too old is passed over", async () => {
  const machine = new Machine([["^python3.11 ", { code: null, output: "spawn ENOENT" }], ["^python3 ", { output: "3.9\n" }]]);
  await prepare(machine);

  expect(machine.commands[3]).toMatch(/^python3\.13 -I -m venv/);
});

test.each([
  ["no Python", [["ensurepip", { code: null, output: "spawn ENOENT" }]], undefined, "Testloom's server needs Python 3.10 or newer"],
  ["only old ones", [["-c", { output: "3.8\n" }]], undefined, "Install one, or set testloom.serverPython"],
  ["no spawnable one", [["-c", { code: 1, output: "No module named 'ensurepip'" }]], undefined, "apt install python3-venv"],
  ["a wrong setting", [["/nowhere", { code: null, output: "spawn ENOENT" }]], "/nowhere", "testloom.serverPython (/nowhere: spawn ENOENT)"],
  ["no space", [["-m venv", { code: 1, output: "No space left on device" }]], undefined, "No space left on device. Check the free disk space"],
  ["a broken server", [["import testloom.lsp", { code: 1, output: "ImportError: x" }]], undefined, "does not work: ImportError: x."],
] satisfies [string, [string, Partial<Outcome>][], string | undefined, string][])(
  "with %s the message says what to do",
  async (_, rules, named, message) => {
    await expect(prepare(new Machine(rules), named)).rejects.toThrow(message);
  },
);

test("an extension without wheels says so", async () => {
  await rm(path.join(places.wheels, "wheels.json"));

  await expect(prepare(new Machine())).rejects.toThrow("The extension is incomplete");
});
