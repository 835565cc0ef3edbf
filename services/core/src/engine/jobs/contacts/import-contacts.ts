import type { FileEncoding } from '../../../domain/contacts/imports/text-encoding.ts';
import type { NewJobResult } from '../../../store/jobs/job-result-store.ts';
import type { JobRecord } from '../../../store/jobs/job-store.ts';
import { readUpload } from '../../../store/jobs/upload-store.ts';
import { findList } from '../../../store/lists/list-store.ts';
import { type ImportBatch, itemBatches, openFile } from '../../contacts/bulk/import-batches.ts';
import { type PlannedUpsert, planUpserts, type UpsertOptions } from '../../contacts/bulk/plan-upserts.ts';
import type { ImportFormat } from '../../contacts/bulk/read-file.ts';
import { UpsertSimulation } from '../../contacts/bulk/simulate-upserts.ts';
import { storeUpserts } from '../../contacts/bulk/store-upserts.ts';
import type { ActionContext } from '../../context/action-context.ts';
import { defineJob } from '../job-handler.ts';
import { inputOf } from '../job-input.ts';

interface ImportInput extends Pick<UpsertOptions, 'onExisting' | 'tags' | 'listId' | 'sourceDetail'> {
  uploadId: string;
  format: ImportFormat;
  columns: string[];
  declaredBasis?: string;
  encoding?: FileEncoding | 'auto';
}

async function* batchesOf(job: JobRecord, after: number, ctx: ActionContext): AsyncGenerator<ImportBatch> {
  const input = inputOf<ImportInput>(job);
  const source = () => readUpload(ctx.workspaceId, input.uploadId);
  yield* itemBatches(await openFile(input.format, source, input, ctx), after);
}

async function optionsOf(job: JobRecord, ctx: ActionContext): Promise<UpsertOptions> {
  const { onExisting, tags, listId, sourceDetail } = inputOf<ImportInput>(job);
  // A list that was deleted during the import gets no more contacts.
  const list = listId === undefined ? null : await findList(ctx.workspaceId, listId);
  return { onExisting, source: 'import', sourceDetail, tags, listId: list?.id, handedInAt: job.createdAt };
}

/** Result of a row. A stored row also reports the values that were skipped. */
function resultOf({ item, outcome, problem, notes = [], before }: PlannedUpsert, recordId = before?.id): NewJobResult {
  const { code = null, field = null } = problem ?? notes[0] ?? {};
  const message = [problem, ...notes].flatMap((one) => one?.message ?? []).join(' ') || null;
  return { item, outcome, recordId: recordId ?? null, reason: code, field, message };
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
    if (rows !== job.total) yield { items: [], rows, columns: [] };
  },

  async apply({ items, rows }, job, ctx) {
    const options = await optionsOf(job, ctx);
    const planned = await planUpserts(items, options, ctx);
    const ids = await storeUpserts(planned, options, ctx);
    const results = planned.map((one) => resultOf(one, ids.get(one.item)));
    return { checkpoint: { rows }, results, ...(items.length === 0 && { total: rows }) };
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
    const simulation = new UpsertSimulation(await optionsOf(job, ctx), ctx);
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
    const results = planned.map((one) => resultOf(one));
    return { checkpoint: { rows }, results, ...(planned.length === 0 && { total: rows }) };
  },
});
