import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { Input } from '../../schema/schema.ts';
import { listMailboxes as findMailboxes } from '../../store/mailboxes/mailbox-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { MailboxView, toMailboxView } from './mailbox-view.ts';

export const listMailboxes = defineRead({
  name: 'list_mailboxes',
  title: 'List mailboxes',
  summary: 'List the mailboxes of the workspace.',
  description:
    'Lists all mailboxes of the workspace, oldest first: email address, state (active, paused, failing), ' +
    'limits, messages sent today, and the last error. A workspace without a connected account gets the ' +
    'sandbox mailbox with its first message. It keeps messages and sends none.',
  method: 'get',
  path: '/mailboxes',
  scope: 'mailboxes:read',
  input: Input({}),
  output: Type.Array(MailboxView),
  errors: [],

  async run(_input, ctx) {
    const mailboxes = await findMailboxes(ctx.workspaceId);
    const data = await Promise.all(mailboxes.map((mailbox) => toMailboxView(mailbox, ctx)));
    return { data, summary: `${counted(data.length, 'mailbox')}.` };
  },
});
