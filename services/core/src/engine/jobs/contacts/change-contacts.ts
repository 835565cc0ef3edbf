import { isEmptyDelta } from '../../../domain/contacts/changes/contact-delta.ts';
import { type ContactRecord, findContacts } from '../../../store/contacts/contact-store.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import { applyDeltas } from '../../contacts/changes/apply-deltas.ts';
import { type BulkChange, deltaOfChange } from '../../contacts/changes/bulk-change.ts';
import { type ContactSelection, selectionQuery } from '../../contacts/contact-selection.ts';
import { defineJob } from '../job-handler.ts';
import { contactBatches } from './contact-batches.ts';

const batchSize = 100;

interface ChangeInput extends ContactSelection {
  change: BulkChange;
  changeSetId: string;
}

/** Changes the selected contacts. Each batch is stored together with the former values, so that it can be undone. */
export const changeContactsJob = defineJob<ContactRecord[]>({
  async *batches(job, ctx) {
    yield* contactBatches(await selectionQuery(job.input, ctx), batchSize, job, ctx);
  },

  async apply(batch, job, ctx) {
    const { change, changeSetId } = inputOf<ChangeInput>(job);
    const ids = batch.map(({ id }) => id);
    const stored = new Map((await findContacts(ctx.workspaceId, ids)).map((contact) => [contact.id, contact]));
    const changes = [...stored.values()].map((contact) => ({ contact, delta: deltaOfChange(contact, change) }));
    await applyDeltas(changes, changeSetId, ctx);
    const changed = new Set(changes.filter(({ delta }) => !isEmptyDelta(delta)).map(({ contact }) => contact.id));
    const results = ids.map((recordId, index) => ({
      item: job.done + index + 1,
      recordId,
      ...(stored.has(recordId)
        ? { outcome: changed.has(recordId) ? ('updated' as const) : ('unchanged' as const) }
        : { outcome: 'skipped' as const, reason: 'not_found' }),
    }));
    return { checkpoint: { lastId: ids.at(-1)! }, results };
  },
});
