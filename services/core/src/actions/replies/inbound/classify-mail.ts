import { type Classification, classifyReply } from '../../../domain/mail/reply-class.ts';
import { readModelClass, replyPrompt } from '../../../domain/mail/reply-prompt.ts';
import { AppError } from '../../../errors.ts';
import type { InboundMail } from '../../../mail/read-mail.ts';
import type { InboundDeps } from './inbound-deps.ts';

/** From here on the rules are trusted: a model is asked about the others only. */
const sureEnough = 0.7;

/** What a mail means: by rules, and where they do not know, by the model, if one is configured. Call outside of a transaction. */
export const classifyMail = async (mail: InboundMail, deps: InboundDeps): Promise<Classification> => {
  const { headers, subject, bodyText: text } = mail;
  const byRule = classifyReply({ headers, subject, text }, deps.now());
  if (byRule.confidence >= sureEnough) return byRule;
  const byModel = await askModel({ subject, text }, deps);
  return byModel === null ? byRule : { ...byModel, classifiedBy: 'model', returnDate: null };
};

const askModel = async (reply: { subject: string; text: string }, { ports, log }: InboundDeps) => {
  const model = ports?.drafting ?? null;
  if (model === null) return null;
  try {
    return readModelClass(await model.write(replyPrompt(reply)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log?.warn({ err: error }, 'the language model failed: the rules decide what a reply means');
    return null;
  }
};
