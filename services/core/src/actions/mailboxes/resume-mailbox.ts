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
  summary: 'Resume a paused or failing mailbox.',
  description:
    'Resumes sending from a paused mailbox and reading it. For a failing mailbox, it clears the failures and ' +
    'tries again immediately. Use test_mailbox first if it was failing.',
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
      throw new AppError('invalid_state', `The mailbox ${mailbox.address} is already active.`);
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
