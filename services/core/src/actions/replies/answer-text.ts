import { domainOf } from '../../domain/crm/email-address.ts';
import { AppError } from '../../errors.ts';
import { type NewMessage, newMessageIdHeader } from '../../store/campaigns/message-store.ts';
import { defaultMailboxAddress, ensureDefaultMailbox } from '../../store/mail/default-mailbox.ts';
import { findMailbox, type MailboxRecord } from '../../store/mail/mailbox-store.ts';
import type { ReplyRecord } from '../../store/mail/reply-store.ts';
import { isSuppressed } from '../../store/mail/suppression-store.ts';
import type { ActionContext } from '../action-context.ts';
import { Text } from '../schema.ts';

export const answerInput = {
  bodyText: Text(20_000, 'The answer, as plain text, without signature and quote.'),
};
export const subjectInput = Text(200, 'Subject; without it "Re: …" of the reply.');

export const answerSubject = (reply: ReplyRecord): string =>
  /^(re|aw|sv|antw):/i.test(reply.subject) ? reply.subject.slice(0, 200) : `Re: ${reply.subject}`.slice(0, 200);

const sandbox = { kind: 'capture', address: defaultMailboxAddress, signature: '' } as const;

/** The mailbox of the thread as a plan shows it; the sandbox mailbox, made when it is needed, where it is gone. */
export const threadMailbox = async ({
  workspaceId,
  mailboxId,
}: ReplyRecord): Promise<Pick<MailboxRecord, 'kind' | 'address' | 'signature'>> =>
  (mailboxId === null ? null : await findMailbox(workspaceId, mailboxId)) ?? sandbox;

/** The same for the execution: it is there afterwards. */
export const ensureThreadMailbox = async ({ workspaceId, mailboxId }: ReplyRecord, now: Date): Promise<MailboxRecord> =>
  (mailboxId === null ? null : await findMailbox(workspaceId, mailboxId)) ?? ensureDefaultMailbox(workspaceId, now);

/** An answer goes to the one who wrote, from the mailbox of the thread, in the thread: nothing else can be asked for. */
export const toAnswerMessage = (
  reply: ReplyRecord,
  mailbox: MailboxRecord,
  text: { subject: string; bodyText: string },
): NewMessage => ({
  kind: 'answer',
  state: 'awaiting_approval',
  to: reply.fromAddress,
  ...text,
  replyId: reply.id,
  campaignId: reply.campaignId,
  contactId: reply.contactId,
  mailboxId: mailbox.id,
  messageIdHeader: newMessageIdHeader(domainOf(mailbox.address)),
  inReplyTo: reply.messageIdHeader,
  references: [...reply.references, reply.messageIdHeader],
});

export const refuseSuppressed = async (address: string, ctx: ActionContext): Promise<void> => {
  if (!(await isSuppressed(ctx.workspaceId, address, ctx.config.secretKey))) return;
  throw new AppError('legal_block', `${address} is on the suppression list: it must not be written to.`);
};
