import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CompanyCriteria, PeopleCriteria } from '../../../domain/prospects/prospect.ts';
import { openDirectory } from './directory.ts';
import { directorySource } from './directory-source.ts';

const page = { offset: 0, limit: 100 };
function people(criteria: PeopleCriteria, window = page) {
  return directorySource.searchPeople('wsp_1', criteria, window);
}
function companies(criteria: CompanyCriteria) {
  return directorySource.searchCompanies('wsp_1', criteria, page);
}

describe('the built-in directory', () => {
  test('has at least 3,000 companies and 12,000 people, without duplicates, all on reserved domains', () => {
    const directory = openDirectory();
    expect(directory.companies.length).toBeGreaterThanOrEqual(3000);
    expect(directory.people.length).toBeGreaterThanOrEqual(12_000);
    expect(new Set(directory.companies.map(({ domain }) => domain)).size).toBe(directory.companies.length);
    const addresses = directory.people.flatMap(({ email }) => email ?? []);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.every((address) => /^[a-z]+[._]?[a-z]+@[a-z0-9-]+\.example$/.test(address))).toBe(true);
    const timeZones = new Set(directory.companies.map(({ timeZone }) => timeZone!));
    for (const timeZone of timeZones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });

  test('is the same on every machine, so that IDs stay valid', () => {
    const reported = openDirectory().people.map(
      ({ id, firstName, lastName, email }) => `${id} ${firstName} ${lastName} ${email}`,
    );
    expect(createHash('sha256').update(reported.join('\n')).digest('hex')).toMatchSnapshot();
  });

  test('has some people without an email address, and some with an uncertain one', () => {
    const all = openDirectory().people;
    const share = (status: string | null) => all.filter((person) => person.emailStatus === status).length / all.length;
    expect(share(null)).toBeCloseTo(0.06, 1);
    expect(share('valid')).toBeCloseTo(0.82, 1);
    expect(all.every(({ email, emailStatus }) => (email === null) === (emailStatus === null))).toBe(true);
  });

  test('shows neither the last name nor the email address before the reveal', async () => {
    const { items } = await people({});
    const shown = JSON.stringify(items);
    for (const { id } of items) {
      const [person] = await directorySource.reveal('wsp_1', [id]);
      expect(shown).not.toContain(`${person?.firstName} ${person?.lastName}`);
    }
    expect(shown).not.toContain('@');
    expect(items[0]).not.toHaveProperty('lastName');
  });

  test('applies all criteria to every result', async () => {
    const criteria = {
      countries: ['DE', 'AT'],
      employeeRanges: ['51-200' as const],
      seniorities: ['c_suite' as const, 'head' as const],
    };
    const { items, total } = await people(criteria);
    expect(total).toBeGreaterThan(20);
    expect(
      items.every(
        ({ location, employeeRange, seniority }) =>
          ['DE', 'AT'].includes(location.country!) &&
          employeeRange === '51-200' &&
          ['c_suite', 'head'].includes(seniority!),
      ),
    ).toBe(true);
  });

  test('counts facets over all results, not only the page', async () => {
    const { total, facets } = await companies({ industries: ['software'] });
    const countries = facets.countries!.reduce((sum, { count }) => sum + count, 0);
    expect(facets.industries).toEqual([{ value: 'Software', count: total }]);
    expect(countries).toBeLessThanOrEqual(total);
    expect(countries).toBeGreaterThan(total * 0.7);
  });

  test('ranks results by a plain description', async () => {
    const { items, total } = await people({ description: 'CTO of a fintech company in Berlin' });
    expect(total).toBeGreaterThan(0);
    expect(items[0]).toMatchObject({ title: 'Chief Technology Officer', industry: 'Financial Technology' });
    expect(items[0]?.location.city).toBe('Berlin');
  });

  test('finds companies by their business despite a typing error', async () => {
    const { items } = await companies({ description: 'renewible energy company that builds solar parks in Spain' });
    expect(items[0]).toMatchObject({ industry: 'Energy and Environment', location: { country: 'ES' } });
  });

  test.each<[description: string, title: RegExp, industry: string, country: string | undefined]>([
    ['heads of sales at logistics companies in Germany', /Head of Sales/, 'Logistics', 'DE'],
    ['fintech CTO Berlin', /Chief Technology Officer/, 'Financial Technology', 'DE'],
    ['marketing directors at e-commerce companies in France', /Marketing|Demand/, 'E-Commerce', 'FR'],
    ['HR managers in large hospitals in the UK', /HR Manager/, 'Healthcare', 'GB'],
    ['founders of cybersecurity startups', /Founder/, 'Cybersecurity', undefined],
    ['IT managers in law firms in New York', /IT/, 'Professional Services', 'US'],
    ['people in marketing at hotels', /Marketing/, 'Hospitality and Travel', undefined],
  ])('understands "%s"', async (description, title, industry, country) => {
    const { items } = await people({ description }, { offset: 0, limit: 2 });
    expect(items.length).toBeGreaterThan(0);
    for (const person of items) {
      expect(person.title).toMatch(title);
      expect(person.industry).toBe(industry);
      if (country !== undefined) expect(person.location.country).toBe(country);
    }
  });

  test.each<[description: string, words: RegExp, sizes: string[] | undefined]>([
    ['solar installers in Spain', /energy.* in \w+, Spain/, undefined],
    ['law firms specialising in patents', /is a law firm/, undefined],
    ['freight forwarders in Hamburg', /freight forwarder in Hamburg/, undefined],
    ['organic food producers in the Netherlands', /organic/, undefined],
    ['AI start-ups in the US with 10 to 50 employees', /AI start-up in .*United States/, ['11-50']],
    ['large insurance companies in DACH', /insur/, ['501-1000', '1001-5000', '5001-10000', '10001+']],
    ['web design agencies in London', /agency in London/, undefined],
  ])('finds the companies described by "%s"', async (description, words, sizes) => {
    const [best] = (await companies({ description })).items;
    expect(best?.description).toMatch(words);
    if (sizes !== undefined) expect(sizes).toContain(best?.employeeRange);
  });

  test('drops a size, and then a place, that has no matches', async () => {
    const sized = await people({ description: 'biotech companies in Boston with fewer than 2 employees' });
    expect(sized.items[0]).toMatchObject({ industry: 'Biotechnology', location: { city: 'Boston' } });
    const placed = await people({ description: 'VP engineering at AI companies in Braga' });
    expect(placed.items[0]).toMatchObject({ title: 'VP of Engineering', industry: 'Data and Artificial Intelligence' });
  });

  test('finds nothing for meaningless words', async () => {
    expect((await companies({ description: 'zzyzx qwfpg' })).total).toBe(0);
  });

  test('recognizes common abbreviations of titles', async () => {
    const { items } = await people({ titles: ['CFO'] });
    expect(new Set(items.map(({ title }) => title))).toEqual(new Set(['Chief Financial Officer']));
  });

  test('returns pages without gaps or duplicates', async () => {
    const criteria = { description: 'logistics manager' };
    const first = await people(criteria, { offset: 0, limit: 30 });
    const second = await people(criteria, { offset: 30, limit: 30 });
    const both = await people(criteria, { offset: 0, limit: 60 });
    expect([...first.items, ...second.items]).toEqual(both.items);
  });

  test('omits unknown IDs from a reveal', async () => {
    expect(await directorySource.reveal('wsp_1', ['prs_dir_99999-1'])).toEqual([]);
  });
});
