import { type Fields, type MergeRule, namesOf } from '../fields/fields.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import { factChanges, onlyMissing } from './contact-changes.ts';

type Values = Record<string, unknown>;

function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(left ?? null) === canonicalJson(right ?? null);
}

function united(left: unknown, right: unknown): unknown[] {
  return [...new Set([...((left as unknown[]) ?? []), ...((right as unknown[]) ?? [])])];
}

function latest(left: unknown, right: unknown): unknown {
  return left && right ? (left > right ? left : right) : (left ?? right);
}

function merged(merge: MergeRule, name: string, kept: Values, other: Values): unknown {
  if (merge === 'unite') return united(kept[name], other[name]);
  if (merge === 'latest') return latest(kept[name], other[name]);
  if (merge === 'either') return Boolean(kept[name] || other[name]);
  if (typeof merge === 'object' && 'insteadOf' in merge && kept[name] === merge.insteadOf) return other[name];
  return kept[name];
}

/** Changes to the kept record, based on each field's merge rule. Value types are those of the field table. */
export function mergeChanges<Changes>(fields: Fields, kept: object, other: object): Changes {
  const [own, others] = [kept as Values, other as Values];
  const filled = namesOf(fields, ({ merge }) => merge === 'fill');
  const lacking = onlyMissing(own, Object.fromEntries(filled.map((name) => [name, others[name] ?? undefined])));
  const taken: Values = factChanges(own, lacking);
  for (const [name, one] of Object.entries(fields)) {
    const { merge = 'keep' } = one;
    if (typeof merge === 'object' && 'with' in merge) {
      if (taken[merge.with] !== undefined) taken[name] = others[name];
    } else if (merge !== 'fill' && merge !== 'keep') {
      const value = merged(merge, name, own, others);
      if (!isSame(value, own[name])) taken[name] = value;
    }
  }
  return taken as Changes;
}

/** Former and new values of the members that a merge changed. Null: absent. */
export interface MergedValues {
  before: Values;
  after: Values;
}

export function valuesOfMerge(kept: object, merged: object, names: readonly string[]): MergedValues {
  const valuesOf = (record: object) =>
    Object.fromEntries(names.map((name) => [name, (record as Values)[name] ?? null]));
  return { before: valuesOf(kept), after: valuesOf(merged) };
}

/**
 * Changes that give a kept record its values from before a merge. Null: someone has changed one of them since. An
 * opt-out stays, and so do values that the product has updated since.
 */
export function splitChanges(fields: Fields, record: object, { before, after }: MergedValues): Values | null {
  const current = record as Values;
  const changes: Values = {};
  for (const [name, former] of Object.entries(before)) {
    const { merge = 'keep', isStored = true } = fields[name] ?? {};
    if (merge === 'either') continue;
    const isSetByPeople = isStored && (merge === 'fill' || (typeof merge === 'object' && 'insteadOf' in merge));
    if (merge === 'unite' || Array.isArray(after[name])) {
      const left = withoutGained(current[name], former, after[name]);
      changes[name] = left.length === 0 ? (former ?? undefined) : left;
    } else if (isSame(current[name], after[name])) changes[name] = former ?? undefined;
    else if (isSetByPeople) return null;
  }
  return changes;
}

function withoutGained(current: unknown, before: unknown, after: unknown): unknown[] {
  const former = united(before, []);
  const gained = united(after, []).filter((one) => !former.includes(one));
  return united(current, []).filter((one) => !gained.includes(one));
}
