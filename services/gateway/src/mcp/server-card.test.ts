import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { rpc } from '../testing/mcp-call.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(gateway.url + path, { headers });
}

test.each(['/.well-known/ai-catalog.json', '/.well-known/mcp/catalog.json'])(
  'a client that knows only the domain finds the card, and with it the endpoint: %s',
  async (path) => {
    const { specVersion, entries } = (await (await get(path)).json()) as { specVersion: string; entries: Entry[] };
    expect(specVersion).toBe('1.0');
    const [{ identifier, type, url }] = entries as [Entry];
    expect(identifier).toMatch(/^urn:air:[a-z0-9.-]+:mcp:outbound$/);
    const answer = await fetch(url, { headers: { accept: type } });
    expect(answer.headers.get('content-type')).toContain(type);
    const card = (await answer.json()) as Card;
    expect(card.remotes).toMatchObject([{ type: 'streamable-http', url: gateway.mcpUrl }]);
    expect((await rpc(card.remotes[0]!.url, 'tools/list')).status).toBe(200);
  },
);
interface Entry {
  identifier: string;
  type: string;
  url: string;
}
interface Card {
  $schema: string;
  name: string;
  title: string;
  version: string;
  description: string;
  icons: object[];
  remotes: { url: string; supportedProtocolVersions: string[] }[];
}

test('the card has the form of SEP-2127 and agrees with the server after connecting', async () => {
  const card = (await (await get('/.well-known/mcp/server-card.json')).json()) as Card;
  expect(card.$schema).toBe('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json');
  expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(card.description.length).toBeLessThanOrEqual(100);
  const client = { name: 'test', version: '1' };
  for (const protocolVersion of card.remotes[0]!.supportedProtocolVersions.slice(1)) {
    const asked = { protocolVersion, capabilities: {}, clientInfo: client };
    const { body } = await rpc(gateway.mcpUrl, 'initialize', asked);
    expect(body.result.protocolVersion).toBe(protocolVersion);
    const { title, version, icons } = card;
    expect(body.result.serverInfo).toMatchObject({ name: 'outbound', title, version, icons });
  }
});

test('any page may read the documents, and a client that has them gets no copy', async () => {
  for (const path of ['/mcp/server-card', '/.well-known/ai-catalog.json']) {
    const first = await get(path, { origin: 'https://client.example' });
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await get(path, { 'if-none-match': first.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});
