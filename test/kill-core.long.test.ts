import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound } from '../shared/client/src/index.ts';
import { type OwnCore, ownCore } from './harness/own-core.ts';
import { type Answer, restClient } from './harness/product.ts';
import type { RunningProcess } from './harness/running-process.ts';

const writes = 200;
const clients = 8;
const kills = 6;
const trialCredits = 500;

let own: OwnCore;
let core: RunningProcess;

beforeAll(async () => {
  own = await ownCore({ TRIAL_CREDITS: String(trialCredits) });
  core = await own.startApi();
});
afterAll(() => core.stop());

/** Repeats a request with an idempotency key until it gets a final response, even if processes die. */
async function untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send().catch(() => undefined);
    if (answer !== undefined && !answer.body.error?.retryable) return answer;
    await wait(50);
  }
}

test('200 writes with keys, half of them spending, happen exactly once while the core is killed repeatedly', async () => {
  await own.operate(
    'workspace',
    'create',
    '--name',
    'Kill',
    '--email',
    'kill@outbound.example',
    '--password',
    'correct horse battery',
  );
  const key = await own.operate('key', 'create', '--email', 'kill@outbound.example', '--scopes', 'all', '--unattended');
  const request = restClient(own.url, key);
  const outbound = createOutbound({ baseUrl: own.url, apiKey: key });
  const found = await request('POST', '/search/people', { hasEmail: true, limit: 100 });
  const people: string[] = found.body.data.people.map((person: { id: string }) => person.id);

  let isWriting = true;
  const killer = (async () => {
    for (let i = 0; i < kills && isWriting; i += 1) {
      await wait(200 + Math.random() * 500);
      await core.kill();
      core = await own.startApi();
    }
  })();

  const writeOne = (i: number): Promise<Answer> => {
    const headers = { 'idempotency-key': `write-${i}` };
    if (i % 2 === 0)
      return untilAnswered(() =>
        request('POST', '/contacts', { email: `person${i}@kill.example`, declaredBasis: 'consent' }, headers),
      );
    return untilAnswered(() => request('POST', '/search/people/reveal', { ids: [people[(i - 1) / 2]] }, headers));
  };
  const queue = Array.from({ length: writes }, (_, i) => i);
  const answers: Answer[] = [];
  const client = async () => {
    for (let i = queue.shift(); i !== undefined; i = queue.shift()) answers.push(await writeOne(i));
  };
  await Promise.all(Array.from({ length: clients }, client));
  isWriting = false;
  await killer;

  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  const contacts = await Array.fromAsync(outbound.each('/contacts'));
  expect(contacts.filter(({ source }) => source === 'api')).toHaveLength(writes / 2);
  const revealed = answers.filter(({ body }) => body.data.createdCount === 1);
  expect(contacts.filter(({ source }) => source === 'search')).toHaveLength(revealed.length);

  const spent = revealed.reduce((sum, { body }) => sum + body.cost.credits, 0);
  const { body: balance } = await request('GET', '/credits/balance');
  expect(balance.data.balance).toBe(trialCredits - spent);
  const ledger = await Array.fromAsync(outbound.each('/credits/ledger'));
  expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(trialCredits - spent);
}, 180_000);
