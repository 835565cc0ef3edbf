import { canonicalJson } from '../values/canonical-json.ts';
import type { ContactFacts, CustomFields } from './contact.ts';

/** Facts that a caller requests for a contact. Absent members are kept; null removes a member. */
export type WantedFacts = { [K in keyof ContactFacts]?: ContactFacts[K] | null };

/** Changes by member. Undefined removes the member. */
export type FactChanges = Partial<ContactFacts>;

function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(left ?? null) === canonicalJson(right ?? null);
}

/** Merges the requested custom fields over the existing ones. Null removes a field. */
export function mergeCustomFields(before: CustomFields, wanted: CustomFields): CustomFields {
  return Object.fromEntries(Object.entries({ ...before, ...wanted }).filter(([, value]) => value !== null));
}

interface Facts {
  customFields?: CustomFields;
}

// Collections are emptied, never removed.
function nextValue(name: string, value: unknown, before: Facts): unknown {
  if (name === 'phones') return value ?? [];
  if (name !== 'customFields') return value;
  return value === null ? {} : mergeCustomFields(before.customFields ?? {}, value as CustomFields);
}

/** Members whose values actually change. */
export function factChanges(before: object, wanted: object): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined) continue;
    const present = (before as Record<string, unknown>)[name];
    const next = nextValue(name, value, before);
    if (!isSame(present, next)) changes[name] = next ?? undefined;
  }
  return changes;
}

export function contactChanges(before: ContactFacts, wanted: WantedFacts): FactChanges {
  return factChanges(before, wanted);
}

/** Keeps only the requested facts that the contact does not have yet. */
export function onlyMissing<Wanted extends object>(before: object, wanted: Wanted): Wanted {
  const entries = Object.entries(wanted).map(([name, value]) => {
    const present = (before as Record<string, unknown>)[name];
    if (name === 'customFields') return [name, { ...(value as object), ...(present as object) }];
    const isEmpty = present === undefined || present === null || (Array.isArray(present) && present.length === 0);
    return [name, isEmpty ? value : undefined];
  });
  return Object.fromEntries(entries) as Wanted;
}

/** Changes as shown in a plan, with null for removed values. */
export function shownChanges(changes: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? null]));
}
