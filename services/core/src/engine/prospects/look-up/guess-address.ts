import type { Origin } from '../../../domain/fields/field-sources.ts';
import { type LikelyAddress, likelyAddresses } from '../../../domain/prospects/address-patterns.ts';
import type { RevealedPerson } from '../../../domain/prospects/prospect.ts';
import { digestOf } from '../../../domain/values/canonical-json.ts';
import { personWith } from '../../../providers/prospects/blank-prospects.ts';
import type { PersonHint } from '../../../providers/prospects/person-hint.ts';
import type { Verdict } from '../../../providers/verification/email-verifier.ts';
import { findKnownAddresses } from '../../../store/contacts/contact-addresses.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { verdictOn } from './verdict-on.ts';

/** Prefix of the IDs of people whose address was found by a pattern. */
export const patternIds = '_pat_';
/** Reason of a verdict after which another address of the domain can be right. */
const unknownMailbox = 'mailbox_unknown';
/** Addresses that the mail server is asked about. */
const triedMax = 4;
/** Without an answer of the mail server, the least evidence for an address. */
const least = { confidence: 0.7, support: 2 };

interface Guess {
  person: RevealedPerson;
  origin: Origin;
}

/**
 * Address of a person by the pattern of the company's known addresses, checked by DNS and, where the operator allows it,
 * at the mail server. Costs nothing. Null if nothing supports an address.
 */
export async function guessAddress(hint: PersonHint, ctx: ActionContext): Promise<Guess | null> {
  const { firstName, lastName, companyDomain } = hint;
  if (hint.email || !firstName || !lastName || !companyDomain) return null;
  const known = await findKnownAddresses(ctx.workspaceId, companyDomain);
  const likely = likelyAddresses({ firstName, lastName }, companyDomain, known);
  for (const [index, one] of likely.slice(0, triedMax).entries()) {
    const verdict = await verdictOn(one.email, ctx);
    if (verdict === null) return null;
    const status = statusOf(verdict);
    if (status === 'valid') return guessOf(one, status, hint);
    // The server does not tell its mailboxes apart, so only the pattern supports an address.
    if (status === 'catch_all' || status === 'unverified')
      return index === 0 && isSupported(one) ? guessOf(one, status, hint) : null;
    if (verdict.reason !== unknownMailbox) return null;
  }
  return null;
}

function isSupported({ confidence, support }: LikelyAddress): boolean {
  return confidence >= least.confidence && support >= least.support;
}

/** DNS alone knows only that the domain accepts mail. */
function statusOf({ status, reason }: Verdict): RevealedPerson['emailStatus'] {
  return status === 'unknown' || reason === 'mx_found' ? 'unverified' : status;
}

function guessOf(
  { email, confidence }: LikelyAddress,
  emailStatus: RevealedPerson['emailStatus'],
  hint: PersonHint,
): Guess {
  const id = `prs${patternIds}${digestOf(email).slice(0, 22)}`;
  const { firstName, lastName } = hint as Required<PersonHint>;
  return {
    person: personWith({ id, source: 'pattern', firstName, lastName, email, emailStatus }),
    origin: { source: 'pattern', billed: 0, confidence: Math.round(confidence * 100) / 100 },
  };
}
