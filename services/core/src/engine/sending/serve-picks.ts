import { startOfNextDay } from '../../domain/sending/send-window.ts';
import { peekLane, postpone, returnForApproval } from '../../store/messages/message-queue.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import type { SendLaneRecord } from '../../store/sending/send-lane-store.ts';
import { settleLeftOut, settleSkipped } from './messages/settle-message.ts';
import { type Line, type Served, shortWaitMs, stay } from './served.ts';
import type { Turn } from './turn-facts.ts';
import { checkWindow, type SendVerdict } from './window/check-window.ts';
import { type Ready, reserveWindow } from './window/reserve-window.ts';
import { sendInWindows } from './window/send-in-windows.ts';

/** Takes the first messages of the lanes, checks them once more, sends them and writes down what became of them. */
export async function servePicks(
  picks: { lane: SendLaneRecord; count: number }[],
  turn: Turn,
  line: Line,
): Promise<Served> {
  const served: Served = { stays: new Map(), breaker: turn.breaker, triedCount: 0, sentCount: 0, isHealthy: true };
  const candidates: MessageRecord[] = [];
  for (const { lane, count } of picks) {
    const first = await peekLane(lane.id, count + 1);
    const due = first.filter(({ scheduledAt }) => scheduledAt === null || scheduledAt <= turn.now).slice(0, count);
    candidates.push(...due);
    for (const message of first) if (!due.includes(message)) stay(served, message, message.scheduledAt ?? turn.now);
  }
  const verdicts = await checkWindow(candidates, turn);
  for (const verdict of verdicts) await settleVerdict(verdict, served, turn);
  const ready = verdicts.flatMap((verdict) => (verdict.kind === 'send' ? [verdict] : []));
  if (ready.length > 0) await sendReady(ready, served, turn, line);
  return served;
}

/** What is not sent: it waits, is over, or goes back to a person. */
async function settleVerdict(verdict: SendVerdict, served: Served, { now }: Turn): Promise<void> {
  if (verdict.kind === 'send') return;
  const { message } = verdict;
  if (verdict.kind === 'skip') return settleSkipped(message, verdict.reason, now);
  if (verdict.kind === 'leave_out') return settleLeftOut(message, now);
  if (verdict.kind === 'needs_approval') return void (await returnForApproval(message, now));
  await postpone(message, verdict.until, verdict.reason, now);
  stay(served, message, verdict.until);
}

async function sendReady(candidates: Ready[], served: Served, turn: Turn, line: Line): Promise<void> {
  const { now, timeZone } = turn;
  const { ready, full } = await reserveWindow(candidates, turn);
  const tomorrow = startOfNextDay(now, timeZone);
  for (const { message } of full) {
    await postpone(message, tomorrow, 'company_cap', now);
    stay(served, message, tomorrow);
  }
  const known = new Set([...ready, ...full]);
  for (const one of candidates) if (!known.has(one)) stay(served, one.message, new Date(now.getTime() + shortWaitMs));
  await sendInWindows(ready, served, turn, line);
}
