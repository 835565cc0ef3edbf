import { cutText } from '@outbound/node-service/text/cut-text';
import { checkClaims, type Recipient } from '../../../domain/messages/claims/check-claims.ts';
import type { CheckedSentence } from '../../../domain/messages/claims/checked-sentence.ts';
import { claimRuleFor } from '../../../domain/messages/claims/claim-policy.ts';
import type { DraftText } from '../../../domain/messages/drafts/draft-text.ts';
import { AppError } from '../../../errors/errors.ts';
import { plainTextOf } from '../../../transport/messages/message-body.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { knownRecipient, type Person } from './evidence.ts';

const namedMax = 5;

/** Sentences about the recipient, each with its verdict. The capitals of a subject are not names. */
export function claimsIn(text: DraftText, recipient: Recipient): CheckedSentence[] {
  const sentences = [
    ...checkClaims(text.subject.toLowerCase(), recipient).map((one) => ({ ...one, text: text.subject })),
    ...checkClaims(plainTextOf(text), recipient),
  ];
  return sentences.filter(({ verdict }) => verdict !== 'neutral');
}

/** Sentences about the recipient that no source supports. */
export function unsupportedIn(text: DraftText, recipient: Recipient): CheckedSentence[] {
  return claimsIn(text, recipient).filter(({ verdict }) => verdict === 'unsupported');
}

/** “You raised $20M.” (no source for $20M) */
export function claimInWords({ text, missing }: CheckedSentence): string {
  return `“${cutText(text, 200)}” (no source for ${missing.map((words) => cutText(words, 60)).join(', ')})`;
}

export function noSource(claim: CheckedSentence): string {
  return `No source supports ${claimInWords(claim)}.`;
}

/** Warnings about unsupported claims, one per sentence. */
export function claimWarnings(unsupported: readonly CheckedSentence[]): string[] {
  return unsupported.slice(0, namedMax).map(noSource);
}

/** The same for a new text. Throws `unsupported_claims` if the workspace refuses them from this actor. */
export async function checkedClaims(text: DraftText, person: Person, ctx: ActionContext): Promise<string[]> {
  const unsupported = unsupportedIn(text, await knownRecipient(person, ctx));
  if (unsupported.length === 0 || claimRuleFor(ctx.actor, ctx.workspace.settings.claimPolicy) === 'warn')
    return claimWarnings(unsupported);
  const named = unsupported.slice(0, namedMax).map(claimInWords);
  throw new AppError(
    'unsupported_claims',
    `No source supports ${named.join('; ')}. Change the text, read the company's site with research_company, or add ` +
      'the source with create_fact.',
    { field: 'bodyText' },
  );
}
