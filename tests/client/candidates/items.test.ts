import { expect, test, vi } from "vitest";

vi.mock("vscode", () => ({
  MarkdownString: class {
    value = "";
    appendText(text: string): this {
      this.value += text;
      return this;
    }
    appendMarkdown(text: string): this {
      return this.appendText(text);
    }
    appendCodeblock(text: string): this {
      return this.appendText(text);
    }
  },
  ThemeColor: vi.fn(),
  ThemeIcon: vi.fn(),
  TreeItem: vi.fn(),
  l10n: { t: (text: string, ...values: unknown[]) => text.replaceAll(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)])) },
}));

import { testItem } from "../../../client/src/candidates/items.js";
import type { WaitingTest } from "../../../client/src/protocol/candidates.js";

const made = { id: "1", name: "test_total", target: "total", source: "assert total([1]) == 1", verified: true, edited: false, covered: false, covers: ["total is called"], kills: ["line 2: + → -"], doubles: [], private: [] } as unknown as WaitingTest;

test("a row says what a test covers and kills, and no longer once its user has edited it", () => {
  const [before, after] = [testItem(made, undefined), testItem({ ...made, edited: true }, undefined)];
  expect(before.description).toBe("total is called · kills 1 mutant");
  expect(before.tooltip).toMatchObject({ value: expect.stringContaining("line 2: + → -") as string });

  expect(after.description).toBe("edited");
  expect(after.accessibilityInformation?.label).toBe("test_total, edited");
  expect(after.tooltip).toMatchObject({ value: made.source });
});
