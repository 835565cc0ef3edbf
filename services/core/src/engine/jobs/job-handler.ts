import type { NewJobResult } from '../../store/jobs/job-result-store.ts';
import type { JobRecord } from '../../store/jobs/job-store.ts';
import type { ActionContext } from '../context/action-context.ts';

/** What one batch has done: written together with its effects, so that a crash leaves both or none. */
export interface JobStep {
  /** Where to go on from; plain JSON. */
  checkpoint: Record<string, unknown>;
  results: NewJobResult[];
  /** Items handled that have no result each: an export's rows stand in its file. */
  done?: number;
  /** Set when the number of items becomes known, or turns out to be another one. */
  total?: number | null;
}

/** One kind of long work. A batch is what is handled in one transaction: keep it under a few hundred items. */
export interface JobHandler<Batch = unknown> {
  /**
   * Yields what is left, from `job.checkpoint` on (null: from the start). Reads and calls to the outside world belong
   * here; it runs outside any transaction, and again for a batch whose `apply` did not come through.
   */
  batches(job: JobRecord, ctx: ActionContext): AsyncIterable<Batch>;
  /** Does one batch, inside a transaction that may run twice: store functions and `ctx.emit` only. */
  apply(batch: Batch, job: JobRecord, ctx: ActionContext): Promise<JobStep>;
}

export function defineJob<Batch>(handler: JobHandler<Batch>): JobHandler {
  return handler as JobHandler;
}
