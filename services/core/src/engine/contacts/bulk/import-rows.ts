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

/** Settings for reading the rows of a file. */
export interface RowReading {
  rules: ColumnRules;
  /** Default values for rows that do not set them. */
  defaults: Record<string, unknown>;
  /** Custom fields of contacts, which map columns by name and convert cells to the field types. */
  fields: readonly CustomField[];
}

/** Mapping of a file's columns, and properties of the file inferred from its first rows. */
export interface RowPlan {
  mapping: ColumnMapping[];
  format: ImportFormat;
  /** True if the file is an Outbound export. */
  isOwn: boolean;
  /** Decimal mark of the numbers, by mapped custom field. */
  decimalMarks: ReadonlyMap<string, DecimalMark>;
}

const ownColumns = ['id', 'doNotContact', 'createdAt', 'updatedAt', 'source'];

export function isKnownTo({ rules, fields }: RowReading): (name: string) => boolean {
  const own = new Set(fields.flatMap(({ key, label }) => [key, label]));
  return (name) => rules.has(name) || own.has(name) || isKnownColumn(name);
}

/** Plans the columns from the first rows. Rows of NDJSON can differ, and each is planned separately. */
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
  // If semicolons separate cells, commas are likely decimal marks.
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

/** Converts one row to an item to store, or to its problem. */
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
    return { item, cells: row, problem: { code: 'validation_failed', field: null, message: 'A cell is too long.' } };
  const read = rowToFacts(cells, { isSheet: plan.format === 'csv', isOwn: plan.isOwn });
  const { tags, will, contactId } = read;
  typeCustomFields(read, plan, fields);
  const notes = [...read.notes];
  const checked = checkFacts({ ...defaults, ...read.facts }, notes);
  const isIdGuessed = !plan.mapping.some(({ target, by }) => target === 'externalId' && by === 'caller');
  const isIdSaid = plan.mapping.some(({ target, by }) => target === 'id' && by === 'caller');
  return {
    item,
    cells: row,
    tags,
    will,
    notes,
    isIdGuessed,
    isIdSaid,
    isFile: true,
    ...(contactId && { contactId }),
    ...checked,
  };
}

/** Converts cells to the types of their custom fields. Skips a value that does not fit, and keeps the row. */
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
