import { Readable } from 'node:stream';
import { parse as csvParser } from 'csv-parse';
import type { Cells, Register } from '../../../domain/prospects/registers/register.ts';
import { AppError } from '../../../errors/errors.ts';
import type { ImportFormat } from '../../contacts/bulk/read-file.ts';

const recordBytesMax = 1_000_000;
const lineFeed = 10;

/** Opens the file at a byte. */
export type BytesFrom = (from: number) => AsyncIterable<Buffer>;

/** Place behind a row, where reading can begin again: bytes from the start, and rows below the header. */
export interface FilePlace {
  bytes: number;
  rows: number;
}

export const startOfFile: FilePlace = { bytes: 0, rows: 0 };

export interface RegisterLine {
  /** Null: the row does not have the columns of the header, or is not an object. */
  cells: Cells | null;
  end: FilePlace;
}

function unreadable(cause: unknown, rows: number): AppError {
  // The parser counts lines from where it began.
  const problem = (cause as Error).message.replace(/ (at|on) line \d+/g, '');
  return new AppError('malformed_request', `The file is not readable behind row ${rows}: ${problem}.`, { cause });
}

const options = { skip_empty_lines: true, trim: true, relax_column_count: true, max_record_size: recordBytesMax };

interface Header {
  columns: string[];
  end: number;
}

async function readHeader(open: BytesFrom): Promise<Header> {
  const parser = Readable.from(open(0)).pipe(csvParser({ ...options, bom: true, info: true, to: 1 }));
  for await (const { record, info } of parser) {
    const columns = (record as string[]).map((name) => name.trim());
    return { columns, end: (info as { bytes: number }).bytes };
  }
  throw new AppError('validation_failed', 'The file holds no rows.', { field: 'content' });
}

function requireColumns({ title, required }: Register, columns: readonly string[]): void {
  const missing = required.find((names) => !names.some((name) => columns.includes(name)));
  if (missing === undefined) return;
  const message = `This is not the file of ${title}: it has no column ${missing.join(' or ')}.`;
  throw new AppError('validation_failed', message, { field: 'preset' });
}

async function* csvLines(open: BytesFrom, register: Register, from: FilePlace): AsyncGenerator<RegisterLine> {
  const { columns, end } = await readHeader(open);
  requireColumns(register, columns);
  const wanted = columns.flatMap((name, index) => (register.columns.includes(name) ? [{ name, index }] : []));
  const start = Math.max(from.bytes, end);
  let { rows } = from;
  const parser = Readable.from(open(start)).pipe(csvParser({ ...options, info: true }));
  try {
    for await (const { record, info } of parser) {
      const row = record as string[];
      const cells = Object.fromEntries(wanted.map(({ name, index }) => [name, row[index] ?? '']));
      rows += 1;
      const bytes = start + (info as { bytes: number }).bytes;
      yield { cells: row.length === columns.length ? cells : null, end: { bytes, rows } };
    }
  } catch (error) {
    throw unreadable(error, rows);
  }
}

async function* jsonLines(open: BytesFrom, register: Register, from: FilePlace): AsyncGenerator<RegisterLine> {
  let rest: Uint8Array = new Uint8Array(0);
  let { bytes, rows } = from;
  for await (const piece of open(from.bytes)) {
    rest = Buffer.concat([rest, piece]);
    for (let at = rest.indexOf(lineFeed); at !== -1; at = rest.indexOf(lineFeed)) {
      const line = Buffer.from(rest.subarray(0, at)).toString();
      rest = rest.subarray(at + 1);
      bytes += at + 1;
      if (line.trim() !== '') yield { cells: cellsOf(line, register), end: { bytes, rows: ++rows } };
    }
    if (rest.length > recordBytesMax) throw unreadable(new Error('a line is longer than 1 MB'), rows);
  }
  const line = Buffer.from(rest).toString();
  if (line.trim() !== '') yield { cells: cellsOf(line, register), end: { bytes: bytes + rest.length, rows: rows + 1 } };
}

/** Nested members keep their JSON, which the registers read like nested columns. */
function cellsOf(line: string, { columns }: Register): Cells | null {
  try {
    const value = JSON.parse(line) as Record<string, unknown> | null;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
    const textOf = (cell: unknown) =>
      typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : `${cell ?? ''}`;
    return Object.fromEntries(columns.filter((name) => name in value).map((name) => [name, textOf(value[name])]));
  } catch {
    return null;
  }
}

/** Rows of a register's file behind a place, which is its start or the `end` of a row. Throws if it is another file. */
export function registerLines(
  open: BytesFrom,
  format: ImportFormat,
  register: Register,
  from = startOfFile,
): AsyncGenerator<RegisterLine> {
  return format === 'csv' ? csvLines(open, register, from) : jsonLines(open, register, from);
}
