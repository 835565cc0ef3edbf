import { namesOfRecords } from '../../engine/names/names-of-records.ts';
import type { Shown } from './shown-value.ts';

/** Replacement names. IDs of former people and keys lead to no page and mean nothing to a reader. */
const whoIsGone: Readonly<Record<string, string>> = { usr: 'a former member', key: 'a key that is gone' };

/** Replaces kinds and IDs with the names of the records, people, and keys. */
export async function withNames<Value extends Shown | readonly Shown[]>(
  workspaceId: string,
  value: Value,
): Promise<Value> {
  const ids = new Set<string>();
  renamed(value, (id) => void ids.add(id));
  if (ids.size === 0) return value;
  const names = await namesOfRecords(workspaceId, ids);
  return renamed(value, (id) => names.get(id) ?? whoIsGone[prefixOf(id)]) as Value;
}

type NameOf = (id: string) => string | undefined;

function renamed(value: Shown | readonly Shown[], nameOf: NameOf): unknown {
  if (isMany(value)) return value.map((one) => renamed(one, nameOf));
  switch (value.is) {
    case 'link':
      return value.id === undefined ? value : { ...value, text: nameOf(value.id) ?? value.text };
    case 'code':
      return isSomebody(value.text) ? { is: 'text', text: nameOf(value.text) ?? value.text } : value;
    case 'facts':
      return { ...value, facts: value.facts.map((fact) => ({ ...fact, value: renamed(fact.value, nameOf) })) };
    case 'list':
      return { ...value, items: renamed(value.items, nameOf) };
    case 'table':
      return { ...value, rows: value.rows.map((row) => renamed(row, nameOf)) };
    default:
      return value;
  }
}

function isMany(value: Shown | readonly Shown[]): value is readonly Shown[] {
  return Array.isArray(value);
}

function isSomebody(id: string): boolean {
  return Object.hasOwn(whoIsGone, prefixOf(id));
}

function prefixOf(id: string): string {
  return id.split('_', 1)[0]!;
}
