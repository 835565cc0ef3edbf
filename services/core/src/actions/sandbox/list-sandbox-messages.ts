import { Type } from 'typebox';
import { Foreign } from '../../schema/foreign.ts';
import { Id, Input, Nullable, paging, Timestamp } from '../../schema/schema.ts';
import { listCapturedMessages } from '../../store/messages/captured-message-store.ts';
import { defineRead } from '../definition/define-action.ts';

const CapturedView = Type.Object({
  id: Type.String({ description: 'cap_….' }),
  messageId: Nullable(Type.String({ description: 'The message, msg_…. Null for system mail.' })),
  mailboxId: Type.String({ description: 'Mailbox that sent it.' }),
  messageIdHeader: Type.String({ description: 'Its Message-ID.' }),
  from: Type.String({ description: 'Email address of the sender.' }),
  to: Type.String({ description: 'Email address of the recipient.' }),
  subject: Foreign(Type.String({ description: 'Subject.' })),
  bytes: Type.Integer({ description: 'Size of the raw message in bytes. get_sandbox_message_raw returns it.' }),
  capturedAt: Timestamp('Time at which it was sent.'),
});

export const listSandboxMessages = defineRead({
  name: 'list_sandbox_messages',
  title: 'List sandbox messages',
  summary: 'List the messages that the sandbox kept instead of sending them, newest first.',
  description:
    'Lists the messages that the sandbox mailbox kept instead of sending them, newest first. Filter by ' +
    'recipient or message. get_sandbox_message_raw returns one exactly as it would have been transmitted.',
  method: 'get',
  path: '/sandbox/messages',
  scope: 'sandbox:read',
  input: Input({
    to: Type.Optional(
      Type.String({ minLength: 3, maxLength: 254, description: 'Only messages to this email address.' }),
    ),
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
