import { checkText, type MessageProblem } from '../../domain/messages/templates/render-checks.ts';
import { AppError } from '../../errors/errors.ts';
import { findCampaign } from '../../store/campaigns/campaign-store.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import { asPlainText } from '../../transport/messages/message-body.ts';
import type { ActionContext } from '../context/action-context.ts';
import { storedClaimWarnings } from './message-claims.ts';
import { recipientObstacles } from './recipient-obstacles.ts';

/** Reason why this person cannot be contacted now. Null if they can be. */
export async function recipientObstacle(message: MessageRecord, ctx: ActionContext): Promise<string | null> {
  return (await recipientObstacles([message], ctx)).get(message.id) ?? null;
}

/** Throws if the message cannot be sent. Returns warnings for messages that can. */
export async function requireSendableMessage(message: MessageRecord, ctx: ActionContext): Promise<string[]> {
  const obstacle = await recipientObstacle(message, ctx);
  if (obstacle !== null) throw new AppError('legal_block', `${message.to} may not be written to: ${obstacle}.`);
  const problems = checkText(asPlainText(message));
  const error = problems.find(isError);
  if (error) throw new AppError('invalid_state', `${error.message} Change it with update_message.`);
  return [...(await storedClaimWarnings(message, ctx)), ...problems.map(({ message: text }) => text)];
}

export function isError({ severity }: MessageProblem): boolean {
  return severity === 'error';
}

/** Throws unless the message's campaign is running. */
export async function requireRunningCampaign(message: MessageRecord, ctx: ActionContext): Promise<void> {
  if (message.campaignId === null) return;
  const campaign = await findCampaign(ctx.workspaceId, message.campaignId);
  if (campaign?.state === 'running') return;
  throw new AppError('invalid_state', `Its campaign is ${campaign?.state ?? 'gone'}: nothing of it goes out now.`);
}
