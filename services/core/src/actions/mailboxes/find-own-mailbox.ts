import { notFound } from '../../errors.ts';
import { findMailbox, type MailboxRecord } from '../../store/mail/mailbox-store.ts';
import type { ActionContext } from '../action-context.ts';
import { checkVersion } from '../check-version.ts';
import { Id } from '../schema.ts';

export const mailboxIdInput = { mailboxId: Id('mbx', 'The mailbox.') };

export const findOwnMailbox = async (mailboxId: string, ctx: ActionContext): Promise<MailboxRecord> => {
  const mailbox = await findMailbox(ctx.workspaceId, mailboxId);
  if (mailbox === null) throw notFound('mailbox', mailboxId);
  checkVersion(ctx, mailbox);
  return mailbox;
};
