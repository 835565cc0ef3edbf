import { type ColumnMapping, isKnownColumn, mapColumns } from '../../../domain/contacts/imports/column-guess.ts';
import { type ColumnTarget, type RowFacts, rowToFacts } from '../../../domain/contacts/imports/contact-row.ts';
import { decimalMarkOf } from '../../../domain/contacts/imports/decimal-comma.ts';
import {
  type CustomField,
  customFieldProblem,
  customValueOf,
  type DecimalMark,
  fitsCustomField,
} from '../../../domain/fields/custom-fields.ts';
import { checkFacts } from './check-facts.ts';
import type { UpsertItem } from './plan-upserts.ts';
import { type RawRow, UnreadableRow } from './raw-row.ts';
import type { ImportFormat } from './read-file.ts';

const cellCharactersMax = 20_000;
const customPrefix = 'customFields.';

export type ColumnRules = ReadonlyMap<string, ColumnTarget | null>;

/** How the rows of a file are read. */
export interface RowReading {
  rules: ColumnRules;
  /** What holds for rows that say nothing else. */
  defaults: Record<string, unknown>;
  /** Custom fields of contacts: their columns are known, and their cells become values of their types. */
  fields: readonly CustomField[];
}

/** What the columns of a file become, and what their first rows tell about all. */
export interface RowPlan {
  mapping: ColumnMapping[];
  format: ImportFormat;
  /** The file is an export of ours. */
  isOwn: boolean;
  /** How numbers are written, by the custom field that a column becomes. */
  decimalMarks: ReadonlyMap<string, DecimalMark>;
}

const ownColumns = ['id', 'doNotContact', 'createdAt', 'updatedAt', 'source'];

export function isKnownTo({ rules, fields }: RowReading): (name: string) => boolean {
  const own = new Set(fields.flatMap(({ key, label }) => [key, label]));
  return (name) => rules.has(name) || own.has(name) || isKnownColumn(name);
}

/** Judges columns by the first rows; rows of NDJSON may differ from each other, and each is judged by itself. */
export function planRows(
  rows: readonly RawRow[],
  { rules, fields }: RowReading,
  format: ImportFormat,
  delimiter?: string,
): RowPlan {
  const readable = rows.filter((row) => !(row instanceof UnreadableRow)) as Record<string, unknown>[];
  const [first] = rows;
  const names = readable[0] ? Object.keys(readable[0]) : first instanceof UnreadableRow ? [...first.columns] : [];
  const valuesOf = (column: string) => readable.map((row) => row[column]);
  const mapping = mapColumns(names, withPhones(names, rules), fields, valuesOf);
  const isOwn = ownColumns.every((column) => names.includes(column));
  // A semicolon between cells leaves the comma to numbers.
  const usual = delimiter === ';' && !isOwn ? 'comma' : undefined;
  const marks = mapping.flatMap(({ column, target }) => {
    const mark = target?.startsWith(customPrefix) ? (decimalMarkOf(valuesOf(column)) ?? usual) : undefined;
    return mark === undefined ? [] : [[target!, mark] as const];
  });
  return { mapping, format, isOwn, decimalMarks: new Map(marks) };
}

function withPhones(columns: string[], rules: ColumnRules): ColumnRules {
  const numbered = columns.filter((column) => /^phone \d+$/.test(column) && !rules.has(column));
  return new Map([...rules, ...numbered.map((column) => [column, 'phone' as const] as const)]);
}

/** One row as an item to be stored, or with what is wrong with it. */
export function toItem(row: RawRow, item: number, plan: RowPlan, { defaults, fields, rules }: RowReading): UpsertItem {
  if (row instanceof UnreadableRow)
    return {
      item,
      problem: {
        code: plan.format === 'ndjson' ? 'malformed_json' : 'validation_failed',
        field: null,
        message: row.problem,
      },
    };
  const cells = plan.mapping
    .filter(({ column, target }) => target !== null || !rules.has(column))
    .map(({ column, target }) => ({ column, target, value: row[column] }));
  if (
    cells.some(({ target, value }) => target !== null && typeof value === 'string' && value.length > cellCharactersMax)
  )
    return { item, problem: { code: 'validation_failed', field: null, message: 'A cell is too long.' } };
  const read = rowToFacts(cells, { isSheet: plan.format === 'csv', isOwn: plan.isOwn });
  const { tags, will, contactId } = read;
  typeCustomFields(read, plan, fields);
  const notes = [...read.notes];
  const checked = checkFacts({ ...defaults, ...read.facts }, notes);
  const isIdGuessed = !plan.mapping.some(({ target, by }) => target === 'externalId' && by === 'caller');
  const isIdSaid = plan.mapping.some(({ target, by }) => target === 'id' && by === 'caller');
  return { item, tags, will, notes, isIdGuessed, isIdSaid, isFile: true, ...(contactId && { contactId }), ...checked };
}

/** Cells become values of their fields' types; one that does not fit is left out, and the row stays. */
function typeCustomFields(read: RowFacts, { decimalMarks }: RowPlan, fields: readonly CustomField[]): void {
  const values = read.facts.customFields as Record<string, unknown> | undefined;
  for (const [key, raw] of Object.entries(values ?? {})) {
    const field = fields.find((one) => one.key === key);
    if (field === undefined) continue;
    const value = customValueOf(field, raw, decimalMarks.get(`${customPrefix}${key}`));
    if (fitsCustomField(field, value)) values![key] = value;
    else {
      delete values![key];
      const { field: name, message } = customFieldProblem(field);
      read.notes.push({ code: 'cell_left_out', field: name, message: `The cell is left out: ${message}` });
    }
  }
}
