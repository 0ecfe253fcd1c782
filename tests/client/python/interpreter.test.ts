import { expect, test } from "vitest";

import { type Extensions, findInterpreter, pythonExtensions } from "../../../client/src/python/interpreter.js";

const ENVIRONMENTS = "ms-python.vscode-python-envs";
const PYTHON = "ms-python.python";

/** Extensions that are installed but asleep until they are activated. */
class Installed implements Extensions {
  readonly activated: string[] = [];

  constructor(private readonly apis: Record<string, unknown>) {}

  getExtension(id: string) {
    if (!(id in this.apis)) return undefined;
    const isActive = this.activated.includes(id);
    const activate = (): Promise<void> => {
      this.activated.push(id);
      return Promise.resolve();
    };
    return { isActive, activate, exports: this.apis[id] };
  }
}

function environmentsApi(executable?: string): unknown {
  return { getEnvironment: () => Promise.resolve(executable && { execInfo: { run: { executable } } }) };
}

function pythonApi(fsPath?: string): unknown {
  return {
    environments: {
      getActiveEnvironmentPath: (resource: string) => ({ id: resource, path: resource }),
      resolveEnvironment: () => Promise.resolve(fsPath && { executable: { uri: { fsPath } } }),
    },
  };
}

async function find(apis: Record<string, unknown>, setting?: string, warnings: string[] = []) {
  const providers = pythonExtensions<string>(new Installed(apis));
  return findInterpreter(providers, setting, "file:///account.py", (message) => warnings.push(message));
}

test("the Python Environments extension is asked first", async () => {
  const found = await find({ [ENVIRONMENTS]: environmentsApi("/envs/python"), [PYTHON]: pythonApi("/python/python") }, "/set");

  expect(found).toEqual({ path: "/envs/python", source: "Python Environments" });
});

test("the Python extension is asked where the other has no environment", async () => {
  const found = await find({ [ENVIRONMENTS]: environmentsApi(), [PYTHON]: pythonApi("/python/python") });

  expect(found).toEqual({ path: "/python/python", source: "Python" });
});

test("the setting holds where no extension knows", async () => {
  expect(await find({ [PYTHON]: pythonApi() }, "/set")).toEqual({ path: "/set", source: "testloom.python" });
  expect(await find({}, "/set")).toEqual({ path: "/set", source: "testloom.python" });
});

test("without any the server is left to look", async () => {
  expect(await find({})).toBeUndefined();
});

test("an extension that fails is passed over with a warning", async () => {
  const warnings: string[] = [];
  const broken = { getEnvironment: () => Promise.reject(new Error("not ready")) };

  expect(await find({ [ENVIRONMENTS]: broken }, "/set", warnings)).toEqual({ path: "/set", source: "testloom.python" });
  expect(warnings).toEqual(["Python Environments does not say which interpreter it uses: Error: not ready"]);
});

test("an extension of an unknown shape is passed over too", async () => {
  expect(await find({ [PYTHON]: {}, [ENVIRONMENTS]: undefined }, "/set")).toEqual({ path: "/set", source: "testloom.python" });
});

test("an extension that sleeps is woken", async () => {
  const installed = new Installed({ [PYTHON]: pythonApi("/python/python") });
  await findInterpreter(pythonExtensions<string>(installed), undefined, "file:///account.py", () => undefined);

  expect(installed.activated).toEqual([PYTHON]);
});
