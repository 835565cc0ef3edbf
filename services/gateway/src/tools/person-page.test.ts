import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { callTool, rpc } from '../testing/mcp-call.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const secret = 'S3cretPassw0rdXYZ';

test('connecting a mailbox returns the page’s link, takes no password, and reports completion', async () => {
  const opened = await callTool(gateway.mcpUrl, 'connect_mailbox', { address: 'ada@example.com' });
  expect(opened.structuredContent).toMatchObject({
    status: 'open_page',
    url: `${gateway.config.baseUrl}/app/mailboxes/connect`,
  });
  const mailbox = { id: 'mbx_1', address: 'ada@example.com' };
  gateway.core.handlers.set('GET /mailboxes', () => ok([mailbox]));
  const done = await callTool(gateway.mcpUrl, 'connect_mailbox', { address: 'Ada@example.com' });
  expect(done.structuredContent).toMatchObject({ status: 'done', ...mailbox });
});

test.each(['update_mailbox', 'prepare_action'])('%s takes no password and stores no part of it', async (tool) => {
  const input = { mailboxId: 'mbx_1', smtp: { host: 'smtp.example.com', password: secret } };
  const args = tool === 'prepare_action' ? { action: 'update_mailbox', input } : input;
  const { isError, content } = await callTool(gateway.mcpUrl, tool, args);
  expect(isError).toBe(true);
  expect(content[0]?.text).toContain('smtp.password is a secret');
  expect(content[0]?.text).toContain('/app/mailboxes/mbx_1');
  expect(JSON.stringify(content)).not.toContain(secret);
  expect(JSON.stringify(gateway.core.seen)).not.toContain(secret);
});

test('shows a webhook secret only in the application', async () => {
  gateway.core.handlers.set('GET /webhooks/whk_1/secret', () => ok({ secret }));
  const result = await callTool(gateway.mcpUrl, 'get_webhook_secret', { webhookId: 'whk_1' });
  expect(result.structuredContent).toMatchObject({ status: 'open_page' });
  expect(JSON.stringify(result)).toContain('/app/webhooks/whk_1');
  expect(JSON.stringify(result)).not.toContain(secret);
});

test('no schema has a place for a secret', async () => {
  const { body } = await rpc(`${gateway.mcpUrl}?toolsets=all`, 'tools/list');
  expect(JSON.stringify(body.result.tools)).not.toMatch(/"password":\{/);
});
