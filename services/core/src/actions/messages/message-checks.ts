import { isStatusAllowed } from '../../domain/campaigns/enrollment-skip.ts';
import { checkMessage, type MessageProblem } from '../../domain/campaigns/render-checks.ts';
import { unsendableStatuses } from '../../domain/crm/email-status.ts';
import { AppError } from '../../errors.ts';
import { findCampaign } from '../../store/campaigns/campaign-store.ts';
import type { MessageRecord } from '../../store/campaigns/message-store.ts';
import { findContact } from '../../store/crm/contact-store.ts';
import { isSuppressed } from '../../store/mail/suppression-store.ts';
import type { ActionContext } from '../action-context.ts';

/** Why this person may not be written to now; null when nothing stands against it. */
export const recipientObstacle = async (message: MessageRecord, ctx: ActionContext): Promise<string | null> => {
  const { workspaceId, config } = ctx;
  if (await isSuppressed(workspaceId, message.to, config.secretKey)) return 'suppressed';
  const contact = message.contactId === null ? null : await findContact(workspaceId, message.contactId);
  if (message.kind === 'answer' || message.kind === 'forward') return null;
  if (contact === null) return 'contact_gone';
  if (contact.doNotContact || contact.stage === 'do_not_contact') return 'do_not_contact';
  if (contact.email !== message.to) return 'no_email';
  if (!contact.declaredBasis) return 'no_basis';
  const campaign = message.campaignId === null ? null : await findCampaign(workspaceId, message.campaignId);
  const isAllowed =
    campaign === null
      ? !unsendableStatuses.includes(contact.emailStatus)
      : isStatusAllowed(contact.emailStatus, campaign.allowedEmailStatuses);
  return isAllowed ? null : 'email_not_allowed';
};

/** Refuses what may not go out, and answers what should be looked at all the same. */
export const requireSendableMessage = async (message: MessageRecord, ctx: ActionContext): Promise<string[]> => {
  const obstacle = await recipientObstacle(message, ctx);
  if (obstacle !== null) throw new AppError('legal_block', `${message.to} may not be written to: ${obstacle}.`);
  const problems = checkMessage(message);
  const error = problems.find(isError);
  if (error) throw new AppError('invalid_state', `${error.message} Change it with update_message.`);
  return problems.map(({ message: text }) => text);
};

export const isError = ({ severity }: MessageProblem): boolean => severity === 'error';

/** A campaign message goes out only while its campaign runs. */
export const requireRunningCampaign = async (message: MessageRecord, ctx: ActionContext): Promise<void> => {
  if (message.campaignId === null) return;
  const campaign = await findCampaign(ctx.workspaceId, message.campaignId);
  if (campaign?.state === 'running') return;
  throw new AppError('invalid_state', `Its campaign is ${campaign?.state ?? 'gone'}: nothing of it goes out now.`);
};
