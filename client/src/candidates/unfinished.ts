// Texts of previews that VS Code has saved by itself while they were no tests yet. Each stays as it is, also over a reload:
// an error would interrupt who is typing, and VS Code saves no more by itself after it.

/** What VS Code keeps for an extension (`vscode.Memento`). */
export interface Memory {
  get<Value>(key: string, otherwise: Value): Value;
  update(key: string, value: unknown): Thenable<void>;
}

const KEY = "testloom.unfinished";

export class UnfinishedEdits {
  constructor(private readonly memory: Memory) {}

  /** The text of a preview; undefined if it is none of these. */
  of(preview: string): string | undefined {
    return this.all[preview];
  }

  /** The previews that have such a text. */
  get previews(): string[] {
    return Object.keys(this.all);
  }

  async keep(preview: string, text: string): Promise<void> {
    await this.memory.update(KEY, { ...this.all, [preview]: text });
  }

  async forget(previews: readonly string[]): Promise<void> {
    const kept = Object.entries(this.all).filter(([preview]) => !previews.includes(preview));
    if (kept.length < this.previews.length) await this.memory.update(KEY, Object.fromEntries(kept));
  }

  private get all(): Record<string, string> {
    return this.memory.get(KEY, {});
  }
}
