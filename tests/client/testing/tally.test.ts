import { expect, test } from "vitest";

import type { TestEvent } from "../../../client/src/protocol/testing.js";
import { Tally } from "../../../client/src/testing/tally.js";
import type { Say } from "../../../client/src/window/text.js";

const NONE = "nothing to run";
const english: Say = (message, ...values) => message.replaceAll(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)]));
const change = { what: "f(1) was 1, is now 2", line: 7, expected: "1", actual: "2", acceptable: true, generated: true };

function ran(test: string, outcome: "passed" | "failed" | "skipped", stale?: typeof change): TestEvent[] {
  const uri = `file:///${test.split("::")[0] ?? ""}`;
  const ended = { run: "1", event: "ended" as const, test, outcome, message: "", seconds: 0, ...(stale && { stale }) };
  return [{ run: "1", event: "started", test, file: uri, uri, line: 4 }, ended];
}

function xfailed(test: string): TestEvent[] {
  return ran(test, "skipped").map((event) => (event.event === "ended" ? { ...event, xfailed: true } : event));
}

function broken(test: string): TestEvent {
  return { run: "1", event: "broken", test, file: `file:///${test}`, message: "", uri: `file:///${test}`, line: 4 };
}

function tally(...events: TestEvent[]): Tally {
  const counted = new Tally();
  for (const event of events) counted.add(event);
  return counted;
}

test.each([
  ["none that ran", [], NONE],
  ["one that passed", ran("t.py::a", "passed"), "Testloom: 1 test passed."],
  ["several", [...ran("t.py::a", "passed"), ...ran("t.py::b", "passed")], "Testloom: 2 tests passed."],
  ["one that was skipped", [...ran("t.py::a", "passed"), ...ran("t.py::b", "skipped")], "Testloom: 1 of 2 tests passed; 1 skipped."],
  ["one that failed as expected", [...ran("t.py::a", "passed"), ...xfailed("t.py::b")], "Testloom: 1 of 2 tests passed; 1 xfailed."],
  ["one of each", [...ran("t.py::a", "skipped"), ...xfailed("t.py::b")], "Testloom: 0 of 2 tests passed; 1 skipped, 1 xfailed."],
  ["one as expected beside a broken file", [broken("u.py"), ...xfailed("t.py::b")], "Testloom: 1 file could not be collected; 0 of 1 tests passed."],
  ["one that failed", [...ran("t.py::a", "passed"), ...ran("t.py::b", "failed")], "Testloom: 1 of 2 tests failed."],
  ["a broken file", [broken("t.py")], "Testloom: 1 file could not be collected."],
  ["two beside a test that failed", [broken("t.py"), broken("u.py"), ...ran("v.py::a", "failed")], "Testloom: 2 files could not be collected; 1 of 1 tests failed."],
  ["one beside a test that was skipped", [broken("t.py"), ...ran("v.py::a", "skipped")], "Testloom: 1 file could not be collected; 0 of 1 tests passed, 1 skipped."],
  ["one beside a test that passed", [broken("t.py"), ...ran("v.py::a", "passed")], "Testloom: 1 file could not be collected; 1 of 1 tests passed."],
])("it is said how tests ended: %s", (_, events, said) => {
  expect(tally(...events).inWords(english, NONE)).toBe(said);
});

test("tests of different folders count each, even with the same node id", () => {
  const other = ran("t.py::a", "failed").map((event) => ({ ...event, run: "2" }));
  expect(tally(...ran("t.py::a", "failed"), ...other).inWords(english, NONE)).toBe("Testloom: 2 of 2 tests failed.");
});

test("nothing is said of tests that could not be run, as that was said before, but of those of other folders", () => {
  const [alone, beside] = [tally(), tally(...ran("t.py::a", "failed"), ...ran("t.py::b", "passed"))];
  for (const refused of [alone, beside]) refused.refuse();
  expect(alone.inWords(english, NONE)).toBeUndefined();
  expect(beside.inWords(english, NONE)).toBe("Testloom: 1 of 2 tests failed.");
});

test("nothing is said of a run that its user has cancelled", () => {
  const cancelled = tally(...ran("t.py::a", "passed"));
  cancelled.cancel();
  expect(cancelled.inWords(english, NONE)).toBeUndefined();
});

test("the first failure is where the test failed, whatever it asserts", () => {
  const events = ran("t.py::b", "failed").map((event) => (event.event === "ended" ? { ...event, line: 6 } : event));
  expect(tally(...events).firstFailure).toEqual({ uri: "file:///t.py", line: 6 });
});

test("the first failure is where its assertion stands, or else its test", () => {
  expect(tally(...ran("t.py::a", "passed"), ...ran("t.py::b", "failed", change)).firstFailure).toEqual({ uri: "file:///t.py", line: 7 });
  expect(tally(...ran("t.py::b", "failed"), ...ran("u.py::c", "failed", change)).firstFailure).toEqual({ uri: "file:///t.py", line: 4 });
  expect(tally(...ran("t.py::a", "failed", change), ...ran("t.py::b", "failed")).firstFailure).toEqual({ uri: "file:///t.py", line: 4 });
  expect(tally(...ran("t.py::a", "passed")).firstFailure).toBeUndefined();
});

test("it is told how far a run is, whenever that has changed", () => {
  const told: string[] = [];
  const counted: Tally = new Tally(() => told.push(counted.progress(english)));
  const { run, event } = { run: "1", event: "collected" as const };
  for (const each of [{ run, event, tests: 2 }, ...ran("t.py::a", "passed"), { run, event: "output" as const, text: "." }, ...ran("t.py::b", "failed")]) counted.add(each);

  expect(told).toEqual(["0 of 2", "0 of 2", "1 of 2", "1 of 2", "2 of 2"]);
});

test("where a file cannot be collected comes first: that may be why others fail", () => {
  expect(tally(...ran("a.py::a", "failed"), broken("t.py")).firstFailure).toEqual({ uri: "file:///t.py", line: 4 });
});
