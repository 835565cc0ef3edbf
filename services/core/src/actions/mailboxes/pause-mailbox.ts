import { findOwnMailbox, mailboxIdInput } from '../../engine/mailboxes/find-own-mailbox.ts';
import { AppError } from '../../errors/errors.ts';
import { Input } from '../../schema/schema.ts';
import { updateMailbox } from '../../store/mailboxes/mailbox-store.ts';
import { defineWrite } from '../definition/define-action.ts';
import { MailboxView, toMailboxView } from './mailbox-view.ts';

export const pauseMailbox = defineWrite({
  name: 'pause_mailbox',
  title: 'Pause a mailbox',
  summary: 'Pause sending from a mailbox and reading it.',
  description:
    'Pauses sending from a mailbox and reading its replies until resume_mailbox. Its queued messages are ' +
    'kept, and new sequences start from the other mailboxes of their campaign. A message that is being ' +
    'transmitted is completed.',
  method: 'post',
  path: '/mailboxes/{mailboxId}/pause',
  scope: 'mailboxes:write',
  effect: 'write',
  input: Input(mailboxIdInput),
  output: MailboxView,
  errors: ['not_found', 'invalid_state', 'version_conflict'],

  async plan({ mailboxId }, ctx) {
    const mailbox = await findOwnMailbox(mailboxId, ctx);
    if (mailbox.state === 'paused') {
      throw new AppError('invalid_state', `The mailbox ${mailbox.address} is already paused.`);
    }
    const { id, address: label } = mailbox;
    return {
      summary: `Would pause the mailbox ${label}.`,
      effects: [{ op: 'update', type: 'mailbox', id, label, changes: { state: 'paused' } }],
      skipped: [],
      warnings: [],
      state: undefined,
    };
  },

  async run({ mailboxId }, _plan, ctx) {
    const mailbox = await updateMailbox(ctx.workspaceId, mailboxId, { state: 'paused' as const }, ctx.now());
    return { data: await toMailboxView(mailbox!, ctx), summary: `Paused the mailbox ${mailbox!.address}.` };
  },
});
