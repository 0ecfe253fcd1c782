import { expect, test, vi } from "vitest";

import { visibly } from "../../../client/src/server/waiting.js";

test("what takes more than a moment is shown", async () => {
  vi.useFakeTimers();
  const show = vi.fn();
  let end: (result: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => { end = resolve; });
  const done = visibly(work, show);
  vi.advanceTimersByTime(999);
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  end("ready");

  expect(await done).toBe("ready");
  expect(show).toHaveBeenCalledExactlyOnceWith(work);
  vi.useRealTimers();
});

test("what is there at once is not shown", async () => {
  vi.useFakeTimers();
  const show = vi.fn();
  await visibly(Promise.resolve(true), show);
  vi.advanceTimersByTime(5000);

  expect(show).not.toHaveBeenCalled();
  vi.useRealTimers();
});
