import { inputOf } from '../../../store/jobs/job-input.ts';
import { changeJobRows, findFailedRows, type JobRowRecord } from '../../../store/jobs/job-row-store.ts';
import { findJob } from '../../../store/jobs/job-store.ts';
import { planUpserts } from '../../contacts/bulk/plan-upserts.ts';
import { storeUpserts } from '../../contacts/bulk/store-upserts.ts';
import { type RowRule, toJobRow } from '../../contacts/imports/failed-rows.ts';
import { fixedRows } from '../../contacts/imports/fix-rows.ts';
import { importOptions, importResult } from '../../contacts/imports/import-job.ts';
import { batchesAfter } from '../batches-after.ts';
import { defineJob } from '../job-handler.ts';

const batchSize = 200;

interface FixInput {
  /** The import. */
  jobId: string;
  rule: RowRule;
}

/** Corrects failed rows of an import by a rule, and stores them with its options. */
export const fixJobRows = defineJob<JobRowRecord[]>({
  async *batches(job, { workspaceId }) {
    const { jobId } = inputOf<FixInput>(job);
    yield* batchesAfter(job, batchSize, (page) => findFailedRows(workspaceId, jobId, page));
  },

  async apply(batch, job, ctx) {
    const { jobId, rule } = inputOf<FixInput>(job);
    const checkpoint = { lastId: batch.at(-1)!.id };
    const original = await findJob(ctx.workspaceId, jobId);
    if (original === null) return { checkpoint, results: [] };
    const fixed = await fixedRows(batch, rule, original, ctx);
    const options = await importOptions(original, ctx);
    const planned = await planUpserts(
      fixed.map(({ item }) => item),
      options,
      ctx,
    );
    const ids = await storeUpserts(planned, options, ctx);
    const cellsOf = new Map(fixed.map(({ item, cells }) => [item.item, cells]));
    const changes = planned.map((one) => {
      const row = toJobRow(one, cellsOf.get(one.item)!);
      return one.outcome === 'failed' ? row : { ...row, state: 'fixed' as const, reason: null, field: null };
    });
    await changeJobRows(ctx.workspaceId, jobId, changes);
    return { checkpoint, results: planned.map((one) => importResult(one, ids.get(one.item))) };
  },
});
