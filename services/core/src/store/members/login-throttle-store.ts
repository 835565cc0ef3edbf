import { hash } from 'node:crypto';
import { defineModel, stored } from '../documents/define-model.ts';
import { date, number } from '../documents/paths.ts';
import { isDuplicateKey } from '../documents/transaction.ts';

const LoginThrottleModel = defineModel(
  'LoginThrottle',
  'login_throttles',
  stored({
    attempts: number,
    expiresAt: date,
  }).index({ expiresAt: 1 }, { expireAfterSeconds: 0 }),
);

export type AttemptLimit = { subject: string; attemptsMax: number; windowMs: number };

/**
 * Counts one attempt in a fixed window. Returns the waiting time in seconds, or 0 to proceed. Counts before the
 * password is checked, so that parallel guesses cannot slip through.
 */
export async function countAttempt(limit: AttemptLimit, now: Date): Promise<number> {
  const { windowId, expiresAt } = windowOf(limit, now);
  const counted = await increment(windowId, expiresAt);
  return counted > limit.attemptsMax ? Math.ceil((expiresAt.getTime() - now.getTime()) / 1000) : 0;
}

/** After a success, earlier mistakes no longer count. */
export async function forgetAttempts(limit: AttemptLimit, now: Date): Promise<void> {
  await LoginThrottleModel.deleteOne({ _id: windowOf(limit, now).windowId });
}

async function increment(windowId: string, expiresAt: Date, isRetry = false): Promise<number> {
  try {
    const counted = await LoginThrottleModel.findOneAndUpdate(
      { _id: windowId },
      { $inc: { attempts: 1 }, $setOnInsert: { expiresAt } },
      { upsert: true, returnDocument: 'after' },
    ).lean();
    return counted!.attempts;
  } catch (error) {
    // With two concurrent first attempts, one insert fails and finds the document on retry.
    if (!isRetry && isDuplicateKey(error)) return increment(windowId, expiresAt, true);
    throw error;
  }
}

function windowOf(limit: AttemptLimit, now: Date): { windowId: string; expiresAt: Date } {
  const index = Math.floor(now.getTime() / limit.windowMs);
  // A counter does not store email addresses in plain text.
  const subject = hash('sha256', limit.subject, 'hex').slice(0, 32);
  return { windowId: `${subject}:${index}`, expiresAt: new Date((index + 1) * limit.windowMs) };
}
