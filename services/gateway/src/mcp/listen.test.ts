import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { modernRpc, openModern, prepareTool, rpc } from '../testing/mcp-call.ts';
import { connect } from '../testing/oauth-client.ts';

const waiting = 'outbound://waiting';

interface Message {
  method?: string;
  params?: { uri?: string; notifications?: object };
  result?: object;
}

describe('a subscription to what waits', () => {
  let gateway: TestGateway;
  let over: AbortController;
  beforeEach(async () => {
    gateway = await startTestGateway({ WAITING_CHECK_MS: '20' });
    over = new AbortController();
  });
  afterEach(async () => {
    over.abort();
    await gateway.stop();
  });

  function listen(notifications: object, capabilities: object = {}, token?: string) {
    const init = { signal: over.signal, ...(token && { token }) };
    return openModern(gateway.mcpUrl, 'subscriptions/listen', { notifications }, capabilities, init);
  }

  async function* messagesOf(response: Response): AsyncGenerator<Message> {
    let buffer = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      buffer += chunk;
      for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
        const data = buffer.slice(0, end).match(/^data: (.*)$/m)?.[1];
        buffer = buffer.slice(end + 2);
        if (data) yield JSON.parse(data) as Message;
      }
    }
  }

  async function next(messages: AsyncGenerator<Message>): Promise<Message> {
    const { value } = await messages.next();
    return value as Message;
  }

  const readWaiting = async (token?: string) => {
    const params = { uri: waiting, name: waiting };
    const { result } = await modernRpc(gateway.mcpUrl, 'resources/read', params, {}, token ? { token } : {});
    return JSON.parse(result.contents[0].text) as { prepared: { what: string }[] };
  };

  test('confirms what it reports, and reports each change once it is there', async () => {
    const messages = messagesOf(await listen({ resourceSubscriptions: [waiting, 'outbound://guide'] }));
    expect(await next(messages)).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { resourceSubscriptions: [waiting] } },
    });
    for (const email of ['ada@analytical.example', 'grace@navy.example']) {
      const before = (await readWaiting()).prepared.length;
      await prepareTool(gateway.mcpUrl, 'create_contact', { email });
      expect(await next(messages)).toMatchObject({
        method: 'notifications/resources/updated',
        params: { uri: waiting },
      });
      expect((await readWaiting()).prepared).toHaveLength(before + 1);
    }
  });

  test('reports nothing of another caller', async () => {
    const { tokens } = await connect(gateway);
    const own = messagesOf(await listen({ resourceSubscriptions: [waiting] }));
    const foreign = messagesOf(await listen({ resourceSubscriptions: [waiting] }, {}, tokens.access_token));
    await Promise.all([next(own), next(foreign)]);
    await prepareTool(gateway.mcpUrl, 'create_contact', { email: 'ada@analytical.example' });
    expect(await next(own)).toMatchObject({ params: { uri: waiting } });
    expect((await readWaiting(tokens.access_token)).prepared).toEqual([]);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    // Its first message is about its own action, so the one before was not reported.
    await prepareTool(gateway.mcpUrl, 'create_contact', { email: 'b@c.example' }, headers);
    expect(await next(foreign)).toMatchObject({ params: { uri: waiting } });
  });

  test('ends right away if it reports nothing, and when the gateway stops', async () => {
    const empty = messagesOf(await listen({ toolsListChanged: true }));
    expect([await next(empty), await next(empty)]).toMatchObject([
      { params: { notifications: {} } },
      { result: { resultType: 'complete' } },
    ]);
    const open = messagesOf(await listen({ resourceSubscriptions: [waiting] }));
    await next(open);
    const ended = next(open);
    await gateway.gateway.stop();
    expect(await ended).toMatchObject({ result: { resultType: 'complete' } });
    gateway = await startTestGateway();
  });

  test('is limited to 10 at a time for each caller', async () => {
    const open = await Promise.all(Array.from({ length: 10 }, () => listen({ resourceSubscriptions: [waiting] })));
    for (const each of open) expect(await next(messagesOf(each))).toMatchObject({ params: { notifications: {} } });
    const { error } = (await (await listen({ resourceSubscriptions: [waiting] })).json()) as { error: object };
    expect(error).toMatchObject({ code: -32_603, message: 'Subscription limit reached' });
    const { tokens } = await connect(gateway);
    const other = await listen({ resourceSubscriptions: [waiting] }, {}, tokens.access_token);
    expect(await next(messagesOf(other))).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
  });

  test('needs the extension to name tasks, and reports none', async () => {
    const refused = await listen({ taskIds: ['cnf_1'] });
    expect(await refused.json()).toMatchObject({ error: { code: -32_021 } });
    const extensions = { 'io.modelcontextprotocol/tasks': {} };
    const messages = messagesOf(await listen({ taskIds: ['cnf_1'] }, { extensions }));
    expect(await next(messages)).toMatchObject({ params: { notifications: {} } });
  });

  test('is declared in 2026-07-28 only', async () => {
    const discovered = await modernRpc(gateway.mcpUrl, 'server/discover', {});
    expect(discovered.result.capabilities.resources).toEqual({ subscribe: true });
    const clientInfo = { name: 'older', version: '1' };
    const given = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const { body } = await rpc(gateway.mcpUrl, 'initialize', given);
    expect(body.result.capabilities.resources).toEqual({});
  });
});
