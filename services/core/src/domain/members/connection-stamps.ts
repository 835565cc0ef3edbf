import { randomUUID } from 'node:crypto';
import { type Role, roles } from './role.ts';

/**
 * Mark of a person's authority in a workspace. The gateway binds each connection to the newest one, and presents it
 * with each call. The core ends or narrows connections by changing the stamps, in its own transaction and without the
 * gateway.
 */
export interface ConnectionStamp {
  id: string;
  /** Highest role that connections with this stamp act with. Absent means the person's own. */
  roleMax?: Role;
}

/** Stamp of members and connections from before stamps existed. */
export const firstStamps: readonly ConnectionStamp[] = [{ id: '' }];
/** Connections with an older stamp have ended. */
const stampsMax = 20;

export function newStamp(): ConnectionStamp {
  return { id: randomUUID() };
}

/** Stamp for new connections. */
export function currentStamp(stamps: readonly ConnectionStamp[]): string {
  return stamps.at(-1)!.id;
}

/** Role that a connection with this stamp acts with. Null if it has ended. */
export function roleUnderStamp(role: Role, stamps: readonly ConnectionStamp[], stampId: string): Role | null {
  const stamp = stamps.find(({ id }) => id === stampId);
  return stamp === undefined ? null : lowerRole(role, stamp.roleMax);
}

/** After a demotion: existing connections never exceed the role again, and new ones get a new stamp. */
export function narrowedStamps(stamps: readonly ConnectionStamp[], role: Role): ConnectionStamp[] {
  const narrowed = stamps.map(({ id, roleMax }) => ({ id, roleMax: lowerRole(role, roleMax) }));
  return [...narrowed, newStamp()].slice(-stampsMax);
}

export function lowerRole(role: Role, roleMax: Role | undefined): Role {
  return roleMax !== undefined && roles.indexOf(roleMax) > roles.indexOf(role) ? roleMax : role;
}
