import { inputOf } from '../../store/jobs/job-input.ts';
import {
  addMarks,
  findMarked,
  type MarkedType,
  type MarkField,
  removeMarks,
} from '../../store/lists/record-marks-store.ts';
import { emitRecordChanges } from '../context/emit-record-changes.ts';
import { defineJob } from './job-handler.ts';

const batchSize = 500;

interface MoveInput {
  types: MarkedType[];
  field: MarkField;
  /** Tag, list, or owner to remove. */
  from: string;
  /** Replacement. Absent for a plain removal. */
  to?: string;
}

interface Batch {
  type: MarkedType;
  recordIds: string[];
}

/** Removes a deleted list or tag, or a removed member, from its records, or renames the tag there. */
export const moveMarks = defineJob<Batch>({
  // A processed record no longer has the value, so that the next query starts with unprocessed ones.
  async *batches(job, ctx) {
    const { types, field, from } = inputOf<MoveInput>(job);
    for (const type of types) {
      for (;;) {
        const recordIds = await findMarked(ctx.workspaceId, type, field, from, batchSize);
        if (recordIds.length === 0) break;
        yield { type, recordIds };
      }
    }
  },

  async apply({ type, recordIds }, job, ctx) {
    const { field, from, to } = inputOf<MoveInput>(job);
    const { workspaceId, now } = ctx;
    if (to !== undefined) await addMarks(workspaceId, type, recordIds, field, [to], now());
    await removeMarks(workspaceId, type, recordIds, field, [from], now());
    await emitRecordChanges(type, recordIds, [field], ctx);
    const results = recordIds.map((recordId, index) => ({
      item: job.done + index + 1,
      outcome: 'updated' as const,
      recordId,
    }));
    return { checkpoint: {}, results };
  },
});
