// All that a workbench tells its user in notifications, whether a test looks for it or not.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";

const MILLISECONDS = 250;
const fileIn = (out) => path.join(out, "said.log");

/** Writes down what a page says from now on, also after it was loaded anew, with the seconds since. */
export async function writeDown(page, out) {
  const began = Date.now();
  await page.exposeFunction("testloomSaid", (text) => {
    appendFileSync(fileIn(out), `${((Date.now() - began) / 1000).toFixed(1)} s: ${text}\n`);
  });
  await page.addInitScript(watch, MILLISECONDS);
}

/** What was written down of a workbench whose logs go to `out`. */
export function saidIn(out) {
  return existsSync(fileIn(out)) ? readFileSync(fileIn(out), "utf8") : "nothing\n";
}

/** Runs in the page. That numbers in a text go up is nothing new. */
function watch(milliseconds) {
  let before = new Set();
  globalThis.setInterval(() => {
    const items = [...globalThis.document.querySelectorAll(".notification-list-item")];
    const texts = new Map(items.map((item) => item.innerText.replace(/\s*\n\s*/g, " | ")).map((text) => [text.replace(/[\d,]+/g, "0"), text]));
    for (const [kind, text] of texts) if (!before.has(kind)) globalThis.testloomSaid(text);
    before = new Set(texts.keys());
  }, milliseconds);
}
