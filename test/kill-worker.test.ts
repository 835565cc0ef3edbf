import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../deploy/launcher/free-port.ts';
import { type Answer, restClient } from './harness/product.ts';
import { type RunningProcess, startProcess, until, untilReady } from './harness/running-process.ts';
import { type SmtpSink, startSmtpSink } from './harness/smtp-sink.ts';

const people = 200;
const workerCount = 2;
const kills = 6;
const settledMs = 150_000;
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

let env: Record<string, string>;
let core: RunningProcess;
let sink: SmtpSink;
const workers: RunningProcess[] = [];

const startWorker = async (): Promise<RunningProcess> => {
  const port = await freePort();
  const worker = startProcess('services/core/src/main.ts', ['worker'], { ...env, PORT: String(port) });
  await untilReady(`http://127.0.0.1:${port}`, worker);
  return worker;
};

const operate = async (...args: string[]): Promise<string> => {
  const command = startProcess('services/core/src/main.ts', args, env);
  await new Promise((resolve) => command.child.once('close', resolve));
  return command.output().trim();
};

beforeAll(async () => {
  const port = await freePort();
  env = {
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    MONGODB_URI: process.env.MONGODB_URI || process.env.TEST_MONGODB_URI!,
    CORE_DATABASE: `kill_${randomUUID().slice(0, 8)}`,
    SECRET_KEY: randomBytes(32).toString('base64'),
    INTERNAL_SECRET: 'kill-test',
    LOG_LEVEL: 'error',
    ALLOW_PRIVATE_HOSTS: 'true',
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    RATE_LIMIT_WORKSPACE_PER_MINUTE: '1000000',
    WORKER_POLL_MS: '100',
    WORKER_LEASE_MS: '5000',
  };
  sink = await startSmtpSink();
  core = startProcess('services/core/src/main.ts', ['api'], env);
  await untilReady(env.BASE_URL!, core);
}, 60_000);

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await core.stop();
  await sink.stop();
});

type Request = ReturnType<typeof restClient>;

const good = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.data;
};

const addPeople = async (request: Request): Promise<string[]> => {
  const facts = { emailStatus: 'valid', declaredBasis: 'legitimate_interest' };
  const numbers = Array.from({ length: people }, (_, number) => number);
  const ids: string[] = [];
  const client = async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      const email = `person${number}@company${number}.example`;
      ids.push((await good(request('POST', '/contacts', { ...facts, email }))).id);
    }
  };
  await Promise.all([client(), client(), client(), client()]);
  return ids;
};

const launch = async (request: Request): Promise<string> => {
  const smtp = { host: '127.0.0.1', port: sink.port, security: 'none' };
  const window = { days: everyDay, from: '00:00', to: '24:00', timeZone: 'UTC' };
  await good(request('PATCH', '/settings', { postalAddress: 'Acme Ltd, 1 Road, Town' }));
  const mailbox = await good(request('POST', '/mailboxes', { address: 'ada@acme.example', smtp, dailyCap: 2_000 }));
  const steps = [{ subject: 'Hello', body: 'Hello.' }];
  const input = { name: 'Kill', mailboxIds: [mailbox.id], window, steps };
  const campaign = await good(request('POST', '/campaigns', input));
  const contactIds = await addPeople(request);
  await good(request('POST', `/campaigns/${campaign.id}/enrollments`, { contactIds }));
  await good(request('POST', `/campaigns/${campaign.id}/launch`, {}));
  return campaign.id;
};

interface Sent {
  state: string;
  messageIdHeader: string;
}

const messagesOf = async (request: Request, campaignId: string): Promise<Sent[]> => {
  const found: Sent[] = [];
  for (let cursor = ''; ; ) {
    const query = `campaignId=${campaignId}&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { body } = await request('GET', `/messages?${query}`);
    found.push(...body.data);
    if (body.page.nextCursor === null) return found;
    cursor = body.page.nextCursor;
  }
};

test('200 messages go out while workers are killed: none twice, each one sent or unconfirmed', async () => {
  const owner = ['--email', 'kill@outbound.example'];
  await operate('workspace', 'create', '--name', 'Kill', ...owner, '--password', 'correct horse battery');
  const key = await operate('key', 'create', ...owner, '--scopes', 'all');
  const request = restClient(env.BASE_URL!, key);
  const campaignId = await launch(request);
  for (let count = 0; count < workerCount; count += 1) workers.push(await startWorker());

  for (let count = 1; count <= kills; count += 1) {
    const enough = (people * count) / (kills + 2);
    await until('some messages at the sink', async () => sink.received.length >= enough, 60_000);
    await wait(Math.random() * 200);
    await workers.shift()!.kill();
    workers.push(await startWorker());
  }
  const settled = ['sent', 'unconfirmed'];
  const messages = await until(
    'the last message',
    async () => {
      const all = await messagesOf(request, campaignId);
      return all.length === people && all.every(({ state }) => settled.includes(state)) && all;
    },
    settledMs,
  );

  const atSink = sink.received.map(({ headers }) => headers['message-id']);
  expect(new Set(atSink).size).toBe(atSink.length);
  expect(new Set(sink.received.map(({ to }) => to[0])).size).toBe(sink.received.length);
  const sent = messages.filter(({ state }) => state === 'sent');
  expect(atSink).toEqual(expect.arrayContaining(sent.map(({ messageIdHeader }) => messageIdHeader)));
  expect(atSink.length).toBeGreaterThanOrEqual(sent.length);
}, 300_000);
