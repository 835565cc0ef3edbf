import { readReply } from '../../domain/replies/classify-reply.ts';
import { type MailNotice, noticeClasses } from '../../domain/replies/mail-notice.ts';
import type { Classification, ReplyClass, Wish } from '../../domain/replies/reply-classes.ts';
import { readModelClass, replyPrompt } from '../../domain/replies/reply-prompt.ts';
import { newestText } from '../../domain/replies/text/newest-text.ts';
import { asksForErasure } from '../../domain/replies/wishes/erasure-wish.ts';
import { isUnsubscribeSubject } from '../../domain/suppressions/list-unsubscribe.ts';
import { AppError } from '../../errors/errors.ts';
import type { InboundDeps } from './inbound-deps.ts';
import type { RelatedMail } from './match-mail.ts';

/** Mail of programs asks for nothing. */
const machineClasses: readonly ReplyClass[] = ['auto_reply', 'out_of_office', 'bounce'];

/** Confidence threshold for the rules. Below it, the model decides. */
const sureEnough = 0.7;

/** A message of so few words, such as "stop" or "remove me", leaves no doubt. */
const surestWordsMax = 2;
/** Time in which a member can take back a suppression that the text decided, in milliseconds. */
const undoMs = 24 * 60 * 60_000;

/** Class of a mail by the rules alone. The sender and the thread are known before the text is read. */
export function classifyByRules({ mail, message, context, isUnsubscribe }: RelatedMail, now: Date): Classification {
  const { headers, subject, bodyText: text, notice } = mail;
  if (isUnsubscribe || isUnsubscribeSubject(subject)) {
    return { class: 'unsubscribe', confidence: 1, returnDate: null, wish: 'clear', classifiedBy: 'rule' };
  }
  const original = message?.bodyText ?? '';
  if (notice === 'receipt') return byNotice(notice, 'none');
  const reading = readReply({ headers, subject, text, original, context }, now);
  const { class: replyClass, wish } = reading;
  const isMachine = machineClasses.includes(replyClass);
  if (!isMachine && asksForErasure({ subject, text, original })) {
    const heard = replyClass === 'complaint' ? replyClass : 'unsubscribe';
    return { class: heard, confidence: 1, returnDate: null, wish: 'clear', asksForErasure: true, classifiedBy: 'rule' };
  }
  // The answer to an invitation can have a comment.
  if (notice !== null && wish !== 'clear') return byNotice(notice, wish);
  const canBeTakenBack = wish === 'clear' && newestText(text, original).trim().split(/\s+/).length > surestWordsMax;
  return { ...reading, classifiedBy: 'rule', undoUntil: canBeTakenBack ? new Date(now.getTime() + undoMs) : null };
}

function byNotice(notice: MailNotice, wish: Wish): Classification {
  return { class: noticeClasses[notice], confidence: 1, returnDate: null, wish, classifiedBy: 'rule' };
}

/**
 * Class of a mail by the rules, or by the model (if configured) where the rules are unsure. Call outside a transaction.
 */
export async function classifyMail(
  workspaceId: string,
  related: RelatedMail,
  deps: InboundDeps,
): Promise<Classification> {
  const byRule = classifyByRules(related, deps.now());
  if (byRule.confidence >= sureEnough) return byRule;
  const byModel = await askModel(workspaceId, related, deps);
  return byModel === null ? byRule : { ...byModel, classifiedBy: 'model', returnDate: null, wish: byRule.wish };
}

async function askModel(workspaceId: string, { mail }: RelatedMail, { ports, log }: InboundDeps) {
  const writer = (await ports?.drafting.writerFor(workspaceId)) ?? null;
  if (writer === null) return null;
  try {
    return readModelClass(await writer.write(replyPrompt({ subject: mail.subject, text: mail.bodyText })));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log?.warn({ err: error }, 'the language model failed: the rules decide what a reply means');
    return null;
  }
}
