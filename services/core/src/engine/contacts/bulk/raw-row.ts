/** A row without cells, with a reason that does not quote the row. */
export class UnreadableRow {
  readonly problem: string;
  /** Names of the columns that the row would have. */
  readonly columns: readonly string[];

  constructor(problem: string, columns: readonly string[] = []) {
    this.problem = problem;
    this.columns = columns;
  }
}

/** Cells by column name. */
export type RawRow = Record<string, unknown> | UnreadableRow;
