import { allScopes, type Scope } from '../../actions/definition/scopes.ts';

export const knownScopes: readonly string[] = allScopes.map(({ scope }) => scope);

export interface ScopeArea {
  area: string;
  title: string;
  scopes: readonly Scope[];
}

/** The scopes as the key form shows them: one row for each area. */
export const scopeAreas: readonly ScopeArea[] = [...new Set(allScopes.map(({ area }) => area))].map((area) => ({
  area,
  title: (area[0]!.toUpperCase() + area.slice(1)).replace('_', ' '),
  scopes: allScopes.filter((scope) => scope.area === area),
}));

/** Presets for common needs, and the kinds of scopes that each one selects. */
export const scopePresets: Record<string, { title: string; kinds: readonly Scope['kind'][] }> = {
  read: { title: 'Read only', kinds: ['read'] },
  prepare: { title: 'Read and prepare', kinds: ['read', 'prepare'] },
  all: { title: 'Everything', kinds: ['read', 'prepare', 'spend', 'send'] },
};

export function scopesOfPreset(name: string): string[] {
  const kinds = scopePresets[name]?.kinds ?? [];
  return allScopes.filter(({ kind }) => kinds.includes(kind)).map(({ scope }) => scope);
}
