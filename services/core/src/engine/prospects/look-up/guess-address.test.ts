import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Verdict } from '../../../providers/verification/email-verifier.ts';
import { startTestCore, type TestCore } from '../../../testing/start-test-core.ts';

let core: TestCore;
/** Addresses that were checked, and the answer of the mail server. */
const checked: string[] = [];
let answer: (email: string) => Omit<Verdict, 'provider'>;
const free = {
  name: 'builtin',
  verify: async (email: string) => {
    checked.push(email);
    return { ...answer(email), provider: 'builtin' };
  },
};
const paid = {
  name: 'hunter',
  free,
  verify: () => Promise.reject(new Error('a guess must not cost anything')),
};

beforeAll(async () => {
  core = await startTestCore({ ports: { verifier: paid } });
});
afterAll(() => core.stop());
beforeEach(() => {
  checked.length = 0;
  answer = () => ({ status: 'valid', reason: 'mx_found' });
});

let count = 0;
/** A company whose people have these addresses, and one more without. */
async function company(...locals: [first: string, last: string, local: string][]) {
  const { key } = await core.addWorkspace({ credits: 10 });
  const domain = `company${count++}.com`;
  const add = async (body: object) =>
    (await core.request('POST', '/contacts', { key, body: { ...body, companyDomain: domain } })).body.data.id as string;
  for (const [firstName, lastName, local] of locals) await add({ firstName, lastName, email: `${local}@${domain}` });
  const contactId = await add({ firstName: 'Tom', lastName: 'Orr' });
  const enrich = async () =>
    (await core.request('POST', `/contacts/${contactId}/enrich`, { key, body: {} })).body.data.contact;
  const balance = async () => (await core.request('GET', '/credits/balance', { key })).body.data.balance;
  return { domain, enrich, balance, add, key };
}

const three: [string, string, string][] = [
  ['Ada', 'King', 'ada.king'],
  ['Bo', 'Lee', 'bo.lee'],
  ['Eva', 'Ray', 'eva.ray'],
];

test('without an answer of the mail server, finds an address with its confidence, for free', async () => {
  const { domain, enrich, balance } = await company(...three);
  expect(await enrich()).toMatchObject({
    email: `tom.orr@${domain}`,
    emailStatus: 'unverified',
    sources: { email: { source: 'pattern', credits: 0, billed: 0, confidence: 0.8 } },
  });
  expect(await balance()).toBe(10);
});

test('adds no address that nothing supports, or that the domain rejects', async () => {
  const unsupported = await company(['Ada', 'King', 'ada.king']);
  expect((await unsupported.enrich()).email).toBeNull();
  const mixed = await company(['Ada', 'King', 'ada.king'], ['Bo', 'Lee', 'bo.lee'], ['Eva', 'Ray', 'eray']);
  expect((await mixed.enrich()).email).toBeNull();
  answer = () => ({ status: 'invalid', reason: 'no_mail_server' });
  const closed = await company(...three);
  expect((await closed.enrich()).email).toBeNull();
  expect(checked.filter((email) => email.endsWith(closed.domain))).toHaveLength(1);
});

test('asks the mail server about the next way if it does not know the first one', async () => {
  const { domain, enrich } = await company();
  answer = (email) =>
    email.startsWith('tom@')
      ? { status: 'valid', reason: 'mailbox_accepts' }
      : { status: 'invalid', reason: 'mailbox_unknown' };
  expect(await enrich()).toMatchObject({ email: `tom@${domain}`, emailStatus: 'valid' });
  expect(checked).toEqual([`tom.orr@${domain}`, `torr@${domain}`, `tom@${domain}`]);
});

test('does not learn from its own guesses', async () => {
  const { domain, enrich, add, key } = await company(['Ada', 'King', 'ada.king'], ['Bo', 'Lee', 'bo.lee']);
  expect((await enrich()).sources.email.confidence).toBe(0.75);
  const other = await add({ firstName: 'Max', lastName: 'Hill' });
  const { body } = await core.request('POST', `/contacts/${other}/enrich`, { key, body: {} });
  expect(body.data.contact).toMatchObject({ email: `max.hill@${domain}`, sources: { email: { confidence: 0.75 } } });
});
