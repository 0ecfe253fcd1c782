// Which rows of a view a key means. VS Code gives the commands of keys no row, and does not tell which one has the focus.

import * as vscode from "vscode";

import type { Click } from "./click.js";
import { selectRow } from "./focus.js";
import { rowAfter, rowsMeant, type Seen } from "./order.js";
import { Turns } from "./turns.js";

/** To learn which rows are selected, or to select one: more than a view needs to be drawn. */
const TRIES = 10;
const MILLISECONDS = 50;

/** Of a view: what stays the same of a row while rows come and go, and the rows among which the keys go on. */
export interface Rows<Row> {
  idOf(row: Row): string;
  rowsLike(rows: readonly Row[]): Row[];
}

/** The rows that a key means, and the way back to them from where the focus has gone on to. */
export interface Taken<Row> {
  readonly rows: Row[];
  /** For rows that stay as they are: else the next key would be about others than those in sight. */
  readonly goBack: () => Promise<void>;
}

/** The keys of a view, which take their turn. */
export class KeysOfRows<Row> {
  private readonly turns = new Turns();

  constructor(
    private readonly view: vscode.TreeView<Row>,
    private readonly rows: Rows<Row>,
  ) {}

  /**
   * The rows that are selected, or the one that has the focus if it is not among them. The focus goes on to the next at once:
   * later it may be elsewhere.
   */
  take(click: Click, isDone: (row: Row, meant: readonly Row[]) => boolean): Promise<Taken<Row>> {
    return this.turns.take(async () => {
      const meant = await this.meant();
      const [first] = meant;
      const next = first === undefined ? undefined : rowAfter(this.rows.rowsLike(meant), (row) => isDone(row, meant));
      if (next !== undefined) await this.goTo(click, next);
      return { rows: meant, goBack: () => this.goBack(click, next, first) };
    });
  }

  /** Selects a row again, unless its user has gone elsewhere from where the focus went on to. */
  private async goBack(click: Click, from: Row | undefined, to: Row | undefined): Promise<void> {
    if (from === undefined || to === undefined) return;
    const selected = [...this.selected().keys()];
    if (selected.length === 1 && selected[0] === this.rows.idOf(from)) await this.goTo(click, to);
  }

  /** None if that cannot be told: no row is better than one that nobody means. */
  private async meant(): Promise<Row[]> {
    let first: Seen | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = this.selected();
      // This adds the row with the focus to the selection, or takes it out: the only way to learn which one it is.
      await vscode.commands.executeCommand("list.toggleSelection");
      const turned = this.selected();
      await vscode.commands.executeCommand("list.toggleSelection");
      const after = this.selected();
      const seen = { before: [...before.keys()], turned: [...turned.keys()], after: [...after.keys()] };
      first ??= seen;
      const meant = rowsMeant(seen, first);
      if (meant !== undefined) return [...new Map([...before, ...turned])].filter(([id]) => meant.includes(id)).map(([, row]) => row);
      // While a view is being drawn anew, VS Code knows of no selection.
      await new Promise((resolve) => setTimeout(resolve, MILLISECONDS));
    }
    return [];
  }

  private selected(): Map<string, Row> {
    return new Map(this.view.selection.map((row) => [this.rows.idOf(row), row]));
  }

  /** Selects a row, also one that the view is about to draw. */
  async goTo(click: Click, next: Row): Promise<void> {
    for (let tries = 0; tries < TRIES && click.isFresh; tries += 1) {
      const isFound = await selectRow(this.view, next, click);
      if (isFound && this.view.selection.some((row) => this.rows.idOf(row) === this.rows.idOf(next))) return;
      await new Promise((resolve) => setTimeout(resolve, MILLISECONDS));
    }
  }
}
