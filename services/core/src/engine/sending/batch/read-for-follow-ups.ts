import { findEnrollments } from '../../../store/campaigns/enrollment-store.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import type { Writer } from '../../../transport/imap-final-check.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { receiveMail } from '../../replies/receive-mail.ts';
import type { Turn } from '../turn-facts.ts';

/**
 * Takes in all mail that the mailbox has received until now, so that no follow-up comes after a reply, in whatever
 * folder it is. False if the follow-ups must wait because the mailbox cannot be read.
 */
export async function readForFollowUps(
  followUps: readonly MessageRecord[],
  { mailbox, isUnread }: Turn,
  deps: EngineDeps,
): Promise<boolean> {
  if (followUps.length === 0 || mailbox.kind === 'capture') return true;
  if (isUnread || mailbox.imapPosition === null) return false;
  const { workspaceId, id: mailboxId, imapPosition: position, imapOthers } = mailbox;
  try {
    await deps.ports.mail.readBeforeSending(mailbox, {
      position,
      others: imapOthers ?? {},
      writers: await writersOf(workspaceId, followUps),
      onMail: async (raw, folder, isEarlier) => {
        await receiveMail({ workspaceId, mailboxId, isSent: folder?.isSent, isEarlier }, raw, deps);
      },
    });
    return true;
  } catch (error) {
    deps.log.warn({ err: error, mailboxId }, 'follow-ups wait because the mailbox cannot be read');
    return false;
  }
}

/** Recipients of the follow-ups, whose mail counts since their enrollment. */
async function writersOf(workspaceId: string, followUps: readonly MessageRecord[]): Promise<Writer[]> {
  const ids = followUps.flatMap(({ enrollmentId }) => enrollmentId ?? []);
  const enrollments = new Map((await findEnrollments(workspaceId, ids)).map((each) => [each.id, each]));
  return followUps.flatMap(({ to, enrollmentId }) => {
    const enrollment = enrollments.get(enrollmentId ?? '');
    return enrollment === undefined ? [] : [{ address: to, since: enrollment.createdAt }];
  });
}
