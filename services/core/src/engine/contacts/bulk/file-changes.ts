import type { ContactFacts, Stage } from '../../../domain/contacts/contact.ts';
import type { RowWill } from '../../../domain/contacts/imports/contact-row.ts';
import type { ContactChanges, ContactRecord } from '../../../store/contacts/contact-store.ts';

function digits(phone: string): string {
  return phone.replace(/[^\d+]/g, '');
}

/** Lists and locations are merged, because a partial row says nothing about values that it does not mention. */
export function unitedFacts(before: ContactRecord, facts: ContactFacts): ContactFacts {
  const { phones, location } = facts;
  const known = new Set(before.phones.map(digits));
  const more = (phones ?? []).filter((phone) => !known.has(digits(phone)));
  return {
    ...facts,
    ...(phones && { phones: more.length > 0 ? [...before.phones, ...more].slice(0, phonesMax) : before.phones }),
    ...(location && { location: { ...before.location, ...location } }),
  };
}
const phonesMax = 10;

const unusable = ['invalid', 'do_not_mail', 'disposable'];

/** A file can only worsen a status that was verified here or that rules out an address; it cannot improve it. */
export function withoutBetterStatus(before: ContactRecord, facts: ContactFacts): ContactFacts {
  const { emailStatus, ...rest } = facts;
  if (emailStatus === undefined || (facts.email !== undefined && facts.email !== before.email)) return facts;
  const isFound = before.emailStatusCheckedAt !== undefined || unusable.includes(before.emailStatus);
  return isFound && !unusable.includes(emailStatus) ? rest : facts;
}

/** Stages that end all mail. A file can set them on any contact, but never clears them. */
const finalStages: readonly string[] = ['not_interested', 'do_not_contact'];

/**
 * Changes to a stored contact for the opt-out, bounce, stage, and notice in a file row. Never reverts stored values.
 */
export function willChanges(
  before: ContactRecord,
  { isOptedOut, isBounced, stage, noticeSentAt }: RowWill,
): ContactChanges {
  const isFinal = finalStages.includes(before.stage);
  const mayMove = before.stage === 'new' || (stage === 'not_interested' && !isFinal);
  return {
    ...(isOptedOut && !before.doNotContact && { doNotContact: true, stage: 'do_not_contact' as const }),
    ...(!isOptedOut && stage !== undefined && stage !== before.stage && mayMove && { stage: stage as Stage }),
    ...(isBounced && !unusable.includes(before.emailStatus) && { emailStatus: 'invalid' as const }),
    ...(noticeSentAt !== undefined && !before.noticeSentAt && { noticeSentAt }),
  };
}
