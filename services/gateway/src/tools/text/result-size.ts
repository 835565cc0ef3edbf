import { createRequire } from 'node:module';

/** Clients cut or reject results over about 25,000 tokens. */
const resultTokensMax = 19_000;
/** Characters of a long text that are sampled to estimate its characters per token. */
const sampleLength = 40_000;
const margin = 0.93;
const idsListedMax = 300;

const require = createRequire(import.meta.url);

/** The token table takes about 30 MB, so it is loaded when the first long result must be cut. */
export function countTokens(text: string): number {
  const encoding: typeof import('gpt-tokenizer/encoding/o200k_base') = require('gpt-tokenizer/encoding/o200k_base');
  return encoding.countTokens(text);
}

export function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

/** Maximum number of characters for a result with such values. Infinite if all of it fits. */
export function charactersMaxOf(value: unknown): number {
  const text = JSON.stringify(value) ?? '';
  // A token is at least one byte.
  if (Buffer.byteLength(text) <= resultTokensMax) return Number.POSITIVE_INFINITY;
  const sample = text.slice(0, sampleLength);
  const charactersPerToken = sample.length / Math.max(1, countTokens(sample));
  return Math.floor(resultTokensMax * charactersPerToken * margin);
}

/** Number of items that fit, counted from the start of the list. */
export function fittingItems(items: readonly unknown[], max = charactersMaxOf(items)): number {
  if (max === Number.POSITIVE_INFINITY) return items.length;
  let total = 2;
  for (const [index, item] of items.entries()) {
    total += sizeOf(item) + 1;
    if (total > max) return index;
  }
  return items.length;
}

/**
 * Shortens the longest lists in a copy until the whole fits. Reports the path, the number, and the IDs of removed
 * records.
 */
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

/** Lists the removed IDs, so that the caller can read each record. */
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
