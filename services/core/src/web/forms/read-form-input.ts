import { readLiteral, readMap } from './literal.ts';
import { momentOf } from './local-time.ts';
import {
  countPath,
  isNullable,
  type Kind,
  kindOf,
  propertiesOf,
  requiredOf,
  type Schema,
  under,
  withoutNull,
} from './schema-kind.ts';

const rowsMax = 500;

/** Input of a posted form. Empty fields are absent. Nothing is checked yet. */
export function readFormInput(schema: Schema, form: URLSearchParams, timeZone: string): Record<string, unknown> {
  return (read(schema, form, '', timeZone, true) ?? {}) as Record<string, unknown>;
}

/** Number of rows that the form shows for a list of parts. */
export function rowCount(form: URLSearchParams, path: string): number {
  const count = Number(form.get(countPath(path)) ?? 0);
  return Number.isInteger(count) && count > 0 ? Math.min(count, rowsMax) : 0;
}

function read(schema: Schema, form: URLSearchParams, path: string, timeZone: string, isRequired: boolean): unknown {
  const kind = kindOf(schema);
  if (kind === 'group') return readGroup(schema, form, path, timeZone, isRequired);
  if (kind === 'rows') return readRows(schema, form, path, timeZone);
  if (kind === 'choices') {
    const chosen = form.getAll(path).filter((one) => one !== '');
    return chosen.length > 0 ? chosen : undefined;
  }
  // A list is either one text of lines or individually selected values.
  const written = kind === 'lines' ? form.getAll(path).join('\n') : (form.get(path) ?? '');
  const text = written.replace(/\r\n?/g, '\n');
  return text.trim() === '' ? undefined : readText(kind, text, timeZone);
}

function readGroup(schema: Schema, form: URLSearchParams, path: string, timeZone: string, isRequired: boolean) {
  const required = requiredOf(schema);
  const entries = propertiesOf(schema)
    .map(([name, inner]) => [name, read(inner, form, under(path, name), timeZone, required.includes(name))] as const)
    .filter(([, value]) => value !== undefined);
  return entries.length === 0 && !isRequired ? undefined : { ...emptiesOf(schema), ...Object.fromEntries(entries) };
}

/** Required, nullable fields: an empty control means null. */
function emptiesOf(schema: Schema): Record<string, null> {
  const required = requiredOf(schema);
  const empties = propertiesOf(schema).filter(([name, inner]) => required.includes(name) && isNullable(inner));
  return Object.fromEntries(empties.map(([name]) => [name, null]));
}

function readRows(schema: Schema, form: URLSearchParams, path: string, timeZone: string): unknown[] | undefined {
  const { items } = withoutNull(schema);
  const rows = Array.from({ length: rowCount(form, path) }, (_none, index) =>
    read(items, form, under(path, index), timeZone, false),
  ).filter((row) => row !== undefined);
  return rows.length > 0 ? rows : undefined;
}

function readText(kind: Kind, text: string, timeZone: string): unknown {
  if (kind === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  if (kind === 'yesno') return text === 'true' ? true : text === 'false' ? false : text;
  if (kind === 'lines') return linesOf(text);
  if (kind === 'map') return readMap(text);
  if (kind === 'literal') return readLiteral(text.trim());
  return kind === 'time' ? momentOf(text.trim(), timeZone) : text;
}

/** The nonempty lines of a text. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
