import { Readable } from 'node:stream';
import { parse as csvParser } from 'csv-parse';
import { type ColumnMapping, mapColumns } from '../../../domain/contacts/imports/column-guess.ts';
import { type ColumnTarget, rowToFacts } from '../../../domain/contacts/imports/contact-row.ts';
import { type CustomField, customValueOf } from '../../../domain/fields/custom-fields.ts';
import { AppError } from '../../../errors/errors.ts';
import { checkFacts } from './check-facts.ts';
import type { UpsertItem } from './plan-upserts.ts';

export const importFormats = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof importFormats)[number];

const columnsMax = 200;
const cellCharactersMax = 20_000;
const delimiters = [',', ';', '\t', '|'];

export type RawRow = Record<string, unknown> | { problem: string };

function isProblem(row: RawRow): row is { problem: string } {
  return 'problem' in row && Object.keys(row).length === 1;
}

function sniff(start: Buffer): { delimiter: string; encoding: BufferEncoding } {
  const headEnd = start.indexOf(0x0a);
  const head = start.subarray(0, headEnd === -1 ? start.length : headEnd).toString('utf8');
  const count = (delimiter: string) => head.split(delimiter).length;
  const [delimiter] = delimiters.toSorted((left, right) => count(right) - count(left));
  return { delimiter: delimiter!, encoding: isUtf8(start) ? 'utf8' : 'latin1' };
}

// The sample may end in the middle of a character: only what comes before its last line end is judged.
function isUtf8(start: Buffer): boolean {
  const end = start.lastIndexOf(0x0a);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(end === -1 ? start : start.subarray(0, end));
    return true;
  } catch {
    return false;
  }
}

async function* csvRows(source: AsyncIterable<Buffer>): AsyncGenerator<RawRow> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const rest = async function* () {
    yield first.value;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  };
  const options = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true };
  const parser = Readable.from(rest()).pipe(
    csvParser({ ...options, ...sniff(first.value), columns: uniqueHeader, max_record_size: 1_000_000 }),
  );
  try {
    for await (const row of parser) yield row as RawRow;
  } catch (cause) {
    throw new AppError('malformed_request', `The file is not readable as CSV: ${(cause as Error).message}`, { cause });
  }
}

// Two columns of one name would hide each other.
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

async function* lines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of source) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop()!;
    yield* parts;
    if (rest.length > 1_000_000) throw new AppError('malformed_request', 'A line of the file is longer than 1 MB.');
  }
  yield rest + decoder.decode();
}

async function* ndjsonRows(source: AsyncIterable<Buffer>): AsyncGenerator<RawRow> {
  for await (const line of lines(source)) {
    if (line.trim() === '') continue;
    yield jsonRow(line);
  }
}

function jsonRow(line: string): RawRow {
  try {
    const value = JSON.parse(line) as unknown;
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return flattened(value as object);
  } catch {
    // Reported below, without quoting the line.
  }
  return { problem: 'The line is not a JSON object.' };
}

const nested = new Set(['location', 'customFields']);

/** {location: {city}} becomes the column "city", {customFields: {x}} the column "customFields.x". */
function flattened(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (name === 'phones' && Array.isArray(value)) return value.map((phone, index) => [`phone ${index + 1}`, phone]);
      if (!nested.has(name) || value === null || typeof value !== 'object') return [[name, value]];
      return Object.entries(value).map(([key, inner]) => [name === 'location' ? key : `${name}.${key}`, inner]);
    }),
  );
}

export function readRows(format: ImportFormat, source: AsyncIterable<Buffer>): AsyncGenerator<RawRow> {
  return format === 'csv' ? csvRows(source) : ndjsonRows(source);
}

export type ColumnRules = ReadonlyMap<string, ColumnTarget | null>;

/** How the rows of a file are read. */
export interface RowReading {
  rules: ColumnRules;
  /** What holds for rows that say nothing else. */
  defaults: Record<string, unknown>;
  /** Custom fields of contacts: their columns are known, and their cells become values of their types. */
  fields: readonly CustomField[];
}

/** Columns of a row, and what each becomes; rows of NDJSON may differ from each other. */
export function mappingOf(row: RawRow, { rules, fields }: RowReading): ColumnMapping[] {
  return isProblem(row) ? [] : mapColumns(Object.keys(row), withPhones(Object.keys(row), rules), fields);
}

function withPhones(columns: string[], rules: ColumnRules): ColumnRules {
  const numbered = columns.filter((column) => /^phone \d+$/.test(column) && !rules.has(column));
  return new Map([...rules, ...numbered.map((column) => [column, 'phone' as const] as const)]);
}

/** One row as an item to be stored, or with what is wrong with it. */
export function toItem(
  row: RawRow,
  item: number,
  mapping: ColumnMapping[],
  { defaults, fields }: RowReading,
): UpsertItem {
  if (isProblem(row)) return { item, problem: { code: 'malformed_json', field: null, message: row.problem } };
  const cells = mapping.flatMap(({ column, target }) => (target === null ? [] : [[target, row[column]] as const]));
  if (cells.some(([, value]) => typeof value === 'string' && value.length > cellCharactersMax))
    return { item, problem: { code: 'validation_failed', field: null, message: 'A cell is too long.' } };
  const { facts, tags } = rowToFacts(cells);
  const customFields = typedValues(facts.customFields as Record<string, unknown> | undefined, fields);
  return { item, tags, ...checkFacts({ ...defaults, ...facts, ...(customFields && { customFields }) }) };
}

function typedValues(values: Record<string, unknown> | undefined, fields: readonly CustomField[]) {
  if (values === undefined) return undefined;
  const entries = Object.entries(values).map(([key, value]) => {
    const field = fields.find((one) => one.key === key);
    return [key, field === undefined ? value : customValueOf(field, value)];
  });
  return Object.fromEntries(entries);
}
