/** A row that has no cells, with the reason in words that do not quote it. */
export class UnreadableRow {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}

/** Cells by the names of their columns. */
export type RawRow = Record<string, unknown> | UnreadableRow;
