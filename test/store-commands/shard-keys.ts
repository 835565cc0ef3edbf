import { readFileSync } from 'node:fs';

type Filter = Record<string, unknown>;

/**
 * First field of the shard key of each sharded collection, from the table of docs/scaling.md; null if it isn't sharded.
 */
export function readShardKeys(path: string): Map<string, string | null> {
  const keys = new Map<string, string | null>();
  for (const [, key = '', collections = ''] of readFileSync(path, 'utf8').matchAll(
    /^\| (`\{.+?\}`|none.*?) \| (.+?) \|/gm,
  )) {
    const field = /\{(\w+):/.exec(key)?.[1] ?? null;
    for (const [, name] of collections.matchAll(/`(\w+)`/g)) keys.set(name!, field);
  }
  return keys;
}

/** True if the filter tells the server which shards to ask: the field has one value, or one of a few. */
export function isTargeted(filter: Filter, field: string): boolean {
  const wanted = filter[field];
  if (wanted !== undefined && wanted !== null) {
    const operators = Object.keys(wanted).filter((name) => name.startsWith('$'));
    if (typeof wanted !== 'object' || operators.length === 0) return true;
    if (operators.includes('$eq') || operators.includes('$in')) return true;
  }
  const { $and: all, $or: some } = filter as { $and?: Filter[]; $or?: Filter[] };
  return Boolean(all?.some((each) => isTargeted(each, field)) || some?.every((each) => isTargeted(each, field)));
}
