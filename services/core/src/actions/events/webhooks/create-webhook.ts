import { Type } from 'typebox';
import type { ActionContext } from '../../../engine/context/action-context.ts';
import { newWebhookHost } from '../../../engine/events/new-webhook-host.ts';
import { newSealedSecret } from '../../../engine/events/webhooks/webhook-secrets.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input } from '../../../schema/schema.ts';
import {
  countWebhooks,
  findWebhookByUrl,
  insertWebhook,
  webhooksMax,
} from '../../../store/events/webhooks/webhook-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { checkEventTypes, fullPayloadReason, toWebhookView, WebhookView, webhookInput } from './webhook-view.ts';

export const createWebhook = defineWrite({
  name: 'create_webhook',
  title: 'Create a webhook endpoint',
  summary: 'Deliver events to a URL.',
  description:
    'Delivers events of the workspace to a URL by HTTP POST, signed according to Standard Webhooks, at least ' +
    'once, with retries for 3 days, and in order for each record. Only events that you can read are delivered. ' +
    'Addresses in private networks are rejected. Get the signing secret with get_webhook_secret, and try the ' +
    'endpoint with test_webhook.',
  method: 'post',
  path: '/webhooks',
  scope: 'webhooks:write',
  effect: 'write',
  mayNeedPerson: true,
  input: Input({
    url: webhookInput.url,
    description: Type.Optional(webhookInput.description),
    eventTypes: Type.Optional(webhookInput.eventTypes),
    payload: Type.Optional(webhookInput.payload),
    batchSize: Type.Optional(webhookInput.batchSize),
  }),
  output: WebhookView,
  statuses: [201],
  errors: ['already_exists', 'limit_reached', 'missing_scope'],
  example: { url: 'https://crm.example/outbound-events', eventTypes: ['reply.received'] },

  async plan({ url, description = '', eventTypes = [], payload = 'thin', batchSize = 1 }, ctx) {
    const hidden = checkEventTypes(eventTypes, ctx);
    const checked = await ctx.ports.webhooks.check(url);
    await refuseSecond(ctx, checked);
    if ((await countWebhooks(ctx.workspaceId)) >= webhooksMax) {
      throw new AppError('limit_reached', `A workspace has at most ${webhooksMax} webhook endpoints.`);
    }
    const changes = { url: checked, description, eventTypes, payload, batchSize };
    const effects = [{ op: 'create' as const, type: 'webhook', label: checked, changes }];
    const summary = `Would deliver ${eventTypes.length === 0 ? 'all events' : eventTypes.join(', ')} to ${checked}.`;
    const needsPerson = (await newWebhookHost(ctx.workspaceId, checked)) ?? fullPayloadReason(payload);
    const warnings = [...warningsFor(checked), ...hidden];
    return { summary, effects, skipped: [], warnings, needsPerson, state: changes };
  },

  async run(_input, plan, ctx) {
    const secrets = [newSealedSecret(ctx)];
    const webhook = await insertWebhook(
      ctx.workspaceId,
      { ...plan.state, secrets, scopes: [...ctx.scopes] },
      ctx.now(),
    );
    return { status: 201, data: toWebhookView(webhook), summary: `Created the webhook endpoint ${webhook.url}.` };
  },
});

function warningsFor(url: string): string[] {
  return url.startsWith('http:') ? ['The URL is not https, so events travel unencrypted.'] : [];
}

/** Rejects a second endpoint with the same URL, which would receive every event twice. */
export async function refuseSecond(ctx: ActionContext, url: string, ownId?: string): Promise<void> {
  const existing = await findWebhookByUrl(ctx.workspaceId, url);
  if (existing === null || existing.id === ownId) return;
  throw new AppError('already_exists', `${url} is already the endpoint ${existing.id}.`, { existingId: existing.id });
}
