import { isEmptyDelta } from '../../../domain/contacts/changes/record-delta.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import { suppressContacts } from '../../suppressions/suppress-contacts.ts';
import { defineJob, type JobHandler } from '../job-handler.ts';
import { applyDeltas } from './apply-deltas.ts';
import { type BulkChange, deltaOfChange } from './bulk-change.ts';
import type { ChangedRecord, ChangeKind } from './change-kind.ts';
import { companyKind } from './company-kind.ts';
import { contactKind } from './contact-kind.ts';
import { selectedBatches } from './selected-batches.ts';

interface ChangeInput {
  change: BulkChange;
  changeSetId: string;
}

/** Changes the selected records. Each batch is stored together with the former values, so that it can be undone. */
function changeRecords(kind: ChangeKind<ChangedRecord>): JobHandler {
  return defineJob<ChangedRecord[]>({
    batches: (job, ctx) => selectedBatches(kind, job, ctx),

    async apply(batch, job, ctx) {
      const { change, changeSetId } = inputOf<ChangeInput>(job);
      const ids = batch.map(({ id }) => id);
      const stored = await kind.find(ctx.workspaceId, ids);
      const changes = stored.map((record) => ({ record, delta: deltaOfChange(record, change) }));
      await applyDeltas(kind, changes, changeSetId, ctx);
      if (change.suppress) await suppressContacts(ids, ctx);
      const deltas = new Map(changes.map(({ record, delta }) => [record.id, delta]));
      const results = ids.map((recordId, index) => {
        const item = job.done + index + 1;
        const delta = deltas.get(recordId);
        if (delta === undefined) return { item, recordId, outcome: 'skipped' as const, reason: 'not_found' };
        return { item, recordId, outcome: isEmptyDelta(delta) ? ('unchanged' as const) : ('updated' as const) };
      });
      return { checkpoint: { lastId: ids.at(-1)! }, results };
    },
  });
}

export const changeContactsJob = changeRecords(contactKind);
export const changeCompaniesJob = changeRecords(companyKind);
