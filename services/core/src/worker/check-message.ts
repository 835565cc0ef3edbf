import type { Config } from '../config.ts';
import { capOnDay } from '../domain/mail/mailbox-ramp.ts';
import { localDay, nextInWindow, startOfNextDay, zoneOf } from '../domain/mail/send-window.ts';
import type { CampaignRecord } from '../store/campaigns/campaign-store.ts';
import { findEnrollment } from '../store/campaigns/enrollment-store.ts';
import type { MessageRecord } from '../store/campaigns/message-store.ts';
import type { ContactRecord } from '../store/crm/contact-store.ts';
import type { WorkspaceRecord } from '../store/identity/workspace-store.ts';
import { checkRecipient } from './check-recipient.ts';
import { chooseMailbox } from './choose-mailbox.ts';
import { type Cap, reserveAll } from './reserve-caps.ts';
import type { SendVerdict, WaitReason } from './send-verdict.ts';
import type { SharedReads } from './shared-reads.ts';

const shortWaitMs = 5 * 60_000;

const waitShortly = (reason: WaitReason, now: Date): SendVerdict => ({
  kind: 'wait',
  reason,
  until: new Date(now.getTime() + shortWaitMs),
});

/** Everything is asked again right before a message goes out: nothing that was true when it was queued has to be true now. */
export const checkMessage = async (
  message: MessageRecord,
  config: Config,
  now: Date,
  reads: SharedReads,
): Promise<SendVerdict> => {
  const workspace = await reads.findWorkspace(message.workspaceId);
  if (workspace === null) return { kind: 'skip', reason: 'campaign_ended' };
  if (message.kind === 'campaign') return checkCampaignMessage(message, workspace, config, now, reads);
  if (message.approvedAt === null && !workspace.autopilot) return { kind: 'needs_approval' };
  const { skip } = await checkRecipient(message, null, config);
  if (skip) return { kind: 'skip', reason: skip };
  return withMailbox(message, workspace, { mailboxIds: [], caps: [], hasUnsubscribeLink: false }, now, reads);
};

const checkCampaignMessage = async (
  message: MessageRecord,
  workspace: WorkspaceRecord,
  config: Config,
  now: Date,
  reads: SharedReads,
): Promise<SendVerdict> => {
  const campaign = await reads.findCampaign(message.workspaceId, message.campaignId ?? '');
  const early =
    campaign === null ? ended : ((await campaignObstacle(campaign, now)) ?? (await enrollmentObstacle(message, now)));
  if (campaign === null || early) return early ?? ended;
  const { contact, skip } = await checkRecipient(message, campaign.allowedEmailStatuses, config);
  if (skip) return { kind: 'skip', reason: skip };
  const window = campaign.window ?? workspace.settings.window;
  const timeZone = zoneOf(window, contact?.timeZone ?? null, workspace.settings.timeZone);
  const opening = nextInWindow(window, now, timeZone);
  if (opening === null) return waitShortly('outside_window', now);
  if (opening > now) return { kind: 'wait', reason: 'outside_window', until: opening };
  const caps = capsOf(message, campaign, workspace, contact, now);
  const { mailboxIds, unsubscribe: hasUnsubscribeLink } = campaign;
  return withMailbox(message, workspace, { mailboxIds, caps, hasUnsubscribeLink }, now, reads);
};

const ended: SendVerdict = { kind: 'skip', reason: 'campaign_ended' };

const campaignObstacle = async (campaign: CampaignRecord, now: Date): Promise<SendVerdict | null> => {
  if (campaign.state === 'paused') return waitShortly('campaign_paused', now);
  if (campaign.state === 'scheduled') return { kind: 'wait', reason: 'outside_window', until: campaign.startAt ?? now };
  if (campaign.state !== 'running') return ended;
  return campaign.endAt !== null && campaign.endAt <= now ? ended : null;
};

const enrollmentObstacle = async (message: MessageRecord, now: Date): Promise<SendVerdict | null> => {
  const enrollment = await findEnrollment(message.workspaceId, message.enrollmentId ?? '');
  if (enrollment === null) return { kind: 'skip', reason: 'enrollment_ended' };
  if (enrollment.state === 'replied') return { kind: 'skip', reason: 'replied' };
  if (enrollment.state === 'unsubscribed') return { kind: 'skip', reason: 'unsubscribed' };
  if (enrollment.state === 'paused') {
    const { resumeAt } = enrollment;
    const hasEnd = resumeAt !== null && resumeAt > now;
    return hasEnd
      ? { kind: 'wait', reason: 'enrollment_paused', until: resumeAt }
      : waitShortly('enrollment_paused', now);
  }
  return enrollment.state === 'active' ? null : { kind: 'skip', reason: 'enrollment_ended' };
};

const capsOf = (
  message: MessageRecord,
  campaign: CampaignRecord,
  workspace: WorkspaceRecord,
  contact: ContactRecord | null,
  now: Date,
): Cap[] => {
  const day = localDay(now, workspace.settings.timeZone);
  const caps: Cap[] = [];
  if (campaign.newPerDayCap !== null && message.stepIndex === 0) {
    caps.push({ subjectId: `${campaign.id}/new`, day, cap: campaign.newPerDayCap });
  }
  if (campaign.dailyCap !== null) caps.push({ subjectId: campaign.id, day, cap: campaign.dailyCap });
  const company = contact?.companyId ?? contact?.companyDomain;
  const companyCap = campaign.perCompanyDailyCap ?? workspace.settings.perCompanyDailyCap;
  if (company && companyCap > 0) caps.push({ subjectId: `company/${company}`, day, cap: companyCap });
  return caps;
};

const reasonOf = (full: Cap): WaitReason => {
  if (full.subjectId.startsWith('company/')) return 'company_cap';
  return full.subjectId.startsWith('mbx_') ? 'mailbox_daily_cap' : 'campaign_daily_cap';
};

interface Sending {
  mailboxIds: string[];
  caps: Cap[];
  hasUnsubscribeLink: boolean;
}

const withMailbox = async (
  message: MessageRecord,
  workspace: WorkspaceRecord,
  { mailboxIds, caps, hasUnsubscribeLink }: Sending,
  now: Date,
  reads: SharedReads,
): Promise<SendVerdict> => {
  const { timeZone } = workspace.settings;
  const tomorrow = startOfNextDay(now, timeZone);
  const choice = await chooseMailbox(message, mailboxIds, now, timeZone, reads);
  if ('skip' in choice) return { kind: 'skip', reason: choice.skip };
  if ('wait' in choice) {
    return choice.wait === 'mailbox_daily_cap'
      ? { kind: 'wait', reason: choice.wait, until: tomorrow }
      : waitShortly(choice.wait, now);
  }
  const { mailbox } = choice;
  const day = localDay(now, timeZone);
  const own: Cap = { subjectId: mailbox.id, day, cap: capOnDay(mailbox, day) };
  const { reservations, full } = await reserveAll(message.workspaceId, [...caps, own], now);
  // Another worker took the last place of this mailbox; the next look may find another one.
  if (full === own) return { kind: 'wait', reason: 'mailbox_daily_cap', until: now };
  if (full) return { kind: 'wait', reason: reasonOf(full), until: tomorrow };
  return { kind: 'send', workspace, mailbox, reservations, hasUnsubscribeLink };
};
