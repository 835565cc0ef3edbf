import type { Config } from '../config.ts';
import type { EmailStatus } from '../domain/crm/contact.ts';
import type { SkipReason } from '../domain/mail/message-state.ts';
import type { MessageRecord } from '../store/campaigns/message-store.ts';
import { type ContactRecord, findContact } from '../store/crm/contact-store.ts';
import { isSuppressed } from '../store/mail/suppression-store.ts';

/** Never written to, whatever a campaign allows. */
const neverAllowed: readonly EmailStatus[] = ['invalid', 'disposable', 'do_not_mail'];

export interface RecipientCheck {
  contact: ContactRecord | null;
  skip: SkipReason | null;
}

/** Whether this person may be written to now: they may have said no, or have changed, since the message was queued. */
export const checkRecipient = async (
  message: MessageRecord,
  allowedEmailStatuses: readonly EmailStatus[] | null,
  config: Pick<Config, 'secretKey'>,
): Promise<RecipientCheck> => {
  const { workspaceId, contactId, to, kind } = message;
  const contact = contactId === null ? null : await findContact(workspaceId, contactId);
  if (await isSuppressed(workspaceId, to, config.secretKey)) return { contact, skip: 'suppressed' };
  // A forward goes to a colleague, and an answer to someone who wrote to us: neither needs a contact.
  if (kind === 'forward' || kind === 'answer') {
    return { contact, skip: contact?.doNotContact && kind === 'answer' ? 'do_not_contact' : null };
  }
  return { contact, skip: contactSkip(contact, to, allowedEmailStatuses) };
};

const contactSkip = (
  contact: ContactRecord | null,
  to: string,
  allowed: readonly EmailStatus[] | null,
): SkipReason | null => {
  if (contact === null) return 'contact_gone';
  if (contact.doNotContact || contact.stage === 'do_not_contact') return 'do_not_contact';
  if (!contact.email || contact.email !== to) return 'no_email';
  if (!contact.declaredBasis) return 'no_basis';
  if (neverAllowed.includes(contact.emailStatus)) return 'email_not_allowed';
  return allowed !== null && !allowed.includes(contact.emailStatus) ? 'email_not_allowed' : null;
};
