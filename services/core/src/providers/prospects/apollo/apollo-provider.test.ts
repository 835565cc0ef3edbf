import nock from 'nock';
import { expect, test } from 'vitest';
import { mocksOnly } from '../../../testing/servers/mocks-only.ts';
import type { OpenRequest } from '../meter.ts';
import { createApolloProvider } from './apollo-provider.ts';

const unasked: OpenRequest = { id: null, save: () => Promise.resolve() };
const hint = { firstName: 'Ada', lastName: 'Lovelace', companyDomain: 'analytical.com' };

const apolloPerson = {
  id: '64a7ff0cc4dfae00013df1a5',
  first_name: 'Ada',
  last_name: 'Lovelace',
  name: 'Ada Lovelace',
  linkedin_url: 'http://www.linkedin.com/in/ada',
  title: 'Chief Technology Officer',
  email_status: 'verified',
  email: 'Ada@analytical.com',
  city: 'London',
  state: 'England',
  country: 'United Kingdom',
  seniority: 'c_suite',
  departments: ['c_suite'],
  organization: {
    id: '5e66b6381e05b4008c8331b8',
    name: 'Analytical Engines',
    website_url: 'http://www.analytical.com',
    primary_domain: 'analytical.com',
    industry: 'information technology & services',
    estimated_num_employees: 120,
    founded_year: 1837,
    keywords: ['engines'],
    technology_names: ['Kubernetes'],
    short_description: 'Builds engines.',
  },
};

mocksOnly();

function api() {
  return nock('https://api.apollo.io', { reqheaders: { 'x-api-key': 'key' } });
}

test('searches for free, and completes a person for one credit', async () => {
  const found = {
    id: apolloPerson.id,
    first_name: 'Ada',
    last_name_obfuscated: 'Lo***e',
    title: 'CTO',
    has_email: true,
    organization: { name: 'Analytical Engines', has_industry: true },
  };
  const body = {
    person_titles: ['CTO'],
    person_locations: ['London, United Kingdom'],
    organization_num_employees_ranges: ['51,200', '10001,1000000'],
    page: 1,
    per_page: 25,
  };
  api()
    .post('/api/v1/mixed_people/api_search', body)
    .reply(200, { total_entries: 1, people: [found] });
  const criteria = {
    titles: ['CTO'],
    cities: ['London'],
    countries: ['GB'],
    employeeRanges: ['51-200' as const, '10001+' as const],
    description: 'heads of engines',
  };
  const { items, ...rest } = await createApolloProvider('key').people!(criteria)(null, 25);
  expect(rest).toEqual({ total: 1, token: null, cost: 0 });
  expect(items).toMatchObject([
    { id: `prs_apo_${apolloPerson.id}`, firstName: 'Ada', email: null, isAddressHidden: true, seniority: 'c_suite' },
  ]);
  api().post('/api/v1/people/match').query({ id: apolloPerson.id }).reply(200, { person: apolloPerson });
  expect(await createApolloProvider('key').reveal!(items[0]!)).toMatchObject({
    cost: 1,
    answer: {
      lastName: 'Lovelace',
      email: 'ada@analytical.com',
      emailStatus: 'valid',
      location: { city: 'London', country: 'GB' },
      company: { domain: 'analytical.com', employeeRange: '51-200', foundedYear: 1837 },
    },
  });
});

test.each([
  [{ person: null }, { answer: null, cost: 0 }],
  [{ person: { ...apolloPerson, email: 'email_not_unlocked@domain.com' } }, { answer: { email: null }, cost: 1 }],
  [{ person: { ...apolloPerson, email_status: 'guessed' } }, { answer: { emailStatus: 'unverified' }, cost: 1 }],
])('looks up a person by name: %#', async (answer, expected) => {
  const query = { first_name: 'Ada', last_name: 'Lovelace', domain: 'analytical.com' };
  api().post('/api/v1/people/match').query(query).reply(200, answer);
  expect(await createApolloProvider('key').lookUp(hint, unasked)).toMatchObject(expected);
});

test('searches for companies, and is tested for free', async () => {
  const body = {
    organization_locations: ['Germany'],
    q_organization_keyword_tags: ['logistics'],
    page: 1,
    per_page: 25,
  };
  api()
    .post('/api/v1/mixed_companies/search', body)
    .reply(200, { organizations: [apolloPerson.organization], pagination: { total_entries: 80 } });
  const companies = createApolloProvider('key').companies!({ countries: ['DE'], industries: ['logistics'] });
  const found = await companies(null, 25);
  expect(found).toMatchObject({ items: [{ name: 'Analytical Engines' }], total: 80, cost: 1 });
  api().get('/api/v1/auth/health').reply(200, { healthy: true, is_logged_in: true });
  expect(await createApolloProvider('key').test()).toBe('The API key is valid.');
  api().get('/api/v1/auth/health').reply(200, { healthy: true, is_logged_in: false });
  await expect(createApolloProvider('key').test()).rejects.toThrow('refused the API key');
});
