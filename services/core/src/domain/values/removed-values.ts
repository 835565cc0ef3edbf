import { cutText } from '@outbound/node-service/text/cut-text';
import { canonicalJson } from './canonical-json.ts';

type Members = Record<string, unknown>;

/** Longer texts are truncated. The plan's digest covers the part shown. */
const shownLengthMax = 500;

/** Old values removed by a change, by member path: emptied members, removed keys, and items removed from a list. */
export function removedValues(before: object, changes: object): Members {
  const removed: Members = {};
  for (const [name, next] of Object.entries(changes)) collect(removed, name, (before as Members)[name], next);
  return removed;
}

function collect(removed: Members, path: string, old: unknown, next: unknown): void {
  if (isEmpty(old)) return;
  if (isEmpty(next)) removed[path] = shown(old);
  else if (Array.isArray(old) && Array.isArray(next)) collectItems(removed, path, old, next);
  else if (isPlain(old) && isPlain(next)) {
    for (const [name, value] of Object.entries(old)) collect(removed, `${path}.${name}`, value, next[name]);
  }
}

/** Matches records in a list by ID and other items by value. */
function collectItems(removed: Members, path: string, old: unknown[], next: unknown[]): void {
  const gone: unknown[] = [];
  for (const [index, item] of old.entries()) {
    const id = isPlain(item) ? item.id : undefined;
    const kept = next.find((each) => (id === undefined ? isSame(each, item) : isPlain(each) && each.id === id));
    if (kept === undefined) gone.push(item);
    else if (id !== undefined) collect(removed, `${path}.${index}`, item, kept);
  }
  if (gone.length > 0) removed[path] = shown(gone);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (isPlain(one) && canonicalJson(one) === canonicalJson(other));
}

/** An emptied text or list counts as removed, like null. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlain(value) && Object.values(value).every((inner) => inner === null || inner === undefined);
}

function isPlain(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function shown(value: unknown): unknown {
  return typeof value === 'string' ? cutText(value, shownLengthMax, '…') : value;
}
