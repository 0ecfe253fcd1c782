// Paths as users write them in settings.

import os from "node:os";
import path from "node:path";

/** Replaces `${workspaceFolder}`, `${userHome}` and a leading `~`; undefined for nothing but white space. */
export function expand(written: string, workspaceFolder: string | undefined): string | undefined {
  const text = written
    .trim()
    .replaceAll("${workspaceFolder}", workspaceFolder ?? "${workspaceFolder}")
    .replaceAll("${userHome}", os.homedir())
    .replace(/^~(?=$|[\\/])/, os.homedir());
  if (text === "") return undefined;
  const isRelative = /[\\/]/.test(text) && !path.isAbsolute(text);
  return isRelative && workspaceFolder !== undefined ? path.join(workspaceFolder, text) : text;
}
