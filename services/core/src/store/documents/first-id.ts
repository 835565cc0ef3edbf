import { encodeTime } from 'ulid';

/** The smallest id that a record of this time can have: ids begin with their time. */
export function firstIdAt(prefix: string, at: Date): string {
  return `${prefix}_${encodeTime(Math.max(0, at.getTime()), 10)}${'0'.repeat(16)}`;
}
