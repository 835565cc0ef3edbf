import { findOwnMailbox, mailboxIdInput } from '../../engine/mailboxes/find-own-mailbox.ts';
import { Input } from '../../schema/schema.ts';
import { defineRead } from '../definition/define-action.ts';
import { MailboxView, toMailboxView } from './mailbox-view.ts';

export const getMailbox = defineRead({
  name: 'get_mailbox',
  title: 'Get a mailbox',
  summary: "Get one mailbox with its state and today's count.",
  description:
    'Returns one mailbox: servers (never the passwords), limits, ramp, window, signature, messages sent ' +
    'today, and the last error of sending or reading.',
  method: 'get',
  path: '/mailboxes/{mailboxId}',
  scope: 'mailboxes:read',
  input: Input(mailboxIdInput),
  output: MailboxView,
  errors: ['not_found'],

  async run({ mailboxId }, ctx) {
    const mailbox = await findOwnMailbox(mailboxId, ctx);
    return { data: await toMailboxView(mailbox, ctx), summary: `Mailbox ${mailbox.address} is ${mailbox.state}.` };
  },
});
