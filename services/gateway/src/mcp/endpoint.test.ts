import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok, testApiKey } from '../testing/fake-core.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { callTool, rpc } from '../testing/mcp-call.ts';

describe('the MCP endpoint', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());

  const raw = (init: RequestInit) => fetch(gateway.mcpUrl, init);
  const headers = { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' };
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' });

  test('negotiates the newest version it knows and identifies itself', async () => {
    const clientInfo = { name: 'test', version: '1' };
    const { body } = await rpc(gateway.mcpUrl, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
    });
    expect(body.result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'outbound' } });
    expect(Buffer.byteLength(body.result.instructions)).toBeLessThanOrEqual(2048);
    const older = await rpc(gateway.mcpUrl, 'initialize', {
      protocolVersion: '2024-11-05',
      capabilities: {},
      clientInfo,
    });
    expect(older.body.result.protocolVersion).toBe('2024-11-05');
  });

  test('serves requests without initialization, and ignores session IDs', async () => {
    const { status, body } = await rpc(gateway.mcpUrl, 'ping', {}, { 'mcp-session-id': 'from-elsewhere' });
    expect(status).toBe(200);
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  test.each(['application/json', '*/*', 'text/event-stream', ''])('serves callers that accept %j', async (accept) => {
    const response = await raw({ method: 'POST', headers: { ...headers, accept }, body: ping });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
  });

  test('the prepared tool list matches the SDK’s response byte for byte', async () => {
    const list = (id: unknown, params?: object) => ({ jsonrpc: '2.0', id, method: 'tools/list', params });
    const textOf = async (message: object, query = '') => {
      const response = await fetch(gateway.mcpUrl + query, { method: 'POST', headers, body: JSON.stringify(message) });
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      return response.text();
    };
    for (const query of ['', '?toolsets=contacts', '?read_only=true']) {
      for (const id of ['a "quoted" id', 7]) {
        const handled = await textOf(list(id, { _meta: {} }), query);
        expect([await textOf(list(id), query), await textOf(list(id, {}), query)]).toEqual([handled, handled]);
      }
    }
  });

  test('returns the SDK’s earlier response to an identical list request, with the new ID', async () => {
    interface Answer {
      id: unknown;
      result: { ttlMs: number };
    }
    const prefix = 'io.modelcontextprotocol';
    const meta = (capabilities: unknown) => ({
      [`${prefix}/protocolVersion`]: '2026-07-28',
      [`${prefix}/clientInfo`]: { name: 'asking', version: '1' },
      [`${prefix}/clientCapabilities`]: capabilities,
    });
    const ask = async (id: unknown, capabilities: unknown = {}, method = 'tools/list') => {
      const own = { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
      const body = { jsonrpc: '2.0', id, method: 'tools/list', params: { _meta: meta(capabilities) } };
      const response = await raw({ method: 'POST', headers: own, body: JSON.stringify(body) });
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        body: (await response.json()) as Answer,
      };
    };
    const first = await ask('first');
    expect(first).toMatchObject({ status: 200, body: { id: 'first', result: { ttlMs: 60_000 } } });
    expect(await ask(2)).toEqual({ ...first, body: { ...first.body, id: 2 } });
    // The SDK rejects such a request every time.
    for (const id of [3, 4]) {
      expect((await ask(id, {}, 'tools/call')).status).toBe(400);
      expect((await ask(id, 'none')).body).toMatchObject({ id, error: {} });
    }
    expect((await ask(5, { elicitation: {} })).body.result).toEqual(first.body.result);
  });

  test.each(['GET', 'DELETE', 'PUT'])('rejects %s with Allow: POST', async (method) => {
    const response = await raw({ method, headers: { ...headers, accept: 'text/event-stream' } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test('returns 401 with the sign-in location and all scopes', async () => {
    const response = await raw({ method: 'POST', headers: { 'content-type': 'application/json' }, body: ping });
    expect(response.status).toBe(401);
    const challenge = response.headers.get('www-authenticate');
    expect(challenge).toContain(`resource_metadata="${gateway.url}/.well-known/oauth-protected-resource/mcp"`);
    expect(challenge).toContain('scope="contacts:read contacts:write');
    expect(challenge).not.toContain('error=');
  });

  test.each(['obk_live_unknown', 'not-a-token'])('rejects the unknown credential %s', async (token) => {
    const response = await raw({
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: ping,
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test('rejects unlisted origins and hosts, and answers preflights before authentication', async () => {
    const foreign = await raw({ method: 'POST', headers: { ...headers, origin: 'https://evil.example' }, body: ping });
    expect(foreign.status).toBe(403);
    const preflight = await raw({
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:6274', 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:6274');
    const listed = await raw({ method: 'POST', headers: { ...headers, origin: 'http://localhost:6274' }, body: ping });
    expect(listed.status).toBe(200);
    expect(listed.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
    const rebound = await raw({
      method: 'POST',
      headers: { ...headers, 'x-forwarded-host': 'evil.example' },
      body: ping,
    });
    expect(rebound.status).toBe(403);
  });

  test.each([
    ['{"jsonrpc"', 400, -32700],
    ['"text"', 400, -32600],
    ['null', 400, -32600],
    ['[]', 400, -32600],
    ['{"id":1,"method":"ping"}', 400, -32600],
  ])('rejects the body %s', async (body, status, code) => {
    const response = await raw({ method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
  });

  test.each(['gzip', 'deflate', 'br'])('rejects a body that is not %s as declared', async (encoding) => {
    const response = await raw({ method: 'POST', headers: { ...headers, 'content-encoding': encoding }, body: ping });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Content-Encoding');
  });

  test('rejects bodies over 4 MB, other types, and unknown versions', async () => {
    const large = await raw({ method: 'POST', headers, body: JSON.stringify({ text: 'x'.repeat(4 * 1024 * 1024) }) });
    expect(large.status).toBe(413);
    const text = await raw({ method: 'POST', headers: { ...headers, 'content-type': 'text/plain' }, body: ping });
    expect(text.status).toBe(415);
    const version = await raw({
      method: 'POST',
      headers: { ...headers, 'mcp-protocol-version': '1999-01-01' },
      body: ping,
    });
    expect(version.status).toBe(400);
  });

  test('responds to notifications with 202 and to batches with a batch', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const only = await raw({ method: 'POST', headers, body: JSON.stringify(note) });
    expect(only.status).toBe(202);
    const batch = [
      note,
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
      { jsonrpc: '2.0', id: 'b', method: 'nothing/here' },
    ];
    const answer = await raw({ method: 'POST', headers, body: JSON.stringify(batch) });
    expect(await answer.json()).toMatchObject([
      { id: 'a', result: {} },
      { id: 'b', error: { code: -32601 } },
    ]);
  });

  test('does not hang after a cancellation in the same batch', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } };
    const batch = [{ jsonrpc: '2.0', id: 'a', method: 'tools/list' }, cancel];
    const answer = await raw({ method: 'POST', headers, body: JSON.stringify(batch) });
    expect(await answer.json()).toMatchObject([{ id: 'a' }]);
  });

  test('separates concurrent callers with the same request ID', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => callTool(gateway.mcpUrl, 'get_contact', { contactId: `con_${index}` })),
    );
    answers.forEach((answer, index) => {
      expect(answer.structuredContent).toMatchObject({ data: { id: `con_${index}` } });
    });
  });

  test('reports that nothing was changed when the core is down', async () => {
    gateway.core.handlers.set('GET /contacts', () => ({ status: 503, body: {} }));
    const answer = await callTool(gateway.mcpUrl, 'list_contacts');
    gateway.core.handlers.delete('GET /contacts');
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('nothing was changed') }],
    });
  });

  test('passes its request ID and the trace to the core, and never shows an upstream body', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    gateway.core.handlers.set('GET /contacts', () => ({ status: 404, body: '<html>stack trace</html>' }));
    const answer = await callTool(
      gateway.mcpUrl,
      'list_contacts',
      {},
      { 'x-request-id': 'req_from_test', traceparent },
    );
    gateway.core.handlers.set('GET /contacts', () => ok([]));
    expect(answer.content[0]?.text).not.toContain('stack');
    expect(gateway.core.seen.at(-1)?.headers).toMatchObject({ 'x-request-id': 'req_from_test', traceparent });
  });
});
