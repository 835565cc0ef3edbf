import type { DraftText } from '../../domain/messages/drafts/draft-text.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { findPeople } from '../campaigns/campaign-people.ts';
import type { ActionContext } from '../context/action-context.ts';
import { knownRecipient } from '../fields/claims/evidence.ts';
import { checkedClaims, claimInWords, namedMax, unsupportedIn } from '../fields/claims/unsupported.ts';

/** Checks a new text of a stored message (`checkedClaims`). No warnings for a message without a contact. */
export async function claimsOfMessage(
  { contactId }: Pick<MessageRecord, 'contactId'>,
  text: DraftText,
  ctx: ActionContext,
): Promise<string[]> {
  const person = contactId === null ? undefined : (await findPeople(ctx.workspaceId, [contactId])).get(contactId);
  return person === undefined ? [] : checkedClaims(text, person, ctx);
}

/** Warnings about the unsupported claims of a stored message, for its approval. */
export async function claimWarnings(message: MessageRecord, ctx: ActionContext): Promise<string[]> {
  const { contactId } = message;
  const person = contactId === null ? undefined : (await findPeople(ctx.workspaceId, [contactId])).get(contactId);
  if (person === undefined) return [];
  const unsupported = unsupportedIn(message, await knownRecipient(person, ctx));
  return unsupported.slice(0, namedMax).map((claim) => `No source supports ${claimInWords(claim)}.`);
}
