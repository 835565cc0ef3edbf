import { chunkRows } from '../../../domain/prospects/rows/row-set.ts';
import type { SeenKeys } from '../../../domain/prospects/rows/seen-keys.ts';
import { AppError } from '../../../errors/errors.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import type { JobRecord } from '../../../store/jobs/job-store.ts';
import { readUpload } from '../../../store/jobs/upload-store.ts';
import { type DataSet, findDataSet } from '../../../store/prospects/own/data-set-store.ts';
import { deleteRowsAt } from '../../../store/prospects/own/own-row-store.ts';
import {
  addPostings,
  deleteChunk,
  deleteReplaced,
  indexParts,
  readReplaced,
  writeReplaced,
} from '../../../store/prospects/own/row-index-store.ts';
import type { ActionContext } from '../../context/action-context.ts';
import {
  type AddedBlock,
  addedBlocks,
  addRows,
  type IndexedBlock,
  indexBlock,
  type NumberedRows,
  numberRows,
  seenBefore,
} from '../../prospects/data-sets/data-set-import.ts';
import { type RowBatch, readBatches } from '../../prospects/data-sets/read-rows.ts';
import { takeIn } from '../../prospects/data-sets/take-in.ts';
import { type DataSetImport, type ImportProgress, importProgress } from '../data-set-jobs.ts';
import { defineJob } from '../job-handler.ts';

type Step =
  | { name: 'add'; batch: RowBatch; rows: NumberedRows }
  | { name: 'index'; block: AddedBlock; part: IndexedBlock['parts'][number]; replaced?: number[] }
  | { name: 'take_in' }
  | { name: 'clean'; block: AddedBlock; replaced: number[]; isLast: boolean };

const keptMax = 10_000;
const deletedPerStep = 1_000;

async function* steps(job: JobRecord, ctx: ActionContext): AsyncGenerator<Step> {
  const input = inputOf<DataSetImport>(job);
  const { dataSetId, uploadId, from } = input;
  const { workspaceId } = ctx;
  const { read, indexed, isTakenIn, cleaned, ...progress } = importProgress(job);
  let { next } = progress;
  const dataSet = await requireDataSet(job, ctx);
  if (indexed === 0 && !isTakenIn) {
    const open = (at: number) => readUpload(workspaceId, uploadId, at);
    for await (const batch of readBatches(open, input, ctx, read)) {
      const rows = await numberRows(dataSet, batch, next);
      yield { name: 'add', batch, rows };
      next = rows.next;
    }
  }
  const blocks = addedBlocks(dataSetId, { from, to: next });
  if (!isTakenIn) {
    let seen: SeenKeys | undefined;
    for (const block of blocks.slice(Math.floor(indexed / indexParts))) {
      if (seen === undefined || block.from === from[block.kind]) seen = await seenBefore(workspaceId, block, from);
      yield* indexSteps(workspaceId, block, indexed, seen);
    }
    yield { name: 'take_in' };
  }
  for (const block of blocks.slice(cleaned)) {
    const replaced = await readReplaced(workspaceId, block, block.from);
    for (let at = 0; at === 0 || at < replaced.length; at += deletedPerStep) {
      const isLast = at + deletedPerStep >= replaced.length;
      yield { name: 'clean', block, replaced: replaced.slice(at, at + deletedPerStep), isLast };
    }
  }
}

/** The first block can be one whose first parts are stored. */
async function* indexSteps(
  workspaceId: string,
  block: AddedBlock,
  indexed: number,
  seen: SeenKeys | undefined,
): AsyncGenerator<Step> {
  const { parts, replaced } = await indexBlock(workspaceId, block, seen);
  const done = Math.max(0, indexed - block.index * indexParts);
  for (const [index, part] of parts.entries())
    if (index >= done) yield { name: 'index', block, part, ...(index === 0 && { replaced }) };
}

async function requireDataSet(job: JobRecord, { workspaceId }: ActionContext): Promise<DataSet> {
  const dataSet = await findDataSet(workspaceId, inputOf<DataSetImport>(job).dataSetId);
  if (dataSet !== null) return dataSet;
  throw new AppError('not_found', 'The data set was deleted.');
}

/**
 * Adds the rows of a file, indexes them, and then makes them part of the data set in one transaction. Until then, and
 * if the import fails, the data set is as before.
 */
export const importDataSetJob = defineJob<Step>({
  batches: steps,

  async apply(step, job, ctx) {
    const progress = importProgress(job);
    const { workspaceId } = ctx;
    const { dataSetId, from } = inputOf<DataSetImport>(job);
    const keep = (changes: Partial<ImportProgress>) => ({ checkpoint: { ...progress, ...changes }, results: [] });
    if (step.name === 'add') {
      const { people, companies, unused, inactive, end } = step.batch;
      // A data set that was deleted ends the import.
      await requireDataSet(job, ctx);
      await addRows(workspaceId, dataSetId, step.rows);
      const results = unused.slice(0, Math.max(0, keptMax - progress.kept));
      const counts = { created: people.length + companies.length, skipped: inactive };
      const kept = progress.kept + results.length;
      return { ...keep({ read: end, next: step.rows.next, kept }), results, counts };
    }
    if (step.name === 'index') {
      await addPostings(workspaceId, step.block, step.part);
      if (step.replaced) await writeReplaced(workspaceId, step.block, step.block.from, step.replaced);
      return keep({ indexed: progress.indexed + 1 });
    }
    if (step.name === 'take_in') {
      const dataSet = await requireDataSet(job, ctx);
      await takeIn(dataSet, { from, to: progress.next }, { importedAt: ctx.now(), jobId: null });
      return { ...keep({ isTakenIn: true }), total: job.done };
    }
    await clean(workspaceId, step, await requireDataSet(job, ctx));
    return keep(step.isLast ? { cleaned: progress.cleaned + 1 } : {});
  },
});

/** Deletes replaced rows, and the index of the chunks that have no other rows. */
async function clean(
  workspaceId: string,
  { block, replaced, isLast }: Extract<Step, { name: 'clean' }>,
  { personChunks, companyChunks }: DataSet,
): Promise<void> {
  const { dataSetId, kind } = block;
  await deleteRowsAt(workspaceId, dataSetId, kind, replaced);
  if (isLast) await deleteReplaced(workspaceId, block, block.from);
  const filled = kind === 'person' ? personChunks : companyChunks;
  const chunks = new Set(replaced.map((row) => Math.floor(row / chunkRows)));
  for (const chunk of chunks) if (!filled.includes(chunk)) await deleteChunk(workspaceId, { dataSetId, kind, chunk });
}
