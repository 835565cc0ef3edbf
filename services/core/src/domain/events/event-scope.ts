import { type ChangeType, changeAreas } from './change-types.ts';
import type { EventType } from './event-payloads.ts';

/** Kind of record that events of a type are about, if the change feed has it. */
export function recordTypeOf(type: EventType): ChangeType | undefined {
  const kind = type.split('.')[0]!;
  return Object.hasOwn(changeAreas, kind) ? (kind as ChangeType) : undefined;
}

/** Scope that reads the records of an event type. Undefined if any reader of events gets it. */
export function eventScope(type: EventType): string | undefined {
  const kind = recordTypeOf(type);
  return kind && `${changeAreas[kind]}:read`;
}

/** `scopes` are absent for endpoints of earlier versions, which get all events. */
export function mayReadEvent(type: EventType, scopes: readonly string[] | undefined): boolean {
  const scope = eventScope(type);
  return scope === undefined || scopes === undefined || scopes.includes(scope);
}
