import { countQueuedFrom } from '../../store/campaigns/message-store.ts';
import { deleteMailbox as removeMailbox } from '../../store/mail/mailbox-store.ts';
import { defineWrite } from '../define-action.ts';
import { Deleted } from '../record-parts.ts';
import { Input } from '../schema.ts';
import { findOwnMailbox, mailboxIdInput } from './find-own-mailbox.ts';

export const deleteMailbox = defineWrite({
  name: 'delete_mailbox',
  title: 'Delete a mailbox',
  summary: 'Disconnect a mailbox and forget its passwords.',
  description:
    'Disconnects a mailbox and forgets its passwords. What was sent and received stays. Messages that were to go out from it wait (sending status no_mailbox) until their campaign is given another mailbox; to stop for a while only, use pause_mailbox.',
  method: 'delete',
  path: '/mailboxes/{mailboxId}',
  scope: 'mailboxes:write',
  effect: 'destroy',
  input: Input(mailboxIdInput),
  output: Deleted,
  errors: ['not_found'],

  async plan({ mailboxId }, ctx) {
    const { id, address: label } = await findOwnMailbox(mailboxId, ctx);
    const queued = await countQueuedFrom(ctx.workspaceId, id);
    return {
      summary: `Would delete the mailbox ${label}.`,
      cost: 0,
      effects: [{ op: 'delete', type: 'mailbox', id, label }],
      skipped: [],
      warnings: queued > 0 ? [`${queued} queued messages were to go out from it.`] : [],
      state: label,
    };
  },

  async run({ mailboxId }, { state: address }, ctx) {
    await removeMailbox(ctx.workspaceId, mailboxId);
    return { data: { id: mailboxId, deleted: true }, summary: `Deleted the mailbox ${address}.` };
  },
});
