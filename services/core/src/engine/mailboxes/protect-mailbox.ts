import { domainOf } from '../../domain/contacts/email-address.ts';
import { type Reputation, reputationProblem } from '../../domain/mailboxes/sender-reputation.ts';
import { localDay } from '../../domain/sending/send-window.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { listMailboxes, type MailboxRecord, updateMailbox } from '../../store/mailboxes/mailbox-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { countComplaints, countHardBounces } from '../../store/replies/bounce-store.ts';
import { countAllSends } from '../../store/sending/send-counter-store.ts';
import { findWorkspace } from '../../store/workspaces/workspace-store.ts';

const dayMs = 86_400_000;
const watchedDays = 7;

/**
 * Pauses a mailbox, or all of a domain, if bounces or complaints would ruin the sender reputation. Call inside a
 * transaction.
 */
export async function protectMailbox({ workspaceId, mailboxId }: MessageRecord, now: Date): Promise<void> {
  const workspace = mailboxId === null ? null : await findWorkspace(workspaceId);
  const all = workspace === null ? [] : await listMailboxes(workspaceId);
  const own = all.find(({ id }) => id === mailboxId);
  if (workspace === null || own?.state !== 'active') return;
  const { timeZone } = workspace.settings;
  const domain = domainOf(own.address);
  const sameDomain = all.filter(({ address }) => domainOf(address) === domain);
  const ofMailbox = reputationProblem('mailbox', await reputationOf([own], timeZone, now));
  if (ofMailbox !== null) return pause([own], ofMailbox, now);
  const ofDomain = reputationProblem('domain', await reputationOf(sameDomain, timeZone, now));
  if (ofDomain !== null) await pause(sameDomain, ofDomain, now);
}

/**
 * Messages that the mailboxes sent in total since monitoring began (at most a week), and their bounces and complaints.
 */
async function reputationOf(mailboxes: MailboxRecord[], timeZone: string, now: Date): Promise<Reputation> {
  const sum: Reputation = { sent: 0, bounced: 0, complaints: 0 };
  for (const { workspaceId, id, watchedSince } of mailboxes) {
    const weekAgo = new Date(now.getTime() - watchedDays * dayMs);
    const since = watchedSince && watchedSince > weekAgo ? watchedSince : weekAgo;
    const days = new Set<string>();
    for (let at = since.getTime(); at < now.getTime(); at += dayMs) days.add(localDay(new Date(at), timeZone));
    days.add(localDay(now, timeZone));
    const wanted = [...days].map((day) => ({ subjectId: id, day }));
    const countOf = await countAllSends(workspaceId, wanted);
    sum.sent += wanted.reduce((total, { subjectId, day }) => total + countOf(subjectId, day), 0);
    sum.bounced += await countHardBounces(workspaceId, id, since);
    sum.complaints += await countComplaints(workspaceId, id, since);
  }
  return sum;
}

async function pause(mailboxes: MailboxRecord[], problem: string, now: Date): Promise<void> {
  for (const { workspaceId, id, address, state } of mailboxes) {
    if (state !== 'active') continue;
    await updateMailbox(workspaceId, id, { state: 'paused', lastError: problem, lastErrorAt: now }, now);
    await addEvent(workspaceId, 'mailbox.failing', id, { address, error: problem, part: 'sending' }, now);
  }
}
