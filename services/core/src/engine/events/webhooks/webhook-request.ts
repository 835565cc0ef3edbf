import { createHash } from 'node:crypto';
import { mayReadEvent, recordTypeOf } from '../../../domain/events/event-scope.ts';
import { type ChangeViews, findChangeViews } from '../../../store/events/changes/publish-changes.ts';
import type { OutboundEvent } from '../../../store/events/event-store.ts';
import type { WebhookRecord } from '../../../store/events/webhooks/webhook-store.ts';
import type { EngineDeps } from '../../context/engine-deps.ts';
import { toEventView } from './event-view.ts';

export interface DeliveryDeps extends EngineDeps {
  /** Records for `payload: full`. */
  changeViews: ChangeViews;
}

/** Body and ID of a request. A batch with the same events has the same ID. */
export async function requestOf(
  webhook: WebhookRecord,
  events: readonly OutboundEvent[],
  deps: DeliveryDeps,
): Promise<{ id: string; body: string }> {
  const { workspaceId } = webhook;
  const records = webhook.payload === 'full' ? await recordsOf(webhook, events, deps) : undefined;
  const views = events.map((event) => ({
    ...toEventView(event),
    ...(records && { record: records.get(event.subjectId) ?? null }),
  }));
  if ((webhook.batchSize || 1) === 1) return { id: events[0]!.id, body: JSON.stringify({ ...views[0], workspaceId }) };
  const digest = createHash('sha256').update(events.map(({ id }) => id).join());
  return { id: `bat_${digest.digest('hex').slice(0, 32)}`, body: JSON.stringify({ workspaceId, events: views }) };
}

/** Current states of the records, by ID. */
function recordsOf(webhook: WebhookRecord, events: readonly OutboundEvent[], { changeViews }: DeliveryDeps) {
  const wanted = events.flatMap(({ type, subjectId }) => {
    const kind = recordTypeOf(type);
    return kind === undefined || !mayReadEvent(type, webhook.scopes) ? [] : { type: kind, recordId: subjectId };
  });
  return findChangeViews(webhook.workspaceId, wanted, changeViews);
}
