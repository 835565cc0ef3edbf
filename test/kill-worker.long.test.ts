import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound } from '../shared/client/src/index.ts';
import { type FaultySink, startFaultySink } from './harness/faulty-sink.ts';
import { type OwnCore, ownCore } from './harness/own-core.ts';
import { type Answer, restClient } from './harness/product.ts';
import { type RunningProcess, until } from './harness/running-process.ts';

const people = 1_000;
/** Many mailboxes, because a connection fault pauses one for a minute. */
const mailboxCount = 100;
const workerCount = 4;
/** CRASH_KILLS=50 sets a higher number of kills. */
const kills = Number(process.env.CRASH_KILLS) || 25;
const leaseMs = 5_000;
/** Highest number of messages in progress per worker, over all its mailboxes. */
const underWayMax = 10;
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

let own: OwnCore;
let core: RunningProcess;
let sink: FaultySink;
const workers: RunningProcess[] = [];

beforeAll(async () => {
  own = await ownCore({
    // Real mailboxes need a public unsubscribe URL.
    BASE_URL: 'https://outbound.example',
    ALLOW_PRIVATE_HOSTS: 'true',
    ALLOW_RESERVED_RECIPIENTS: 'true',
    WORKER_POLL_MS: '100',
    WORKER_LEASE_MS: String(leaseMs),
  });
  sink = await startFaultySink({ percent: 4, delayMsMax: 400 });
  core = await own.startApi();
}, 60_000);

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await core.stop();
  await sink.stop();
});

type Request = ReturnType<typeof restClient>;

async function good(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.data;
}

async function addPeople(request: Request): Promise<string[]> {
  const facts = { emailStatus: 'valid', declaredBasis: 'legitimate_interest' };
  const contacts = Array.from({ length: people }, (_, number) => ({
    ...facts,
    email: `person${number}@company${number}.example`,
  }));
  const { results } = await good(request('POST', '/contacts/bulk', { contacts }));
  return results.map(({ contactId }: { contactId: string }) => contactId);
}

async function addMailbox(request: Request, number: number): Promise<string> {
  const smtp = { host: '127.0.0.1', port: sink.port, security: 'none' };
  const limits = { dailyCap: 2_000, gapSeconds: { min: 0, max: 0 } };
  return (await good(request('POST', '/mailboxes', { address: `ada${number}@acme.example`, smtp, ...limits }))).id;
}

async function launch(request: Request): Promise<void> {
  const window = { days: everyDay, from: '00:00', to: '24:00', timeZone: 'UTC' };
  await good(request('PATCH', '/settings', { postalAddress: 'Acme Ltd, 1 Road, Town' }));
  const mailboxIds: string[] = [];
  for (let number = 0; number < mailboxCount; number += 1) mailboxIds.push(await addMailbox(request, number));
  // Two campaigns, because one can have at most 50 mailboxes.
  const steps = [{ subject: 'Hello', body: 'Hello.' }];
  const contactIds = await addPeople(request);
  for (let half = 0; half < 2; half += 1) {
    const own = mailboxIds.slice((half * mailboxCount) / 2, ((half + 1) * mailboxCount) / 2);
    const campaign = await good(request('POST', '/campaigns', { name: 'Kill', mailboxIds: own, window, steps }));
    await good(
      request('POST', `/campaigns/${campaign.id}/enrollments`, {
        contactIds: contactIds.slice((half * people) / 2, ((half + 1) * people) / 2),
      }),
    );
    await good(request('POST', `/campaigns/${campaign.id}/launch`, {}));
  }
}

interface Sent {
  state: string;
  messageIdHeader: string;
}

/** Kills the worker with the longest run time at an arbitrary moment. Another one starts in its place. */
async function killOne(): Promise<void> {
  const takenBefore = sink.taken.length;
  await until('a message at the server', async () => sink.taken.length > takenBefore, 180_000);
  await wait(Math.random() * 300);
  workers.push(await own.startWorker());
  await workers.shift()!.kill();
}

test('sends every message exactly once while workers are killed and the server hangs up and rejects', async () => {
  const owner = ['--email', 'kill@outbound.example'];
  await own.operate('workspace', 'create', '--name', 'Kill', ...owner, '--password', 'correct horse battery');
  const key = await own.operate('key', 'create', ...owner, '--scopes', 'all', '--unattended');
  const request = restClient(own.url, key);
  const outbound = createOutbound({ baseUrl: own.url, apiKey: key });
  await launch(request);
  for (let count = 0; count < workerCount; count += 1) workers.push(await own.startWorker());
  for (let count = 0; count < kills; count += 1) await killOne();
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  // A new worker runs until every kind of fault has occurred. Then it only settles the rest.
  const resting = await own.startWorker();
  workers.push(resting);
  await until(
    'more messages',
    async () => sink.taken.length > 6 * kills && Object.keys(sink.faults).length === 10,
    180_000,
  );
  await own.operate('sending', 'stop');
  const messages = await until(
    'the books to be settled',
    async () => {
      const all: Sent[] = await Array.fromAsync(outbound.each('/messages'));
      return all.length === people && all.every(({ state }) => state !== 'sending') && all;
    },
    30 * leaseMs,
  );
  await resting.stop();

  const taken = new Set(sink.taken);
  const inState = (...states: string[]) => messages.filter(({ state }) => states.includes(state));
  const counts = ['sent', 'unconfirmed', 'scheduled', 'failed'].map((state) => `${inState(state).length} ${state}`);
  const perKill = (inState('unconfirmed').length / kills).toFixed(1);
  process.stdout.write(
    `${kills} kills, ${taken.size} taken, ${counts.join(', ')}, ${perKill} unconfirmed a kill; ${JSON.stringify(sink.faults)}\n`,
  );
  expect(taken.size).toBe(sink.taken.length);
  expect(inState('sent').filter(({ messageIdHeader }) => !taken.has(messageIdHeader))).toEqual([]);
  const settled = new Set(inState('sent', 'unconfirmed').map(({ messageIdHeader }) => messageIdHeader));
  expect(sink.taken.filter((id) => !settled.has(id))).toEqual([]);
  expect(inState('sent', 'unconfirmed', 'scheduled', 'failed')).toHaveLength(people);
  expect(inState('sent').length).toBeGreaterThan(kills);
  const lost = (sink.faults['end_of_data drop'] ?? 0) + sink.unanswered;
  expect(inState('unconfirmed').length).toBeLessThanOrEqual(kills * underWayMax + lost);
  expect(Object.keys(sink.faults)).toHaveLength(10);
}, 1_800_000);
