import { Type } from 'typebox';
import { counted } from '../../domain/text/counted.ts';
import { Input } from '../../schema/schema.ts';
import { listMailboxes as findMailboxes } from '../../store/mailboxes/mailbox-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { MailboxView, toMailboxView } from './mailbox-view.ts';

export const listMailboxes = defineRead({
  name: 'list_mailboxes',
  title: 'List mailboxes',
  summary: 'List the mailboxes that campaigns send from.',
  description:
    'Lists all mailboxes of the workspace, oldest first: address, state (active, paused, failing), caps, how many went out today, and the last error. A workspace without a connected account has the sandbox mailbox once something was sent: it keeps messages and sends none.',
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
