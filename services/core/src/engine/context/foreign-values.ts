import { isToken } from '@outbound/node-service/text/reads-like-name';
import { plainName } from '../../domain/text/plain-text.ts';
import type { PlannedEffect } from './plan.ts';

/** Records with text from outside the workspace, such as imports and mail. */
const foreignTypes = ['contact', 'company', 'message', 'reply', 'reply draft', 'answer', 'note', 'prospect'];

/**
 * Replaces text from outside by its length, because a model repeats the sentence. Names, addresses, codes, and the
 * caller's own texts stay.
 */
export function withoutForeignText(effects: readonly PlannedEffect[], input: unknown): PlannedEffect[] {
  const own = new Set(stringsIn(input));
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string') return isHarmless(value, own) ? value : `(text of ${value.length} characters)`;
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)]));
  };
  const members = (value: Record<string, unknown> | undefined) =>
    value && Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)]));
  return effects.map((effect) => {
    if (!foreignTypes.includes(effect.type)) return effect;
    const { changes, before, removed } = effect;
    return {
      ...effect,
      changes: members(changes),
      before: members(before),
      ...(removed !== undefined && { removed: members(removed) }),
    };
  });
}

function isHarmless(text: string, own: Set<string>): boolean {
  return own.has(text) || isToken(text) || plainName(text) !== undefined;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
