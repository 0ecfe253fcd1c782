import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

const inform = vi.hoisted(() => vi.fn());
vi.mock("vscode", () => ({
  Uri: { parse: (text: string) => text },
  l10n: { t: (message: string, name: string) => message.replace("{0}", name) },
  window: { showInformationMessage: inform },
  workspace: { asRelativePath: (uri: string) => uri.replace("file:///p/", "") },
}));

import type { GenerateArguments } from "../../../client/src/protocol/generating.js";
import { UnfinishedJobs } from "../../../client/src/server/unfinished.js";

const SHOP = { uri: "file:///p/shop.py", position: { line: 3, character: 0 } };
const TILL = { uri: "file:///p/till.py", scope: "file" } satisfies GenerateArguments;
const LOST = "Testloom: generating tests for till.py was interrupted, and the tests found by then are lost.";
const generate = vi.fn<(wanted: GenerateArguments) => Promise<void>>();
let folder: string;

beforeEach(() => {
  inform.mockReset().mockResolvedValue("Generate Again");
  generate.mockReset();
  folder = mkdtempSync(path.join(tmpdir(), "unfinished-"));
});

afterEach(() => { rmSync(folder, { recursive: true }); });

/** Has another process own the jobs that have begun here. */
function giveTo(owner: number | undefined): void {
  for (const name of readdirSync(folder)) renameSync(path.join(folder, name), path.join(folder, name.replace(/^\d+/, String(owner))));
}

test("a job that the server took with it is told of once, and is generated again if its user wants that", async () => {
  const jobs = new UnfinishedJobs(path.join(folder, "new"), generate);
  jobs.begin("1", SHOP);
  jobs.begin("2", TILL);
  jobs.end("1");
  jobs.tell();
  jobs.tell();

  await vi.waitFor(() => { expect(generate).toHaveBeenCalledExactlyOnceWith(TILL); });
  expect(inform).toHaveBeenCalledExactlyOnceWith(LOST, "Generate Again");
});

test("a job of a window that is gone is told of", () => {
  const jobs = new UnfinishedJobs(folder, generate);
  jobs.begin("1", TILL);
  giveTo(spawnSync(process.execPath, ["--version"]).pid);
  jobs.begin("1", SHOP);
  jobs.end("1");
  jobs.tell();

  expect(inform).toHaveBeenCalledExactlyOnceWith(LOST, "Generate Again");
});

test("a window that opens tells of another's job, once the process of that one has ended", async () => {
  const jobs = new UnfinishedJobs(folder, generate);
  jobs.begin("1", SHOP);
  jobs.begin("2", TILL);
  const other = spawn(process.execPath, ["--eval", "setTimeout(() => undefined, 60_000)"]);
  for (const name of readdirSync(folder).filter((each) => each.endsWith("-2.json"))) renameSync(path.join(folder, name), path.join(folder, name.replace(/^\d+/, String(other.pid))));
  jobs.tellOfOthers(100, 20);
  expect(inform).not.toHaveBeenCalled();
  other.kill();

  await vi.waitFor(() => { expect(inform).toHaveBeenCalledExactlyOnceWith(LOST, "Generate Again"); });
  expect(readdirSync(folder)).toHaveLength(1);
});

test("where no job has begun, a window that opens leaves nothing behind", () => {
  const storage = path.join(folder, "new");
  new UnfinishedJobs(storage, generate).tellOfOthers();

  expect(existsSync(storage)).toBe(false);
});

test("a job that another window is at is left to it", () => {
  const jobs = new UnfinishedJobs(folder, generate);
  jobs.begin("1", TILL);
  giveTo(process.ppid);
  jobs.tell();

  expect(inform).not.toHaveBeenCalled();
  expect(readdirSync(folder)).toHaveLength(1);
});

test("where nothing was lost, nothing is said", () => {
  const jobs = new UnfinishedJobs(path.join(folder, "new"), generate);
  jobs.tell();
  jobs.begin("1", SHOP);
  jobs.end("1");
  jobs.end("2");
  jobs.tell();

  expect(inform).not.toHaveBeenCalled();
});

test("a job whose file a crash left half-written keeps no other from being told", () => {
  const jobs = new UnfinishedJobs(folder, generate);
  jobs.begin("1", SHOP);
  jobs.begin("2", TILL);
  for (const name of readdirSync(folder).filter((each) => each.endsWith("-1.json"))) truncateSync(path.join(folder, name), 5);
  jobs.tell();

  expect(inform).toHaveBeenCalledExactlyOnceWith(LOST, "Generate Again");
  expect(readdirSync(folder)).toEqual([]);
});
