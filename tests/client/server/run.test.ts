import { expect, test } from "vitest";

import { run } from "../../../client/src/server/run.js";

test("a program's code and output are kept", async () => {
  const script = "console.log('out'); console.error('err'); process.exit(3)";
  const { code, output } = await run([process.execPath, "-e", script]);

  expect(code).toBe(3);
  expect(output).toContain("out");
  expect(output).toContain("err");
});

test("a program that does not exist is an outcome, not an exception", async () => {
  const { code, output } = await run(["testloom-no-such-program"]);

  expect(code).toBeNull();
  expect(output).toContain("ENOENT");
});
