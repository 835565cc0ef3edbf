import type { Classification } from '../../domain/replies/reply-classes.ts';
import { readMail } from '../../transport/received/read-mail.ts';
import type { InboundDeps } from './inbound-deps.ts';
import { digestOfMail } from './known-reply.ts';
import { relateMail } from './match-mail.ts';
import { type MailOrigin, storeReply } from './receive-mail.ts';

/** The content is unknown, so the sequence stops and a person decides. */
const unjudged: Classification = {
  class: 'unclassified',
  confidence: 0,
  classifiedBy: 'rule',
  returnDate: null,
  wish: 'doubtful',
};

/** Keeps a message that could not be received, unclassified and without its files, for a person to review. */
export async function keepUnreadable(origin: MailOrigin, raw: Buffer, deps: InboundDeps): Promise<void> {
  const received = await readMail(raw).catch(() => readMail(headersIn(raw)));
  const { mail, message } = await relateMail(origin.workspaceId, received);
  const bare = { ...mail, attachments: [], digest: digestOfMail(raw), classification: unjudged };
  await storeReply(origin, bare, message, deps);
}

/** Returns the headers without the body. */
function headersIn(raw: Buffer): Buffer {
  const [end = raw.length] = ['\r\n\r\n', '\n\n'].map((blank) => raw.indexOf(blank)).filter((at) => at >= 0);
  return Buffer.concat([raw.subarray(0, end), Buffer.from('\r\n\r\n')]);
}
