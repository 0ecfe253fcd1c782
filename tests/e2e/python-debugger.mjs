// Stands in for the Python extension's debugger, which the marketplace keeps: its name, its type, the same debugpy.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { createVSIX } from "@vscode/vsce";

const CODE = `
const vscode = require("vscode");
exports.activate = (context) => {
  const adapter = (session) => new vscode.DebugAdapterExecutable(session.configuration.python, ["-m", "debugpy.adapter"]);
  const complete = (_, configuration) => ({ python: PYTHON, ...configuration });
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("debugpy", { createDebugAdapterDescriptor: adapter }),
    vscode.debug.registerDebugConfigurationProvider("debugpy", { resolveDebugConfiguration: complete }),
  );
};
`;

/** Packs it, for a Python that has debugpy, and hands the path of the .vsix file to `install`. */
export async function installPythonDebugger(python, install) {
  const folder = mkdtempSync(path.join(tmpdir(), "tl-debugger-"));
  try {
    install(await packed(folder, python));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function packed(folder, python) {
  mkdirSync(path.join(folder, "out"));
  const manifest = {
    name: "debugpy",
    displayName: "Python Debugger",
    version: "2025.0.0",
    publisher: "ms-python",
    engines: { vscode: "^1.100.0" },
    main: "out/extension.js",
    activationEvents: ["onDebugResolve:debugpy"],
    contributes: { debuggers: [{ type: "debugpy", label: "Python Debugger", languages: ["python"] }] },
  };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(folder, "README.md"), "Stands in for a debugger.");
  writeFileSync(path.join(folder, "LICENSE"), "None.");
  writeFileSync(path.join(folder, "out/extension.js"), CODE.replace("PYTHON", JSON.stringify(python)));
  const packagePath = path.join(folder, "debugger.vsix");
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true });
  return packagePath;
}
