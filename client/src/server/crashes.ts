// What becomes of a server that has crashed: the language client starts another by itself, until there were too many.

import { CloseAction, type LanguageClient, State } from "vscode-languageclient/node";

/** What is heard of the server. */
export interface Heard {
  /** It runs, perhaps not for the first time. */
  runs: () => void;
  /** It has ended. */
  ended: () => void;
  /** It has ended, and is not started again. */
  gaveUp: () => void;
}

export function follow(client: LanguageClient, { runs, ended, gaveUp }: Heard): void {
  const usual = client.createDefaultErrorHandler();
  let isLast = false;
  client.clientOptions.errorHandler = {
    error: (error, message, count) => usual.error(error, message, count),
    closed: async () => {
      const result = await usual.closed();
      isLast = result.action === CloseAction.DoNotRestart;
      return isLast ? { ...result, handled: true } : result; // what we say of it has a way on
    },
  };
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) runs();
    else if (newState === State.StartFailed || (newState === State.Stopped && isLast)) gaveUp();
    else if (newState === State.Stopped) ended();
  });
}
