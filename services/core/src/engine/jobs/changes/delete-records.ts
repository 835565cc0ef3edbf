import { linkedMax } from '../../../store/companies/company-links-store.ts';
import { addChangedRecords } from '../../../store/events/changes/change-set-store.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import { defineJob, type JobHandler } from '../job-handler.ts';
import type { ChangedRecord, ChangeKind } from './change-kind.ts';
import { companyKind } from './company-kind.ts';
import { contactKind } from './contact-kind.ts';
import { selectedBatches } from './selected-batches.ts';

/** Moves the selected records to the trash. The change set names them, so that they can be restored together. */
function deleteRecords(kind: ChangeKind<ChangedRecord>): JobHandler {
  return defineJob<ChangedRecord[]>({
    batches: (job, ctx) => selectedBatches(kind, job, ctx),

    async apply(batch, job, ctx) {
      const { workspaceId, now } = ctx;
      const { changeSetId } = inputOf<{ changeSetId: string }>(job);
      const ids = batch.map(({ id }) => id);
      const stored = await kind.find(workspaceId, ids);
      const deleted = stored.filter((record) => kind.weight(record) <= linkedMax);
      await kind.moveToTrash(deleted, ctx, changeSetId);
      const changed = deleted.map(({ id: recordId }) => ({ recordId, delta: { isDeleted: true } }));
      await addChangedRecords({ workspaceId, type: kind.type, changeSetId }, changed, now());
      const reasons = new Map(stored.map(({ id }) => [id, 'too_many_contacts']));
      const gone = new Set(deleted.map(({ id }) => id));
      const results = ids.map((recordId, index) => {
        const item = job.done + index + 1;
        if (gone.has(recordId)) return { item, recordId, outcome: 'updated' as const };
        return { item, recordId, outcome: 'skipped' as const, reason: reasons.get(recordId) ?? 'not_found' };
      });
      return { checkpoint: { lastId: ids.at(-1)! }, results };
    },
  });
}

export const deleteContactsJob = deleteRecords(contactKind);
export const deleteCompaniesJob = deleteRecords(companyKind);
