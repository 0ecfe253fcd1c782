import { expect, test } from "vitest";

import { Gathering, Latest, Renewal } from "../../../client/src/window/renewal.js";

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

test("what shows one thing and closes all others leaves the last one open", async () => {
  let open: number[] = [];
  const said: number[] = [];
  const shown = new Latest(0, async (wanted) => {
    said.push(wanted);
    await new Promise((resolve) => setTimeout(resolve, 10 - wanted));
    open = [...open, wanted];
    await new Promise((resolve) => setTimeout(resolve, 5));
    open = open.filter((one) => one === wanted);
  });
  const asked = [shown.ask(1)];
  await Promise.resolve();
  await Promise.resolve();
  asked.push(shown.ask(2), shown.ask(3));
  await Promise.all(asked);

  expect(open).toEqual([3]);
  expect(said).toEqual([1, 3]);
});

test("what is asked for while the work runs is gathered", async () => {
  const done: string[][] = [];
  let [running, most] = [0, 0];
  const gathering = new Gathering<string>(async (take) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    done.push(take());
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
  });
  const asked = [gathering.ask("first")];
  await Promise.resolve();
  asked.push(gathering.ask("second"));
  await asked[0];
  asked.push(gathering.ask("third"), gathering.ask("fourth"));
  await Promise.all(asked);

  expect(done).toEqual([["first", "second"], ["third", "fourth"]]);
  expect(most).toBe(1);
});
