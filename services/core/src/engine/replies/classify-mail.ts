import { readReply } from '../../domain/replies/classify-reply.ts';
import type { Classification } from '../../domain/replies/reply-classes.ts';
import { readModelClass, replyPrompt } from '../../domain/replies/reply-prompt.ts';
import { unsubscribedMessageId } from '../../domain/suppressions/list-unsubscribe.ts';
import { AppError } from '../../errors/errors.ts';
import type { InboundMail } from '../../transport/messages/read-mail.ts';
import type { InboundDeps } from './inbound-deps.ts';

/** From here on the rules are trusted: a model is asked about the others only. */
const sureEnough = 0.7;

/** What a mail means by the rules alone; `original` is the text of the message that it answers. */
export function classifyByRules(mail: InboundMail, original: string, now: Date): Classification {
  const { headers, subject, bodyText: text } = mail;
  if (unsubscribedMessageId(subject) !== null) {
    return { class: 'unsubscribe', confidence: 1, returnDate: null, wish: 'clear', classifiedBy: 'rule' };
  }
  const { class: replyClass, confidence, returnDate, wish } = readReply({ headers, subject, text, original }, now);
  return { class: replyClass, confidence, returnDate, wish, classifiedBy: 'rule' };
}

/** The same, and where the rules do not know, by the model, if one is configured. Call outside of a transaction. */
export async function classifyMail(mail: InboundMail, original: string, deps: InboundDeps): Promise<Classification> {
  const byRule = classifyByRules(mail, original, deps.now());
  if (byRule.confidence >= sureEnough) return byRule;
  const byModel = await askModel({ subject: mail.subject, text: mail.bodyText }, deps);
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
