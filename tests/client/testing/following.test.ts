import { beforeEach, expect, test, vi } from "vitest";

import { RunsAfterSaves, type Saved } from "../../../client/src/testing/following.js";

const choose = vi.fn<(uris: string[]) => Promise<string[] | undefined>>();
let ran: string[];
let runs: RunsAfterSaves<Saved>;

beforeEach(() => {
  ran = [];
  choose.mockReset().mockImplementation((uris) => Promise.resolve([...new Map(uris.map((uri) => [uri.split("/")[0], uri])).values()]));
  runs = new RunsAfterSaves(choose, run);
});

function run({ document }: Saved): Promise<void> {
  ran.push(document.uri.toString());
  return Promise.resolve();
}

const ALL = { include: undefined };

function saved(uri: string, token = { isCancellationRequested: false }, request: Saved["request"] = ALL): Saved {
  return { document: { uri } as unknown as Saved["document"], token, request };
}

test("where several requests are for some tests, each runs once; one for all tests stands for them", async () => {
  const [one, other] = [{ include: [] }, { include: [] }];
  const asked: Saved["request"][] = [];
  runs = new RunsAfterSaves(choose, ({ request }) => {
    asked.push(request);
    return Promise.resolve();
  });
  await Promise.all([one, other, one].map((request) => runs.ask(saved("shop/a.py", undefined, request))));
  expect(asked.splice(0).map((request) => [one, other].indexOf(request as typeof one))).toEqual([0, 1]);

  await Promise.all([one, ALL, other].map((request) => runs.ask(saved("shop/a.py", undefined, request))));
  expect(asked).toEqual([ALL]);
});

test("of files that are saved together, one stands for its project", async () => {
  await Promise.all(["shop/a.py", "shop/cart/b.py", "till/c.py"].map((uri) => runs.ask(saved(uri))));

  expect(ran).toEqual(["shop/cart/b.py", "till/c.py"]);
});

test("a file that is saved twice runs its tests once, and nobody is asked for its project", async () => {
  await Promise.all([runs.ask(saved("shop/a.py")), runs.ask(saved("shop/a.py"))]);

  expect(ran).toEqual(["shop/a.py"]);
  expect(choose).not.toHaveBeenCalled();
});

test("where nobody can say which files are of one project, the tests of each run", async () => {
  choose.mockResolvedValue(undefined);
  await Promise.all([runs.ask(saved("shop/a.py")), runs.ask(saved("till/c.py"))]);

  expect(ran).toEqual(["shop/a.py", "till/c.py"]);
});

test("what was cancelled does not stand for what was not, of the same file or project", async () => {
  const cancelled = { isCancellationRequested: true };
  await Promise.all([saved("shop/a.py", cancelled), saved("shop/a.py"), saved("shop/b.py", cancelled)].map((entry) => runs.ask(entry)));

  expect(ran).toEqual(["shop/a.py"]);
});

test("what follows a save waits for each run that its user asks for, also between two projects", async () => {
  const asked: (() => void)[] = [];
  const ask = (): void => {
    void runs.asAsked(() => new Promise<void>((resolve) => {
      asked.push(() => {
        ran.push("asked");
        resolve();
      });
    }));
  };
  runs = new RunsAfterSaves(choose, (entry) => {
    if (ran.length === 1) ask();
    return run(entry);
  });
  ask();
  const ended = Promise.all([runs.ask(saved("shop/a.py")), runs.ask(saved("till/c.py"))]);
  for (let round = 0; round < 2; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    asked.shift()?.();
  }
  await ended;

  expect(ran).toEqual(["asked", "shop/a.py", "asked", "till/c.py"]);
});
