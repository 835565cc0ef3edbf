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

/** What became of a window of messages. */
export interface WindowResult {
  sent: MessageRecord[];
  refused: { message: MessageRecord; fault: Fault; error: string }[];
  unconfirmed: { message: MessageRecord; error: string }[];
  /** Not tried: they go back to the queue. */
  left: MessageRecord[];
  breaker: MailboxBreaker;
  changes: Exclude<BreakerChange, null>[];
}

/** A window ends after this time, so that what it was checked against is never older. */
const windowBudgetMs = 1_000;

/** After so many people who do not exist, it is looked whether the campaign goes on at all. */
const unknownMax = 3;

interface Line {
  transport: MailTransport;
  /** By `performance.now()`: no message begins later, because its lease might end before its dialogue does. */
  deadlineMs: number;
  breaker: MailboxBreaker;
  now: () => Date;
}

/** The dialogues of a window, one after the other. What is wrong with the mailbox ends it: the others wait. */
export async function transmitWindow(
  window: Composed[],
  { transport, deadlineMs, breaker, now }: Line,
): Promise<WindowResult> {
  const result: WindowResult = {
    sent: [],
    refused: [],
    unconfirmed: [],
    left: [],
    breaker: beginProbe(breaker),
    changes: [],
  };
  const endsAtMs = performance.now() + windowBudgetMs;
  let isOver = false;
  for (const { message, mail } of window) {
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

/** Whether the window is over with this message. */
function noteResult(result: WindowResult, message: MessageRecord, outcome: SendOutcome, now: Date): boolean {
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
    // A server that stays silent after the message is not one to hand the next message to.
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

function noteBreaker(result: WindowResult, note: BreakerNote, now: Date): void {
  const { breaker, change } = noteOutcome(result.breaker, note, now);
  result.breaker = breaker;
  if (change !== null) result.changes.push(change);
}
