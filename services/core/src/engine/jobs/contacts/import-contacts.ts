import { inputOf } from '../../../store/jobs/job-input.ts';
import type { JobRecord } from '../../../store/jobs/job-store.ts';
import { readUpload } from '../../../store/jobs/upload-store.ts';
import { type ImportBatch, itemBatches, openFile } from '../../contacts/bulk/import-batches.ts';
import { type PlannedUpsert, planUpserts } from '../../contacts/bulk/plan-upserts.ts';
import { UpsertSimulation } from '../../contacts/bulk/simulate-upserts.ts';
import { storeUpserts } from '../../contacts/bulk/store-upserts.ts';
import { keepFailedRows, planOf, storedPlan } from '../../contacts/imports/failed-rows.ts';
import { importOptions, importResult, type StoredImport } from '../../contacts/imports/import-job.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { defineJob } from '../job-handler.ts';

async function* batchesOf(job: JobRecord, after: number, ctx: ActionContext): AsyncGenerator<ImportBatch> {
  const input = inputOf<StoredImport>(job);
  const source = () => readUpload(ctx.workspaceId, input.uploadId);
  yield* itemBatches(await openFile(input.format, source, input, ctx), after);
}

function doneRows({ checkpoint }: JobRecord): number {
  return Number(checkpoint?.rows ?? 0);
}

/** Reads the file in batches of rows, with constant memory for any length. The last batch is empty. */
export const importContactRows = defineJob<ImportBatch>({
  async *batches(job, ctx) {
    let rows = doneRows(job);
    for await (const batch of batchesOf(job, rows, ctx)) {
      rows = batch.rows;
      yield batch;
    }
    if (rows !== job.total) yield { items: [], rows, columns: [], plan: planOf(job) };
  },

  async apply({ items, rows, plan }, job, ctx) {
    const options = await importOptions(job, ctx);
    const planned = await planUpserts(items, options, ctx);
    const ids = await storeUpserts(planned, options, ctx);
    const results = planned.map((one) => importResult(one, ids.get(one.item)));
    const kept = await keepFailedRows({ items, planned, job }, ctx);
    return { checkpoint: { rows, plan: storedPlan(plan), kept }, results, ...(items.length === 0 && { total: rows }) };
  },
});

interface CheckedBatch {
  planned: PlannedUpsert[];
  rows: number;
}

/** Plans every row as an import would store it, with its outcome as a result, and stores no contact. */
export const validateImport = defineJob<CheckedBatch>({
  // Rows of an earlier turn are planned again, because they affect the outcome of later rows.
  async *batches(job, ctx) {
    const simulation = new UpsertSimulation(await importOptions(job, ctx), ctx);
    const done = doneRows(job);
    let rows = 0;
    for await (const batch of batchesOf(job, 0, ctx)) {
      const planned = await simulation.plan(batch.items);
      rows = batch.rows;
      if (rows > done) yield { planned, rows };
    }
    if (rows !== job.total) yield { planned: [], rows };
  },

  async apply({ planned, rows }) {
    const results = planned.map((one) => importResult(one));
    return { checkpoint: { rows }, results, ...(planned.length === 0 && { total: rows }) };
  },
});
