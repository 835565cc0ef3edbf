import { type EnrollSkipReason, enrollSkipTexts } from '../../domain/campaigns/enrollment-skip.ts';
import { actionHref } from '../do/action-link.ts';

/** Operation that can fix a reason, with the text of its button. */
const fixes: Partial<Record<EnrollSkipReason, { action: string; button: string }>> = {
  no_email: { action: 'enrich_contact', button: 'Look for one…' },
  no_basis: { action: 'update_contact', button: 'Declare it…' },
  email_not_allowed: { action: 'verify_email', button: 'Verify…' },
};

/** The reason in words, with the possible fix. */
export function adviceOn(reason: EnrollSkipReason, contactId: string) {
  const { action, button } = fixes[reason] ?? {};
  const href = action && actionHref(action, { contactId }, `/app/contacts/${contactId}`);
  return { text: enrollSkipTexts[reason], button, href };
}
