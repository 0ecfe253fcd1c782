// Folders that one suite makes and others use, which may run beside it.

import { existsSync, renameSync, rmSync } from "node:fs";

/** Has `fill` make a folder, which is there all at once; where another suite has made it, that one stays. */
export function keepOnce(folder, fill) {
  if (existsSync(folder)) return;
  const unfinished = `${folder}.${process.pid}`;
  fill(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
}
