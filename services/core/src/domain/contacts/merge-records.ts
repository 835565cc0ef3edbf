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
