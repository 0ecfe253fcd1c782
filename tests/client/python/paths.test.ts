import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { expand } from "../../../client/src/python/paths.js";

const FOLDER = path.resolve("/project");

test.each([
  ["", undefined],
  ["  ", undefined],
  ["python3.12", "python3.12"],
  ["${workspaceFolder}/.venv/bin/python", `${FOLDER}/.venv/bin/python`],
  [".venv/bin/python", path.join(FOLDER, ".venv/bin/python")],
  ["~/python", `${os.homedir()}/python`],
  ["${userHome}/python", `${os.homedir()}/python`],
  [path.resolve("/usr/bin/python3"), path.resolve("/usr/bin/python3")],
])("%j means %j", (written, expected) => {
  expect(expand(written, FOLDER)).toBe(expected);
});

test("without a workspace folder a relative path stays as it is", () => {
  expect(expand("bin/python", undefined)).toBe("bin/python");
});
