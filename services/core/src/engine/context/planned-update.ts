import { shownChanges } from '../../domain/contacts/contact-changes.ts';
import { isEmpty, removedValues } from '../../domain/values/removed-values.ts';
import { fieldInWords } from './field-in-words.ts';
import type { PlannedEffect } from './plan.ts';

const namesShownMax = 20;

interface PlannedUpdate {
  type: string;
  id: string;
  label: string;
  /** Current record, with the same property names as `changes`. */
  before: object;
  /** New values. Null or undefined for a removed property. */
  changes: object;
}

/** Effect of an update: its new values, and the old values that it removes. */
export function plannedUpdate({ type, id, label, before, changes }: PlannedUpdate): PlannedEffect {
  const removed = removedValues(before, changes);
  const old = shownBefore(before, changes);
  return {
    op: 'update',
    type,
    id,
    label,
    changes: shownChanges(changes),
    ...(Object.keys(old).length > 0 && { before: old }),
    ...(Object.keys(removed).length > 0 && { removed }),
  };
}

/** Old values of the changed fields. Absent ones are omitted. */
function shownBefore(before: object, changes: object): Record<string, unknown> {
  const names = Object.keys(changes);
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => names.includes(name) && !isEmpty(value)));
}

/** End of a plan's summary: "title; removes last name, custom fields (tier)". */
export function changesInWords({ changes = {}, removed = {} }: PlannedEffect): string {
  const set = Object.keys(changes).filter((name) => !isEmpty(changes[name]));
  const gone = Object.keys(removed).map((path) =>
    Array.isArray(removed[path]) ? goneItems(path, removed, changes) : fieldInWords(path),
  );
  return [listed(set.map(fieldInWords)), gone.length > 0 && `removes ${listed(gone)}`].filter(Boolean).join('; ');
}

/** "phones" if none is left, otherwise "1 of phones". */
function goneItems(path: string, removed: Record<string, unknown>, changes: Record<string, unknown>): string {
  const isWhole = isEmpty(changes[path]) && !path.includes('.');
  return isWhole ? fieldInWords(path) : `${(removed[path] as unknown[]).length} of ${fieldInWords(path)}`;
}

function listed(names: string[]): string {
  const more = names.length - namesShownMax;
  return more > 0 ? `${names.slice(0, namesShownMax).join(', ')} and ${more} more` : names.join(', ');
}
