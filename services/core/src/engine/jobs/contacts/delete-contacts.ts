import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import { addChangedContacts } from '../../../store/events/changes/change-set-store.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import { type ContactSelection, selectionQuery } from '../../contacts/contact-selection.ts';
import { moveContactsToTrash } from '../../contacts/trash-contacts.ts';
import { defineJob } from '../job-handler.ts';
import { contactBatches } from './contact-batches.ts';

const batchSize = 100;

interface DeleteInput extends ContactSelection {
  changeSetId: string;
}

/** Moves the selected contacts to the trash. The change set names them, so that they can be restored together. */
export const deleteContactsJob = defineJob<ContactRecord[]>({
  async *batches(job, ctx) {
    yield* contactBatches(await selectionQuery(job.input, ctx), batchSize, job, ctx);
  },

  async apply(batch, job, ctx) {
    const { changeSetId } = inputOf<DeleteInput>(job);
    const ids = batch.map(({ id }) => id);
    const stored = await findContacts(ctx.workspaceId, ids);
    await moveContactsToTrash(stored, ctx, changeSetId);
    const deleted = stored.map(({ id: contactId }) => ({ contactId, delta: { isDeleted: true } }));
    await addChangedContacts(ctx.workspaceId, changeSetId, deleted, ctx.now());
    const there = new Set(stored.map(({ id }) => id));
    const results = ids.map((recordId, index) => ({
      item: job.done + index + 1,
      recordId,
      ...(there.has(recordId) ? { outcome: 'updated' as const } : { outcome: 'skipped' as const, reason: 'not_found' }),
    }));
    return { checkpoint: { lastId: ids.at(-1)! }, results };
  },
});
