import { messageQueries } from '../../store/messages/message-model.ts';
import { defineQuery, viewQuery } from '../definition/define-query.ts';
import { MessageView, toMessageViews } from './message-view.ts';

export const messageQuery = viewQuery('message', MessageView, ['bodyHtml', 'attachments', 'expectedAt'], {
  bodyFormat: 'text',
});

export const queryMessages = defineQuery({
  noun: 'message',
  name: 'query_messages',
  title: 'Query messages',
  summary: 'Find messages by any combination of conditions.',
  path: '/messages/query',
  scope: 'messages:read',
  view: MessageView,
  queries: messageQueries,
  defaultSort: '-createdAt',
  ...messageQuery,
  example: { where: { field: 'state', op: 'in', value: ['failed', 'unconfirmed'] } },

  toViews: toMessageViews,
});
