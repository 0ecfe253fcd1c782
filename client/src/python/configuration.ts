// What the server is told when it asks for the interpreter of a file: what the editor's Python extension has chosen, else
// the setting. The server takes interpreters from here alone, never from a message that asks for something.

/** The setting that stands for the interpreter when the server asks for it by this name. */
export const INTERPRETER = "testloom.python";

export interface Asked {
  scopeUri?: string;
  section?: string;
}

/** The answers to what the server asks of the settings, with the interpreter in the place of its setting. */
export async function withInterpreters(
  items: readonly Asked[],
  answers: readonly unknown[],
  interpreter: (uri: string) => Promise<string | undefined>,
): Promise<unknown[]> {
  return Promise.all(
    items.map(async ({ section, scopeUri }, at) =>
      section === INTERPRETER && scopeUri !== undefined ? ((await interpreter(scopeUri)) ?? null) : answers[at],
    ),
  );
}
