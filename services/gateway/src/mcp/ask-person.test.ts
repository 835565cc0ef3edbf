import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok, testApiKey } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { prepareTool, rpc } from '../testing/mcp-call.ts';

type Answer = (params: { message: string; mode?: string; url?: string }) => ElicitResult | Promise<ElicitResult>;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const info = { name: 'asking', version: '1.0.0' };
const requestInit = { headers: { authorization: `Bearer ${testApiKey}` } };
const elicitation = { form: {}, url: {} };

async function connectOlder(answer: Answer) {
  const client = new Client(info, { capabilities: { elicitation } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params));
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.mcpUrl), { requestInit }));
  return client;
}

async function connectModern(answer: Answer) {
  const versionNegotiation = { mode: { pin: '2026-07-28' } } as const;
  const client = new ModernClient(info, { capabilities: { elicitation }, versionNegotiation });
  client.setRequestHandler('elicitation/create', ({ params }) => answer(params));
  await client.connect(new ModernTransport(new URL(gateway.mcpUrl), { requestInit }));
  return client;
}

interface Confirmed {
  structuredContent?: { status?: string; approvalUrl?: string };
  isError?: boolean;
}

describe.each([
  ['2025-11-25', connectOlder],
  ['2026-07-28', connectModern],
])('asking a person in revision %s', (_revision, connect) => {
  async function confirmAs(answer: Answer): Promise<Confirmed> {
    const { confirmationId, what, confirmWith } = await prepareTool(gateway.mcpUrl, 'create_contact', {
      email: 'ada@analytical.example',
    });
    const client = await connect(answer);
    try {
      return (await client.callTool({ name: confirmWith, arguments: { confirmationId, what } })) as Confirmed;
    } finally {
      await client.close();
    }
  }

  test('shows the key facts on separate lines, and executes on acceptance', async () => {
    const before = gateway.core.executed.length;
    const asked: string[] = [];
    const { structuredContent } = await confirmAs(({ message }) => {
      asked.push(message);
      return { action: 'accept', content: {} };
    });
    expect(structuredContent?.status).toBe('done');
    expect(gateway.core.executed).toHaveLength(before + 1);
    const lines = asked[0]!.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining(['Would do /api/public/v1/contacts.', 'Cost: 1 credit', 'Balance: 20 now, 19 after']),
    );
  });

  test.each([
    ['decline', 'declined'],
    ['cancel', 'not_answered'],
  ] as const)('%s executes nothing', async (action, status) => {
    const before = gateway.core.executed.length;
    const { structuredContent } = await confirmAs(() => ({ action }));
    expect(structuredContent?.status).toBe(status);
    expect(gateway.core.executed).toHaveLength(before);
  });

  test('sends the person to the approval page if a member must approve', async () => {
    const approval = {
      id: 'apr_1',
      url: 'https://outbound.example/app/approvals/apr_1',
      state: 'pending',
      reason: 'So.',
    };
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    gateway.core.handlers.set('POST /contacts', ({ path }) =>
      path.includes('dryRun')
        ? { status: 200, body: gateway.core.plan({ path }) }
        : { ...ok({ approval: { ...approval, expiresAt } }), status: 202 },
    );
    const pages: (string | undefined)[] = [];
    const { structuredContent } = await confirmAs(({ url }) => {
      pages.push(url);
      return { action: 'accept', content: {} };
    });
    gateway.core.handlers.delete('POST /contacts');
    expect(structuredContent).toMatchObject({ status: 'waiting_for_approval', approvalUrl: approval.url });
    expect(pages).toEqual([undefined, approval.url]);
  });
});

test('accepts an answer only from the person who was asked, and only once', async () => {
  const client = await connectOlder(async () => {
    const foreign = await rpc(gateway.mcpUrl, 'ping', {}, { authorization: 'Bearer obk_live_x' });
    expect(foreign.status).toBe(401);
    return { action: 'decline' };
  });
  const prepared = await prepareTool(gateway.mcpUrl, 'create_contact', { email: 'b@analytical.example' });
  const { confirmationId, what, confirmWith } = prepared;
  const first = await client.callTool({ name: confirmWith, arguments: { confirmationId, what } });
  expect(first.structuredContent).toMatchObject({ status: 'declined' });
  const second = await client.callTool({ name: confirmWith, arguments: { confirmationId, what } });
  expect(second.isError).toBe(true);
  await client.close();
});
