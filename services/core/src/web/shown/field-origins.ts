import type { FieldSources } from '../../domain/fields/field-sources.ts';
import { providerNames } from '../../domain/workspaces/providers/provider-kinds.ts';
import { labelOf } from './words.ts';

interface FieldOrigin {
  source: string;
  /** Labels of the fields. */
  fields: string;
  at: string;
  credits: number;
}

const ownNames: Readonly<Record<string, string>> = {
  own: 'Your data',
  directory: 'Invented people',
  pattern: 'The pattern of the domain',
};
/** Shown beside its field. */
const hidden = ['emailStatus'];

/** Fields of a record by the source that supplied them, newest first. */
export function fieldOrigins(sources: FieldSources | null): FieldOrigin[] {
  const groups = new Map<string, FieldOrigin & { names: string[] }>();
  for (const [name, { source, at, credits }] of Object.entries(sources ?? {})) {
    if (hidden.includes(name)) continue;
    const key = `${source} ${at}`;
    const known: Readonly<Record<string, string>> = { ...providerNames, ...ownNames };
    const group = groups.get(key) ?? { source: known[source] ?? source, at, credits, fields: '', names: [] };
    group.names.push(groups.has(key) ? labelOf(name).toLowerCase() : labelOf(name));
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ names, ...group }) => ({ ...group, fields: names.join(', ') }))
    .sort((a, b) => b.at.localeCompare(a.at));
}
