import { canonicalJson } from '../../domain/values/canonical-json.ts';
import { isEmpty } from '../../domain/values/removed-values.ts';
import { fieldInWords } from './field-in-words.ts';
import type { PlannedEffect } from './plan.ts';

/** One field that an effect changes. Undefined for a value that is absent. */
export interface ValueChange {
  field: string;
  old: string | undefined;
  next: string | undefined;
}

/** The fields that differ, down to the members of objects and the items of lists. */
export function changedValues({ changes = {}, before = {}, removed = {} }: PlannedEffect): ValueChange[] {
  const found: ValueChange[] = [];
  for (const [name, next] of Object.entries(changes)) {
    if (name !== 'count') collect(found, name, before[name] ?? removed[name], next);
  }
  return found;
}

function collect(found: ValueChange[], path: string, old: unknown, next: unknown): void {
  if (canonicalJson(old ?? null) === canonicalJson(next ?? null)) return;
  const [olds, nexts] = [partsOf(old), partsOf(next)];
  if (olds !== null || nexts !== null) {
    const names = new Set([...Object.keys(olds ?? {}), ...Object.keys(nexts ?? {})]);
    // An emptied object or list has no members of its own to show.
    if (names.size > 0 && (olds === null) === isEmpty(old) && (nexts === null) === isEmpty(next)) {
      for (const name of names) collect(found, `${path}.${name}`, olds?.[name], nexts?.[name]);
      return;
    }
  }
  found.push({ field: fieldInWords(path), old: textOf(old), next: textOf(next) });
}

/** Members of an object, or of a list of objects by their number. Null for single values and lists of them. */
function partsOf(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || value instanceof Date || isEmpty(value)) return null;
  if (!Array.isArray(value)) return { ...value };
  if (!value.some((item) => typeof item === 'object' && item !== null)) return null;
  return Object.fromEntries(value.map((item, index) => [String(index + 1), item]));
}

function textOf(value: unknown): string | undefined {
  if (isEmpty(value)) return undefined;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(String).join(', ');
  return String(value).replace(/\s+/g, ' ').trim();
}
