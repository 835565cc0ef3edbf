import nock from 'nock';
import { expect, test } from 'vitest';
import { mocksOnly } from '../../../testing/servers/mocks-only.ts';
import type { OpenRequest } from '../meter.ts';
import { createDropcontactProvider } from './dropcontact-provider.ts';

const unasked: OpenRequest = { id: null, save: () => Promise.resolve() };
const hint = { firstName: 'Ada', lastName: 'Lovelace', companyDomain: 'analytical.com' };

mocksOnly();

function api() {
  return nock('https://api.dropcontact.com', { reqheaders: { 'x-access-token': 'key' } });
}

function quick() {
  return createDropcontactProvider('key', undefined, [0, 0]);
}

const notReady = { success: false, error: false, reason: 'Request not ready yet, try again in 30 seconds' };

test('asks, and fetches the answer when it is ready', async () => {
  const data = [{ first_name: 'Ada', last_name: 'Lovelace', website: 'analytical.com' }];
  api()
    .post('/v1/enrich/all', { data, language: 'en' })
    .reply(200, { request_id: 'qzm', success: true, error: false, credits_left: 9 });
  api().get('/v1/enrich/all/qzm').reply(200, notReady);
  const contact = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: [
      { email: 'info@analytical.com', qualification: 'generic@pro' },
      { email: 'ada@analytical.com', qualification: 'nominative@pro' },
    ],
    phone: '+44 1',
    company: 'Analytical Engines',
    website: 'www.analytical.com',
    job: 'Chief Technology Officer',
  };
  api()
    .get('/v1/enrich/all/qzm')
    .reply(200, { success: true, error: false, data: [contact] });
  const saved: string[] = [];
  const request = { id: null, save: async (id: string) => void saved.push(id) };
  expect(await quick().lookUp(hint, request)).toMatchObject({
    answer: { email: 'ada@analytical.com', emailStatus: 'valid', phones: ['+44 1'], seniority: 'c_suite' },
    cost: 1,
  });
  expect(saved).toEqual(['qzm']);
});

test('continues with the request of an interrupted question, and reports one that takes too long', async () => {
  api().get('/v1/enrich/all/old').times(2).reply(200, notReady);
  const lookUp = quick().lookUp(hint, { ...unasked, id: 'old' });
  await expect(lookUp).rejects.toMatchObject({ code: 'provider_failed', options: { retryAfterSeconds: 30 } });
});

test('is not asked to verify an address, which would always cost a credit', async () => {
  expect(await quick().lookUp({ email: 'ada@analytical.com' }, unasked)).toEqual({ answer: null, cost: 0 });
  api().get('/v1/account/credits').reply(200, { credits: 42 });
  expect(await quick().test()).toBe('42 credits left.');
});
