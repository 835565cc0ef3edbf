import { Id } from '../../contract/schema.ts';
import type { ActionContext } from '../../engine/action-context.ts';
import { notFound } from '../../errors.ts';
import { findMailbox, type MailboxRecord } from '../../store/mail/mailbox-store.ts';
import { checkVersion } from '../check-version.ts';

export const mailboxIdInput = { mailboxId: Id('mbx', 'The mailbox.') };

export async function findOwnMailbox(mailboxId: string, ctx: ActionContext): Promise<MailboxRecord> {
  const mailbox = await findMailbox(ctx.workspaceId, mailboxId);
  if (mailbox === null) throw notFound('mailbox', mailboxId);
  checkVersion(ctx, mailbox);
  return mailbox;
}
