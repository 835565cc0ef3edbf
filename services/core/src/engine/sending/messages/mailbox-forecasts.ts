import { setImmediate } from 'node:timers/promises';
import { forecast } from '../../../domain/sending/forecast.ts';
import type { TurnCampaign } from '../../../domain/sending/plan-turn.ts';
import { findQueuedTimes } from '../../../store/messages/due-messages.ts';
import { findMailboxesOfCampaigns } from '../../../store/sending/send-lane-store.ts';
import { findQueues, type SendQueueRecord } from '../../../store/sending/send-queue-store.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { gapOf, loadTurn, type Turn } from '../turn-facts.ts';

export interface Forecast {
  turns: ReadonlyMap<string, Turn>;
  /** By message ID. Null: not before someone acts. */
  expected: ReadonlyMap<string, Date | null>;
  /** Last of the times: messages that are too many turns away leave after it. */
  lastAt: Date | null;
}

interface Kept {
  /** Turns and additions of the mailboxes so far. */
  marks: string;
  mailboxIds: string[];
  atMs: number;
  forecast: Forecast;
}

/** Mailboxes of one forecast. Others share a campaign's daily limit with them only roughly. */
const mailboxesMax = 40;
/** Age up to which a forecast is used again if no mailbox has had a turn or a new message, in milliseconds. */
const ageMaxMs = 30_000;
const keptMax = 200;
const kept = new Map<string, Kept>();

/** Forecast of the messages queued in the mailboxes, with the mailboxes that share a campaign's daily limit. */
export async function forecastMailboxes(
  workspaceId: string,
  mailboxIds: string[],
  deps: EngineDeps,
): Promise<Forecast> {
  if (mailboxIds.length === 0) return { turns: new Map(), expected: new Map(), lastAt: null };
  const key = `${workspaceId} ${mailboxIds.toSorted().join(' ')}`;
  const before = kept.get(key);
  const atMs = deps.now().getTime();
  if (before !== undefined && Math.abs(atMs - before.atMs) < ageMaxMs) {
    if (marksOf(await findQueues(workspaceId, before.mailboxIds)) === before.marks) return before.forecast;
  }
  const turns = await turnsOf(workspaceId, mailboxIds.slice(0, mailboxesMax), deps);
  const made = await forecastTurns(workspaceId, turns);
  const marks = marksOf([...turns.values()].map(({ queue }) => queue));
  kept.delete(key);
  kept.set(key, { marks, mailboxIds: [...turns.keys()], atMs, forecast: made });
  if (kept.size > keptMax) kept.delete(kept.keys().next().value!);
  return made;
}

function marksOf(queues: SendQueueRecord[]): string {
  return queues
    .map(({ id, fence, wakes }) => `${id} ${fence} ${wakes}`)
    .sort()
    .join('\n');
}

/** Turns of the mailboxes, and of those that share a daily limit of a campaign with them. */
async function turnsOf(workspaceId: string, mailboxIds: string[], deps: EngineDeps): Promise<Map<string, Turn>> {
  const turns = new Map<string, Turn>();
  let wanted = mailboxIds;
  while (wanted.length > 0) {
    const queues = await findQueues(workspaceId, wanted);
    const loaded = await Promise.all(queues.map((queue) => loadTurn(queue, { places: 1 }, deps)));
    for (const turn of loaded) if (turn !== null) turns.set(turn.mailboxId, turn);
    const limited = loaded.flatMap((turn) => [...(turn?.campaigns.values() ?? [])]).filter(isLimited);
    const sharing = await findMailboxesOfCampaigns(workspaceId, [...new Set(limited.map(({ id }) => id))]);
    const known = new Set([...wanted, ...turns.keys()]);
    wanted = sharing.filter((id) => !known.has(id)).slice(0, Math.max(0, mailboxesMax - turns.size));
  }
  return turns;
}

function isLimited({ dailyCap, newPerDayCap }: TurnCampaign): boolean {
  return dailyCap !== null || newPerDayCap !== null;
}

async function forecastTurns(workspaceId: string, turns: Map<string, Turn>): Promise<Forecast> {
  const mailboxes = await Promise.all(
    [...turns.values()].map(async (turn) => {
      const messages = await findQueuedTimes(workspaceId, turn.mailboxId);
      const queued = messages.map(({ id, laneId, scheduledAt }) => ({ id, laneId, at: scheduledAt ?? turn.now }));
      return { ...turn, gap: gapOf(turn.mailbox), queued };
    }),
  );
  const steps = forecast(mailboxes);
  let step = steps.next();
  while (!step.done) {
    await setImmediate();
    step = steps.next();
  }
  const expected = step.value;
  let lastAt: Date | null = null;
  for (const at of expected.values()) if (at !== null && (lastAt === null || at > lastAt)) lastAt = at;
  return { turns, expected, lastAt };
}
