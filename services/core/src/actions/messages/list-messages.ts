import { Type } from 'typebox';
import { messageKinds, messageStates } from '../../domain/messages/message-state.ts';
import { counted } from '../../domain/text/counted.ts';
import { Id, Input, OneOf, paging } from '../../schema/schema.ts';
import { listMessages as findMessagePage } from '../../store/messages/message-store.ts';
import { defineRead } from '../definition/define-action.ts';
import { MessageView, toMessageViews } from './message-view.ts';

export const listMessages = defineRead({
  name: 'list_messages',
  title: 'List messages',
  summary: 'List outgoing messages, newest first.',
  description:
    'Lists messages from draft to sent, newest first. Filter by campaign, enrollment, contact, mailbox, kind ' +
    '(campaign, answer, single, forward), and state, such as awaiting_approval or unconfirmed. For received ' +
    'mail, use list_replies.',
  method: 'get',
  path: '/messages',
  scope: 'messages:read',
  input: Input({
    campaignId: Type.Optional(Id('cmp', 'Only messages of this campaign.')),
    enrollmentId: Type.Optional(Id('enr', 'Only messages of this enrollment.')),
    contactId: Type.Optional(Id('con', 'Only messages to this contact.')),
    mailboxId: Type.Optional(Id('mbx', 'Only messages from this mailbox.')),
    kind: Type.Optional(OneOf(messageKinds, { description: 'Only messages of this kind.' })),
    state: Type.Optional(OneOf(messageStates, { description: 'Only messages in this state.' })),
    ...paging,
  }),
  output: Type.Array(MessageView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const { limit: _limit, cursor: _cursor, ...filter } = input;
    const request = ctx.pager.request(input, '-createdAt');
    const found = await findMessagePage(ctx.workspaceId, filter, request);
    const page = ctx.pager.answer(input, request, found);
    const more = page.nextCursor === null ? '' : ', and more on the next page';
    return {
      data: await toMessageViews(found.items, ctx),
      page,
      summary: `${counted(found.items.length, 'message')}${more}.`,
    };
  },
});
