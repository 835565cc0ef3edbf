import { AppError } from '../../errors/errors.ts';

/** Days that a cursor can be used. */
export const cursorDays = 35;
const cursorMs = cursorDays * 24 * 60 * 60_000;

/** Position in the feed of a workspace: after this number, as of this time. */
export interface FeedPosition {
  number: number;
  at: Date;
}

export function writeChangeCursor(workspaceId: string, { number, at }: FeedPosition): string {
  return Buffer.from(JSON.stringify([workspaceId, number, at.getTime()])).toString('base64url');
}

/** Throws if the cursor is not of this workspace, or too old. */
export function readChangeCursor(workspaceId: string, cursor: string, now: Date): FeedPosition {
  const [owner, number, at] = partsOf(cursor);
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(at)) {
    throw refused('after is not one of our cursors: pass nextCursor of the page before, or cursor of a snapshot.');
  }
  if (owner !== workspaceId) throw refused('after is a cursor of another workspace.');
  if (now.getTime() - (at as number) > cursorMs) {
    throw new AppError(
      'cursor_expired',
      `This cursor is older than ${cursorDays} days, and changes are kept no longer. Start again with create_snapshot.`,
      { field: 'after' },
    );
  }
  return { number: number as number, at: new Date(at as number) };
}

function refused(message: string): AppError {
  return new AppError('validation_failed', message, { field: 'after' });
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
