import { checkVersion } from '../../../engine/context/check-version.ts';
import { Deleted } from '../../../schema/record-parts.ts';
import { Input } from '../../../schema/schema.ts';
import { deleteDeliveriesOf } from '../../../store/events/webhooks/delivery-store.ts';
import { deleteWebhook as deleteStored } from '../../../store/events/webhooks/webhook-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { readWebhook, webhookId } from './webhook-view.ts';

export const deleteWebhook = defineWrite({
  name: 'delete_webhook',
  title: 'Delete a webhook endpoint',
  summary: 'Stop delivering events to a URL.',
  description:
    'Deletes a webhook endpoint with its delivery log. Pending deliveries are dropped. To stop temporarily, ' +
    'use update_webhook with isActive false.',
  method: 'delete',
  path: '/webhooks/{webhookId}',
  scope: 'webhooks:write',
  effect: 'destroy',
  input: Input({ webhookId }),
  output: Deleted,
  errors: ['not_found', 'version_conflict'],

  async plan({ webhookId: id }, ctx) {
    const webhook = await readWebhook(ctx, id);
    checkVersion(ctx, webhook);
    const effects = [{ op: 'delete' as const, type: 'webhook', id, label: webhook.url }];
    return { summary: `Would delete ${webhook.url}.`, effects, skipped: [], warnings: [], state: webhook };
  },

  async run({ webhookId: id }, plan, ctx) {
    await deleteStored(ctx.workspaceId, id);
    await deleteDeliveriesOf(ctx.workspaceId, id);
    return { data: { id, deleted: true }, summary: `Deleted the webhook endpoint ${plan.state.url}.` };
  },
});
