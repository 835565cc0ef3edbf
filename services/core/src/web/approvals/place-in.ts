import type { WebContext } from '../frame/web-deps.ts';

/** The place in a group's list of people, from the query. */
export function placeIn({ query }: WebContext): { groupId: string; personId: string } | undefined {
  const { group, after } = query;
  return typeof group === 'string' && typeof after === 'string' ? { groupId: group, personId: after } : undefined;
}
