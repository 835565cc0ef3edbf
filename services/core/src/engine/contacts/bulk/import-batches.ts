import type { ColumnMapping } from '../../../domain/contacts/imports/column-guess.ts';
import { parseColumnRule } from '../../../domain/contacts/imports/column-guess.ts';
import type { ColumnTarget } from '../../../domain/contacts/imports/contact-row.ts';
import { AppError } from '../../../errors/errors.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { customFieldsOf } from '../../fields/custom-fields.ts';
import { type ColumnRules, mappingOf, type RawRow, type RowReading, toItem } from './import-rows.ts';
import type { UpsertItem } from './plan-upserts.ts';

/** So many rows are stored in one transaction. */
const batchRows = 500;

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

/** The rows of a file as items, as many at a time as are stored together. Rows up to `after` are passed over. */
export async function* itemBatches(
  source: AsyncIterable<RawRow>,
  format: 'csv' | 'ndjson',
  reading: RowReading,
  after = 0,
): AsyncGenerator<ImportBatch> {
  let mapping: ColumnMapping[] | undefined;
  let columns: ColumnMapping[] = [];
  let items: UpsertItem[] = [];
  let rows = 0;
  for await (const row of source) {
    rows += 1;
    // The header decides for all rows of a CSV; lines of NDJSON differ.
    if (mapping === undefined || format === 'ndjson') mapping = mappingOf(row, reading);
    if (columns.length === 0) columns = mapping;
    if (rows <= after) continue;
    items.push(toItem(row, rows, mapping, reading));
    if (items.length < batchRows) continue;
    yield { items, rows, columns };
    items = [];
  }
  if (items.length > 0) yield { items, rows, columns };
}
