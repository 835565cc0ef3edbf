/** A workspace's custom field. Records store its values under `customFields[key]`. */
export interface CustomField {
  key: string;
  label: string;
  type: CustomFieldType;
  /** Allowed values of a choice, in display order. */
  choices?: string[];
  recordTypes: CustomRecordType[];
}

export const customFieldTypes = ['text', 'number', 'date', 'boolean', 'choice'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

export const customRecordTypes = ['contact', 'company'] as const;
export type CustomRecordType = (typeof customRecordTypes)[number];

export type CustomValue = string | number | boolean;
type Values = Readonly<Record<string, unknown>>;

export const customKeyPattern = '^[A-Za-z][A-Za-z0-9_]{0,49}$';
const wordLengthMax = 100;

function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const fits: Record<CustomFieldType, (value: unknown, field: CustomField) => boolean> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  date: isDay,
  boolean: (value) => typeof value === 'boolean',
  choice: (value, { choices = [] }) => choices.includes(value as string),
};

const wanted: Record<CustomFieldType, string> = {
  text: 'a text',
  number: 'a number, e.g. 12.5',
  date: 'a date, e.g. 2026-01-31',
  boolean: 'true or false',
  choice: 'one of its choices',
};

export function fitsCustomField(field: CustomField, value: unknown): boolean {
  return fits[field.type](value, field);
}

/**
 * Problem such as "customFields.budget must be a number, e.g. 12.5." Omits the value, because problems are kept with a
 * job.
 */
export function customFieldProblem(field: CustomField): { field: string; message: string; allowedValues?: string[] } {
  const { key, type, choices = [] } = field;
  const which = type === 'choice' ? `one of: ${choices.join(', ')}` : wanted[type];
  const message = `customFields.${key} must be ${which}.`;
  return { field: `customFields.${key}`, message, ...(type === 'choice' && { allowedValues: choices }) };
}

/** The first field whose new value does not have the defined type. Undefined fields can hold anything. */
export function misfitAmong(fields: readonly CustomField[], after: Values = {}, before: Values = {}) {
  return fields.find((field) => {
    const value = after[field.key] ?? null;
    return value !== null && value !== before[field.key] && !fitsCustomField(field, value);
  });
}

const yes = ['true', 'yes', 'y', '1', 'ja', 'wahr', 'oui', 'vrai', 'si', 'sí', 'x'];
const no = ['false', 'no', 'n', '0', 'nein', 'falsch', 'non', 'faux'];

export type DecimalMark = 'comma' | 'point';
const groupedByPoints = /^[-+]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const groupedByCommas = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** True if a single group of three digits may be thousands or decimals. The decimal mark of the column then decides. */
function isAmbiguous(plain: string): boolean {
  return /^[-+]?\d{1,3}[.,]\d{3}$/.test(plain);
}

function asNumber(text: string, mark?: DecimalMark): unknown {
  const plain = text.replace(/[\s\u00a0\u202f'’]/g, '');
  const isDecided = mark !== undefined || !isAmbiguous(plain);
  if (isDecided && mark !== 'point' && groupedByPoints.test(plain))
    return Number(plain.replaceAll('.', '').replace(',', '.'));
  if (isDecided && mark !== 'comma' && groupedByCommas.test(plain)) return Number(plain.replaceAll(',', ''));
  if (/^[-+]?\d+(\.\d+)?$/.test(plain)) return Number(plain);
  // A comma before one, two, or more than three digits is a decimal comma. Before three digits, it is ambiguous.
  const decimal = mark === 'comma' ? /^[-+]?\d+,\d+$/ : /^[-+]?\d+,(\d{1,2}|\d{4,})$/;
  return decimal.test(plain) ? Number(plain.replace(',', '.')) : text;
}

function asDay(text: string): unknown {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (german) return `${german[3]}-${german[2]!.padStart(2, '0')}-${german[1]!.padStart(2, '0')}`;
  return text.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1');
}

/** Field value of a file cell or URL parameter. Values that cannot be parsed are unchanged. */
export function customValueOf(field: CustomField, raw: unknown, mark?: DecimalMark): unknown {
  if (field.type === 'text') return typeof raw === 'string' ? raw : String(raw);
  if (typeof raw !== 'string') return raw;
  const text = raw.trim();
  if (field.type === 'number') return asNumber(text, mark);
  if (field.type === 'date') return asDay(text);
  const lower = text.toLowerCase();
  if (field.type === 'boolean') return yes.includes(lower) ? true : no.includes(lower) ? false : raw;
  return field.choices?.find((choice) => choice.toLowerCase() === lower) ?? raw;
}

/** Index word for records that have a custom field, or that have it with this value. */
export function customWord(key: string, value?: unknown): string {
  return value === undefined ? `=${key}` : `=${key}=${String(value).slice(0, wordLengthMax)}`;
}

/** Index words for finding a record by its custom fields. No word of a text starts the same way. */
export function customWords(values: Values = {}): string[] {
  return Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined)
    .flatMap(([key, value]) => [customWord(key), customWord(key, value)]);
}

export type CustomTest = { op: 'eq'; values: [CustomValue] } | { op: 'range'; gte?: CustomValue; lte?: CustomValue };

/** Test for a value, or for a range of numbers or dates ("10..50", "..50", "2026-01-01.."). Null if it is invalid. */
export function customFieldTest(field: CustomField, wantedValue: CustomValue): CustomTest | null {
  const range = /^(.*?)\.\.(.*)$/.exec(String(wantedValue));
  if (range !== null && (field.type === 'number' || field.type === 'date')) {
    const bounds = [range[1]!, range[2]!].map((text) => (text.trim() === '' ? undefined : customValueOf(field, text)));
    const given = bounds.filter((bound) => bound !== undefined);
    if (given.length === 0 || given.some((bound) => !fitsCustomField(field, bound))) return null;
    const [gte, lte] = bounds as (CustomValue | undefined)[];
    return { op: 'range', ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
  }
  const value = customValueOf(field, wantedValue);
  return fitsCustomField(field, value) ? { op: 'eq', values: [value as CustomValue] } : null;
}
