import { beforeEach, expect, test } from "vitest";

import { type Stop, Stops } from "../../../client/src/recording/stops.js";

let clock: number;
let reported: Stop[];
let stops: Stops;

beforeEach(() => {
  clock = 0;
  reported = [];
  stops = new Stops((stop) => reported.push(stop), () => clock++);
});

const request = (command: string, given = {}, seq = 1) => { stops.sent({ type: "request", seq, command, arguments: given }); };
const event = (name: string) => { stops.received({ type: "event", seq: 1, event: name }); };
const answer = (to: number) => { stops.received({ type: "response", seq: 1, request_seq: to }); };

test("a stop lasts until the program goes on", () => {
  event("stopped");
  request("stackTrace");
  request("next");
  event("stopped");
  event("continued");

  expect(reported).toEqual([
    { began: 0, ended: 1, evaluated: [], changed: false },
    { began: 2, ended: 3, evaluated: [], changed: false },
  ]);
});

test("what is typed into the console and set by hand belongs to the stop, what is watched does not", () => {
  event("stopped");
  request("evaluate", { context: "repl", expression: "cart.add(3)" });
  request("evaluate", { context: "watch", expression: "cart.total()" });
  answer(1);
  request("setVariable");
  request("continue");

  expect(reported).toEqual([{ began: 0, ended: 1, evaluated: ["cart.add(3)"], changed: true }]);
});

test("what is typed while the program runs is a stop of its own", () => {
  request("evaluate", { context: "repl", expression: "cart.add(3)" }, 7);
  answer(6);
  expect(reported).toEqual([]);
  answer(7);

  expect(reported).toEqual([{ began: 0, ended: 1, evaluated: ["cart.add(3)"], changed: false }]);
});

test("the end of the session ends the stop, once", () => {
  event("stopped");
  request("disconnect");
  event("terminated");
  stops.end();

  expect(reported).toHaveLength(1);
});
