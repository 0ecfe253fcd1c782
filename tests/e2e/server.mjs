// The environment of the server, which one suite makes and the others of the same run use.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { keepOnce } from "./keeping.mjs";

const kept = () => path.join(process.env.E2E_OUT, "server");
const storage = (user) => path.join(user, "User", "globalStorage", "testloom.testloom");

/** Gives the extension in a workbench's user folder the environment that was kept, if one was. */
export function lendServer(user) {
  if (!existsSync(kept())) return;
  mkdirSync(storage(user), { recursive: true });
  for (const name of stampsIn(kept())) cpSync(path.join(kept(), name), path.join(storage(user), name));
}

/** Keeps the environment that the extension has made, unless there is one. */
export function keepServer(user) {
  if (!existsSync(storage(user)) || stampsIn(storage(user)).length === 0) return;
  keepOnce(kept(), (folder) => {
    cpSync(storage(user), folder, { recursive: true, verbatimSymlinks: true });
    for (const name of stampsIn(folder)) {
      const stamp = path.join(folder, name);
      writeFileSync(stamp, readFileSync(stamp, "utf8").replaceAll(storage(user), kept()));
    }
  });
}

/** The files that say where an environment is. */
function stampsIn(folder) {
  return readdirSync(folder).filter((name) => /^server-.*\.json$/.test(name));
}
