import { chunkRows } from '../../../domain/prospects/rows/row-set.ts';
import { inputOf } from '../../../store/jobs/job-input.ts';
import { changeDataSet } from '../../../store/prospects/own/data-set-store.ts';
import { deleteRowIds, findRowIdsFrom, type RowKind } from '../../../store/prospects/own/own-row-store.ts';
import {
  deleteChunk,
  deletePostings,
  deleteReplaced,
  findPostingIds,
} from '../../../store/prospects/own/row-index-store.ts';
import { type AddedRows, addedBlocks } from '../../prospects/data-sets/data-set-import.ts';
import type { RowRemoval } from '../data-set-jobs.ts';
import { defineJob } from '../job-handler.ts';

type Step = { name: 'rows'; kind: RowKind; ids: string[] } | { name: 'index'; ids: string[] } | { name: 'end' };

const removedPerStep = 1_000;

/** Removes the rows of a data set that was deleted, or of an import that failed. */
export const removeDataSetRowsJob = defineJob<Step>({
  // Removed rows are not found again, so that the next query starts with the rest.
  async *batches(job, { workspaceId }) {
    const { dataSetId, added } = inputOf<RowRemoval>(job);
    if (job.checkpoint?.isEnded) return;
    for (const kind of ['person', 'company'] as const) {
      for (;;) {
        const ids = await findRowIdsFrom(workspaceId, dataSetId, kind, added?.from[kind] ?? 0, removedPerStep);
        if (ids.length === 0) break;
        yield { name: 'rows', kind, ids };
      }
    }
    for (;;) {
      const ids = added === null ? await findPostingIds(workspaceId, dataSetId, removedPerStep) : [];
      if (ids.length === 0) break;
      yield { name: 'index', ids };
    }
    yield { name: 'end' };
  },

  async apply(step, job, { workspaceId }) {
    const { dataSetId, added } = inputOf<RowRemoval>(job);
    if (step.name === 'rows') await deleteRowIds(workspaceId, step.kind, step.ids);
    else if (step.name === 'index') await deletePostings(workspaceId, step.ids);
    else if (added !== null) await release(workspaceId, dataSetId, added);
    return {
      checkpoint: { isEnded: step.name === 'end' },
      results: [],
      done: step.name === 'rows' ? step.ids.length : 0,
    };
  },
});

/** Ends the clean-up after a failed import. The numbers of its rows are not used again: their terms stay in the index. */
async function release(workspaceId: string, dataSetId: string, added: AddedRows): Promise<void> {
  for (const block of addedBlocks(dataSetId, added)) {
    await deleteReplaced(workspaceId, block, block.from);
    if (block.chunk * chunkRows >= added.from[block.kind]) await deleteChunk(workspaceId, block);
  }
  const { person: nextPerson, company: nextCompany } = added.to;
  await changeDataSet(workspaceId, dataSetId, { jobId: null, nextPerson, nextCompany });
}
