import { startOfNextDay } from '../../domain/mail/send-window.ts';
import type { MailboxBreaker } from '../../domain/sending/mailbox-breaker.ts';
import { buildOutgoingMail } from '../../mail/outgoing-mail.ts';
import {
  beginSending,
  type Claim,
  peekLane,
  postpone,
  returnForApproval,
} from '../../store/campaigns/message-queue.ts';
import type { MessageRecord } from '../../store/campaigns/message-store.ts';
import { findReply } from '../../store/mail/reply-store.ts';
import type { SendLaneRecord } from '../../store/sending/send-lane-store.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { readAttachments } from '../messages/attached-files.ts';
import { checkWindow, type SendVerdict } from './check-window.ts';
import { type Ready, releaseWindow, reserveWindow } from './reserve-window.ts';
import { settleLeftOut, settleSkipped } from './settle-message.ts';
import { settleWindow } from './settle-window.ts';
import { type Composed, transmitWindow, type WindowResult } from './transmit-window.ts';
import type { Turn } from './turn-facts.ts';

/** What a turn has done. */
export interface Served {
  /** By lane: when each message that is still in it may go out. */
  stays: Map<string, Date[]>;
  breaker: MailboxBreaker;
  /** Messages that the mail server was asked about. */
  triedCount: number;
  /** Whether it had no fault of the mailbox. */
  isHealthy: boolean;
}

export interface Line {
  claim: Claim;
  deadlineMs: number;
  deps: EngineDeps;
}

const shortWaitMs = 60_000;

/** Takes the first messages of the lanes, checks them once more, sends them and writes down what became of them. */
export async function servePicks(
  picks: { lane: SendLaneRecord; count: number }[],
  turn: Turn,
  line: Line,
): Promise<Served> {
  const served: Served = { stays: new Map(), breaker: turn.breaker, triedCount: 0, isHealthy: true };
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

function stay({ stays }: Served, { laneId }: MessageRecord, at: Date): void {
  const times = stays.get(laneId ?? '') ?? [];
  times.push(at);
  stays.set(laneId ?? '', times);
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
  const composed = await composeWindow(ready, served, turn, line.deps);
  const begun = await beginSending(
    composed.map(({ message }) => message),
    line.claim,
    now,
  );
  const begunOf = new Map(begun.map((message) => [message.id, message]));
  const window = composed.flatMap(({ message, mail }) => {
    const own = begunOf.get(message.id);
    if (own === undefined) stay(served, message, new Date(now.getTime() + shortWaitMs));
    return own === undefined ? [] : [{ message: own, mail }];
  });
  await transmitAndSettle(window, ready, served, turn, line);
}

async function transmitAndSettle(window: Composed[], reserved: Ready[], served: Served, turn: Turn, line: Line) {
  const { claim, deadlineMs, deps } = line;
  const transport = deps.ports.mail.transportFor(turn.mailbox);
  const result = await transmitWindow(window, { transport, deadlineMs, breaker: turn.breaker, now: turn.clock });
  const usedIds = new Set([...result.sent, ...result.unconfirmed.map(({ message }) => message)].map(({ id }) => id));
  await releaseWindow(
    reserved.filter(({ message }) => !usedIds.has(message.id)),
    turn,
  );
  for (const { message, at } of await settleWindow(result, turn, claim, deps)) stay(served, message, at);
  keepCopies(window, result, turn, deps);
  served.breaker = result.breaker;
  served.triedCount = window.length - result.left.length;
  served.isHealthy = result.breaker.state === 'closed' && result.breaker.refusalsInRow === 0;
  const counts = { sent: result.sent.length, refused: result.refused.length, unconfirmed: result.unconfirmed.length };
  deps.log.info({ mailboxId: turn.mailbox.id, ...counts, breaker: result.breaker.state }, 'messages');
}

/** A message that cannot be written does not hold up the others; it is looked at again. */
async function composeWindow(
  ready: Ready[],
  served: Served,
  turn: Turn,
  { config, log }: EngineDeps,
): Promise<Composed[]> {
  const { workspace, mailbox, records, now } = turn;
  const composed: Composed[] = [];
  for (const { message, contact } of ready) {
    const hasUnsubscribeLink =
      message.kind === 'test' ||
      (message.kind === 'campaign' && (records.get(message.campaignId ?? '')?.unsubscribe ?? false));
    try {
      const quoted = message.replyId === null ? null : await findReply(workspace.id, message.replyId);
      const language = contact?.language ?? null;
      const files = await readAttachments(workspace.id, message.attachments);
      const context = { config, workspace, mailbox, hasUnsubscribeLink, language, quoted, files, date: now };
      composed.push({ message, mail: await buildOutgoingMail(message, context) });
    } catch (error) {
      log.error({ err: error, messageId: message.id }, 'a message could not be composed');
      stay(served, message, new Date(now.getTime() + shortWaitMs));
    }
  }
  return composed;
}

function keepCopies(window: Composed[], { sent }: WindowResult, { mailbox, clock }: Turn, { ports, log }: EngineDeps) {
  const sentIds = new Set(sent.map(({ id }) => id));
  const copies = window.filter(({ message }) => sentIds.has(message.id));
  ports.mail.keepSent(
    mailbox,
    copies.map(({ mail }) => ({ eml: mail.eml, sentAt: clock() })),
    log,
  );
}
