import type { ColumnMapping } from '../../../domain/contacts/imports/column-guess.ts';
import { parseColumnRule } from '../../../domain/contacts/imports/column-guess.ts';
import type { ColumnTarget } from '../../../domain/contacts/imports/contact-row.ts';
import type { FileEncoding, FoundEncoding } from '../../../domain/contacts/imports/text-encoding.ts';
import { AppError } from '../../../errors/errors.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { customFieldsOf } from '../../fields/custom-fields.ts';
import { type ColumnRules, isKnownTo, planRows, type RowReading, toItem } from './import-rows.ts';
import type { UpsertItem } from './plan-upserts.ts';
import type { RawRow } from './raw-row.ts';
import { encodingOf, type FileSource, type ImportFormat, readRows } from './read-file.ts';

/** So many rows are stored in one transaction. */
const batchRows = 500;
/** By so many rows at the beginning the columns of a CSV are judged. */
const judgedRows = 1_000;

export interface ImportBatch {
  items: UpsertItem[];
  /** Rows of the file up to the end of this batch. */
  rows: number;
  /** What the columns of the first row become. */
  columns: ColumnMapping[];
}

/** The caller's words on columns; throws `validation_failed` for what cannot be read. */
export function columnRules(columns: readonly string[] = []): ColumnRules {
  const rules = new Map<string, ColumnTarget | null>();
  for (const text of columns) {
    const rule = parseColumnRule(text);
    if (rule === undefined) {
      throw new AppError('validation_failed', `"${text}" is not of the form Column=field with a field there is.`, {
        field: 'columns',
      });
    }
    rules.set(rule.column, rule.target);
  }
  return rules;
}

/** How the rows of an import are read: by the caller's words and the custom fields of now. */
export async function readingOf(
  { columns, declaredBasis }: { columns?: readonly string[]; declaredBasis?: string },
  ctx: ActionContext,
): Promise<RowReading> {
  const defaults = declaredBasis ? { declaredBasis } : {};
  return { rules: columnRules(columns), defaults, fields: await customFieldsOf('contact', ctx) };
}

/** A file with how it is read. */
export interface OpenedFile {
  format: ImportFormat;
  source: FileSource;
  encoding: FoundEncoding;
  reading: RowReading;
}

export async function openFile(
  format: ImportFormat,
  source: FileSource,
  input: Parameters<typeof readingOf>[0] & { encoding?: FileEncoding | 'auto' },
  ctx: ActionContext,
): Promise<OpenedFile> {
  const reading = await readingOf(input, ctx);
  return { format, source, encoding: await encodingOf(source, input.encoding), reading };
}

/** The rows of a file as items, as many at a time as are stored together. Rows up to `after` are passed over. */
export async function* itemBatches(
  { format, source, encoding, reading }: OpenedFile,
  after = 0,
): AsyncGenerator<ImportBatch> {
  let items: UpsertItem[] = [];
  let columns: ColumnMapping[] = [];
  let rows = 0;
  for await (const { row, plan } of plannedRows({ format, source, encoding, reading })) {
    rows += 1;
    if (rows === 1 || format === 'ndjson') columns = merged(columns, plan.mapping);
    if (rows <= after) continue;
    items.push(toItem(row, rows, plan, reading));
    if (items.length < batchRows) continue;
    yield { items, rows, columns };
    items = [];
  }
  if (items.length > 0) yield { items, rows, columns };
}

/** Rows of NDJSON differ: a column is what the first row made of it, and what any of them asks is asked. */
function merged(columns: ColumnMapping[], more: ColumnMapping[]): ColumnMapping[] {
  const known = new Map(columns.map((one) => [one.column, one]));
  for (const one of more) {
    const first = known.get(one.column);
    if (first === undefined || (first.target === null && (one.target !== null || one.question !== undefined)))
      known.set(one.column, one);
  }
  return [...known.values()];
}

/** Each row with what its columns become: for a CSV the first rows decide for all, lines of NDJSON differ. */
async function* plannedRows({ format, source, encoding, reading }: OpenedFile) {
  const shape: { delimiter?: string } = {};
  const rows = readRows(format, source, encoding, { isKnown: isKnownTo(reading), shape });
  if (format === 'ndjson') {
    for await (const row of rows) yield { row, plan: planRows([row], reading, format) };
    return;
  }
  const head: RawRow[] = [];
  for (let next = await rows.next(); !next.done; next = await rows.next())
    if (head.push(next.value) === judgedRows) break;
  const plan = planRows(head, reading, format, shape.delimiter);
  for (const row of head) yield { row, plan };
  for await (const row of rows) yield { row, plan };
}
