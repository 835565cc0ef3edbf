import { nextOpeningOfBoth } from '../../../domain/sending/lane-opening.ts';
import { zoneOf } from '../../../domain/sending/send-window.ts';
import { findCampaigns } from '../../../store/campaigns/campaign-store.ts';
import { listMailboxes } from '../../../store/mailboxes/mailbox-store.ts';
import { findLanesOfMailbox, type SendLaneRecord } from '../../../store/sending/send-lane-store.ts';
import type { SendQueueRecord } from '../../../store/sending/send-queue-store.ts';
import { findWorkspace } from '../../../store/workspaces/workspace-store.ts';
import { holidayCalendar } from '../holidays.ts';

/**
 * Earliest actual send time for the messages of these lanes. A limit resets at midnight and mailboxes are retried at
 * night, but messages are only sent within sending hours and not on holidays.
 */
export async function openingHours(
  workspaceId: string,
  lanes: SendLaneRecord[],
): Promise<(lane: SendLaneRecord, from: Date) => Date> {
  const workspace = await findWorkspace(workspaceId);
  if (lanes.length === 0 || workspace === null) return (_lane, from) => from;
  const campaignIds = [...new Set(lanes.flatMap(({ campaignId }) => campaignId ?? []))];
  const found = campaignIds.length === 0 ? [] : await findCampaigns(workspaceId, campaignIds);
  const campaigns = new Map(found.map((campaign) => [campaign.id, campaign]));
  const mailboxIds = [...new Set(lanes.map(({ mailboxId }) => mailboxId))];
  const mailboxes = new Map((await listMailboxes(workspaceId, mailboxIds)).map((mailbox) => [mailbox.id, mailbox]));
  const isHoliday = await holidayCalendar(lanes.flatMap(({ country }) => country ?? []));
  const { timeZone, window: usual } = workspace.settings;
  return ({ campaignId, mailboxId, timeZone: ofRecipient, country }, from) => {
    const campaign = campaigns.get(campaignId ?? '');
    const window = campaign && (campaign.window ?? usual);
    const hours = window && {
      window,
      timeZone: zoneOf(window, ofRecipient, timeZone),
      country: campaign.sendsOnHolidays ? null : country,
    };
    const own = mailboxes.get(mailboxId)?.window ?? null;
    const ofMailbox = own && { window: own, timeZone: zoneOf(own, null, timeZone) };
    return nextOpeningOfBoth(hours ?? null, ofMailbox, from, isHoliday) ?? from;
  };
}

/** Next send time of a mailbox, once it has a turn. Null if nothing can be sent before recipients can unsubscribe. */
export async function mailboxSendsAt({ id, workspaceId, turnAt }: SendQueueRecord): Promise<Date | null> {
  const all = await findLanesOfMailbox(id);
  const lanes = all.filter(({ waitReason }) => waitReason !== 'no_way_out');
  if (lanes.length === 0 && all.length > 0) return null;
  const opensAt = await openingHours(workspaceId, lanes);
  const times = lanes.map((lane) => opensAt(lane, lane.nextAt > turnAt ? lane.nextAt : turnAt).getTime());
  return times.length === 0 ? turnAt : new Date(Math.min(...times));
}
