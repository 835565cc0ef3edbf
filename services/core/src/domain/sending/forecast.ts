import { laneWindowLeftMs, nextTurnAt } from './next-turn.ts';
import { planTurn, type TurnFacts, type TurnLane } from './plan-turn.ts';
import { type SendGap, slotGapMs } from './send-slot.ts';
import { localDay } from './send-window.ts';

export interface QueuedMessage {
  id: string;
  laneId: string;
  /** Earliest sending time. */
  at: Date;
}

/** A mailbox, its lanes, and the messages queued in them. */
export interface ForecastMailbox<Lane extends TurnLane> extends TurnFacts<Lane> {
  gap: SendGap;
  queued: readonly QueuedMessage[];
}

interface Waiting<Lane extends TurnLane> {
  lane: Lane;
  /** Queued messages, the earliest first. */
  messages: QueuedMessage[];
  /** Null: until someone acts. */
  nextAt: Date | null;
}

interface Progress<Lane extends TurnLane> {
  facts: ForecastMailbox<Lane>;
  waiting: Waiting<Lane>[];
  slotAt: Date | null;
  turnAt: Date | null;
}

type Taken<Lane extends TurnLane> = { message: QueuedMessage; lane: Lane }[];

/** Number of simulated turns, which bounds the time of a forecast. */
export const forecastTurnsMax = 12_000;
/** Turns simulated between two yields: a few milliseconds. */
const turnsAtOnce = 50;

/**
 * Times at which the queued messages of mailboxes will leave, by the same plan as their turns and with the gaps that
 * they will have. Mailboxes that share a campaign's daily limit belong into one forecast. Null: not before someone acts.
 * Messages behind more than `forecastTurnsMax` turns are absent. Yields every few turns, so that the caller can let
 * other work continue.
 */
export function* forecast<Lane extends TurnLane>(
  mailboxes: readonly ForecastMailbox<Lane>[],
): Generator<undefined, Map<string, Date | null>> {
  const expected = new Map<string, Date | null>();
  const counts = new Map<string, number>();
  let running = mailboxes.map((facts) => begin(facts, expected)).filter(({ turnAt }) => turnAt !== null);
  for (let turn = 0; turn < forecastTurnsMax && running.length > 0; turn++) {
    const next = running.reduce((first, one) => (one.turnAt! < first.turnAt! ? one : first));
    simulateTurn(next, counts, expected);
    if (next.turnAt === null) running = running.filter((one) => one !== next);
    if (turn % turnsAtOnce === turnsAtOnce - 1) yield;
  }
  return expected;
}

function begin<Lane extends TurnLane>(
  facts: ForecastMailbox<Lane>,
  expected: Map<string, Date | null>,
): Progress<Lane> {
  const byLane = Map.groupBy(facts.queued, ({ laneId }) => laneId);
  const waiting = facts.lanes.flatMap((lane) => {
    const messages = (byLane.get(lane.id) ?? []).toSorted((a, b) => a.at.getTime() - b.at.getTime());
    return messages.length === 0 ? [] : [{ lane, messages, nextAt: later(lane.nextAt, messages[0]!.at) }];
  });
  return settle({ facts, waiting, slotAt: facts.slotAt, turnAt: facts.now }, expected);
}

/** Messages whose lane waits for someone are not expected at any time. */
function settle<Lane extends TurnLane>(progress: Progress<Lane>, expected: Map<string, Date | null>): Progress<Lane> {
  for (const { messages, nextAt } of progress.waiting)
    if (nextAt === null) for (const { id } of messages) expected.set(id, null);
  progress.waiting = progress.waiting.filter(({ messages, nextAt }) => messages.length > 0 && nextAt !== null);
  const lanes = progress.waiting.map(({ lane, nextAt }) => ({ ...lane, nextAt }));
  const turnAt = nextTurnAt(lanes, progress.slotAt);
  progress.turnAt = turnAt && later(turnAt, progress.turnAt!);
  return progress;
}

function simulateTurn<Lane extends TurnLane>(
  progress: Progress<Lane>,
  counts: Map<string, number>,
  expected: Map<string, Date | null>,
): void {
  const { facts, waiting, slotAt } = progress;
  const now = progress.turnAt!;
  const day = localDay(now, facts.timeZone);
  const lanes = waiting.map(({ lane, nextAt }) => ({ ...lane, nextAt: nextAt! }));
  const sentOn = (subjectId: string, on: string) =>
    facts.sentOn(subjectId, on) + (counts.get(`${subjectId} ${on}`) ?? 0);
  const plan = planTurn({ ...facts, now, startsAt: now, slotAt, lanes, sentOn });
  const taken = plan.shares.flatMap(({ lane, count }) => take(waiting, { lane, count }, now));
  for (const { message, lane } of taken) {
    expected.set(message.id, now);
    for (const subject of countersOf(facts.mailboxId, lane)) {
      const key = `${subject} ${day}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  progress.slotAt = slotAfter(taken, plan.placesLeft - taken.length, now, facts) ?? slotAt;
  const untilOf = new Map(plan.waits.map(({ lane, until }) => [lane.id, until]));
  progress.waiting = waiting.flatMap((one) => {
    const first = one.messages[0]?.at;
    if (first === undefined) return [];
    const until = plan.blocked !== null ? plan.blocked.until : untilOf.get(one.lane.id);
    return [{ ...one, nextAt: until === null ? null : later(first, until ?? one.nextAt!) }];
  });
  settle(progress, expected);
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** Takes due messages from the front of a lane. */
function take<Lane extends TurnLane>(
  waiting: Waiting<Lane>[],
  { lane, count }: { lane: Lane; count: number },
  now: Date,
): Taken<Lane> {
  const own = waiting.find((one) => one.lane.id === lane.id)!;
  own.lane = { ...own.lane, servedAt: now };
  const due = own.messages.filter(({ at }) => at <= now).slice(0, count);
  own.messages = own.messages.slice(due.length);
  return due.map((message) => ({ message, lane }));
}

function countersOf(mailboxId: string, { campaignId, isFirst }: TurnLane): string[] {
  if (campaignId === null) return [mailboxId];
  return [mailboxId, campaignId, ...(isFirst ? [`${campaignId}/new`] : [])];
}

function slotAfter<Lane extends TurnLane>(
  taken: Taken<Lane>,
  placesLeft: number,
  now: Date,
  facts: ForecastMailbox<Lane>,
): Date | null {
  const last = taken.findLast(({ lane }) => lane.campaignId !== null);
  if (last === undefined || facts.ignoresLimits) return null;
  const campaign = facts.campaigns.get(last.lane.campaignId!);
  const windowLeftMs = campaign ? laneWindowLeftMs(last.lane, campaign, { ...facts, now }) : 0;
  const gapMs = slotGapMs({ gap: facts.gap, seed: last.message.id, windowLeftMs, placesLeft });
  return gapMs === 0 ? null : new Date(now.getTime() + gapMs);
}
