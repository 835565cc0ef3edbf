import { moveCampaign } from '../../domain/campaigns/campaign-state.ts';
import { isPublicAddress } from '../../domain/values/public-address.ts';
import { AppError } from '../../errors/errors.ts';
import type { CampaignRecord } from '../../store/campaigns/campaign-store.ts';
import { defaultMailboxAddress } from '../../store/mailboxes/default-mailbox.ts';
import type { ActionContext } from '../context/action-context.ts';
import { type CampaignMailbox, mailboxesOf, usableOf } from './campaign-mailboxes.ts';

/** Checks the requirements for sending, at launch and at resumption. Returns the mailboxes to send from. */
export async function requireSendable(campaign: CampaignRecord, ctx: ActionContext): Promise<CampaignMailbox[]> {
  if (campaign.steps.length === 0) throw invalid('The campaign has no steps: add them with update_campaign.');
  if (ctx.workspace.settings.postalAddress.trim() === '') {
    throw invalid(
      'No postal address is set, and every campaign message has to carry one: set postalAddress with update_settings.',
    );
  }
  if (campaign.endAt !== null && campaign.endAt <= ctx.now()) {
    throw invalid('endAt has passed: change it with update_campaign.');
  }
  const mailboxes = usableOf(await mailboxesOf(ctx.workspaceId, campaign));
  if (mailboxes.length === 0) throw invalid('No mailbox of the campaign is active: resume or connect one.');
  if (mailboxes.some(({ kind }) => kind === 'smtp') && !isPublicAddress(ctx.config.baseUrl)) {
    throw invalid(
      `Recipients could not unsubscribe at ${ctx.config.baseUrl}: before mail goes out from a real ` +
        'mailbox, the operator sets BASE_URL to the https address at which this product is reached from ' +
        'outside.',
    );
  }
  return mailboxes;
}

export function mailboxWarnings(mailboxes: CampaignMailbox[]): string[] {
  if (mailboxes.every(({ address }) => address === defaultMailboxAddress)) {
    return ['This workspace has only the sandbox mailbox: messages stay in the application and reach nobody.'];
  }
  return mailboxes.every(({ state }) => state === 'failing')
    ? ['All its mailboxes are failing: messages wait until that is over. The sending status says why and what to do.']
    : [];
}

/** A start time in the future schedules the campaign instead of launching it. */
export function launchTransition(campaign: CampaignRecord, now: Date): 'launch' | 'schedule' {
  const transition = campaign.startAt !== null && campaign.startAt > now ? 'schedule' : 'launch';
  moveCampaign(campaign.state, transition);
  if (campaign.isEmptying) throw invalid('It is still ending: launch it in a moment.');
  return transition;
}

function invalid(message: string): AppError {
  return new AppError('invalid_state', message);
}
