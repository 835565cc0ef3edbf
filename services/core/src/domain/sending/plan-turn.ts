import { type HolidayCalendar, nextStart } from './lane-opening.ts';
import { batchSizeOf, type MailboxBreaker } from './mailboxes/mailbox-breaker.ts';
import type { MailboxRamp } from './mailboxes/mailbox-ramp.ts';
import { allowanceOn } from './mailboxes/warm-up.ts';
import type { WaitReason } from './reasons.ts';
import { localDay, type SendWindow, startOfNextDay, zoneOf } from './send-window.ts';

export interface TurnMailbox {
  state: 'active' | 'paused' | 'failing';
  window: SendWindow | null;
  dailyCap: number;
  ramp: MailboxRamp | null;
}

export interface TurnCampaign {
  id: string;
  state: string;
  window: SendWindow;
  startAt: Date | null;
  dailyCap: number | null;
  newPerDayCap: number | null;
  sendsOnHolidays: boolean;
}

/**
 * Messages of one mailbox that share their send times: one campaign, one zone, one country, and either first messages
 * or follow-ups.
 */
export interface TurnLane {
  id: string;
  /** Null: answers and single messages, which are not limited by a window or gap. */
  campaignId: string | null;
  isFirst: boolean;
  /** Temporarily rejected before. Retries come first, because a greylisting server accepts only them. */
  isRetry: boolean;
  timeZone: string | null;
  country: string | null;
  nextAt: Date;
  servedAt: Date | null;
}

export interface TurnFacts<Lane extends TurnLane> {
  now: Date;
  /** Planned time of the turn, if it is not late. Defaults to now. */
  startsAt?: Date;
  mailboxId: string;
  mailbox: TurnMailbox;
  breaker: MailboxBreaker;
  /** Earliest time according to the gap. */
  slotAt: Date | null;
  /** The workspace's time zone. Daily caps use its days. */
  timeZone: string;
  lanes: Lane[];
  campaigns: ReadonlyMap<string, TurnCampaign>;
  /** Messages sent on a day by a mailbox or campaign (`id` or `id/new`). */
  sentOn(subjectId: string, day: string): number;
  isHoliday: HolidayCalendar;
  sizeMax: number;
  /** True if recipients could not reach the unsubscribe URL. No campaign messages are sent then. */
  isWayOutClosed?: boolean;
  /** Ignores windows, gaps, and caps, for the sandbox. */
  ignoresLimits?: boolean;
}

export interface TurnWait {
  reason: WaitReason;
  /** Null: until someone acts. */
  until: Date | null;
}

export interface TurnPlan<Lane extends TurnLane> {
  /** Number of messages to take from each lane. */
  shares: { lane: Lane; count: number }[];
  waits: (TurnWait & { lane: Lane })[];
  /** Reason that blocks the entire mailbox. */
  blocked: TurnWait | null;
  /** Messages left under the mailbox's cap today. */
  placesLeft: number;
}

/** Decides which messages a mailbox sends now: the number per lane, and the wait reason of every other lane. */
export function planTurn<Lane extends TurnLane>(facts: TurnFacts<Lane>): TurnPlan<Lane> {
  const { now, mailboxId, mailbox, breaker, timeZone } = facts;
  const day = localDay(now, timeZone);
  const allowance = allowanceOn(mailbox, day, (earlier) => facts.sentOn(mailboxId, earlier));
  const placesLeft = facts.ignoresLimits ? facts.sizeMax : Math.max(0, allowance - facts.sentOn(mailboxId, day));
  const size = Math.min(batchSizeOf(breaker, facts.sizeMax, now), placesLeft);
  const blocked = whatBlocks(facts, placesLeft);
  if (blocked !== null) return { shares: [], waits: [], blocked, placesLeft };
  const due = facts.lanes.filter(({ nextAt }) => nextAt <= now);
  const judged = due.map((lane) => ({ lane, ...judgeLane(lane, facts, day) }));
  const waits = judged.flatMap(({ lane, wait }) => (wait === null ? [] : [{ ...wait, lane }]));
  const open = judged.filter(({ wait }) => wait === null);
  const isSlotFree = facts.ignoresLimits || facts.slotAt === null || facts.slotAt <= now;
  const direct = open.filter(({ lane }) => lane.campaignId === null);
  const ofCampaigns = isSlotFree ? open.filter(({ lane }) => lane.campaignId !== null) : [];
  const [retries, fresh] = [ofCampaigns.filter(isRetry), ofCampaigns.filter((one) => !isRetry(one))];
  const inOrder = [...direct, ...inTurns(retries), ...inTurns(fresh)];
  return { shares: share(inOrder, size), waits, blocked: null, placesLeft };
}

