import { Type } from 'typebox';
import { checkVersion } from '../../../engine/context/check-version.ts';
import { changesInWords, plannedUpdate } from '../../../engine/context/planned-update.ts';
import { newWebhookHost } from '../../../engine/events/new-webhook-host.ts';
import { AppError } from '../../../errors/errors.ts';
import { Input } from '../../../schema/schema.ts';
import { updateWebhook as updateStored, type WebhookRecord } from '../../../store/events/webhooks/webhook-store.ts';
import { defineWrite } from '../../definition/define-action.ts';
import { refuseSecond } from './create-webhook.ts';
import {
  checkEventTypes,
  fullPayloadReason,
  readWebhook,
  toWebhookView,
  WebhookView,
  webhookId,
  webhookInput,
} from './webhook-view.ts';

type Changes = Partial<
  Pick<
    WebhookRecord,
    'url' | 'description' | 'eventTypes' | 'payload' | 'batchSize' | 'state' | 'pauseReason' | 'scopes'
  >
>;

export const updateWebhook = defineWrite({
  name: 'update_webhook',
  title: 'Change a webhook endpoint',
  summary: 'Change, pause or resume a webhook endpoint.',
  description:
    'Changes a webhook endpoint: its URL, description, event types, payload, or batch size. isActive false pauses it: events ' +
    'during the pause are not delivered to it (list_events has them for 35 days), and pending deliveries are ' +
    'kept. isActive true resumes an endpoint that was paused or disabled.',
  method: 'patch',
  path: '/webhooks/{webhookId}',
  scope: 'webhooks:write',
  effect: 'write',
  mayNeedPerson: true,
  input: Input({
    webhookId,
    url: Type.Optional(webhookInput.url),
    description: Type.Optional(webhookInput.description),
    eventTypes: Type.Optional(webhookInput.eventTypes),
    payload: Type.Optional(webhookInput.payload),
    batchSize: Type.Optional(webhookInput.batchSize),
    isActive: Type.Optional(Type.Boolean({ description: 'false pauses, true resumes.' })),
  }),
  output: WebhookView,
  errors: ['not_found', 'already_exists', 'version_conflict', 'missing_scope'],

  async plan({ webhookId: id, url, isActive, ...rest }, ctx) {
    const webhook = await readWebhook(ctx, id);
    checkVersion(ctx, webhook);
    const checked = url === undefined ? undefined : await ctx.ports.webhooks.check(url);
    if (checked !== undefined) await refuseSecond(ctx, checked, id);
    const hidden = rest.eventTypes === undefined ? [] : checkEventTypes(rest.eventTypes, ctx);
    const wanted = { ...rest, ...(checked !== undefined && { url: checked }), ...stateFor(webhook, isActive) };
    const changes = differing(webhook, wanted);
    const names = Object.keys(changes);
    const update = plannedUpdate({ type: 'webhook', id, label: webhook.url, before: webhook, changes });
    const effects = names.length === 0 ? [] : [update];
    const summary =
      names.length === 0 ? 'Would change nothing.' : `Would change ${webhook.url}: ${changesInWords(update)}.`;
    const newHost = changes.url === undefined ? undefined : await newWebhookHost(ctx.workspaceId, changes.url);
    const needsPerson = newHost ?? fullPayloadReason(changes.payload);
    return { summary, effects, skipped: [], warnings: hidden, needsPerson, state: { webhook, changes } };
  },

  async run(_input, { state: { webhook, changes } }, ctx) {
    if (Object.keys(changes).length === 0) return { data: toWebhookView(webhook), summary: 'Nothing to change.' };
    // The last choice decides the scopes of the deliveries.
    const isChosen = changes.eventTypes !== undefined || changes.payload !== undefined;
    const scopes = isChosen ? { scopes: [...ctx.scopes] } : {};
    const updated = await updateStored(webhook, { ...changes, ...scopes }, ctx.now());
    if (updated === null)
      throw new AppError('version_conflict', 'The endpoint has changed since it was read. Read it again.');
    return { data: toWebhookView(updated), summary: `Changed ${Object.keys(changes).join(', ')} of ${updated.url}.` };
  },
});

function stateFor(webhook: WebhookRecord, isActive: boolean | undefined): Changes {
  if (isActive === undefined || isActive === (webhook.state === 'active')) return {};
  if (isActive) return { state: 'active', pauseReason: null };
  return webhook.state === 'active' ? { state: 'paused', pauseReason: 'user' } : {};
}

function differing(webhook: WebhookRecord, wanted: Changes): Changes {
  const entries = Object.entries(wanted) as [keyof Changes, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(webhook[name])),
  );
}
