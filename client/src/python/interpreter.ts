// The project's interpreter as the editor knows it: what a Python extension says, else our setting. Where
// neither knows, the server looks at the project.

/** The part of `vscode.extensions` that is needed here. */
export interface Extensions {
  getExtension(id: string): { isActive: boolean; activate(): PromiseLike<unknown>; exports: unknown } | undefined;
}

/** Somebody who may know the interpreter of a file; `Resource` is the editor's own type of URI. */
export interface EnvironmentProvider<Resource> {
  readonly name: string;
  interpreter(resource: Resource): Promise<string | undefined>;
}

export interface Interpreter {
  path: string;
  source: string;
}

/** The first interpreter that a provider or else the setting names; a provider that fails names none. */
export async function findInterpreter<Resource>(
  providers: readonly EnvironmentProvider<Resource>[],
  setting: string | undefined,
  resource: Resource,
  warn: (message: string) => void,
): Promise<Interpreter | undefined> {
  for (const provider of providers) {
    try {
      const path = await provider.interpreter(resource);
      if (path !== undefined && path !== "") return { path, source: provider.name };
    } catch (error) {
      warn(`${provider.name} does not say which interpreter it uses: ${String(error)}`);
    }
  }
  return setting === undefined ? undefined : { path: setting, source: "testloom.python" };
}

/** The Python extensions that exist, the newer API first. */
export function pythonExtensions<Resource>(extensions: Extensions): EnvironmentProvider<Resource>[] {
  return [new PythonEnvironments<Resource>(extensions), new PythonExtension<Resource>(extensions)];
}

interface EnvironmentsApi<Resource> {
  getEnvironment(scope: Resource): Promise<{ execInfo?: { run?: { executable?: string } } } | undefined>;
}

class PythonEnvironments<Resource> implements EnvironmentProvider<Resource> {
  readonly name = "Python Environments";

  constructor(private readonly extensions: Extensions) {}

  async interpreter(resource: Resource): Promise<string | undefined> {
    const api = await exportsOf<EnvironmentsApi<Resource>>(this.extensions, "ms-python.vscode-python-envs");
    const environment = await api?.getEnvironment(resource);
    return environment?.execInfo?.run?.executable;
  }
}

interface PythonApi<Resource> {
  environments: {
    getActiveEnvironmentPath(resource: Resource): { id: string; path: string };
    resolveEnvironment(environment: {
      id: string;
      path: string;
    }): Promise<{ executable: { uri?: { fsPath: string } } } | undefined>;
  };
}

class PythonExtension<Resource> implements EnvironmentProvider<Resource> {
  readonly name = "Python";

  constructor(private readonly extensions: Extensions) {}

  async interpreter(resource: Resource): Promise<string | undefined> {
    const api = await exportsOf<PythonApi<Resource>>(this.extensions, "ms-python.python");
    if (api === undefined) return undefined;
    const active = api.environments.getActiveEnvironmentPath(resource);
    const environment = await api.environments.resolveEnvironment(active);
    return environment?.executable.uri?.fsPath;
  }
}

async function exportsOf<Api>(extensions: Extensions, id: string): Promise<Api | undefined> {
  const extension = extensions.getExtension(id);
  if (extension === undefined) return undefined;
  if (!extension.isActive) await extension.activate();
  return extension.exports as Api | undefined;
}
