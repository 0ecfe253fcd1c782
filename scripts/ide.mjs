// Opens the sample project in a real VS Code workbench in the browser, with Testloom installed.

import path from "node:path";

import { startWorkbench } from "../tests/e2e/harness.mjs";
import { workbenchTools } from "../tests/e2e/tools/install.mjs";
import { pack } from "./package.mjs";
import { inVenv, root, setUp } from "./setup.mjs";

try {
  await setUp();
  const vsix = await pack();
  const workbench = await startWorkbench({
    tools: workbenchTools(),
    vsix,
    folder: path.join(root, "samples", "shop"),
    out: path.join(root, "build", "ide"),
    machineSettings: { "testloom.python": inVenv("python") },
  });
  console.log(`\nOpen ${workbench.url}\nIt shows a copy of samples/shop: right-click a class in shop/account.py. Press Ctrl+C to stop.`);
  await ended(workbench.server);
  await workbench.stop();
} catch (error) {
  console.error(`\nThe workbench cannot be opened.\n${error.message}`);
  process.exitCode = 1;
}

/** Until the user presses Ctrl+C or the workbench ends by itself. */
function ended(server) {
  return new Promise((resolve) => {
    server.once("exit", resolve);
    for (const signal of ["SIGINT", "SIGTERM"]) {
      process.removeAllListeners(signal);
      process.on(signal, resolve);
    }
  });
}
