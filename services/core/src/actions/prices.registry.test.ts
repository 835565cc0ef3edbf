import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../providers/prospects/directory/directory.ts';
import { callAction } from '../testing/call-action.ts';
import { sourceFiles } from '../testing/source-files.ts';
import { type Reply, startTestCore, type TestCore } from '../testing/start-test-core.ts';
import { runJobOnce } from '../worker/jobs/job-runner.ts';
import { actions } from './index.ts';

const price = 7;
const verdict = { status: 'valid', reason: 'fake', provider: 'fake' } as const;
const verifier = { name: 'fake', verify: () => Promise.resolve(verdict) };
const writer = { write: () => Promise.resolve('{"subject":"Hello","body":"A question."}') };
const drafting = { writerFor: () => Promise.resolve(writer) };

const priced = actions.filter((action) => action.price !== undefined);
const listed = priced.map(({ price: shown }) => shown!.credits);
let core: TestCore;
beforeAll(async () => {
  for (const action of priced) action.price!.credits = price;
  core = await startTestCore({ ports: { verifier, drafting } });
});
afterAll(async () => {
  for (const [index, action] of priced.entries()) action.price!.credits = listed[index]!;
  await core.stop();
});

const people = openDirectory().people.filter(({ emailStatus }) => emailStatus === 'valid');
const [first, second] = people;

interface Case {
  /** Units planned and used. */
  units: number;
  input(contactIds: string[]): Record<string, unknown>;
}

/** Two contacts in the directory. Looking up and verifying an unknown person is free. */
const cases: Record<string, Case> = {
  verify_email: { units: 1, input: ([contactId]) => ({ contactId }) },
  verify_emails: { units: 2, input: (contactIds) => ({ contactIds }) },
  enrich_contact: { units: 1, input: ([contactId]) => ({ contactId }) },
  enrich_contacts: { units: 2, input: (contactIds) => ({ contactIds }) },
  reveal_people: { units: 3, input: () => ({ ids: people.slice(2, 5).map(({ id }) => id) }) },
  reveal_many_people: { units: 2, input: () => ({ ids: people.slice(5, 7).map(({ id }) => id) }) },
  draft_message: { units: 1, input: ([contactId]) => ({ contactId, instructions: 'Offer a talk.' }) },
};

interface Entry {
  kind: string;
  amount: number;
  action: string;
}

async function setUp() {
  const { key } = await core.addWorkspace({ credits: 100 });
  await core.request('PATCH', '/settings', { key, body: { postalAddress: '1 Dorset Street', senderName: 'Ada' } });
  const contactIds: string[] = [];
  for (const { email } of [first!, second!]) {
    const { body } = await core.request('POST', '/contacts', { key, body: { email } });
    contactIds.push(body.data.id);
  }
  const ledger = async (): Promise<Entry[]> => {
    const { body } = await core.request('GET', '/credits/ledger', { key });
    return body.data.filter(({ kind }: Entry) => kind !== 'grant').reverse();
  };
  return { key, contactIds, ledger };
}

test('every priced action has a case here and appears in the price list', async () => {
  expect(priced.map(({ name }) => name).toSorted()).toEqual(Object.keys(cases).toSorted());
  const { body } = await core.request('GET', '/credits/prices');
  expect(body.data.map(({ credits }: { credits: number }) => credits)).toEqual(priced.map(() => price));
});

function amounts(entries: Entry[]): [string, number][] {
  return entries.map(({ kind, amount }) => [kind, amount]);
}

/** True if the action always makes an external call. The sandbox directory sells from this process. */
function callsOutside(action: (typeof priced)[number]): boolean {
  return 'perform' in action && action.perform !== undefined && action.callsOutside === undefined;
}

test.each(priced.map((action) => [action.name, action] as const))(
  '%s: dry run, hold, capture, and ledger match the price',
  async (name, action) => {
    const { key, contactIds, ledger } = await setUp();
    const { units, input } = cases[name]!;
    const cost = units * price;
    const call = (options: { isDryRun?: boolean }): Promise<Reply> =>
      callAction(core, action, input(contactIds), { key, ...options });
    const dry = await call({ isDryRun: true });
    expect(dry.body.cost, dry.body.summary).toEqual({ credits: cost, balance: 100 });
    const done = await call({});
    expect(done.body.cost, done.body.summary).toEqual({ credits: cost, balance: 100 - cost });
    const captured: [string, number][] = [['capture', -cost]];
    const held: [string, number][] = [['hold', -cost], ['release', cost], ...captured];
    expect(amounts(await ledger())).toEqual(callsOutside(action) ? held : captured);
    while (await runJobOnce(core.deps)) {}
    expect(amounts((await ledger()).filter(({ kind }) => kind === 'refund'))).toEqual([]);
    const { body: balance } = await core.request('GET', '/credits/balance', { key });
    expect(balance.data.balance).toBe(100 - cost);
  },
);

test('a job releases unused credits at its price', async () => {
  const { key, contactIds, ledger } = await setUp();
  await core.request('POST', `/contacts/${contactIds[0]}/verify-email`, { key, body: {} });
  await core.request('POST', '/contacts/verify-emails', { key, body: { contactIds } });
  while (await runJobOnce(core.deps)) {}
  const job = (await ledger()).filter(({ action }) => action === 'verify_emails');
  expect(amounts(job)).toEqual([
    ['capture', -2 * price],
    ['refund', price],
  ]);
});

test('files ledger entries under the records that credits were spent on', async () => {
  const { key, contactIds } = await setUp();
  await core.request('POST', `/contacts/${contactIds[0]}/enrich`, { key, body: {} });
  const { body } = await core.request('GET', '/credits/ledger?kind=capture', { key });
  expect(body.data[0].subjectIds).toEqual([contactIds[0]]);
});

test('the source contains no credit amounts other than action prices', () => {
  const amount =
    /\b(credits?\w*|cost|units|held)\b\s*[:=]\s*[2-9]|\bcredits?\w*\s*[:=]\s*1|(one|1|a) credits? (each|per)/i;
  // Daily limits are spending limits, not prices.
  const found = sourceFiles(join(import.meta.dirname, '..'))
    .filter(({ path }) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line.trim()}`))
    .filter((line) => amount.test(line) && !line.includes(': price: {') && !line.includes('DailyLimits'));
  expect(found).toEqual([]);
});
