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
import { toWebhookView, WebhookView, webhookInput } from './webhook-view.ts';

export const createWebhook = defineWrite({
  name: 'create_webhook',
  title: 'Create a webhook endpoint',
  summary: 'Deliver events to a URL.',
  description:
    'Delivers events of the workspace to a URL by HTTP POST, signed according to Standard Webhooks, at least ' +
    'once, with retries for 3 days. Addresses in private networks are rejected. Get the signing secret with ' +
    'get_webhook_secret, and try the endpoint with test_webhook.',
  method: 'post',
  path: '/webhooks',
  scope: 'webhooks:write',
  effect: 'write',
  mayNeedPerson: true,
  input: Input({
    url: webhookInput.url,
    description: Type.Optional(webhookInput.description),
    eventTypes: Type.Optional(webhookInput.eventTypes),
  }),
  output: WebhookView,
  statuses: [201],
  errors: ['already_exists', 'limit_reached'],
  example: { url: 'https://crm.example/outbound-events', eventTypes: ['reply.received'] },

  async plan({ url, description = '', eventTypes = [] }, ctx) {
    const checked = await ctx.ports.webhooks.check(url);
    await refuseSecond(ctx, checked);
    if ((await countWebhooks(ctx.workspaceId)) >= webhooksMax) {
      throw new AppError('limit_reached', `A workspace has at most ${webhooksMax} webhook endpoints.`);
    }
    const changes = { url: checked, description, eventTypes };
    const effects = [{ op: 'create' as const, type: 'webhook', label: checked, changes }];
    const summary = `Would deliver ${eventTypes.length === 0 ? 'all events' : eventTypes.join(', ')} to ${checked}.`;
    const needsPerson = await newWebhookHost(ctx.workspaceId, checked);
    return { summary, effects, skipped: [], warnings: warningsFor(checked), needsPerson, state: changes };
  },

  async run(_input, plan, ctx) {
    const webhook = await insertWebhook(ctx.workspaceId, { ...plan.state, secrets: [newSealedSecret(ctx)] }, ctx.now());
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
