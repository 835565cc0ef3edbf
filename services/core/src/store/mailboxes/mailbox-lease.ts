import { toRecord } from '../documents/define-model.ts';
import { serverNow } from '../documents/server-clock.ts';
import { unlessLocked } from '../documents/transaction.ts';
import { type MailboxDoc, MailboxModel, type MailboxRecord } from './mailbox-store.ts';

function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/**
 * Claims a mailbox that no worker is reading, except those in `besides`. Returns null if none is free. One worker reads
 * each mailbox.
 */
export async function claimMailboxToRead(
  owner: string,
  leaseMs: number,
  besides: readonly string[] = [],
): Promise<MailboxRecord | null> {
  const serverTime = await serverNow();
  const others = besides.length === 0 ? {} : { workspaceId: { $nin: [...besides] } };
  const claimed = await unlessLocked(() =>
    MailboxModel.findOneAndUpdate(
      { ...others, kind: 'smtp', imap: { $ne: null }, state: { $ne: 'paused' }, leaseUntil: { $lte: serverTime } },
      { $set: { leaseOwner: owner, leaseUntil: after(serverTime, leaseMs) } },
      { sort: { leaseUntil: 1 }, returnDocument: 'after' },
    ).lean<MailboxDoc>(),
  );
  return claimed && toRecord(claimed);
}

/** `lastReadAt` is null until its inbox is open. Returns false if the mailbox was taken over, paused, changed, or deleted. Reading must then end. */
export async function renewMailboxLease(
  mailbox: MailboxRecord,
  leaseMs: number,
  lastReadAt: Date | null,
): Promise<boolean> {
  const { workspaceId, id, leaseOwner, version } = mailbox;
  const { matchedCount } = await MailboxModel.updateOne(
    { workspaceId, _id: id, leaseOwner, version, state: { $ne: 'paused' } },
    { $set: { leaseUntil: after(await serverNow(), leaseMs), ...(lastReadAt && { lastReadAt }) } },
  );
  return matchedCount === 1;
}

/** Releases the lease. `restMs` delays the next attempt on a broken mailbox. */
export async function releaseMailboxLease(mailbox: MailboxRecord, restMs: number): Promise<void> {
  const { workspaceId, id, leaseOwner } = mailbox;
  await MailboxModel.updateOne(
    { workspaceId, _id: id, leaseOwner },
    { $set: { leaseOwner: null, leaseUntil: after(await serverNow(), restMs) } },
  );
}

export async function saveImapPosition(
  { workspaceId, id, leaseOwner }: MailboxRecord,
  position: { uidValidity: string; lastUid: number },
  now: Date,
  folderKey?: string,
): Promise<void> {
  const field = folderKey === undefined ? 'imapPosition' : `imapOthers.${folderKey}`;
  // MongoDB cannot set a path inside null.
  if (folderKey !== undefined) {
    await MailboxModel.updateOne({ workspaceId, _id: id, imapOthers: null }, { $set: { imapOthers: {} } });
  }
  const set = { [field]: position, lastReceivedAt: now };
  await MailboxModel.updateOne({ workspaceId, _id: id, leaseOwner }, { $set: set });
}

export async function saveUnreadCount({ workspaceId, id, leaseOwner }: MailboxRecord, count: number): Promise<void> {
  await MailboxModel.updateOne({ workspaceId, _id: id, leaseOwner }, { $set: { unreadCount: count } });
}

/** Returns the number of consecutive reading failures. */
export async function noteReadFailure({ workspaceId, id }: MailboxRecord, error: string, now: Date): Promise<number> {
  const noted = await MailboxModel.findOneAndUpdate(
    { workspaceId, _id: id },
    { $set: { lastError: error, lastErrorAt: now }, $inc: { readFailureCount: 1 } },
    { returnDocument: 'after' },
  ).lean<MailboxDoc>();
  return noted?.readFailureCount ?? 0;
}

/** Its inbox is open. */
export async function noteReadSuccess({ workspaceId, id }: MailboxRecord, now: Date): Promise<void> {
  await MailboxModel.updateOne({ workspaceId, _id: id }, { $set: { lastReadAt: now } });
  await MailboxModel.updateOne(
    { workspaceId, _id: id, readFailureCount: { $gt: 0 } },
    { $set: { readFailureCount: 0, lastError: null } },
  );
}
