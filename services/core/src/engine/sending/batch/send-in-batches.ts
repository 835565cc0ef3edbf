import type { MailboxBreaker } from '../../../domain/sending/mailboxes/mailbox-breaker.ts';
import { noteMailboxSent } from '../../../store/mailboxes/mailbox-store.ts';
import { beginSending } from '../../../store/messages/message-queue.ts';
import { findReply } from '../../../store/replies/reply-store.ts';
import { buildOutgoingMail } from '../../../transport/messages/outgoing-mail.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { readAttachments } from '../../messages/attached-files.ts';
import { type Line, noPlaceWaitMs, type Served, stay } from '../served.ts';
import type { Turn } from '../turn-facts.ts';
import { type Ready, releaseBatch } from './reserve-batch.ts';
import { settleBatch } from './settle-batch.ts';
import { type BatchResult, type Composed, transmitBatch } from './transmit-batch.ts';

/** Maximum age of the checks when a batch starts, in milliseconds. */
const checksAgeMaxMs = 1_000;

/**
 * Sends checked and reserved messages in batches, with at most `turn.places` messages in `sending` at a time. Continues
 * while each batch is accepted completely, until the checks are too old. The other messages stay queued.
 */
export async function sendInBatches(ready: Ready[], served: Served, turn: Turn, line: Line): Promise<void> {
  const endsAtMs = performance.now() + checksAgeMaxMs;
  let [at, isOver] = [0, false];
  while (at < ready.length && !isOver) {
    const reserved = ready.slice(at, at + turn.places);
    at += turn.places;
    const batch = await beginBatch(reserved, served, turn, line);
    const before = served.breaker;
    const result = await sendBatch(batch, served, turn, line);
    await endBatch({ batch, reserved, result, before }, served, turn, line);
    isOver = result.sent.length < reserved.length || performance.now() > endsAtMs;
  }
  const left = ready.slice(at);
  for (const { message } of left) stay(served, message, message.scheduledAt ?? turn.now);
  if (left.length > 0) await releaseBatch(left, turn);
  if (served.sentCount > 0) await noteMailboxSent(turn.mailbox, turn.clock());
}

/** Marks the messages as `sending` before the first byte of any of them is sent. */
async function beginBatch(ready: Ready[], served: Served, turn: Turn, { claim, deps }: Line): Promise<Composed[]> {
  const { now } = turn;
  const composed = await composeBatch(ready, served, turn, deps);
  const begun = await beginSending(
    composed.map(({ message }) => message),
    claim,
    now,
  );
  const begunOf = new Map(begun.map((message) => [message.id, message]));
  return composed.flatMap(({ message, mail }) => {
    const own = begunOf.get(message.id);
    if (own === undefined) stay(served, message, new Date(now.getTime() + noPlaceWaitMs));
    return own === undefined ? [] : [{ message: own, mail }];
  });
}

async function sendBatch(batch: Composed[], served: Served, turn: Turn, line: Line): Promise<BatchResult> {
  const transport = line.deps.ports.mail.transportFor(turn.mailbox);
  const { breaker } = served;
  const result = await transmitBatch(batch, { transport, deadlineMs: line.deadlineMs, breaker, now: turn.clock });
  served.breaker = result.breaker;
  served.sentCount += result.sent.length;
  served.triedCount += batch.length - result.left.length;
  const lastTried = batch.findLast(({ message }) => !result.left.includes(message));
  if (lastTried !== undefined) served.lastTriedId = lastTried.message.id;
  served.isHealthy = result.breaker.state === 'closed' && result.breaker.refusalsInRow === 0;
  return result;
}

interface Ended {
  batch: Composed[];
  reserved: Ready[];
  result: BatchResult;
  before: MailboxBreaker;
}

/** Records the outcome of a batch and releases unused reservations. */
async function endBatch({ batch, reserved, result, before }: Ended, served: Served, turn: Turn, line: Line) {
  const usedIds = new Set([...result.sent, ...result.unconfirmed.map(({ message }) => message)].map(({ id }) => id));
  const unused = reserved.filter(({ message }) => !usedIds.has(message.id));
  if (unused.length > 0) await releaseBatch(unused, turn);
  const returned = await settleBatch(result, { turn, before }, line.claim, line.deps);
  for (const { message, at } of returned) stay(served, message, at);
  keepCopies(batch, result, turn, line.deps);
  const counts = { sent: result.sent.length, refused: result.refused.length, unconfirmed: result.unconfirmed.length };
  line.deps.log.info({ mailboxId: turn.mailbox.id, ...counts, breaker: result.breaker.state }, 'messages');
}

/** A message that cannot be composed does not delay the others, and is checked again later. */
async function composeBatch(
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
      stay(served, message, new Date(now.getTime() + noPlaceWaitMs));
    }
  }
  return composed;
}

function keepCopies(batch: Composed[], { sent }: BatchResult, { mailbox, clock }: Turn, { ports, log }: EngineDeps) {
  const sentIds = new Set(sent.map(({ id }) => id));
  const copies = batch.filter(({ message }) => sentIds.has(message.id));
  ports.mail.keepSent(
    mailbox,
    copies.map(({ mail }) => ({ eml: mail.eml, sentAt: clock() })),
    log,
  );
}
