import type { DraftText } from '../../domain/messages/drafts/draft-text.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { findPeople, type Person } from '../campaigns/campaign-people.ts';
import type { ActionContext } from '../context/action-context.ts';
import { knownRecipient } from '../fields/claims/evidence.ts';
import { checkedClaims, claimWarnings, unsupportedIn } from '../fields/claims/unsupported.ts';

/** Checks a new text of a stored message (`checkedClaims`). No warnings for a message without a contact. */
export async function claimsOfMessage(message: MessageRecord, text: DraftText, ctx: ActionContext): Promise<string[]> {
  const person = await recipientOf(message, ctx);
  return person === undefined ? [] : checkedClaims(text, person, ctx);
}

/** Warnings about the unsupported claims of a stored message, for its approval. */
export async function storedClaimWarnings(message: MessageRecord, ctx: ActionContext): Promise<string[]> {
  const person = await recipientOf(message, ctx);
  return person === undefined ? [] : claimWarnings(unsupportedIn(message, await knownRecipient(person, ctx)));
}

async function recipientOf({ contactId }: MessageRecord, ctx: ActionContext): Promise<Person | undefined> {
  return contactId === null ? undefined : (await findPeople(ctx.workspaceId, [contactId])).get(contactId);
}
