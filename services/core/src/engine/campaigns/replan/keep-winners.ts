import { numbersBySteps } from '../../../domain/campaigns/campaign-report.ts';
import {
  countMessagesByStep,
  findStepsOfMessages,
  readReplies,
} from '../../../store/campaigns/campaign-report-store.ts';
import { type CampaignRecord, updateCampaign } from '../../../store/campaigns/campaign-store.ts';
import { inTransaction } from '../../../store/documents/transaction.ts';

type CountedReplies = Awaited<ReturnType<typeof readReplies>>;

/** Replies with the step and variant that they respond to. */
export async function repliesByStep(workspaceId: string, replies: CountedReplies) {
  const messageIds = [...new Set(replies.flatMap(({ messageId }) => messageId ?? []))];
  const stepOf = await findStepsOfMessages(workspaceId, messageIds);
  return replies.map((reply) => ({
    class: reply.class,
    contactId: reply.contactId,
    ...(stepOf.get(reply.messageId ?? '') ?? { stepId: null, variantId: null }),
  }));
}

/** Switches a step that keeps its best text to the winning variant, once one has won. This includes queued messages. */
export async function keepWinners(campaign: CampaignRecord, now: Date): Promise<void> {
  const { workspaceId, id, steps, version } = campaign;
  if (!steps.some(({ keepsWinner, winnerId }) => keepsWinner && winnerId === undefined)) return;
  const messages = await countMessagesByStep(workspaceId, id);
  const replies = await repliesByStep(workspaceId, await readReplies(workspaceId, id));
  const numbers = numbersBySteps(steps, messages, replies);
  const decided = steps.map((step, index) => {
    const winner = step.keepsWinner && step.winnerId === undefined ? numbers[index]?.winner : null;
    return winner ? { ...step, winnerId: winner.variantId } : step;
  });
  if (decided.every((step, index) => step === steps[index])) return;
  await inTransaction(() => updateCampaign(workspaceId, id, { steps: decided, isReplanning: true }, now, version));
}
