import { notFound } from '../../errors/errors.ts';
import { Id } from '../../schema/schema.ts';
import { findMailbox, type MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import type { ActionContext } from '../context/action-context.ts';
import { checkVersion } from '../context/check-version.ts';

export const mailboxIdInput = { mailboxId: Id('mbx', 'The mailbox.') };

export async function findOwnMailbox(mailboxId: string, ctx: ActionContext): Promise<MailboxRecord> {
  const mailbox = await findMailbox(ctx.workspaceId, mailboxId);
  if (mailbox === null) throw notFound('mailbox', mailboxId);
  checkVersion(ctx, mailbox);
  return mailbox;
}
