// Finds a Chromium, or installs Debian's where that is possible.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of a Chromium; null if there is none and none can be installed here. */
export function findChromium(report = console.log) {
  const found = process.env.TESTLOOM_CHROMIUM ?? onPath();
  if (found || !canInstall()) return found;
  report("Installing Chromium (apt-get install chromium) ...");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["update"], { env, stdio: "ignore" });
  execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env, stdio: "ignore" });
  return onPath();
}

export const HOW_TO_GET_ONE =
  "No Chromium found. Install one (on Debian: apt install chromium), or set TESTLOOM_CHROMIUM=/path/to/it.";

function onPath() {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const places = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

function canInstall() {
  return existsSync("/etc/debian_version") && process.getuid?.() === 0;
}
