import { startOfNextDay } from '../../domain/sending/send-window.ts';
import { holdForPerson, leaveLane, returnForApproval } from '../../store/campaigns/held-messages.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { peekLane, postpone } from '../../store/messages/message-queue.ts';
import type { MessageRecord } from '../../store/messages/message-store.ts';
import type { SendLaneRecord } from '../../store/sending/send-lane-store.ts';
import { askAboutHeld } from '../approvals/held/ask-about-held.ts';
import { holdAlike, holdOutdated } from '../approvals/held/hold-alike.ts';
import { announceHeld } from '../campaigns/announce-held.ts';
import { resequenceMessage } from '../campaigns/replan/resequence.ts';
import { checkBatch } from './batch/check-batch.ts';
import { type Ready, reserveBatch } from './batch/reserve-batch.ts';
import { sendInBatches } from './batch/send-in-batches.ts';
import type { SendVerdict } from './batch/send-verdict.ts';
import { cutError, settleLeftOut, settleSkipped } from './messages/settle-message.ts';
import { type Line, noPlaceWaitMs, type Served, stay } from './served.ts';
import type { Turn } from './turn-facts.ts';

/** Rechecks the first messages of the lanes, sends them, and records the outcomes. */
export async function serveLanes(
  shares: { lane: SendLaneRecord; count: number }[],
  turn: Turn,
  line: Line,
): Promise<Served> {
  const served: Served = { stays: new Map(), breaker: turn.breaker, triedCount: 0, sentCount: 0, isHealthy: true };
  const candidates: MessageRecord[] = [];
  for (const { lane, count } of shares) {
    const first = await peekLane(lane.id, count + 1);
    const due = first.filter(({ scheduledAt }) => scheduledAt === null || scheduledAt <= turn.now).slice(0, count);
    candidates.push(...due);
    for (const message of first) if (!due.includes(message)) stay(served, message, message.scheduledAt ?? turn.now);
  }
  const verdicts = await checkBatch(candidates, turn, line.deps);
  for (const verdict of verdicts) await settleVerdict(verdict, served, turn);
  const ready = verdicts.flatMap((verdict) => (verdict.kind === 'send' ? [verdict] : []));
  if (ready.length > 0) await sendReady(ready, served, turn, line);
  await askAboutChanged(verdicts, turn, line);
  return served;
}

/** Applies a verdict against sending: the message is delayed, ends, or goes back to a person. */
async function settleVerdict(verdict: SendVerdict, served: Served, { now }: Turn): Promise<void> {
  if (verdict.kind === 'send') return;
  const { message } = verdict;
  if (verdict.kind === 'skip') return settleSkipped(message, verdict.reason, now);
  if (verdict.kind === 'leave_out') return settleLeftOut(message, now);
  if (verdict.kind === 'needs_approval') return void (await returnForApproval(message, now));
  if (verdict.kind === 'leave_lane') return void (await leaveLane(message, message.scheduledAt ?? now, now));
  if (verdict.kind === 'resequence') return resequenceMessage(message, now);
  if (verdict.kind === 'hold') return settleHeld(verdict, served, now);
  await postpone(message, verdict.until, verdict.reason, now);
  stay(served, message, verdict.until);
}

/**
 * Delay before rechecking a text without a placeholder value, in milliseconds. Resuming the enrollment also rechecks
 * it.
 */
const heldMs = 60 * 60_000;

async function settleHeld(verdict: Extract<SendVerdict, { kind: 'hold' }>, served: Served, now: Date): Promise<void> {
  const { message, reason } = verdict;
  const at = new Date(now.getTime() + heldMs);
  if (reason === 'unresolved_placeholder') {
    const set = { lastError: cutError(verdict.error) };
    await inTransaction(async () => {
      const isHeld = await holdForPerson(message, { reason, at, set }, now);
      // A message that is still held after another check is no news.
      if (isHeld && message.holdReason !== reason) await announceHeld(message, reason, now);
    });
    return stay(served, message, at);
  }
  await holdOutdated(message, verdict.filled, now);
}

/** Asks about held messages, together with all others that differ in the same way. */
async function askAboutChanged(verdicts: SendVerdict[], { records, workspace, now }: Turn, { deps }: Line) {
  const held = verdicts.filter((verdict) => verdict.kind === 'hold' && verdict.reason === 'approval_outdated');
  if (held.length === 0) return;
  for (const campaignId of new Set(held.map(({ message }) => message.campaignId ?? ''))) {
    const campaign = records.get(campaignId);
    if (campaign !== undefined) await holdAlike(campaign, workspace, now);
  }
  await askAboutHeld(workspace.id, deps);
}

async function sendReady(candidates: Ready[], served: Served, turn: Turn, line: Line): Promise<void> {
  const { now, timeZone } = turn;
  const { ready, full } = await reserveBatch(candidates, turn);
  const tomorrow = startOfNextDay(now, timeZone);
  for (const { message } of full) {
    await postpone(message, tomorrow, 'company_cap', now);
    stay(served, message, tomorrow);
  }
  const known = new Set([...ready, ...full]);
  for (const one of candidates) if (!known.has(one)) stay(served, one.message, new Date(now.getTime() + noPlaceWaitMs));
  await sendInBatches(ready, served, turn, line);
}
