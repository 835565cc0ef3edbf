import { writeLiteral, writeMap } from './literal.ts';
import { localTime } from './local-time.ts';
import { countPath, kindOf, propertiesOf, type Schema, under, withoutNull } from './schema-kind.ts';

/** An input as flat form fields: "location.city" → "Rome". The counterpart of `readFormInput`. */
export function writeFormInput(schema: Schema, value: unknown, timeZone: string): URLSearchParams {
  const form = new URLSearchParams();
  write(form, schema, '', value, timeZone);
  return form;
}

function write(form: URLSearchParams, schema: Schema, path: string, value: unknown, timeZone: string): void {
  if (value === undefined || value === null) return;
  const kind = kindOf(schema);
  if (kind === 'group') {
    for (const [name, inner] of propertiesOf(schema)) {
      write(form, inner, under(path, name), (value as Record<string, unknown>)[name], timeZone);
    }
  } else if (kind === 'rows') {
    const rows = value as unknown[];
    form.append(countPath(path), String(rows.length));
    rows.forEach((row, index) => {
      write(form, withoutNull(schema).items, under(path, index), row, timeZone);
    });
  } else if (kind === 'choices') for (const one of value as string[]) form.append(path, one);
  else form.append(path, textOf(kind, value, timeZone));
}

function textOf(kind: string, value: unknown, timeZone: string): string {
  if (kind === 'lines') return (value as unknown[]).join('\n');
  if (kind === 'map') return writeMap(value as Record<string, unknown>);
  if (kind === 'literal') return writeLiteral(value);
  return kind === 'time' ? localTime(String(value), timeZone) : String(value);
}
