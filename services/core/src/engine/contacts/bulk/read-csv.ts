import { Readable } from 'node:stream';
import { parse as csvParser } from 'csv-parse';
import { csvShapeOf } from '../../../domain/contacts/imports/csv-shape.ts';
import { AppError } from '../../../errors/errors.ts';
import { type RawRow, UnreadableRow } from './raw-row.ts';

const columnsMax = 200;
const recordBytesMax = 1_000_000;
/** Rows buffered before the first is yielded. They show which trailing columns are never filled. */
const headRowsMax = 1_000;
/** Lines that programs write above the header, such as LinkedIn's notes or report titles. */
const preambleMax = 10;
const shapeCharacters = 65_536;

/** Opens a new pass over the bytes of a file, which is read more than once. */
export interface CsvOptions {
  /** True if a column with this name is mapped to a field. */
  isKnown(name: string): boolean;
  /** True if rows with undecodable bytes must fail. */
  isDamaged: boolean;
  /** Set while the file is read. */
  shape: { delimiter?: string };
}

interface CsvRecord {
  record: string[];
  delimiter: string;
}

async function* records(texts: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const iterator = texts[Symbol.asyncIterator]();
  let start = '';
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    start += next.value;
    if (start.length >= shapeCharacters) break;
  }
  const { delimiter, skip } = csvShapeOf(start.slice(0, shapeCharacters));
  const all = async function* () {
    yield start.slice(skip);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  const parser = Readable.from(all()).pipe(
    csvParser({
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      max_record_size: recordBytesMax,
    }),
  );
  try {
    for await (const record of parser) yield { record: record as string[], delimiter };
  } catch (cause) {
    throw new AppError('malformed_request', `The file is not readable as CSV: ${(cause as Error).message}`, { cause });
  }
}

// Two columns with the same name would overwrite each other.
function uniqueHeader(header: string[]): string[] {
  if (header.length > columnsMax)
    throw new AppError('malformed_request', `The file has more than ${columnsMax} columns.`);
  const seen = new Map<string, number>();
  return header.map((name, index) => {
    const base = name || `column ${index + 1}`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return count === 1 ? base : `${base} (${count})`;
  });
}

/** Index of the header: the first record, unless it names no field and a wider one below names several. */
function headerAt(head: CsvRecord[], isKnown: CsvOptions['isKnown']): number {
  const knownIn = (record: string[]) => record.filter((name) => name !== '' && isKnown(name)).length;
  const first = head[0]!.record;
  if (knownIn(first) > 0) return 0;
  const found = head
    .slice(1, preambleMax)
    .findIndex(({ record }) => lastFilled(record) > lastFilled(first) && knownIn(record) >= Math.min(2, record.length));
  return found === -1 ? 0 : found + 1;
}

function lastFilled(record: readonly string[]): number {
  return record.findLastIndex((cell) => cell !== '') + 1;
}

/** True if an unclosed quote swallowed the rows up to the next quote. */
function hasSwallowedRows({ record, delimiter }: CsvRecord, columnCount: number): boolean {
  return record.some((cell) => {
    const breaks = cell.split('\n').length - 1;
    if (breaks === 0 || columnCount < 3) return false;
    return cell.split(delimiter).length - 1 >= breaks * (columnCount - 1) && /\S@\S+\.\S/.test(cell);
  });
}

/** Converts records to rows, and records that do not fit the header to problems. */
class RowShaper {
  readonly #header: string[];
  readonly #isDamaged: boolean;
  /** Number of columns up to the last one that any row fills. A row can omit the empty columns after that. */
  #used: number;

  constructor(header: string[], head: CsvRecord[], { isDamaged }: CsvOptions) {
    this.#header = uniqueHeader(header);
    this.#isDamaged = isDamaged;
    this.#used = Math.max(0, ...head.map(({ record }) => Math.min(lastFilled(record), header.length)));
  }

  #unreadable(problem: string): UnreadableRow {
    return new UnreadableRow(problem, this.#header);
  }

  row(one: CsvRecord): RawRow {
    const { record } = one;
    const filled = lastFilled(record);
    const count = this.#header.length;
    if (filled > count)
      return this.#unreadable(
        `The row has ${filled} cells, and the header ${count}: a cell with a comma needs quotes.`,
      );
    if (record.length < Math.min(this.#used, count))
      return this.#unreadable(`The row has ${record.length} cells, and the header ${count}: a cell is missing.`);
    this.#used = Math.max(this.#used, filled);
    if (hasSwallowedRows(one, count))
      return this.#unreadable('A quote in this row is closed in a later line: rows between them are inside one cell.');
    if (this.#isDamaged && record.some((cell) => cell.includes('\ufffd')))
      return this.#unreadable('The row has bytes that are not UTF-8, the encoding of the rest of the file.');
    return Object.fromEntries(this.#header.map((name, index) => [name, record[index] ?? '']));
  }
}

/** Rows of a CSV file, keyed by the column names of its header. */
export async function* csvRows(texts: AsyncIterable<string>, options: CsvOptions): AsyncGenerator<RawRow> {
  const source = records(texts);
  const head: CsvRecord[] = [];
  for (let next = await source.next(); !next.done; next = await source.next()) {
    head.push(next.value);
    if (head.length > headRowsMax) break;
  }
  if (head.length === 0) return;
  options.shape.delimiter = head[0]!.delimiter;
  const at = headerAt(head, options.isKnown);
  const rows = head.slice(at + 1);
  const shaper = new RowShaper(head[at]!.record, rows, options);
  for (const one of rows) yield shaper.row(one);
  for await (const one of source) yield shaper.row(one);
}
