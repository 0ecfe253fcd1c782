// The commands of lenses. VS Code keeps the arguments of a lens only until there are others, but shows it for longer: it
// then says "Actual command not found". So each lens gets a command of its own without arguments, which stays.

/** A command with its arguments. */
export interface Invocation {
  command: string;
  arguments?: unknown[] | undefined;
}

/** Of the editor: registers a command, and runs one. */
export interface Commands {
  register: (id: string, run: () => unknown) => { dispose(): unknown };
  execute: (command: string, ...args: unknown[]) => unknown;
}

/** More than the lenses of all files that are open. */
const MOST = 5000;

export class LensCommands {
  private readonly known = new Map<string, { id: string; registered: { dispose(): unknown } }>();
  private made = 0;

  constructor(
    private readonly commands: Commands,
    private readonly most = MOST,
  ) {}

  /** The command without arguments that does the same, the same one each time. */
  idOf({ command, arguments: args = [] }: Invocation): string {
    const key = JSON.stringify([command, args]);
    const entry = this.known.get(key) ?? this.register(command, args);
    // Those that were not seen for longest go first.
    this.known.delete(key);
    this.known.set(key, entry);
    this.forgetOldest();
    return entry.id;
  }

  dispose(): void {
    for (const { registered } of this.known.values()) registered.dispose();
    this.known.clear();
  }

  private register(command: string, args: unknown[]): { id: string; registered: { dispose(): unknown } } {
    this.made += 1;
    const id = `${command}.lens${this.made.toString()}`;
    return { id, registered: this.commands.register(id, () => this.commands.execute(command, ...args)) };
  }

  private forgetOldest(): void {
    for (const [key, { registered }] of this.known) {
      if (this.known.size <= this.most) return;
      this.known.delete(key);
      registered.dispose();
    }
  }
}
