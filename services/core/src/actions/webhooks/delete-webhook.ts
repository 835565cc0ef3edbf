import { Deleted } from '../../contract/record-parts.ts';
import { Input } from '../../contract/schema.ts';
import { deleteDeliveriesOf } from '../../store/work/delivery-store.ts';
import { deleteWebhook as deleteStored } from '../../store/work/webhook-store.ts';
import { checkVersion } from '../check-version.ts';
import { defineWrite } from '../define-action.ts';
import { readWebhook, webhookId } from './webhook-view.ts';

export const deleteWebhook = defineWrite({
  name: 'delete_webhook',
  title: 'Delete a webhook endpoint',
  summary: 'Stop delivering events to a URL.',
  description:
    'Deletes a webhook endpoint with its log of deliveries; what is pending is not delivered any more. To stop for a while only, use update_webhook with isActive false.',
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
