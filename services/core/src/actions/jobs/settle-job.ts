import { refundCredits } from '../../store/requests/ledger-store.ts';
import { discardExport } from '../../store/work/export-store.ts';
import type { JobRecord } from '../../store/work/job-store.ts';
import { deleteUpload } from '../../store/work/upload-store.ts';
import type { ActionContext } from '../action-context.ts';

/** In a job's input: what was taken for it when it was asked for. Its checkpoint counts what was used, as `charged`. */
export interface JobCharge {
  operationId: string;
  credits: number;
}

export const chargedSoFar = ({ checkpoint }: JobRecord): number => (checkpoint?.charged as number | undefined) ?? 0;

/** Gives back and removes what a job no longer needs, however it ended, and tells of it. Call in the transaction that ends it. */
export const settleJob = async (job: JobRecord, ctx: ActionContext): Promise<void> => {
  const { id, kind, state, counts, input } = job;
  await refundUnused(job, ctx);
  if (typeof input.uploadId === 'string') await deleteUpload(ctx.workspaceId, input.uploadId);
  if (kind === 'export_contacts' && state !== 'completed') await discardExport(ctx.workspaceId, id);
  await ctx.emit('job.finished', id, { jobId: id, kind, state, counts });
};

const refundUnused = async (job: JobRecord, ctx: ActionContext): Promise<void> => {
  const charge = job.input.charge as JobCharge | undefined;
  const unused = charge === undefined ? 0 : charge.credits - chargedSoFar(job);
  if (charge === undefined || unused <= 0) return;
  const reason = {
    operationId: charge.operationId,
    actor: job.actor,
    action: job.kind,
    note: `not needed by ${job.id}`,
  };
  await refundCredits(job.workspaceId, unused, reason, ctx.now());
};
