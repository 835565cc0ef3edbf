import { requestApproved } from '../request-approved.ts';
import type { TestCore } from '../start-test-core.ts';

/** A webhook waits for a person, because its host is new. */
export async function seedWebhook(core: TestCore, key: string): Promise<string> {
  const body = { url: 'http://127.0.0.1:9/hook' };
  return (await requestApproved(core, 'POST', '/webhooks', { key, body })).body.data.id;
}
