import nock from 'nock';
import { expect, test } from 'vitest';
import type { PeopleKind } from '../../domain/workspaces/providers/provider-kinds.ts';
import { mocksOnly } from '../../testing/servers/mocks-only.ts';
import { createPeopleProvider } from './create-prospects.ts';

function provider(kind: PeopleKind) {
  return createPeopleProvider({ kind, apiKey: 'key' }, { providerUrls: {} });
}

mocksOnly();

test.each([
  [
    'hunter',
    'https://api.hunter.io',
    '/v2/account',
    { data: { plan_name: 'Free', requests: { credits: { used: 2, available: 50 } } } },
    'Plan Free: 2 of 50 credits used.',
  ],
  ['people_data_labs', 'https://api.peopledatalabs.com', '/v5/autocomplete', { data: [] }, 'The API key is valid.'],
] as const)('%s answers a test that costs nothing', async (kind, origin, path, body, answer) => {
  nock(origin).get(path).query(true).reply(200, body);
  expect(await provider(kind).test()).toBe(answer);
});

test('another address keeps the path of the API, or brings its own', async () => {
  for (const [url, path] of [
    ['http://proxy.test:8080', '/v2/account'],
    ['http://proxy.test:8080/hunter/', '/hunter/account'],
  ] as const) {
    nock('http://proxy.test:8080').get(path).reply(200, { data: {} });
    const proxied = createPeopleProvider({ kind: 'hunter', apiKey: 'key' }, { providerUrls: { hunter: url } });
    expect(await proxied.test()).toContain('Plan unknown');
  }
});
