import { expect, test } from "vitest";

import { Turns } from "../../../client/src/window/turns.js";

test("what comes later waits for what came before, even if that fails", async () => {
  const said: string[] = [];
  const turns = new Turns();
  const slow = turns.take(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    said.push("slow");
    throw new Error("It did not work.");
  });
  const quick = turns.take(() => {
    said.push("quick");
    return Promise.resolve(2);
  });

  await expect(slow).rejects.toThrow("It did not work.");
  expect(await quick).toBe(2);
  expect(said).toEqual(["slow", "quick"]);
});
