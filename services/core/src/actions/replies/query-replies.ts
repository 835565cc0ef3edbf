import { replyQueries } from '../../store/replies/reply-store.ts';
import { defineQuery, viewQuery } from '../definition/define-query.ts';
import { ReplyView, toReplyView } from './reply-view.ts';

export const replyQuery = viewQuery('reply', ReplyView, ['attachmentCount'], { wish: 'none' });

export const queryReplies = defineQuery({
  noun: 'reply',
  name: 'query_replies',
  title: 'Query replies',
  summary: 'Find replies by any combination of conditions.',
  path: '/replies/query',
  scope: 'replies:read',
  view: ReplyView,
  queries: replyQueries,
  defaultSort: '-receivedAt',
  ...replyQuery,
  example: { where: { field: 'class', op: 'in', value: ['interested', 'meeting_request'] } },

  async toViews(records) {
    return records.map(toReplyView);
  },
});
