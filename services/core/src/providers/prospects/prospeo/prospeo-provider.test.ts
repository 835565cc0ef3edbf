import nock from 'nock';
import { expect, test } from 'vitest';
import { mocksOnly } from '../../../testing/servers/mocks-only.ts';
import type { OpenRequest } from '../meter.ts';
import { createProspeoProvider } from './prospeo-provider.ts';

const unasked: OpenRequest = { id: null, save: () => Promise.resolve() };
const hint = { firstName: 'Ada', lastName: 'Lovelace', companyDomain: 'analytical.com' };

mocksOnly();

function api() {
  return nock('https://api.prospeo.io', { reqheaders: { 'x-key': 'key' } });
}

const person = {
  person_id: 'aaaa40b2e4cf386bbb6af3d6',
  first_name: 'Ada',
  last_name: 'Lovelace',
  full_name: 'Ada Lovelace',
  linkedin_url: 'https://www.linkedin.com/in/ada',
  current_job_title: 'Chief Technology Officer',
  location: { country: 'United Kingdom', country_code: 'GB', city: 'London', state: null },
};
const company = {
  name: 'Analytical Engines',
  website: 'https://analytical.com',
  domain: 'analytical.com',
  employee_count: 15,
};

test('searches, and completes a person', async () => {
  const filters = {
    company: { websites: { include: ['analytical.com'] } },
    person_seniority: { include: ['C-Suite'] },
    company_headcount_range: ['51-100', '101-200'],
    person_location_search: { include: ['United Kingdom'] },
  };
  api()
    .post('/search-person', { page: 1, filters })
    .reply(200, {
      error: false,
      results: [{ person, company }],
      pagination: { current_page: 1, per_page: 25, total_page: 3, total_count: 60 },
    });
  const criteria = {
    companyDomains: ['analytical.com'],
    seniorities: ['c_suite' as const],
    employeeRanges: ['51-200' as const],
    countries: ['GB'],
  };
  const { items, ...rest } = await createProspeoProvider('key').people!(criteria)(null, 25);
  expect(rest).toEqual({ total: 60, token: '2', cost: 1 });
  expect(items[0]).toMatchObject({
    lastName: 'Lovelace',
    email: null,
    isAddressHidden: true,
    location: { country: 'GB' },
  });
  const email = { status: 'VERIFIED', revealed: true, email: 'ada@analytical.com' };
  api()
    .post('/enrich-person', { only_verified_email: false, data: { person_id: person.person_id } })
    .reply(200, { error: false, free_enrichment: false, person: { ...person, email }, company });
  expect(await createProspeoProvider('key').reveal!(items[0]!)).toMatchObject({
    answer: { email: 'ada@analytical.com', emailStatus: 'valid', company: { employeeRange: '11-50' } },
    cost: 1,
  });
});

test('looks up by name: a match that was paid for before is free, and no match costs nothing', async () => {
  const data = { first_name: 'Ada', last_name: 'Lovelace', company_website: 'analytical.com' };
  const email = { status: 'UNVERIFIED', revealed: true, email: 'ada@analytical.com' };
  api()
    .post('/enrich-person', { only_verified_email: false, data })
    .reply(200, { error: false, free_enrichment: true, person: { ...person, email }, company });
  const known = await createProspeoProvider('key').lookUp(hint, unasked);
  expect(known).toMatchObject({ answer: { emailStatus: 'unverified' }, cost: 0 });
  api().post('/enrich-person').reply(400, { error: true, error_code: 'NO_MATCH' });
  expect(await createProspeoProvider('key').lookUp(hint, unasked)).toEqual({ answer: null, cost: 0 });
  api().post('/enrich-person').reply(400, { error: true, error_code: 'INSUFFICIENT_CREDITS' });
  await expect(createProspeoProvider('key').lookUp(hint, unasked)).rejects.toThrow('no credits left');
});

test('shows the credits left on the account', async () => {
  const response = { current_plan: 'STARTER', remaining_credits: 99, used_credits: 1 };
  api().post('/account-information').reply(200, { error: false, response });
  expect(await createProspeoProvider('key').test()).toBe('Plan STARTER: 99 credits left.');
});
