import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSealedSecret } from '../../../engine/events/webhooks/webhook-secrets.ts';
import { webhookPort } from '../../../providers/webhooks/webhook-port.ts';
import { insertWebhook } from '../../../store/events/webhooks/webhook-store.ts';
import { requestApproved } from '../../../testing/request-approved.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let address = '93.184.216.34';
let core: TestCore;
beforeAll(async () => {
  const resolve = async () => [{ address, family: 4 }];
  core = await startTestCore({ ports: { webhooks: webhookPort({ isPrivateHostAllowed: false, resolve }) } });
});
afterAll(() => core.stop());

test.each(['http://127.0.0.1/', 'http://[::ffff:10.0.0.1]/', 'http://169.254.169.254/', 'https://public.example:22/'])(
  'create_webhook rejects %s, also in a dry run',
  async (url) => {
    for (const path of ['/webhooks', '/webhooks?dryRun=true']) {
      const { status, body } = await core.request('POST', path, { body: { url } });
      expect(status).toBe(422);
      expect(body.error).toMatchObject({ code: 'validation_failed', field: 'url' });
    }
  },
);

test('test_webhook does not reach an endpoint whose host name now resolves to a private network', async () => {
  const created = await requestApproved(core, 'POST', '/webhooks', { body: { url: 'http://moved.example/' } });
  expect(created.status).toBe(201);
  address = '127.0.0.1';
  const { body } = await core.request('POST', `/webhooks/${created.body.data.id}/test`);
  expect(body.data).toMatchObject({ state: 'failed', attempts: [{ status: null }] });
  expect(body.data.attempts[0].error).toContain('not on the public internet');
});

test('test_webhook does not reach a private address that entered the store in another way', async () => {
  const fields = {
    url: 'http://127.0.0.1:80/',
    description: '',
    eventTypes: [],
    payload: 'thin' as const,
    batchSize: 1,
    secrets: [newSealedSecret({ workspaceId: core.workspaceId, config: core.config })],
  };
  const { id } = await insertWebhook(core.workspaceId, fields, new Date());
  const { body } = await core.request('POST', `/webhooks/${id}/test`);
  expect(body.data.attempts[0]).toMatchObject({ status: null, error: expect.stringContaining('not on the public') });
});
