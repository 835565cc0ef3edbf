import type { Action } from './contract.ts';

export type Placed = { path: Record<string, unknown>; query: Record<string, unknown>; body?: Record<string, unknown> };

/** Names in the path template go to the path; the rest to the query for GET and DELETE, else to the body. */
export function placeArguments(action: Action, input: Record<string, unknown>): Placed {
  const path: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (action.path.includes(`{${name}}`)) path[name] = value;
    else rest[name] = value;
  }
  if (action.method === 'get' || action.method === 'delete') return { path, query: rest };
  return { path, query: {}, body: rest };
}
