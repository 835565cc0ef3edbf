import type { Connection } from '../storage/connection.ts';

const chunkRows = 200;

export type StoredRow = [row: number, stored: Uint8Array];

interface Stretch {
  rows: StoredRow[];
  /** True if a page along the way is unreadable. */
  isBroken: boolean;
}

function read(connection: Connection, sql: string, from: number): Stretch {
  const rows: StoredRow[] = [];
  try {
    for (const [row, , stored] of connection.iterate<[number, number, Uint8Array]>(sql, from)) rows.push([row, stored]);
    return { rows, isBroken: false };
  } catch {
    return { rows, isBroken: true };
  }
}

/**
 * Yields all rows of a table that can be reached: first from the beginning up to an unreadable page, then from the end
 * back to it. Rows in between are found through the indexes. Columns are read by position, because their names may be
 * damaged too.
 */
export function* salvageRows(
  connection: Connection,
  table: string,
  indexes: readonly string[],
): Generator<StoredRow, { isWhole: boolean }> {
  const forward = `SELECT rowid, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${chunkRows}`;
  let low = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const { rows, isBroken } = read(connection, forward, low);
    yield* rows;
    low = rows.at(-1)?.[0] ?? low;
    if (isBroken) break;
    if (rows.length < chunkRows) return { isWhole: true };
  }
  let high = Number.MAX_SAFE_INTEGER;
  for (let isBroken = false; !isBroken; ) {
    const where = `rowid < ? AND rowid > ${low}`;
    const backward = `SELECT rowid, * FROM ${table} WHERE ${where} ORDER BY rowid DESC LIMIT ${chunkRows}`;
    const stretch = read(connection, backward, high);
    yield* stretch.rows;
    high = stretch.rows.at(-1)?.[0] ?? high;
    isBroken = stretch.isBroken || stretch.rows.length < chunkRows;
  }
  yield* knownToIndexes(connection, table, indexes, low, high);
  return { isWhole: false };
}

function* knownToIndexes(
  connection: Connection,
  table: string,
  indexes: readonly string[],
  low: number,
  high: number,
): Generator<StoredRow> {
  const seen = new Set<number>();
  for (const index of indexes) {
    for (const row of rowsOf(connection, index)) {
      if (row <= low || row >= high || seen.has(row)) continue;
      seen.add(row);
      yield* read(connection, `SELECT rowid, * FROM ${table} WHERE rowid = ?`, row).rows;
    }
  }
}

function rowsOf(connection: Connection, index: string): number[] {
  const rows: number[] = [];
  try {
    for (const [, row] of connection.iterate<[Uint8Array, number]>(`SELECT * FROM ${index}`)) rows.push(row);
  } catch {
    // The rows before the unreadable page are still useful.
  }
  return rows;
}
