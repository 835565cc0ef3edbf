import { hash, randomBytes } from 'node:crypto';
import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { date, nullable, optional, string } from '../documents/paths.ts';

export const sessionLifetimeMs = 14 * 24 * 60 * 60 * 1000;

type SessionDoc = DocOf<typeof SessionModel>;

/** Origin of a session. */
export interface SessionOrigin {
  address: string;
  browser: string;
}

/** Resolution of the time of last activity, in milliseconds, so that viewing a page writes nothing. */
const seenRoughlyMs = 15 * 60_000;
const listedMax = 100;

const SessionModel = defineModel(
  'Session',
  'sessions',
  stored({
    tokenHash: string,
    userId: string,
    /** Workspace whose pages are shown. Null until the user belongs to one. */
    currentWorkspaceId: nullable(string),
    /** IP address and browser of the sign-in. Absent for sessions created before they were recorded. */
    address: optional(string),
    browser: optional(string),
    createdAt: date,
    seenAt: optional(date),
    expiresAt: date,
  })
    .index({ tokenHash: 1 }, { unique: true })
    .index({ userId: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 }),
);

export type SessionRecord = Omit<SessionDoc, '_id' | 'tokenHash'> & { id: string };

/** The token goes into the browser's cookie. The store keeps only its hash. */
export async function createSession(
  userId: string,
  currentWorkspaceId: string | null,
  now: Date,
  origin?: SessionOrigin,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + sessionLifetimeMs);
  await SessionModel.create([
    {
      _id: newId('ses'),
      tokenHash: hashToken(token),
      userId,
      currentWorkspaceId,
      ...origin,
      createdAt: now,
      seenAt: now,
      expiresAt,
    },
  ]);
  return { token, expiresAt };
}

export async function findSession(token: string, now: Date): Promise<SessionRecord | null> {
  // The TTL index deletes late, and expired sessions must not count until then.
  const found = await SessionModel.findOne({ tokenHash: hashToken(token), expiresAt: { $gt: now } }).lean();
  if (!found) return null;
  const isSeenLately = found.seenAt !== undefined && now.getTime() - found.seenAt.getTime() < seenRoughlyMs;
  if (!isSeenLately) await SessionModel.updateOne({ _id: found._id }, { $set: { seenAt: now } });
  return toSession(found);
}

export async function isSessionOpen(userId: string, sessionId: string, now: Date): Promise<boolean> {
  return (await SessionModel.exists({ _id: sessionId, userId, expiresAt: { $gt: now } })) !== null;
}

export async function chooseWorkspace(userId: string, sessionId: string, workspaceId: string | null): Promise<void> {
  await SessionModel.updateOne({ _id: sessionId, userId }, { $set: { currentWorkspaceId: workspaceId } });
}

export async function endSession(userId: string, sessionId: string): Promise<void> {
  await SessionModel.deleteOne({ _id: sessionId, userId });
}

/** Newest first. */
export async function listSessions(userId: string, now: Date): Promise<SessionRecord[]> {
  const found = await SessionModel.find({ userId, expiresAt: { $gt: now } })
    .sort({ _id: -1 })
    .limit(listedMax)
    .lean();
  return found.map(toSession);
}

/** After a password change, every other browser must sign in again. */
export async function endSessionsExcept(userId: string, keptSessionId: string | null): Promise<void> {
  await SessionModel.deleteMany({ userId, ...(keptSessionId && { _id: { $ne: keptSessionId } }) });
}

function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

function toSession({ _id, tokenHash: _hash, ...rest }: SessionDoc): SessionRecord {
  return { id: _id, ...rest };
}
