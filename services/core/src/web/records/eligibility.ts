import type { EnrollSkipReason } from '../../domain/campaigns/enrollment-skip.ts';
import { actionHref } from '../do/action-link.ts';

interface Advice {
  text: string;
  /** Operation that fixes it, if there is one. */
  action?: string;
  button?: string;
}

const advice: Record<EnrollSkipReason, Advice> = {
  not_found: { text: 'The contact is gone.' },
  no_email: { text: 'There is no address.', action: 'enrich_contact', button: 'Look for one…' },
  bounced_before: { text: 'A message to this address came back for good.' },
  suppressed: { text: 'The address or its domain is on the suppression list.' },
  do_not_contact: { text: 'The contact is marked as not to be contacted.' },
  no_basis: {
    text: 'No legal basis is declared that allows writing to this person.',
    action: 'update_contact',
    button: 'Declare it…',
  },
  invented_person: {
    text: 'The person is invented, or the address is at a reserved name. Real mailboxes never email it.',
  },
  email_not_allowed: {
    text: 'The address is not known to be valid. Verify it, or allow its status in the campaign.',
    action: 'verify_email',
    button: 'Verify…',
  },
  already_enrolled: { text: 'They are in it already.' },
  in_other_campaign: { text: 'They are in another campaign at the moment.' },
  duplicate_company: { text: 'Somebody else of the company is enrolled.' },
  recently_contacted: { text: 'They were written to recently.' },
};

/** The reason in words, with the possible fix. */
export function adviceOn(reason: EnrollSkipReason, contactId: string) {
  const { text, action, button } = advice[reason];
  return { text, button, href: action && actionHref(action, { contactId }, `/app/contacts/${contactId}`) };
}
