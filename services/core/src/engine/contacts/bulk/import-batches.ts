import type { ColumnMapping } from '../../../domain/contacts/imports/column-guess.ts';
import { examplesOf, parseColumnRule } from '../../../domain/contacts/imports/column-guess.ts';
import type { ColumnTarget } from '../../../domain/contacts/imports/contact-row.ts';
import type { FileEncoding, FoundEncoding } from '../../../domain/contacts/imports/text-encoding.ts';
import { AppError } from '../../../errors/errors.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { customFieldsOf } from '../../fields/custom-fields.ts';
import { type ColumnRules, isKnownTo, planRows, type RowPlan, type RowReading, toItem } from './import-rows.ts';
import type { UpsertItem } from './plan-upserts.ts';
import { type RawRow, UnreadableRow } from './raw-row.ts';
import { encodingOf, type FileSource, type ImportFormat, readRows } from './read-file.ts';

/** Rows stored in one transaction. */
const batchRows = 500;
/** Number of initial rows used to interpret the columns of a CSV file. */
const judgedRows = 1_000;

export interface ImportBatch {
  items: UpsertItem[];
  /** Number of file rows up to the end of this batch. */
  rows: number;
  /** Mapping of the first row's columns. */
  columns: ColumnMapping[];
  /** How the last row was read. Undefined without rows. */
  plan: RowPlan | undefined;
}

/** Column rules that the caller gave. Throws `validation_failed` for a rule that cannot be parsed. */
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

/** Settings for reading an import's rows, from the caller's rules and the current custom fields. */
export async function readingOf(
  { columns, declaredBasis }: { columns?: readonly string[]; declaredBasis?: string },
  ctx: Pick<ActionContext, 'workspaceId'>,
): Promise<RowReading> {
  const defaults = declaredBasis ? { declaredBasis } : {};
  return { rules: columnRules(columns), defaults, fields: await customFieldsOf('contact', ctx) };
}

/** A file and the settings for reading it. */
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
  ctx: Pick<ActionContext, 'workspaceId'>,
): Promise<OpenedFile> {
  const reading = await readingOf(input, ctx);
  return { format, source, encoding: await encodingOf(source, input.encoding), reading };
}

/** Rows of a file as items, in batches that are stored together. Skips rows up to `after`. */
export async function* itemBatches(
  { format, source, encoding, reading }: OpenedFile,
  after = 0,
): AsyncGenerator<ImportBatch> {
  let items: UpsertItem[] = [];
  let columns: ColumnMapping[] = [];
  let rows = 0;
  let last: RowPlan | undefined;
  for await (const { row, plan } of plannedRows({ format, source, encoding, reading })) {
    rows += 1;
    last = plan;
    if (rows === 1 || format === 'ndjson') columns = merged(columns, plan.mapping);
    if (rows <= after) continue;
    items.push(toItem(row, rows, plan, reading));
    if (items.length < batchRows) continue;
    yield { items, rows, columns, plan };
    items = [];
  }
  if (items.length > 0) yield { items, rows, columns, plan: last };
}

/** A column with some of its values. */
export interface ShownColumn extends ColumnMapping {
  examples: string[];
}

/** Columns of the first rows, whether or not these can be imported. */
export async function columnsOfFile(file: OpenedFile): Promise<ShownColumn[]> {
  let columns: ColumnMapping[] = [];
  const rows: Record<string, unknown>[] = [];
  for await (const { row, plan } of plannedRows(file)) {
    if (rows.length === 0 || file.format === 'ndjson') columns = merged(columns, plan.mapping);
    if (!(row instanceof UnreadableRow)) rows.push(row);
    if (rows.length === judgedRows) break;
  }
  return columns.map((one) => ({ ...one, examples: examplesOf(rows.map((row) => row[one.column])) }));
}

/** Rows of NDJSON can differ: each column uses the first row that maps it or raises a question about it. */
function merged(columns: ColumnMapping[], more: ColumnMapping[]): ColumnMapping[] {
  const known = new Map(columns.map((one) => [one.column, one]));
  for (const one of more) {
    const first = known.get(one.column);
    if (first === undefined || (first.target === null && (one.target !== null || one.question !== undefined)))
      known.set(one.column, one);
  }
  return [...known.values()];
}

/**
 * Each row with the plan for its columns. The first rows of a CSV decide for all rows; each line of NDJSON is planned
 * separately.
 */
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
