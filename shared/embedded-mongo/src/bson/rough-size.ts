import { spend } from '../allowance.ts';
import { isDocument, type Maybe } from './values.ts';

const fixedBytes = 16;

/** Approximate memory of a value, in bytes. */
export function roughSize(value: Maybe): number {
  spend(1);
  if (typeof value === 'string') return fixedBytes + value.length;
  if (typeof value !== 'object' || value === null) return fixedBytes;
  if (Array.isArray(value)) return value.reduce<number>((sum, element) => sum + roughSize(element), fixedBytes);
  if (isDocument(value)) {
    let sum = fixedBytes;
    for (const name of Object.keys(value)) sum += name.length + roughSize(value[name]);
    return sum;
  }
  const { length } = value as { length?: unknown };
  return fixedBytes + (typeof length === 'number' ? length : fixedBytes);
}
