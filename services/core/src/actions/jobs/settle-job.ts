import { refundCredits } from '../../store/requests/ledger-store.ts';
import type { JobRecord } from '../../store/work/job-store.ts';
import type { ActionContext } from '../action-context.ts';

/** In a job's input: what was taken for it when it was asked for. Its checkpoint counts what was used, as `charged`. */
export interface JobCharge {
  operationId: string;
  credits: number;
}

export const chargedSoFar = ({ checkpoint }: JobRecord): number => (checkpoint?.charged as number | undefined) ?? 0;

/** Gives back what the job did not need. Call in the transaction that ends it. */
export const refundUnused = async (job: JobRecord, ctx: ActionContext): Promise<void> => {
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
