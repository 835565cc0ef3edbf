import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../testing/browser.ts';
import { alwaysOpen } from '../../testing/campaign-setup.ts';
import { makeKeyOnPage, signUpWithKey } from '../../testing/sign-up-with-key.ts';
import { startTestCore, type TestCore } from '../../testing/start-test-core.ts';

/** CLAIM_RECIPIENTS=1000 is the full test. */
const recipients = Number(process.env.CLAIM_RECIPIENTS) || 60;
let core: TestCore;
let browser: Browser;
/** A key whose launches need a person, and one without limits. */
let key: string;
let unattended: string;

beforeAll(async () => {
  core = await startTestCore();
  ({ browser, key: unattended } = await signUpWithKey(core));
  key = await makeKeyOnPage(browser);
  const claimPolicy = { byAgent: 'warn', byPerson: 'warn' };
  await send('PATCH', '/settings', { postalAddress: 'Acme Ltd, 1 Road, Town', claimPolicy });
});
afterAll(() => core.stop());

async function send(method: string, path: string, body: object = {}, by = unattended) {
  const reply = await core.request(method, path, { key: by, ...(method !== 'GET' && { body }) });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body.data;
}

const cities = ['Leeds', 'Lyon', 'Turin', 'Bremen', 'Ghent'];

/** Everyone's company has another fact. Every twentieth text claims something else. */
function personOf(number: number) {
  const city = cities[number % cities.length]!;
  const company = `Mill${number}`;
  const isFlagged = number % 20 === 7;
  const claim = isFlagged
    ? `I read that ${company} raised $${number + 2} million last year.`
    : `I read that ${company} opened a warehouse in ${city} with ${number + 100} employees.`;
  return {
    isFlagged,
    fact: `${company} opened a warehouse in ${city} with ${number + 100} employees.`,
    contact: {
      email: `eva@mill${number}.com`,
      firstName: 'Eva',
      emailStatus: 'valid',
      declaredBasis: 'legitimate_interest',
      companyName: company,
      companyDomain: `mill${number}.com`,
    },
    body: `Hello Eva,\n\n${claim}\n\nWe plan tours. Do you have ten minutes?`,
  };
}

test('an approval of many different texts shows unsupported claims first, and each sentence with its quote', async () => {
  const people = Array.from({ length: recipients }, (_, number) => personOf(number));
  const contactIds: string[] = [];
  for (let start = 0; start < recipients; start += 500) {
    const part = people.slice(start, start + 500);
    const contacts = part.map(({ contact }) => contact);
    const companies = part.map(({ fact, contact }) => ({ domain: contact.companyDomain, description: fact }));
    await send('POST', '/companies/bulk', { companies });
    const { results } = await send('POST', '/contacts/bulk', { contacts });
    contactIds.push(...results.map(({ contactId }: { contactId: string }) => contactId));
  }
  const steps = [{ subject: 'A question', body: 'Hello {{ firstName }}.' }];
  const campaign = await send('POST', '/campaigns', { name: 'Autumn', steps, window: alwaysOpen });
  await send('POST', `/campaigns/${campaign.id}/enrollments`, { contactIds });
  const texts = people.map(({ body }, index) => ({ contactId: contactIds[index]!, subject: 'Your tours', body }));
  for (let start = 0; start < recipients; start += 500)
    await send('PUT', `/campaigns/${campaign.id}/steps/${campaign.steps[0].id}/texts`, {
      texts: texts.slice(start, start + 500),
    });
  const { approval } = await send('POST', `/campaigns/${campaign.id}/launch`, {}, key);

  const { groups } = await send('GET', `/approvals/${approval.id}/manifest`);
  const flagged = people.filter(({ isFlagged }) => isFlagged).length;
  const counts = groups.map(({ unsupportedCount }: { unsupportedCount: number }) => unsupportedCount);
  expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(flagged);
  expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
  // One template, so few groups, whatever the number of texts.
  expect(groups.length).toBeLessThanOrEqual(2);
  const isFlagged = (contactId: string) => people[contactIds.indexOf(contactId)]!.isFlagged;
  expect(groups[0].sampleContactIds.map(isFlagged)).not.toContain(false);

  for (const index of [7, 8]) {
    const { messages } = await send('GET', `/approvals/${approval.id}/manifest/${contactIds[index]}`);
    const about = messages[0].claims;
    expect(about).toHaveLength(1);
    expect(about[0]).toMatchObject(
      people[index]!.isFlagged
        ? { verdict: 'unsupported', quote: null, missing: expect.arrayContaining(['raised']) }
        : { verdict: 'supported', quote: people[index]!.fact },
    );
  }
  const page = (await browser.get(`/app/approvals/${approval.id}`)).html;
  expect(page).toContain(`${flagged} with claims without a source`);
  const listed = [...page.matchAll(/\/people\/(con_\w+)"/g)].map(([, id]) => isFlagged(id!));
  expect(listed.slice(0, flagged)).not.toContain(false);
  const one = (await browser.get(`/app/approvals/${approval.id}/people/${contactIds[7]}`)).html;
  expect(one).toContain('No source for: raised');
  const other = (await browser.get(`/app/approvals/${approval.id}/people/${contactIds[8]}`)).html;
  expect(other).toContain(`<blockquote><bdi>${people[8]!.fact}`);
}, 300_000);
