import { createRequire } from 'node:module';

/** Clients cut or refuse what is longer than about 25,000. */
const resultTokensMax = 19_000;
/** So much of a long text is counted to know how many characters a token has in it. */
const sampleLength = 40_000;
const margin = 0.93;
const idsListedMax = 300;

const require = createRequire(import.meta.url);

/** The table of tokens takes some 30 MB: it is read when the first long result is to be cut. */
export function countTokens(text: string): number {
  const encoding: typeof import('gpt-tokenizer/encoding/o200k_base') = require('gpt-tokenizer/encoding/o200k_base');
  return encoding.countTokens(text);
}

export function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** How many characters of such a value a result may have; infinite when all of it fits. */
export function charactersMaxOf(value: unknown): number {
  const text = JSON.stringify(value) ?? '';
  // A token is at least one byte.
  if (Buffer.byteLength(text) <= resultTokensMax) return Number.POSITIVE_INFINITY;
  const sample = text.slice(0, sampleLength);
  const charactersPerToken = sample.length / Math.max(1, countTokens(sample));
  return Math.floor(resultTokensMax * charactersPerToken * margin);
}

/** How many items of a list fit, counted from its start. */
export function fittingItems(items: readonly unknown[], max = charactersMaxOf(items)): number {
  if (max === Number.POSITIVE_INFINITY) return items.length;
  let total = 2;
  for (const [index, item] of items.entries()) {
    total += sizeOf(item) + 1;
    if (total > max) return index;
  }
  return items.length;
}

/** Shortens the longest lists inside, of a copy, until the whole fits; says where, how much was left out, and which records. */
export function shorten(value: unknown, max = charactersMaxOf(value)): { value: unknown; cut: string[] } {
  if (max === Number.POSITIVE_INFINITY) return { value, cut: [] };
  const copy = structuredClone(value);
  const cut = new Map<string, unknown[]>();
  while (sizeOf(copy) > max) {
    const longest = largestList(copy, 'data');
    if (!longest || longest.list.length < 2) break;
    const removed = longest.list.splice(Math.ceil(longest.list.length / 2));
    cut.set(longest.path, [...removed, ...(cut.get(longest.path) ?? [])]);
  }
  return { value: copy, cut: [...cut].map(([path, removed]) => `${removed.length} more in ${path}${idsOf(removed)}`) };
}

/** The way to the rest: each record can be read by its id. */
function idsOf(removed: readonly unknown[]): string {
  const ids = removed.flatMap((item) => {
    const { id } = (item ?? {}) as { id?: unknown };
    return typeof id === 'string' ? [id] : [];
  });
  if (ids.length === 0) return '';
  return ` (${ids.slice(0, idsListedMax).join(' ')}${ids.length > idsListedMax ? ' …' : ''})`;
}

interface Found {
  list: unknown[];
  path: string;
  size: number;
}

function largestList(value: unknown, path: string): Found | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  let found: Found | undefined =
    Array.isArray(value) && value.length > 1 ? { list: value, path, size: sizeOf(value) } : undefined;
  for (const [name, item] of Object.entries(value)) {
    const inner = largestList(item, Array.isArray(value) ? path : `${path}.${name}`);
    if (inner && (!found || inner.size > found.size)) found = inner;
  }
  return found;
}
