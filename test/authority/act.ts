import type { Grantor, Stage } from './grantor.ts';

/**
 * Events after which authority ends or narrows. Those that a person does to themselves are "leave", "password",
 * "reset", and "end access".
 */
export type End =
  | 'removal'
  | 'leave'
  | 'suspension'
  | 'end access'
  | 'to member'
  | 'to viewer'
  | 'password'
  | 'reset'
  | 'operator password';

export type Interface = 'REST' | 'MCP' | 'pages' | 'links';

const removals: readonly End[] = ['removal', 'leave', 'suspension', 'end access'];
export const passwords: readonly End[] = ['password', 'reset', 'operator password'];

export interface Act {
  name: string;
  through: Interface;
  /** True if the person's grants include it. */
  has(grantor: Grantor): boolean;
  /** Tries it. Returns true if it succeeds. */
  succeeds(stage: Stage, grantor: Grantor): Promise<boolean>;
  /** True if it must fail after the event. Otherwise, it must still work. */
  endsAfter(end: End): boolean;
  /** True if it can be tried before the event without using it up. */
  isRepeatable: boolean;
}

export function isAdmin({ role }: Grantor): boolean {
  return role === 'owner' || role === 'admin';
}

export function isWriter({ role }: Grantor): boolean {
  return role !== 'viewer';
}

/** Keys survive a new password, so that unattended programs do not stop. The person gets a list. */
export function endsWithKeys(end: End): boolean {
  return removals.includes(end) || end === 'to viewer';
}

export function endsWithConnections(end: End): boolean {
  return removals.includes(end) || passwords.includes(end);
}
