import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testApiKey } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { confirmTool, type Prepared, prepareTool, rpc } from '../testing/mcp-call.ts';
import { connect, refresh } from '../testing/oauth-client.ts';

const settlesWithinMs = 10_000;
const elicitation = { form: {} };

interface Question {
  /** ID of the JSON-RPC request in the stream. */
  id: string;
}
type OnQuestion = (question: Question) => unknown;

/** Failures between a question and its answer. */
describe('while a question is open', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startTestGateway();
  });
  afterEach(() => gateway.stop());

  const input = { email: 'ada@analytical.example' };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const accept = { action: 'accept', content: {} } as const;

  /**
   * Confirms with a client that can ask its person. `onQuestion` runs before the answer and may return it; the default
   * accepts.
   */
  async function confirmAsked(
    url: string,
    token: string,
    prepared: Prepared,
    onQuestion: OnQuestion,
    timeout = 30_000,
  ) {
    const client = new Client({ name: 'asked', version: '1.0.0' }, { capabilities: { elicitation } });
    client.setRequestHandler(ElicitRequestSchema, async (_request, { requestId }) => {
      const answer = await onQuestion({ id: String(requestId) });
      return (answer ?? accept) as typeof accept;
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: bearer(token) } }));
    const { confirmWith, confirmationId, what } = prepared;
    try {
      const result = await client.callTool({ name: confirmWith, arguments: { confirmationId, what } }, undefined, {
        timeout,
      });
      const [content] = result.content as { text: string }[];
      return {
        text: content?.text ?? '',
        isError: result.isError,
        ...(result.structuredContent as { status?: string }),
      };
    } finally {
      await client.close();
    }
  }
  const prepare = (token = testApiKey) => prepareTool(gateway.mcpUrl, 'create_contact', input, bearer(token));
  const answerAs = (token: string, id: string, action: string, url = gateway.mcpUrl) =>
    fetch(url, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id, result: { action, content: {} } }),
    });

  test('ignores an answer from another user', async () => {
    const { tokens } = await connect(gateway);
    const prepared = await prepare();
    const confirmed = await confirmAsked(gateway.mcpUrl, testApiKey, prepared, async ({ id }) => {
      await answerAs(tokens.access_token, id, 'accept');
      return { action: 'decline' };
    });
    expect(confirmed.status).toBe('declined');
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('counts only the first of two answers', async () => {
    const prepared = await prepare();
    const confirmed = await confirmAsked(gateway.mcpUrl, testApiKey, prepared, async ({ id }) => {
      await answerAs(testApiKey, id, 'decline');
    });
    expect(confirmed.status).toBe('declined');
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('two concurrent questions that are both accepted return the single execution', async () => {
    const prepared = await prepare();
    const both = await Promise.all(
      [1, 2].map(() => confirmAsked(gateway.mcpUrl, testApiKey, prepared, () => undefined)),
    );
    expect(both.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(gateway.core.executed).toHaveLength(1);
  });

  test('an acceptance after the preview has expired does nothing', async () => {
    const prepared = await prepare();
    const confirmed = await confirmAsked(gateway.mcpUrl, testApiKey, prepared, () => {
      gateway.clock.offsetMs += 16 * 60_000;
    });
    expect(confirmed.text).toContain('may have expired');
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('shows a plan again if it changed in the meantime', async () => {
    const prepared = await prepare();
    const confirmed = await confirmAsked(gateway.mcpUrl, testApiKey, prepared, () => {
      gateway.core.planDigest = 'digest-2';
    });
    expect(confirmed.status).toBe('plan_changed');
    expect(gateway.core.executed).toHaveLength(0);
  });

  test('a preview stays confirmable under the same key after the core was down', async () => {
    const prepared = await prepare();
    const keys: unknown[] = [];
    const confirmed = await confirmAsked(gateway.mcpUrl, testApiKey, prepared, () => {
      gateway.core.handlers.set('POST /contacts', ({ headers }) => {
        keys.push(headers['idempotency-key']);
        return { status: 503, body: {} };
      });
    });
    expect(confirmed.isError).toBe(true);
    gateway.core.handlers.delete('POST /contacts');
    const again = await confirmAsked(gateway.mcpUrl, testApiKey, prepared, () => undefined);
    expect(again.status).toBe('done');
    expect(gateway.core.executed.map(({ headers }) => headers['idempotency-key'])).toEqual([keys[0]]);
  });

  test('a connection that ends in the meantime does nothing', async () => {
    const { tokens, clientId } = await connect(gateway);
    const prepared = await prepare(tokens.access_token);
    const revoke = async () => {
      const form = new URLSearchParams({ token: tokens.refresh_token, client_id: clientId });
      await fetch(`${gateway.url}/oauth/revoke`, { method: 'POST', body: form });
    };
    const outcome = await confirmAsked(gateway.mcpUrl, tokens.access_token, prepared, revoke, 2_000).catch(
      () => undefined,
    );
    expect(outcome?.status).not.toBe('done');
    expect(gateway.core.executed).toHaveLength(0);
    expect((await rpc(gateway.mcpUrl, 'ping', {}, bearer(tokens.access_token))).status).toBe(401);
    expect((await refresh(gateway, clientId, tokens.refresh_token)).status).toBe(400);
  });

  describe('with two gateways', () => {
    let other: TestGateway;
    beforeEach(async () => {
      const { database, baseUrl } = gateway.config;
      const own = new URL(baseUrl).host;
      other = await startTestGateway({
        GATEWAY_DATABASE: database,
        CORE_URL: gateway.core.url,
        CORE_INTERNAL_URL: gateway.core.url,
        ALLOWED_HOSTS: own,
      });
    });

    test('accepts the answer at the other gateway', async () => {
      const prepared = await prepare();
      const confirmed = await confirmAsked(gateway.mcpUrl, testApiKey, prepared, async ({ id }) => {
        await answerAs(testApiKey, id, 'decline', other.mcpUrl);
      });
      expect(confirmed.status).toBe('declined');
      await other.stop();
    });

    test('the other gateway confirms within 10 seconds if the one that asked has stopped', async () => {
      const prepared = await prepare();
      const die = () => gateway.gateway.server.closeAllConnections();
      const lost = await confirmAsked(gateway.mcpUrl, testApiKey, prepared, die, 2_000).catch(() => ({
        status: 'lost',
      }));
      expect(lost.status).toBe('lost');
      const startedAt = Date.now();
      expect((await confirmTool(other.mcpUrl, prepared)).structuredContent).toMatchObject({ status: 'done' });
      expect(Date.now() - startedAt).toBeLessThan(settlesWithinMs);
      expect(gateway.core.executed).toHaveLength(1);
      await other.stop();
    });
  });
});
