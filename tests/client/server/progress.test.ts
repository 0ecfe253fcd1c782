import { expect, test } from "vitest";

import { JobProgress, type ShowBar } from "../../../client/src/server/progress.js";

/** Notifications as a window shows them. */
class Window {
  readonly said: { message?: string; increment?: number }[] = [];
  press: () => void = () => undefined;
  private readonly shown = new Set<{ title: string }>();

  get open(): string[] {
    return [...this.shown].map(({ title }) => title);
  }

  readonly show: ShowBar = (title, work, onCancel) => {
    const notification = { title };
    this.shown.add(notification);
    this.press = () => { this.shown.delete(notification); onCancel(); };
    const bar = { report: (step: { message?: string; increment?: number }): void => void this.said.push(step) };
    void Promise.resolve().then(() => work(bar)).then(() => this.shown.delete(notification));
  };
}

/** Long enough for a notification to open and to close. */
function moment(): Promise<void> {
  return new Promise((resolve) => { setImmediate(resolve); });
}

function job(): { window: Window; progress: JobProgress; cancelled: unknown[] } {
  const [window, cancelled] = [new Window(), [] as unknown[]];
  const progress = new JobProgress((token) => cancelled.push(token), window.show);
  progress.handle("job", { kind: "begin", title: "Generating tests" }, () => undefined);
  return { window, progress, cancelled };
}

test("a job says how far it is since it last said so, until it ends", async () => {
  const { window, progress } = job();
  await moment();
  for (const percentage of [10, 30]) progress.handle("job", { kind: "report", message: "Searching", percentage }, () => undefined);
  expect(window.open).toEqual(["Generating tests"]);
  expect(window.said).toEqual([{ message: "Searching", increment: 10 }, { message: "Searching", increment: 20 }]);
  const ended: unknown[] = [];
  progress.handle("job", { kind: "end" }, (token) => ended.push(token));
  await moment();
  expect(window.open).toEqual([]);
  expect(ended).toEqual(["job"]);
});

test("a job that goes on after it was cancelled is shown again, and can be cancelled again", async () => {
  const { window, progress, cancelled } = job();
  window.press();
  expect(window.open).toEqual([]);
  progress.handle("job", { kind: "report", message: "Keeping" }, () => undefined);
  await moment();
  expect(window.open).toEqual(["Generating tests"]);
  expect(window.said).toEqual([{ message: "Keeping", increment: 0 }]);
  window.press();
  expect(cancelled).toEqual(["job", "job"]);
  progress.clear();
  await moment();
  expect(window.open).toEqual([]);
});

test("a job that ends when it is cancelled is not shown again", () => {
  const { window, progress } = job();
  window.press();
  progress.handle("job", { kind: "end" }, () => undefined);
  progress.handle("job", { kind: "report", message: "late" }, () => undefined);
  expect(window.open).toEqual([]);
});

test("a job that ends before its notification has opened leaves none", async () => {
  const { window, progress } = job();
  progress.handle("job", { kind: "end" }, () => undefined);
  await moment();
  expect(window.open).toEqual([]);
});
