import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { callTool } from '../../testing/mcp-call.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

async function find(query: string) {
  return (await callTool(gateway.mcpUrl, 'find_actions', { query })).structuredContent!;
}

test('says in the language of the query what Outbound does not do, with the nearest actions', async () => {
  expect(await find('sync everything with Pipedrive')).toMatchObject({
    isSupported: false,
    summary: 'Outbound does not synchronize with another CRM. These actions come nearest.',
  });
  expect((await find('Kauf mir drei Domains')).summary).toMatch(/^Outbound kann keine Domains/);
  expect(await find('show my lists')).toMatchObject({ isSupported: true });
});
