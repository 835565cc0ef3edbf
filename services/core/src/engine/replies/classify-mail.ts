import { readReply } from '../../domain/replies/classify-reply.ts';
import type { Classification } from '../../domain/replies/reply-classes.ts';
import { readModelClass, replyPrompt } from '../../domain/replies/reply-prompt.ts';
import { isUnsubscribeSubject } from '../../domain/suppressions/list-unsubscribe.ts';
import { AppError } from '../../errors/errors.ts';
import type { InboundDeps } from './inbound-deps.ts';
import type { RelatedMail } from './match-mail.ts';

/** From here on the rules are trusted: a model is asked about the others only. */
const sureEnough = 0.7;

/** The class of a mail by the rules alone. The sender and the thread are known before its words are read. */
export function classifyByRules({ mail, message, context, isUnsubscribe }: RelatedMail, now: Date): Classification {
  const { headers, subject, bodyText: text } = mail;
  if (isUnsubscribe || isUnsubscribeSubject(subject)) {
    return { class: 'unsubscribe', confidence: 1, returnDate: null, wish: 'clear', classifiedBy: 'rule' };
  }
  const original = message?.bodyText ?? '';
  const reading = readReply({ headers, subject, text, original, context }, now);
  const { class: replyClass, confidence, returnDate, wish } = reading;
  return { class: replyClass, confidence, returnDate, wish, classifiedBy: 'rule' };
}

/** The same, and by the model, if one is configured, for what the rules do not know. Call outside of a transaction. */
export async function classifyMail(related: RelatedMail, deps: InboundDeps): Promise<Classification> {
  const byRule = classifyByRules(related, deps.now());
  if (byRule.confidence >= sureEnough) return byRule;
  const byModel = await askModel({ subject: related.mail.subject, text: related.mail.bodyText }, deps);
  return byModel === null ? byRule : { ...byModel, classifiedBy: 'model', returnDate: null, wish: byRule.wish };
}

async function askModel(reply: { subject: string; text: string }, { ports, log }: InboundDeps) {
  const model = ports?.drafting ?? null;
  if (model === null) return null;
  try {
    return readModelClass(await model.write(replyPrompt(reply)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log?.warn({ err: error }, 'the language model failed: the rules decide what a reply means');
    return null;
  }
}
