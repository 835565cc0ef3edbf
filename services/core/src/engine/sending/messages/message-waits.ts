import type { WaitReason } from '../../../domain/sending/reasons.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { isSendingStopped } from '../../../store/sending/sending-stop-store.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import type { Turn } from '../turn-facts.ts';
import { type Forecast, forecastMailboxes } from './mailbox-forecasts.ts';

/** Wait of a queued message. */
export interface MessageWait {
  waitReason: WaitReason | null;
  /** Time at which it will leave. Null: not before someone acts. */
  expectedAt: Date | null;
}

/** Reasons and times of the messages' waits, by message ID. Those that wait for nothing are absent. */
export async function messageWaits(
  workspaceId: string,
  messages: readonly MessageRecord[],
  deps: EngineDeps,
): Promise<Map<string, MessageWait>> {
  const queued = messages.filter(({ state, holdReason }) => state === 'scheduled' && !holdReason);
  if (queued.length === 0) return new Map();
  if (await isSendingStopped(workspaceId)) {
    return new Map(queued.map(({ id }) => [id, { waitReason: 'sending_stopped', expectedAt: null }]));
  }
  const inLanes = queued.filter(({ laneId, mailboxId }) => laneId !== null && mailboxId !== null);
  const mailboxIds = [...new Set(inLanes.map(({ mailboxId }) => mailboxId!))];
  const forecast = await forecastMailboxes(workspaceId, mailboxIds, deps);
  return new Map(queued.map((message) => [message.id, waitOf(message, forecast, deps.now())]));
}

/** The message's own reason comes first, then the reason of its lane or mailbox, its time, and the gap. */
function waitOf(message: MessageRecord, { turns, expected, lastAt }: Forecast, realNow: Date): MessageWait {
  const { id, laneId, mailboxId, scheduledAt } = message;
  const turn = laneId === null ? undefined : turns.get(mailboxId ?? '');
  const now = turn?.clock() ?? realNow;
  const isAhead = scheduledAt !== null && scheduledAt > now;
  const waitReason = message.waitReason ?? (isAhead ? 'not_due' : (turn && reasonIn(turn, laneId)) || 'mailbox_gap');
  // Without a lane, it is put into one within seconds.
  const at = turn === undefined ? (isAhead ? scheduledAt : now) : expected.has(id) ? expected.get(id)! : lastAt;
  // A message whose time has just come leaves at the next turn.
  return { waitReason, expectedAt: at !== null && at < now ? now : at };
}

function reasonIn({ lanes, queue, now }: Turn, laneId: string | null): WaitReason | null {
  const lane = lanes.find(({ id }) => id === laneId);
  if (lane !== undefined && lane.nextAt > now && lane.waitReason !== null) return lane.waitReason;
  return queue.turnAt > now ? queue.waitReason : null;
}
