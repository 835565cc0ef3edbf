import { refundCredits } from '../../store/credits/ledger-store.ts';
import { discardExport } from '../../store/jobs/export-store.ts';
import type { JobRecord } from '../../store/jobs/job-store.ts';
import { releaseUpload } from '../../store/jobs/upload-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { discardImport } from './data-set-jobs.ts';

/** Credits taken for a job when it was requested, stored in its input. The checkpoint counts the used units. */
export interface JobCharge {
  operationId: string;
  units: number;
  creditsPerUnit: number;
}

/** Charge for the request that starts the job. */
export function newCharge(units: number, { operationId, creditsPerUnit }: ActionContext): JobCharge {
  return { operationId, units, creditsPerUnit };
}

export function chargeOf({ input }: JobRecord): JobCharge | undefined {
  return input.charge as JobCharge | undefined;
}

export function unitsUsed({ checkpoint }: JobRecord): number {
  return (checkpoint?.units as number | undefined) ?? 0;
}

/** Amount billed by providers for a job so far, in their own credits. */
export function billedBefore({ checkpoint }: JobRecord): number {
  return (checkpoint?.billed as number | undefined) ?? 0;
}

/**
 * Refunds and deletes what a job no longer needs after any outcome, and emits an event. Call in the transaction that
 * ends it.
 */
export async function settleJob(job: JobRecord, ctx: ActionContext): Promise<void> {
  const { id, kind, state, counts, input } = job;
  await refundUnused(job, ctx);
  if (typeof input.uploadId === 'string') await releaseUpload(ctx.workspaceId, input.uploadId, ctx.now());
  if (kind === 'export_contacts' && state !== 'completed') await discardExport(ctx.workspaceId, id);
  if (kind === 'import_data_set' && state !== 'completed') await discardImport(job, ctx);
  if (kind === 'undo_change') {
    const { undoOf, changeSetId } = input as { undoOf: string; changeSetId: string };
    await ctx.emit('change.undone', undoOf, { changeSetId: undoOf, undoneBy: changeSetId, jobId: id });
  }
  await ctx.emit('job.finished', id, { jobId: id, kind, state, counts });
}

async function refundUnused(job: JobRecord, ctx: ActionContext): Promise<void> {
  const charge = chargeOf(job);
  const unused = charge === undefined ? 0 : (charge.units - unitsUsed(job)) * charge.creditsPerUnit;
  if (charge === undefined || unused <= 0) return;
  const reason = {
    operationId: charge.operationId,
    actor: job.actor,
    action: job.kind,
    note: `not needed by ${job.id}`,
  };
  await refundCredits(job.workspaceId, unused, reason, ctx.now());
}
