import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { keepUnreadable } from '../../engine/replies/keep-unreadable.ts';
import { digestOfMail } from '../../engine/replies/known-reply.ts';
import { type MailOrigin, receiveMail } from '../../engine/replies/receive-mail.ts';

const triesMax = 3;

/** Consecutive failures per message in this process, keyed by the digest of its bytes. */
const failures = new Map<string, number>();

/** An internal error, not a fault of the mailbox's server. */
export class NotTakenIn extends Error {
  constructor(cause: unknown) {
    super('A message that arrived could not be taken in: it is tried again, and then kept for you to look at.', {
      cause,
    });
  }
}

/**
 * Receives a message from IMAP. After repeated failures, keeps it unprocessed, so that later messages are not blocked.
 */
export async function takeInMail(origin: MailOrigin, raw: Buffer, deps: EngineDeps): Promise<void> {
  try {
    await receiveMail(origin, raw, deps);
    if (failures.size > 0) failures.delete(digestOfMail(raw));
  } catch (error) {
    const digest = digestOfMail(raw);
    const tries = (failures.get(digest) ?? 0) + 1;
    failures.set(digest, tries);
    if (tries < triesMax) throw new NotTakenIn(error);
    deps.log.error({ err: error, mailboxId: origin.mailboxId, digest }, 'a message is kept without being understood');
    await keepUnreadable(origin, raw, deps).catch((second: unknown) => {
      throw new NotTakenIn(second);
    });
    failures.delete(digest);
  }
}
