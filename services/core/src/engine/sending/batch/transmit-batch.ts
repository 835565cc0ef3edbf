import {
  type BreakerChange,
  type BreakerNote,
  beginProbe,
  type MailboxBreaker,
  noteOutcome,
} from '../../../domain/sending/mailboxes/mailbox-breaker.ts';
import type { Fault } from '../../../domain/sending/owner-of-fault.ts';
import { ownerOfFault, signatureOf } from '../../../domain/sending/owner-of-fault.ts';
import type { MessageRecord } from '../../../store/messages/message-store.ts';
import { traced } from '../../../tracing/traced.ts';
import type { MailTransport, OutgoingMail, SendOutcome } from '../../../transport/mail-transport.ts';

export interface Composed {
  message: MessageRecord;
  mail: OutgoingMail;
}

/** Outcome of a batch of messages. */
export interface BatchResult {
  sent: MessageRecord[];
  refused: { message: MessageRecord; fault: Fault; error: string }[];
  unconfirmed: { message: MessageRecord; error: string }[];
  /** Messages not attempted, which return to the queue. */
  left: MessageRecord[];
  breaker: MailboxBreaker;
  changes: Exclude<BreakerChange, null>[];
}

/** Maximum duration of a batch, in milliseconds, which limits the age of its checks. */
const batchBudgetMs = 1_000;

/** Number of unknown recipients that ends a batch, so that the campaign is checked again. */
const unknownMax = 3;

interface Line {
  transport: MailTransport;
  /** In `performance.now()` milliseconds. No message starts later, because its lease could end before its dialogue. */
  deadlineMs: number;
  breaker: MailboxBreaker;
  now: () => Date;
}

/**
 * Sends the messages of a batch one after the other. A fault of the mailbox ends the batch, and the other messages
 * stay queued.
 */
export async function transmitBatch(
  batch: Composed[],
  { transport, deadlineMs, breaker, now }: Line,
): Promise<BatchResult> {
  const result: BatchResult = {
    sent: [],
    refused: [],
    unconfirmed: [],
    left: [],
    breaker: beginProbe(breaker),
    changes: [],
  };
  const endsAtMs = performance.now() + batchBudgetMs;
  let isOver = false;
  for (const { message, mail } of batch) {
    if (isOver) {
      result.left.push(message);
      continue;
    }
    const onTransmitting = async () => performance.now() < deadlineMs;
    const outcome = await traced('send message', spanOf(message), async (span) => {
      const answer = await transport.send(mail, { onTransmitting });
      span.setAttribute('outbound.outcome', answer.kind);
      return answer;
    });
    isOver = noteResult(result, message, outcome, now()) || performance.now() > endsAtMs;
  }
  return result;
}

function spanOf({ id, workspaceId, traceparent }: MessageRecord) {
  const attributes = { 'outbound.message_id': id, 'outbound.workspace_id': workspaceId };
  return { kind: 'CONSUMER', traceparent, attributes } as const;
}

/** True if the batch ends with this message. */
function noteResult(result: BatchResult, message: MessageRecord, outcome: SendOutcome, now: Date): boolean {
  if (outcome.kind === 'withdrawn') {
    result.left.push(message);
    return true;
  }
  if (outcome.kind === 'sent') {
    result.sent.push(message);
    noteBreaker(result, { kind: 'taken' }, now);
    return false;
  }
  const recipientDomain = message.to.slice(message.to.indexOf('@') + 1);
  if (outcome.kind === 'unconfirmed') {
    const { error } = outcome;
    result.unconfirmed.push({ message, error });
    // A server that stops responding after a message should not get the next one.
    const recent = { signature: signatureOf({ code: 0, text: error }), recipientDomain };
    noteBreaker(result, { kind: 'refused', cause: 'unreachable', answer: error, recent }, now);
    return true;
  }
  const { phase, code, text } = outcome;
  const fault = ownerOfFault({ phase, code, text, recent: result.breaker.recent });
  const error = code > 0 ? `${code} ${text}` : text;
  result.refused.push({ message, fault, error });
  const recent = { signature: signatureOf({ code, text }), recipientDomain };
  noteBreaker(result, { kind: 'refused', cause: fault.cause, answer: error, recent }, now);
  const unknownCount = result.refused.filter((one) => one.fault.suppresses).length;
  if (unknownCount >= unknownMax) return true;
  return fault.owner === 'mailbox' || fault.owner === 'provider' || result.breaker.state !== 'closed';
}

function noteBreaker(result: BatchResult, note: BreakerNote, now: Date): void {
  const { breaker, change } = noteOutcome(result.breaker, note, now);
  result.breaker = breaker;
  if (change !== null) result.changes.push(change);
}
