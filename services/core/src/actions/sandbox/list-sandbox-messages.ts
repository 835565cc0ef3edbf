import { Type } from 'typebox';
import { Foreign } from '../../schema/foreign.ts';
import { Id, Input, Nullable, paging, Timestamp } from '../../schema/schema.ts';
import { listCapturedMessages } from '../../store/messages/captured-message-store.ts';
import { defineRead } from '../definition/define-action.ts';

const CapturedView = Type.Object({
  id: Type.String({ description: 'cap_….' }),
  messageId: Nullable(Type.String({ description: 'The message, msg_…; null for mail of the system.' })),
  mailboxId: Type.String({ description: 'The mailbox that it left from.' }),
  messageIdHeader: Type.String({ description: 'Its Message-ID.' }),
  from: Type.String({ description: 'Sender’s address.' }),
  to: Type.String({ description: 'Recipient’s address.' }),
  subject: Foreign(Type.String({ description: 'Subject.' })),
  bytes: Type.Integer({ description: 'Size of the raw message; get_sandbox_message_raw returns it.' }),
  capturedAt: Timestamp('When it left.'),
});

export const listSandboxMessages = defineRead({
  name: 'list_sandbox_messages',
  title: 'List messages in the sandbox',
  summary: 'List what the sandbox has kept in place of sending it, newest first.',
  description:
    'Lists the messages that the sandbox mailbox has kept in place of sending them, newest first. Filter by recipient or by message. get_sandbox_message_raw returns one as it would have gone over the wire.',
  method: 'get',
  path: '/sandbox/messages',
  scope: 'sandbox:read',
  input: Input({
    to: Type.Optional(Type.String({ minLength: 3, maxLength: 254, description: 'Only to this address.' })),
    messageId: Type.Optional(Id('msg', 'Only this message.')),
    ...paging,
  }),
  output: Type.Array(CapturedView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const { to, messageId } = input;
    const request = ctx.pager.request(input, '-createdAt');
    const filter = { ...(to && { to: to.toLowerCase() }), ...(messageId && { messageId }) };
    const found = await listCapturedMessages(ctx.workspaceId, request, filter);
    const page = ctx.pager.answer(input, request, found);
    const data = found.items.map(({ workspaceId: _workspaceId, eml, createdAt, ...message }) => ({
      ...message,
      bytes: eml.length,
      capturedAt: createdAt.toISOString(),
    }));
    const more = page.nextCursor === null ? '' : ', and more on the next page';
    return { data, page, summary: `${data.length} messages in the sandbox${more}.` };
  },
});
