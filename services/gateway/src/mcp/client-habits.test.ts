import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApiKey } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { rpc } from '../testing/mcp-call.ts';

describe('messages as real clients write them', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());

  const headers = { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' };
  const post = (body: string | Buffer) => fetch(gateway.mcpUrl, { method: 'POST', headers, body: new Blob([body]) });
  const send = async (message: object) => {
    const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }));
    const text = await response.text();
    return { status: response.status, text, body: text === '' ? undefined : JSON.parse(text) };
  };
  const find = (more: object) => send({ method: 'tools/call', params: { name: 'find_actions', ...more } });

  test.each([
    ['null params', { method: 'tools/list', params: null }],
    ['a null cursor', { method: 'tools/list', params: { cursor: null } }],
    ['a null _meta', { method: 'tools/list', params: { _meta: null } }],
    ['a null progress token', { method: 'tools/list', params: { _meta: { progressToken: null } } }],
  ])('treats %s as not given', async (_name, message) => {
    const { status, body } = await send(message);
    expect([status, body.result.tools.length]).toEqual([200, 17]);
  });

  test('accepts a notification with null params and a null id', async () => {
    const message = { method: 'notifications/initialized', params: null, id: null };
    expect((await send(message)).status).toBe(202);
  });

  test.each([
    ['null', null],
    ['JSON text', '{"query":"tags","limit":"1"}'],
    ['an empty text', ''],
  ])('accepts the arguments of a tool as %s', async (_name, args) => {
    const { body } = await find({ arguments: args });
    expect(body.result.isError).toBeUndefined();
    expect(body.result.structuredContent.actions.length).toBeGreaterThan(0);
  });

  test.each([
    [
      'a list as arguments',
      'tools/call',
      { name: 'find_actions', arguments: [] },
      'params.arguments must be of type object.',
    ],
    [
      'text as arguments',
      'tools/call',
      { name: 'find_actions', arguments: 'tags' },
      'params.arguments must be of type object.',
    ],
    ['no name', 'tools/call', {}, 'params.name is missing; it must be of type string.'],
    [
      'no client',
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: {} },
      'params.clientInfo is missing; it must be of type object.',
    ],
    ['no reference', 'completion/complete', { argument: { name: 'a', value: '' } }, 'params.ref is not valid.'],
    ['a number as prompt', 'prompts/get', { name: 7 }, 'params.name must be of type string.'],
  ])('rejects %s in one sentence', async (_name, method, params, message) => {
    const { status, body } = await send({ method, params });
    expect(status).toBe(200);
    expect(body.error).toEqual({ code: -32602, message });
  });

  test('rejects an unpaired surrogate in an argument, and writes none', async () => {
    const { text, body } = await find({ arguments: { query: 'tags \ud83d' } });
    expect(body.result).toMatchObject({ isError: true, structuredContent: { status: 'rejected' } });
    expect(body.result.content[0].text).toMatch(/^query contains half of a character/);
    expect(text).not.toMatch(/\\ud/);
    for (const name of ['x\ud83d', `${'x'.repeat(59)}😀`]) {
      const unknown = await send({ method: 'tools/call', params: { name, arguments: {} } });
      expect(unknown.text).not.toMatch(/ud83d/);
      expect(unknown.body.result.isError).toBe(true);
    }
    const resource = await send({ method: 'resources/read', params: { uri: 'outbound://x\ud83d' } });
    expect(resource.text).not.toMatch(/\\ud/);
    expect((await send({ id: '\ud83d', method: 'ping' })).status).toBe(400);
  });

  test.each([
    ['null arguments', null, undefined],
    ['JSON text as arguments', '{"query":"tags"}', undefined],
    ['a list as arguments', [], { code: -32602, message: 'params.arguments must be of type object.' }],
  ])('reads %s the same way in revision 2026-07-28', async (_name, args, error) => {
    const prefix = 'io.modelcontextprotocol';
    const _meta = {
      [`${prefix}/protocolVersion`]: '2026-07-28',
      [`${prefix}/clientInfo`]: { name: 'test', version: '1' },
      [`${prefix}/clientCapabilities`]: {},
    };
    const params = { name: 'find_actions', arguments: args, _meta };
    const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'find_actions' };
    const accept = 'application/json, text/event-stream';
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const response = await fetch(gateway.mcpUrl, { method: 'POST', headers: { ...headers, ...modern, accept }, body });
    const { result, error: returned } = (await response.json()) as { result?: { isError?: boolean }; error?: object };
    expect(returned).toEqual(error);
    if (error === undefined) expect(result?.isError ?? false).toBe(false);
  });

  test('rejects a body that is not UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","x":"'),
      Buffer.from([0xe9, 0x22, 0x7d]),
    ]);
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32600, message: 'The body is not valid UTF-8.' } });
  });

  test('lets pages of allowed origins read the session ID', async () => {
    const { headers: sent } = await rpc(gateway.mcpUrl, 'ping', {}, { origin: gateway.url });
    expect(sent.get('access-control-expose-headers')).toContain('Mcp-Session-Id');
  });
});
