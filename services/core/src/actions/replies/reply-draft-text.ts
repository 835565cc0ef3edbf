import type { ActionContext } from '../../engine/context/action-context.ts';
import { BodyFormatInput } from '../../engine/messages/body-format-schema.ts';
import { AttachmentsInput } from '../../engine/messages/file-view.ts';
import { AppError } from '../../errors/errors.ts';
import { Text } from '../../schema/schema.ts';
import { defaultMailboxAddress } from '../../store/mailboxes/default-mailbox.ts';
import { findMailbox, type MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import type { ReplyRecord } from '../../store/replies/reply-store.ts';
import { isSuppressed } from '../../store/suppressions/suppression-store.ts';

export const replyDraftInput = {
  bodyText: Text(20_000, 'Answer without signature and quoted text.'),
  bodyFormat: BodyFormatInput,
  attachments: AttachmentsInput,
};
export const subjectInput = Text(200, 'Subject. Default: "Re: …" of the reply.');

const sandbox = {
  kind: 'capture',
  address: defaultMailboxAddress,
  displayName: '',
  signature: '',
  replyTo: null,
} as const;

/** Mailbox of the thread, for a plan. Falls back to the sandbox mailbox, which is created when needed. */
export async function threadMailbox({
  workspaceId,
  mailboxId,
}: ReplyRecord): Promise<Pick<MailboxRecord, 'kind' | 'address' | 'displayName' | 'signature' | 'replyTo'>> {
  return (mailboxId === null ? null : await findMailbox(workspaceId, mailboxId)) ?? sandbox;
}

export async function refuseSuppressed(address: string, ctx: ActionContext): Promise<void> {
  if (!(await isSuppressed(ctx.workspaceId, address))) return;
  throw new AppError('legal_block', `${address} is on the suppression list and cannot be emailed.`);
}
