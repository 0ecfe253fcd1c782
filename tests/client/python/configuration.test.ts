import { expect, test } from "vitest";

import { INTERPRETER, withInterpreters } from "../../../client/src/python/configuration.js";

const chosen = (uri: string): Promise<string | undefined> => Promise.resolve(uri === "file:///shop" ? "/envs/shop/bin/python" : undefined);

test("the server gets the interpreter of the editor in the place of its setting", async () => {
  const items = [{ scopeUri: "file:///shop", section: "testloom" }, { scopeUri: "file:///shop", section: INTERPRETER }];

  expect(await withInterpreters(items, [{ budget: 3 }, "python3"], chosen)).toEqual([{ budget: 3 }, "/envs/shop/bin/python"]);
});

test("where the editor knows no interpreter, the server looks for one", async () => {
  expect(await withInterpreters([{ scopeUri: "file:///other", section: INTERPRETER }], [""], chosen)).toEqual([null]);
});

test("what is asked for no file is answered as it is set", async () => {
  expect(await withInterpreters([{ section: INTERPRETER }, {}], ["python3", {}], chosen)).toEqual(["python3", {}]);
});
