import type { DeclaredBasis, EmailStatus } from './contact-values.ts';

const emailStatusAliases: Record<string, EmailStatus> = { accept_all: 'catch_all', verified: 'valid' };
const declaredBasisAliases: Record<string, DeclaredBasis> = { legitimate_interests: 'legitimate_interest' };

/** Alternative spellings of values, by member name. Schemas list only the canonical values. */
export const aliases: Record<string, Record<string, string>> = {
  emailStatus: emailStatusAliases,
  emailStatuses: emailStatusAliases,
  allowedEmailStatuses: emailStatusAliases,
  declaredBasis: declaredBasisAliases,
};

function canonical(value: unknown, known: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item, known));
  return typeof value === 'string' && Object.hasOwn(known, value) ? known[value] : value;
}

const depthMax = 32;

/**
 * Replaces alternative spellings in place wherever such a member appears. Custom fields belong to the workspace and are
 * skipped.
 */
export function canonicalizeValues(input: Record<string, unknown>, depth = 0): void {
  if (depth > depthMax) return;
  for (const [name, value] of Object.entries(input)) {
    if (Object.hasOwn(aliases, name)) input[name] = canonical(value, aliases[name]!);
    else if (value !== null && typeof value === 'object' && name !== 'customFields')
      canonicalizeValues(value as Record<string, unknown>, depth + 1);
  }
}
