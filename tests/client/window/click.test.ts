import { expect, test } from "vitest";

import { Click } from "../../../client/src/window/click.js";

test("a click counts for a moment, and again once its user has answered a question", () => {
  let now = 0;
  const click = new Click(() => now);
  const fresh = [click.isFresh];
  now = 30_000;
  fresh.push(click.isFresh);
  click.renew();
  fresh.push(click.isFresh);
  now += 5000;
  fresh.push(click.isFresh);

  expect(fresh).toEqual([true, false, true, false]);
});
