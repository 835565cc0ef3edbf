import { findOwnMailbox, mailboxIdInput } from '../../engine/mailboxes/find-own-mailbox.ts';
import { retryMailbox } from '../../engine/mailboxes/wake-mailboxes.ts';
import { AppError } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { updateMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { MailboxView, toMailboxView } from './mailbox-view.ts';

export const resumeMailbox = defineWrite({
  name: 'resume_mailbox',
  title: 'Resume a mailbox',
  summary: 'Send from a paused or failing mailbox again.',
  description:
    'Sends from a paused mailbox and reads it again; for one that is failing it forgets the failures, so that it is tried at once. Use test_mailbox first when it was failing.',
  method: 'post',
  path: '/mailboxes/{mailboxId}/resume',
  scope: 'mailboxes:write',
  effect: 'write',
  input: Input(mailboxIdInput),
  output: MailboxView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ mailboxId }, ctx) {
    const mailbox = await findOwnMailbox(mailboxId, ctx);
    if (mailbox.state === 'active') {
      throw new AppError('invalid_state', `The mailbox ${mailbox.address} is active already.`);
    }
    const { id, address: label } = mailbox;
    return {
      summary: `Would resume the mailbox ${label}.`,
      effects: [{ op: 'update', type: 'mailbox', id, label, changes: { state: 'active' } }],
      skipped: [],
      warnings: [],
      state: undefined,
    };
  },

  async run({ mailboxId }, _plan, ctx) {
    const mailbox = await updateMailbox(
      ctx.workspaceId,
      mailboxId,
      { state: 'active' as const, lastError: null, watchedSince: ctx.now() },
      ctx.now(),
    );
    await retryMailbox(ctx.workspaceId, mailboxId, ctx.now());
    return { data: await toMailboxView(mailbox!, ctx), summary: `Resumed the mailbox ${mailbox!.address}.` };
  },
});
