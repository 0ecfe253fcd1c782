import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Click } from "../../../client/src/window/click.js";
import { LastRow } from "../../../client/src/window/last-row.js";

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

test("who decides on the last row stays in the view, once it is drawn without it", () => {
  const show = vi.fn();
  const [row, click] = [new LastRow(show), new Click()];
  row.mayGo(click);
  row.drawn(1);
  row.drawn(0);
  expect(show).not.toHaveBeenCalled();
  vi.runAllTimers();

  expect(show.mock.calls).toEqual([[click]]);
});

test("a view that becomes empty by itself, or again, takes no focus", () => {
  const show = vi.fn();
  const row = new LastRow(show);
  row.drawn(0);
  row.mayGo(new Click());
  row.drawn(0);
  row.drawn(0);
  vi.runAllTimers();

  expect(show).toHaveBeenCalledOnce();
});
