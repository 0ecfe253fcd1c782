import { expect, test } from "vitest";

import { LensCommands } from "../../../client/src/server/lenses.js";

function editor() {
  const registered = new Map<string, () => unknown>();
  const executed: unknown[][] = [];
  const commands = {
    register: (id: string, run: () => unknown) => {
      registered.set(id, run);
      return { dispose: () => registered.delete(id) };
    },
    execute: (...call: unknown[]) => executed.push(call),
  };
  return { registered, executed, commands };
}

test("a lens runs its command with its arguments, also once there are others", () => {
  const { registered, executed, commands } = editor();
  const lenses = new LensCommands(commands);
  const first = lenses.idOf({ command: "make", arguments: [{ calls: 2 }] });
  lenses.idOf({ command: "make", arguments: [{ calls: 3 }] });

  registered.get(first)?.();

  expect(executed).toEqual([["make", { calls: 2 }]]);
});

test("the same lens keeps its command", () => {
  const { registered, commands } = editor();
  const lenses = new LensCommands(commands);

  expect(lenses.idOf({ command: "make", arguments: [1] })).toBe(lenses.idOf({ command: "make", arguments: [1] }));
  expect(registered.size).toBe(1);
});

test("of many lenses, those that were not seen for longest are forgotten", () => {
  const { registered, commands } = editor();
  const lenses = new LensCommands(commands, 2);
  const [first, second] = [1, 2].map((value) => lenses.idOf({ command: "make", arguments: [value] }));
  lenses.idOf({ command: "make", arguments: [1] });
  const third = lenses.idOf({ command: "make", arguments: [3] });

  expect([...registered.keys()]).toEqual([first, third]);
  expect(registered.has(second ?? "")).toBe(false);
});

test("nothing stays registered in the end", () => {
  const { registered, commands } = editor();
  const lenses = new LensCommands(commands);
  lenses.idOf({ command: "make", arguments: [1] });

  lenses.dispose();

  expect(registered.size).toBe(0);
});
