import type { Aliases } from '../core-client/contract.ts';

/**
 * Returns the input with the spellings that schemas list, at any depth. Custom fields belong to the workspace and are
 * unchanged.
 */
export function canonicalInput(input: Record<string, unknown>, aliases: Aliases): Record<string, unknown> {
  const entries = Object.entries(input).map(([name, value]) => [name, canonical(name, value, aliases)] as const);
  return Object.fromEntries(entries);
}

function canonical(name: string, value: unknown, aliases: Aliases): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(name, item, aliases));
  if (typeof value === 'string') {
    const known = Object.hasOwn(aliases, name) ? aliases[name]! : {};
    return Object.hasOwn(known, value) ? known[value] : value;
  }
  const isOwn = value === null || typeof value !== 'object' || name === 'customFields';
  return isOwn ? value : canonicalInput(value as Record<string, unknown>, aliases);
}
