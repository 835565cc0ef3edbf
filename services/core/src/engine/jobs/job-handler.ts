import type { OutcomeCounts } from '../../domain/jobs/job.ts';
import type { NewJobResult } from '../../store/jobs/job-result-store.ts';
import type { JobRecord } from '../../store/jobs/job-store.ts';
import type { ActionContext } from '../context/action-context.ts';

/** Outcome of one batch. Stored together with its effects, so that a crash keeps both or neither. */
export interface JobStep {
  /** Position to continue from, as plain JSON. */
  checkpoint: Record<string, unknown>;
  results: NewJobResult[];
  /** Number of processed items without their own results, such as the rows of an export. */
  done?: number;
  /** Outcomes of items without their own results. */
  counts?: Partial<OutcomeCounts>;
  /** Set when the number of items becomes known or changes. */
  total?: number | null;
}

/** One kind of long-running work. A batch is processed in one transaction; keep it under a few hundred items. */
export interface JobHandler<Batch = unknown> {
  /**
   * Yields the remaining batches after `job.checkpoint` (null: from the start). Do reads and external calls here. Runs
   * outside any transaction, and runs again for a batch whose `apply` failed.
   */
  batches(job: JobRecord, ctx: ActionContext): AsyncIterable<Batch>;
  /** Processes one batch, inside a transaction that can run twice: use only store functions and `ctx.emit`. */
  apply(batch: Batch, job: JobRecord, ctx: ActionContext): Promise<JobStep>;
}

export function defineJob<Batch>(handler: JobHandler<Batch>): JobHandler {
  return handler as JobHandler;
}
