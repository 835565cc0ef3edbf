import type { MailHeaders } from '../../domain/replies/mail-headers.ts';
import type { Classification } from '../../domain/replies/reply-classes.ts';
import { findContactByEmail } from '../../store/contacts/contact-store.ts';
import { byNamedAddresses, isAnswerToUs, type RelatedMail } from './match-mail.ts';

/** True if the mail responds to none of our messages and no contact wrote it. */
export async function isOfStranger(workspaceId: string, { mail, message }: RelatedMail): Promise<boolean> {
  return message === null && (await findContactByEmail(workspaceId, mail.from.address)) === null;
}

/**
 * True for bulk mail that responds to none of our messages, even from a contact, because newsletters have subscribers.
 * It counts as a reply if it opts out and comes from, or names, someone we emailed.
 */
export async function isNobodysReply(
  workspaceId: string,
  related: RelatedMail,
  { wish }: Pick<Classification, 'wish'>,
): Promise<boolean> {
  const { mail, message } = related;
  if (!isBulkMail(mail.headers) || isAnswerToUs(related)) return false;
  return wish === 'none' || (message === null && (await byNamedAddresses(workspaceId, mail)).length === 0);
}

/** True for newsletters and mailing lists, whose mail is not a reply. */
function isBulkMail(headers: MailHeaders): boolean {
  return Boolean(headers['list-id'] ?? headers['list-unsubscribe']) || /^(bulk|list)$/i.test(headers.precedence ?? '');
}
