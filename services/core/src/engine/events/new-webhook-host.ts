import { listWebhookHosts } from '../../store/events/webhooks/webhook-store.ts';

/** Reason why a person must decide about the URL of a webhook. Undefined if its host gets events already. */
export async function newWebhookHost(workspaceId: string, url: string): Promise<string | undefined> {
  const { host } = new URL(url);
  const known = await listWebhookHosts(workspaceId);
  return known.has(host) ? undefined : `It sends events to a new host, ${host}.`;
}