function whatBlocks(
  { now, startsAt, mailbox, breaker, timeZone, sizeMax, isHoliday, ignoresLimits }: TurnFacts<TurnLane>,
  placesLeft: number,
): TurnWait | null {
  if (mailbox.state === 'paused') return { reason: 'no_mailbox', until: null };
  if (batchSizeOf(breaker, sizeMax, now) === 0) return { reason: 'all_mailboxes_failing', until: breaker.nextProbeAt };
  if (ignoresLimits) return null;
  if (mailbox.window !== null) {
    const hours = { window: mailbox.window, timeZone: zoneOf(mailbox.window, null, timeZone), country: null };
    const start = startsAt ?? now;
    const opening = nextStart(hours, start, isHoliday);
    if (opening === null || opening.at > start) return { reason: 'outside_window', until: opening?.at ?? null };
  }
  return placesLeft > 0 ? null : { reason: 'mailbox_daily_cap', until: startOfNextDay(now, timeZone) };
}

interface Judged {
  wait: TurnWait | null;
  placesLeft: number;
}

function judgeLane(lane: TurnLane, facts: TurnFacts<TurnLane>, day: string): Judged {
  if (lane.campaignId === null) return { wait: null, placesLeft: Number.POSITIVE_INFINITY };
  const campaign = facts.campaigns.get(lane.campaignId);
  // Messages left from an ended campaign are claimed, checked, and skipped.
  if (campaign === undefined) return { wait: null, placesLeft: Number.POSITIVE_INFINITY };
  const { now, timeZone } = facts;
  if (campaign.state === 'paused') return waiting('campaign_paused', null);
  if (campaign.state === 'scheduled') return waiting('outside_window', campaign.startAt);
  if (facts.isWayOutClosed) return waiting('no_way_out', null);
  if (facts.ignoresLimits) return { wait: null, placesLeft: Number.POSITIVE_INFINITY };
  const zone = zoneOf(campaign.window, lane.timeZone, timeZone);
  const country = campaign.sendsOnHolidays ? null : lane.country;
  const start = facts.startsAt ?? now;
  const opening = nextStart({ window: campaign.window, timeZone: zone, country }, start, facts.isHoliday);
  if (opening === null) return waiting('outside_window', null);
  if (opening.at > start) return waiting(opening.reason, opening.at);
  const placesLeft = campaignPlaces(campaign, lane, facts, day);
  if (placesLeft > 0) return { wait: null, placesLeft };
  return waiting('campaign_daily_cap', startOfNextDay(now, timeZone));
}

function waiting(reason: WaitReason, until: Date | null): Judged {
  return { wait: { reason, until }, placesLeft: 0 };
}

function campaignPlaces(campaign: TurnCampaign, lane: TurnLane, facts: TurnFacts<TurnLane>, day: string): number {
  const { id, dailyCap, newPerDayCap } = campaign;
  const all = dailyCap === null ? Number.POSITIVE_INFINITY : dailyCap - facts.sentOn(id, day);
  const isLimited = lane.isFirst && newPerDayCap !== null;
  const fresh = isLimited ? newPerDayCap - facts.sentOn(`${id}/new`, day) : Number.POSITIVE_INFINITY;
  return Math.min(all, fresh);
}

interface Open<Lane extends TurnLane> {
  lane: Lane;
  placesLeft: number;
}

function isRetry({ lane }: { lane: TurnLane }): boolean {
  return lane.isRetry;
}

const never = 0;
function servedAt({ lane }: Open<TurnLane>): number {
  return lane.servedAt?.getTime() ?? never;
}

/** One lane per campaign, starting with the campaign that has waited longest; then the next lane of each. */
function inTurns<Lane extends TurnLane>(open: Open<Lane>[]): Open<Lane>[] {
  const byCampaign = Map.groupBy(open, ({ lane }) => lane.campaignId);
  const groups = [...byCampaign.values()]
    .map((lanes) => ({
      lanes: lanes.sort((a, b) => servedAt(a) - servedAt(b)),
      last: Math.max(...lanes.map(servedAt)),
    }))
    .sort((a, b) => a.last - b.last);
  const longest = Math.max(0, ...groups.map(({ lanes }) => lanes.length));
  const rounds = Array.from({ length: longest }, (_, round) => groups.flatMap(({ lanes }) => lanes[round] ?? []));
  return rounds.flat();
}

/** Distributes the messages of a turn over the lanes as evenly as possible. Lanes of one campaign share its cap. */
function share<Lane extends TurnLane>(open: Open<Lane>[], size: number): { lane: Lane; count: number }[] {
  const taken = open.slice(0, size);
  const used = new Map<string | null, number>();
  const shares: { lane: Lane; count: number }[] = [];
  let left = size;
  for (const [index, { lane, placesLeft }] of taken.entries()) {
    const before = used.get(lane.campaignId) ?? 0;
    const count = Math.min(placesLeft - before, Math.ceil(left / (taken.length - index)));
    if (count <= 0) continue;
    shares.push({ lane, count });
    used.set(lane.campaignId, before + count);
    left -= count;
  }
  return shares;
}
