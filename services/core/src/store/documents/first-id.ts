import { encodeTime } from 'ulid';

/** Smallest possible ID of a record created at this time: IDs begin with their timestamp. */
export function firstIdAt(prefix: string, at: Date): string {
  return `${prefix}_${encodeTime(Math.max(0, at.getTime()), 10)}${'0'.repeat(16)}`;
}
