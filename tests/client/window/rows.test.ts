import { beforeEach, expect, test, vi } from "vitest";
import type * as vscode from "vscode";

import { Click } from "../../../client/src/window/click.js";
import { KeysOfRows, type Taken } from "../../../client/src/window/rows.js";

const ROWS = ["a", "f", "z"];
const execute = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock("vscode", () => ({ commands: { executeCommand: execute } }));

/** What is selected, what VS Code knows of it, and what becomes of each time that the row "f" is turned round. */
let selected: string[], isKnown: boolean, turns: ("does" | "is lost" | "does unseen")[];

beforeEach(() => {
  [selected, isKnown, turns] = [["a"], true, []];
  execute.mockImplementation(() => {
    const turn = turns.shift() ?? "does";
    isKnown = turn === "does";
    if (turn !== "is lost") selected = selected.includes("f") ? selected.filter((row) => row !== "f") : [...selected, "f"];
    return Promise.resolve();
  });
});

test("a key means the row with the focus, which is not selected", async () => {
  expect(await pressed()).toEqual(["f"]);
  expect(selected).toEqual(["z"]);
});

test("a key means the row with the focus alone where a list that is drawn anew has left it selected", async () => {
  turns = ["does unseen", "is lost"];
  const key = pressed();
  await vi.waitFor(() => { expect(execute).toHaveBeenCalledTimes(2); });
  isKnown = true;

  expect(await key).toEqual(["f"]);
});

test("the focus goes back to a row that stays as it is", async () => {
  const { goBack } = await press();
  await goBack();

  expect(selected).toEqual(["f"]);
});

test("the focus stays where its user has gone meanwhile", async () => {
  const { goBack } = await press();
  selected = ["a"];
  await goBack();

  expect(selected).toEqual(["a"]);
});

test("a key does nothing where it cannot be told what it means", async () => {
  execute.mockImplementation(() => Promise.resolve());

  expect(await pressed()).toEqual([]);
  expect(selected).toEqual(["a"]);
});

/** The rows that a key means. */
async function pressed(): Promise<string[]> {
  return (await press()).rows;
}

function press(): Promise<Taken<string>> {
  const view = {
    get selection() {
      return isKnown ? selected : [];
    },
    reveal(row: string) {
      selected = [row];
      return Promise.resolve();
    },
  } as unknown as vscode.TreeView<string>;
  const keys = new KeysOfRows(view, { idOf: (row) => row, rowsLike: () => ROWS });
  execute.mockClear();
  return keys.take(new Click(), (row, meant) => meant.includes(row));
}
