import {
  afterDelta,
  type ContactDelta,
  deltaOf,
  inverseOf,
  isEmptyDelta,
  isOutdatedDelta,
} from '../../../domain/contacts/changes/contact-delta.ts';
import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import { findChangedContacts } from '../../../store/events/changes/change-set-store.ts';
import { applyDeltas, type ContactAndDelta } from '../../contacts/changes/apply-deltas.ts';
import { defineJob } from '../job-handler.ts';
import { inputOf } from '../job-input.ts';

const batchSize = 100;

interface UndoInput {
  undoOf: string;
  changeSetId: string;
}

type Changed = Awaited<ReturnType<typeof findChangedContacts>>;

/** Change that reverts another one today, or the reason why it is skipped. */
export function reverting(contact: ContactRecord | undefined, delta: ContactDelta): ContactDelta | string {
  if (contact === undefined) return 'not_found';
  const inverse = inverseOf(delta);
  return isOutdatedDelta(contact, inverse) ? 'changed_since' : deltaOf(contact, afterDelta(contact, inverse));
}

/** Reverts each contact of a change set, unless its values have changed since. */
export const undoChangeJob = defineJob<Changed>({
  async *batches(job, ctx) {
    const { undoOf } = inputOf<UndoInput>(job);
    for (let afterId = String(job.checkpoint?.lastId ?? ''); ; ) {
      const batch = await findChangedContacts(ctx.workspaceId, undoOf, { afterId, limit: batchSize });
      if (batch.length > 0) yield batch;
      if (batch.length < batchSize) return;
      afterId = batch.at(-1)!.id;
    }
  },

  async apply(batch, job, ctx) {
    const { changeSetId } = inputOf<UndoInput>(job);
    const found = await findContacts(
      ctx.workspaceId,
      batch.map(({ contactId }) => contactId),
    );
    const contacts = new Map(found.map((contact) => [contact.id, contact]));
    const changes: ContactAndDelta[] = [];
    const results = batch.map(({ contactId, delta }, index) => {
      const contact = contacts.get(contactId);
      const reverted = reverting(contact, delta);
      const item = { item: job.done + index + 1, recordId: contactId };
      if (typeof reverted === 'string') return { ...item, outcome: 'skipped' as const, reason: reverted };
      changes.push({ contact: contact!, delta: reverted });
      return { ...item, outcome: isEmptyDelta(reverted) ? ('unchanged' as const) : ('updated' as const) };
    });
    await applyDeltas(changes, changeSetId, ctx);
    return { checkpoint: { lastId: batch.at(-1)!.id }, results };
  },
});
