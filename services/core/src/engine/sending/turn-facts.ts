import type { InventedRule } from '../../domain/contacts/invented-person.ts';
import { isUnreadable } from '../../domain/mailboxes/reading.ts';
import { plannedStart } from '../../domain/sending/lane-opening.ts';
import { daysBefore } from '../../domain/sending/mailboxes/warm-up.ts';
import type { TurnCampaign, TurnFacts } from '../../domain/sending/plan-turn.ts';
import { defaultGap, noGap, type SendGap } from '../../domain/sending/send-slot.ts';
import { localDay } from '../../domain/sending/send-window.ts';
import { isPublicAddress } from '../../domain/values/public-address.ts';
import { type CampaignRecord, findCampaigns } from '../../store/campaigns/campaign-store.ts';
import { findMailbox, type MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import { countAllSends } from '../../store/sending/send-counter-store.ts';
import { findLanesOfMailbox, type SendLaneRecord } from '../../store/sending/send-lane-store.ts';
import type { SendQueueRecord } from '../../store/sending/send-queue-store.ts';
import { findWorkspace, type WorkspaceRecord } from '../../store/workspaces/workspace-store.ts';
import type { EngineDeps } from '../context/engine-deps.ts';
import { inventedRuleOf } from '../workspaces/invented-people.ts';
import { workspaceNow } from '../workspaces/workspace-clock.ts';
import { holidayCalendar } from './holidays.ts';

/** Messages that are checked and reserved together if there is no gap between them. */
const checkedMax = 50;

/** Current facts for a turn of a mailbox. */
export interface Turn extends TurnFacts<SendLaneRecord> {
  queue: SendQueueRecord;
  workspace: WorkspaceRecord;
  mailbox: MailboxRecord;
  inventedRule: InventedRule;
  /** True if replies in the mailbox have not been read for a while, so that a follow-up could come after a reply. */
  isUnread: boolean;
  records: ReadonlyMap<string, CampaignRecord>;
  /** Day that the limits are counted for. */
  day: string;
  clock: () => Date;
  /** Maximum number of messages in `sending` at a time. */
  places: number;
}

/** Null if the mailbox or its workspace was deleted. */
export async function loadTurn(
  queue: SendQueueRecord,
  { ignoresLimits = false, clock: given, places }: { ignoresLimits?: boolean; clock?: () => Date; places: number },
  deps: EngineDeps,
): Promise<Turn | null> {
  const [workspace, mailbox, lanes, inventedRule] = await Promise.all([
    findWorkspace(queue.workspaceId),
    findMailbox(queue.workspaceId, queue.id),
    findLanesOfMailbox(queue.id),
    inventedRuleOf(queue.workspaceId, deps.config),
  ]);
  if (workspace === null || mailbox === null) return null;
  const clock = given ?? (() => workspaceNow(workspace, deps.now()));
  const now = clock();
  const campaignIds = [...new Set(lanes.flatMap(({ campaignId }) => campaignId ?? []))];
  const found = campaignIds.length === 0 ? [] : await findCampaigns(workspace.id, campaignIds);
  const { timeZone } = workspace.settings;
  const day = localDay(now, timeZone);
  const gap = gapOf(mailbox);
  return {
    queue,
    workspace,
    mailbox,
    inventedRule,
    isUnread: isUnread(mailbox, deps),
    lanes,
    now,
    startsAt: plannedStart(now, queue.turnAt),
    day,
    clock,
    timeZone,
    mailboxId: mailbox.id,
    breaker: queue.breaker,
    slotAt: queue.slotAt,
    records: new Map(found.map((campaign) => [campaign.id, campaign])),
    campaigns: new Map(found.map((campaign) => [campaign.id, toTurnCampaign(campaign, workspace)])),
    sentOn: await countAllSends(workspace.id, countersOf(mailbox, found, day)),
    isHoliday: await holidayCalendar(lanes.flatMap(({ country }) => country ?? [])),
    sizeMax: gap.max > 0 && !ignoresLimits ? 1 : checkedMax,
    isWayOutClosed: mailbox.kind === 'smtp' && !isPublicAddress(deps.config.baseUrl),
    places,
    ignoresLimits,
  };
}

function isUnread(mailbox: MailboxRecord, { config, now }: EngineDeps): boolean {
  const { kind, lastReadAt } = mailbox;
  if (kind === 'capture' || isUnreadable(mailbox)) return kind !== 'capture';
  return lastReadAt === null || now().getTime() - lastReadAt.getTime() > config.worker.readingStaleMs;
}

/** Gap between messages. The sandbox mailbox reaches no one, and has no gap unless one is set. */
export function gapOf({ gapSeconds, kind }: MailboxRecord): SendGap {
  return gapSeconds ?? (kind === 'capture' ? noGap : defaultGap);
}

function toTurnCampaign(campaign: CampaignRecord, workspace: WorkspaceRecord): TurnCampaign {
  const { id, state, startAt, dailyCap, newPerDayCap, sendsOnHolidays } = campaign;
  const window = campaign.window ?? workspace.settings.window;
  return { id, state, window, startAt, dailyCap, newPerDayCap, sendsOnHolidays };
}

function countersOf(mailbox: MailboxRecord, campaigns: CampaignRecord[], day: string) {
  const earlier = mailbox.ramp === null ? [] : daysBefore(day);
  const own = [day, ...earlier].map((each) => ({ subjectId: mailbox.id, day: each }));
  const capped = campaigns.flatMap(({ id, dailyCap, newPerDayCap }) => [
    ...(dailyCap === null ? [] : [id]),
    ...(newPerDayCap === null ? [] : [`${id}/new`]),
  ]);
  return [...own, ...capped.map((subjectId) => ({ subjectId, day }))];
}
