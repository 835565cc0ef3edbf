import { normalizeEmail } from '../../domain/contacts/email-address.ts';
import { changeContact } from '../../engine/campaigns/contact-effects.ts';
import { auditPerson, type PersonalAct } from '../../engine/members/audit-person.ts';
import { byNamedAddresses } from '../../engine/replies/match-mail.ts';
import { AppError } from '../../errors/errors.ts';
import { findContactsHolding } from '../../store/contacts/contact-addresses.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { addEvent } from '../../store/events/event-store.ts';
import { findMessage } from '../../store/messages/message-store.ts';
import { findReply, type ReplyRecord, updateReply } from '../../store/replies/reply-store.ts';
import { findSuppressed, removeSuppression } from '../../store/suppressions/suppression-store.ts';

/**
 * Takes back a suppression that the text of a reply decided. Only a person can, until `undoUntil`. The reply then needs
 * a decision, and ended sequences stay ended. Throws `not_found`, or `legal_block` if the suppression is final.
 */
export async function takeBackSuppression(
  workspaceId: string,
  replyId: string,
  by: Pick<PersonalAct, 'actor' | 'via' | 'requestId' | 'address'>,
  now: Date,
): Promise<void> {
  await inTransaction(async () => {
    const reply = await findReply(workspaceId, replyId);
    if (reply === null) throw new AppError('not_found', 'There is no such reply.');
    const entries = await entriesOf(reply, now);
    if (entries.length === 0) {
      throw new AppError('legal_block', 'The suppression is final: the day has passed, or they opted out again.');
    }
    const summary = `Took back the suppression of ${reply.fromAddress}.`;
    for (const { id, kind, value, reason } of entries) {
      await removeSuppression(workspaceId, id);
      await addEvent(workspaceId, 'suppression.removed', id, { kind, value, reason }, now);
      for (const contact of await findContactsHolding(workspaceId, [value!]))
        await changeContact(workspaceId, contact.id, { doNotContact: false, stage: 'replied' }, now);
    }
    const opened = {
      class: 'unclassified',
      classifiedBy: 'user',
      confidence: 1,
      wish: 'none',
      undoUntil: null,
    } as const;
    await updateReply(workspaceId, replyId, { ...opened, guesses: [], needsAction: true }, now);
    const { campaignId, contactId } = reply;
    await addEvent(workspaceId, 'reply.classified', replyId, { class: 'unclassified', campaignId, contactId }, now);
    const subjectIds = [replyId, ...entries.map(({ id }) => id), ...(contactId === null ? [] : [contactId])];
    const act = { ...by, action: 'take_back_suppression', effect: 'write', summary, subjectIds } as const;
    await auditPerson(workspaceId, { ...act, input: { replyId } }, now);
  });
}

/** Entries that the reply added and that are not final. */
async function entriesOf(reply: ReplyRecord, now: Date) {
  const { workspaceId, messageId } = reply;
  const message = messageId === null ? null : await findMessage(workspaceId, messageId);
  const named = message === null ? await byNamedAddresses(workspaceId, reply) : [];
  const addresses = [reply.fromAddress, ...(message ? [message.to] : []), ...named.map(({ to }) => to)];
  const found = await findSuppressed(
    workspaceId,
    addresses.map((one) => normalizeEmail(one) ?? one),
  );
  const entries = new Map([...found.values()].map((entry) => [entry.id, entry]));
  return [...entries.values()].filter(
    ({ source, undoUntil, value }) => source === reply.id && undoUntil != null && undoUntil > now && value !== null,
  );
}
