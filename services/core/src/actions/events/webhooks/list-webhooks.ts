import { Type } from 'typebox';
import { counted } from '../../../domain/text/counted.ts';
import { Input, paging } from '../../../schema/schema.ts';
import { listWebhooks as listStored } from '../../../store/events/webhooks/webhook-store.ts';
import { defineRead } from '../../definition/define-action.ts';
import { toWebhookView, WebhookView } from './webhook-view.ts';

export const listWebhooks = defineRead({
  name: 'list_webhooks',
  title: 'List webhook endpoints',
  summary: 'List webhook endpoints and their state.',
  description:
    'Lists the webhook endpoints of the workspace with their state: active, paused (by a user, or because ' +
    'every delivery failed for a day), or disabled (the endpoint returned 410).',
  method: 'get',
  path: '/webhooks',
  scope: 'webhooks:read',
  input: Input({ ...paging }),
  output: Type.Array(WebhookView),
  errors: [],
  isPaged: true,

  async run(input, ctx) {
    const request = ctx.pager.request(input, '-id');
    const found = await listStored(ctx.workspaceId, request);
    const page = ctx.pager.answer(input, request, found);
    return { data: found.items.map(toWebhookView), page, summary: `${counted(found.items.length, 'endpoint')}.` };
  },
});
