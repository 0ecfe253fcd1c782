// Watches what a debugger and its adapter say to each other, for the times in which the program stands still and what
// its user does then: calls from the console and values set by hand are not the program's own.

/** A message of the Debug Adapter Protocol, as far as it is looked at here. */
interface Message {
  type: "request" | "response" | "event";
  seq: number;
  command?: string;
  event?: string;
  request_seq?: number;
  arguments?: { context?: string; expression?: string };
}

/** A time in which a program stood still, in seconds since the epoch, and what was done to it then. */
export interface Stop {
  began: number;
  ended: number;
  evaluated: string[];
  changed: boolean;
}

const GOING_ON = new Set(["continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue", "restartFrame", "disconnect", "terminate"]);
const CHANGING = new Set(["setVariable", "setExpression", "goto", "restartFrame"]);

/** The stops of one session; `report` gets each once it is over. */
export class Stops {
  private stop: Stop | undefined;
  /** The request from the console that stands for a stop of its own: the program runs. */
  private typed: number | undefined;

  constructor(
    private readonly report: (stop: Stop) => void,
    private readonly now: () => number = () => Date.now() / 1000,
  ) {}

  /** A message on its way to the adapter. */
  sent({ type, seq, command, arguments: given }: Message): void {
    if (type !== "request" || command === undefined) return;
    if (CHANGING.has(command)) this.begun().changed = true;
    if (command === "evaluate" && given?.context === "repl") {
      if (this.stop === undefined) this.typed = seq;
      this.begun().evaluated.push(given.expression ?? "");
    }
    if (GOING_ON.has(command)) this.end();
  }

  /** A message from the adapter. */
  received({ type, event, request_seq }: Message): void {
    if (type === "event" && event === "stopped") {
      this.end();
      this.begun();
    }
    const goesOn = type === "event" && (event === "continued" || event === "terminated" || event === "exited");
    if (goesOn || (type === "response" && request_seq !== undefined && request_seq === this.typed)) this.end();
  }

  /** The session is over. */
  end(): void {
    if (this.stop !== undefined) this.report({ ...this.stop, ended: this.now() });
    this.stop = undefined;
    this.typed = undefined;
  }

  private begun(): Stop {
    this.stop ??= { began: this.now(), ended: 0, evaluated: [], changed: false };
    return this.stop;
  }
}
