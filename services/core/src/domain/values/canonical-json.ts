import { hash } from 'node:crypto';

/**
 * JSON with sorted keys and without undefined members, so that equal values produce equal text. Dates become ISO
 * strings.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : sorted(item)));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]));
}

/** SHA-256 of the canonical JSON, in hex. */
export function digestOf(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex');
}
