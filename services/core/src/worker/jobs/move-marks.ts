import {
  addMarks,
  findMarked,
  type MarkedType,
  type MarkField,
  removeMarks,
} from '../../store/crm/record-marks-store.ts';
import { defineJob } from '../job-handler.ts';

const batchSize = 500;

interface MoveInput {
  types: MarkedType[];
  field: MarkField;
  /** The tag or list that goes. */
  from: string;
  /** What comes in its place; absent: nothing. */
  to?: string;
}

interface Batch {
  type: MarkedType;
  recordIds: string[];
}

/** Takes a deleted list or tag off the records that carry it, or gives them its new name. */
export const moveMarks = defineJob<Batch>({
  // A record that is done does not carry the value any more, so the first ones that do are always the next ones.
  async *batches(job, ctx) {
    const { types, field, from } = job.input as unknown as MoveInput;
    for (const type of types) {
      for (;;) {
        const recordIds = await findMarked(ctx.workspaceId, type, field, from, batchSize);
        if (recordIds.length === 0) break;
        yield { type, recordIds };
      }
    }
  },

  async apply({ type, recordIds }, job, ctx) {
    const { field, from, to } = job.input as unknown as MoveInput;
    const { workspaceId, now } = ctx;
    if (to !== undefined) await addMarks(workspaceId, type, recordIds, field, [to], now());
    await removeMarks(workspaceId, type, recordIds, field, [from], now());
    const results = recordIds.map((recordId, index) => ({
      item: job.done + index + 1,
      outcome: 'updated' as const,
      recordId,
    }));
    return { checkpoint: {}, results };
  },
});
