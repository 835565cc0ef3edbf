/** A row that has no cells, with the reason in words that do not quote it. */
export class UnreadableRow {
  readonly problem: string;
  /** Names of the columns that it would have. */
  readonly columns: readonly string[];

  constructor(problem: string, columns: readonly string[] = []) {
    this.problem = problem;
    this.columns = columns;
  }
}

/** Cells by the names of their columns. */
export type RawRow = Record<string, unknown> | UnreadableRow;
