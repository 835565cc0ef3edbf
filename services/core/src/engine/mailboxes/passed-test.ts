import { domainOf } from '../../domain/contacts/email-address.ts';
import { judgeAuthentication } from '../../domain/mailboxes/authentication/authentication-words.ts';
import { findMailbox } from '../../store/mailboxes/mailbox-store.ts';

/** True if a test email of the mailbox has arrived, and its receiver found no fault with SPF, DKIM, or DMARC. */
export async function hasPassedTest(workspaceId: string, mailboxId: string): Promise<boolean> {
  const mailbox = await findMailbox(workspaceId, mailboxId);
  if (!mailbox?.authentication) return false;
  const { level } = judgeAuthentication(mailbox.authentication, domainOf(mailbox.address));
  return level === 'ok' || level === 'weak';
}
