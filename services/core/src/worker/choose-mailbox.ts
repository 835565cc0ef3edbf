import { capOnDay } from '../domain/mail/mailbox-ramp.ts';
import { failingMailboxRetryMs } from '../domain/mail/message-retry.ts';
import { isInWindow, localDay, zoneOf } from '../domain/mail/send-window.ts';
import { findMessagesOfEnrollment, type MessageRecord } from '../store/campaigns/message-store.ts';
import { countSends } from '../store/campaigns/send-counter-store.ts';
import { listMailboxes, type MailboxRecord } from '../store/mail/mailbox-store.ts';
import type { WaitReason } from './send-verdict.ts';
import type { SharedReads } from './shared-reads.ts';

const isUsable = (mailbox: MailboxRecord, now: Date): boolean => {
  if (mailbox.state === 'active') return true;
  const isDueForTrial = now.getTime() - (mailbox.lastErrorAt?.getTime() ?? 0) >= failingMailboxRetryMs;
  return mailbox.state === 'failing' && isDueForTrial;
};

/** A person hears from one mailbox only: the one that the message names, or that wrote to them before. */
const stickyMailboxId = async (message: MessageRecord): Promise<string | null> => {
  if (message.mailboxId !== null) return message.mailboxId;
  // The first step of a sequence: nobody wrote to them before.
  if (message.enrollmentId === null || message.stepIndex === 0) return null;
  const earlier = await findMessagesOfEnrollment(message.workspaceId, message.enrollmentId);
  return earlier.find((sent) => sent.sentAt !== null && sent.mailboxId !== null)?.mailboxId ?? null;
};

/** Once the mailbox of a sequence is deleted, another one of the campaign goes on; nothing else changes its sender. */
const candidatesFor = async (
  message: MessageRecord,
  mailboxIds: string[],
  reads: SharedReads,
): Promise<MailboxRecord[]> => {
  const sticky = await stickyMailboxId(message);
  const own = sticky === null ? [] : await listMailboxes(message.workspaceId, [sticky]);
  const isFree = sticky === null || message.kind === 'campaign';
  return own.length > 0 || !isFree ? own : reads.mailboxesFor(message.workspaceId, mailboxIds);
};

interface Candidate {
  mailbox: MailboxRecord;
  day: string;
  free: number;
}

const candidateOf = async (mailbox: MailboxRecord, now: Date, timeZone: string): Promise<Candidate> => {
  const day = localDay(now, timeZone);
  const used = await countSends(mailbox.workspaceId, mailbox.id, day);
  return { mailbox, day, free: capOnDay(mailbox, day) - used };
};

export type MailboxChoice = { mailbox: MailboxRecord } | { wait: WaitReason } | { skip: 'no_mailbox' };

/** The mailbox that this message goes out from now, or why there is none. */
export const chooseMailbox = async (
  message: MessageRecord,
  mailboxIds: string[],
  now: Date,
  timeZone: string,
  reads: SharedReads,
): Promise<MailboxChoice> => {
  const all = await candidatesFor(message, mailboxIds, reads);
  if (all.length === 0 && message.kind !== 'campaign') return { skip: 'no_mailbox' };
  const present = all.filter((mailbox) => mailbox.state !== 'paused');
  if (present.length === 0) return { wait: 'no_mailbox' };
  const usable = present.filter((mailbox) => isUsable(mailbox, now));
  if (usable.length === 0) return { wait: 'all_mailboxes_failing' };
  const open = usable.filter(
    ({ window }) => window === null || isInWindow(window, now, zoneOf(window, null, timeZone)),
  );
  if (open.length === 0) return { wait: 'outside_window' };
  const candidates = await Promise.all(open.map((mailbox) => candidateOf(mailbox, now, timeZone)));
  const best = candidates.filter(({ free }) => free > 0).sort((a, b) => b.free - a.free)[0];
  return best ? { mailbox: best.mailbox } : { wait: 'mailbox_daily_cap' };
};
