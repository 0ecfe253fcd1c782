import { expect, test } from "vitest";

import { Renewal } from "../../../client/src/window/renewal.js";

test("all who ask while the work waits for its turn wait for the same", async () => {
  let [state, seen] = [0, -1];
  const seenAtTheStart: number[] = [];
  const renewal = new Renewal(async () => {
    seenAtTheStart.push(state);
    const found = state;
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen = found;
  });
  const first = renewal.ask();
  await Promise.resolve();
  state = 1;
  const others = [renewal.ask(), renewal.ask()];
  state = 2;
  const last = renewal.ask();

  await first;
  expect(seen).toBe(0);
  await last;
  expect(seen).toBe(2);
  await Promise.all(others);
  expect(seenAtTheStart).toEqual([0, 2]);
});

test("what is asked while the work runs is done once more, even if it fails", async () => {
  let runs = 0;
  const renewal = new Renewal(async () => {
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (runs === 1) throw new Error("It did not work.");
  });
  const first = renewal.ask();
  await Promise.resolve();
  const second = renewal.ask();

  await expect(first).rejects.toThrow("It did not work.");
  await second;
  expect(runs).toBe(2);
});
