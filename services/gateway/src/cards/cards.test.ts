import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { rpc } from '../testing/mcp-call.ts';
import { cardMetaOf, cardResources, cardType, readCard } from './cards.ts';

describe('the cards', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.stop());

  test('are listed as resources, and named by their tools', async () => {
    const { body } = await rpc(gateway.mcpUrl, 'resources/list');
    expect(body.result.resources.map(({ uri }: { uri: string }) => uri)).toEqual([
      'outbound://guide',
      'outbound://waiting',
      ...cardResources.map(({ uri }) => uri),
    ]);
    const { tools } = (await rpc(gateway.mcpUrl, 'tools/list')).body.result;
    const { _meta } = tools.find(({ name }: { name: string }) => name === 'confirm_send');
    expect(_meta).toEqual({ ui: { resourceUri: 'ui://outbound/approval.html' } });
    expect(cardMetaOf('list_contacts')).toEqual({});
  });

  test.each(cardResources.map(({ uri }) => uri))('%s is one page that loads nothing', async (uri) => {
    const { body } = await rpc(gateway.mcpUrl, 'resources/read', { uri });
    const [{ text, mimeType, _meta }] = body.result.contents;
    expect(mimeType).toBe(cardType);
    expect(_meta.ui.csp).toEqual({ connectDomains: [], resourceDomains: [] });
    const [, script] = /<script>([\s\S]*)<\/script>/.exec(text)!;
    expect(() => new Script(script!)).not.toThrow();
    const { origin } = new URL(gateway.mcpUrl);
    const addresses = [...text.matchAll(/https?:\/\/[^\s"'`)]+/g)].map(([found]) => found);
    expect(addresses.filter((each) => each !== origin && each !== 'http://www.w3.org/2000/svg')).toEqual([]);
    expect(text).not.toMatch(/\bsrc=|\burl\(|@import|innerHTML|insertAdjacentHTML|document\.write|\beval\(/);
  });

  test('a card that does not exist is unknown', async () => {
    const { body } = await rpc(gateway.mcpUrl, 'resources/read', { uri: 'ui://outbound/other.html' });
    expect(body.error?.code).toBe(-32602);
  });

  test('the address of the application cannot break out of the page', () => {
    const page = readCard('ui://outbound/report.html', 'https://x.example/"><script>')!;
    expect(page.text).toContain('data-base-url="https://x.example/&quot;&gt;&lt;script&gt;"');
  });
});
