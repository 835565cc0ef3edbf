import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../deploy/launcher/free-port.ts';
import { EarlierVersion, oldestRollingCommit } from './harness/earlier-version.ts';
import { call, confirm, connectWithKey } from './harness/mcp-client.ts';
import { restClient } from './harness/product.ts';
import { type RunningProcess, startProcess, until, untilReady } from './harness/running-process.ts';

// Parts of an earlier version and of this one on the same store, as during a rolling upgrade. After an incompatible
// migration, the oldest possible version is the first one after it.
const earlierCommit = oldestRollingCommit();
if (earlierCommit === undefined) console.warn('no history: no earlier version is run beside this one');

interface Version {
  core: string;
  gateway: string;
  rest: ReturnType<typeof restClient>;
}

const running: RunningProcess[] = [];
let before: EarlierVersion;
let old: Version;
let current: Version;
let key: string;

const mark = randomUUID().slice(0, 8);
// One installation has one data folder. A second one would look like a copy of the store.
const dataDir = mkdtempSync(join(tmpdir(), 'outbound-rolling-'));
const shared = {
  OUTBOUND_DATA_DIR: dataDir,
  BASE_URL: 'http://127.0.0.1:3999',
  MONGODB_URI: process.env.MONGODB_URI || process.env.TEST_MONGODB_URI!,
  CORE_DATABASE: `rolling_core_${mark}`,
  GATEWAY_DATABASE: `rolling_gateway_${mark}`,
  SECRET_KEY: randomBytes(32).toString('base64'),
  INTERNAL_SECRET: 'rolling-test',
  METRICS_PORT: '0',
  LOG_LEVEL: 'error',
  WORKER_POLL_MS: '50',
  RATE_LIMIT_KEY_PER_MINUTE: '100000',
  RATE_LIMIT_WORKSPACE_PER_MINUTE: '100000',
};

async function start(dir: string | undefined, script: string, args: string[], env = {}): Promise<string> {
  const [port, internal] = [await freePort(), await freePort()];
  const settings = { ...shared, ...env, PORT: String(port), INTERNAL_PORT: String(internal) };
  const started = startProcess(script, args, settings, dir);
  running.push(started);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, started);
  return url;
}

async function startVersion(dir?: string): Promise<Omit<Version, 'rest'>> {
  const core = await start(dir, 'services/core/src/main.ts', ['api']);
  await start(dir, 'services/core/src/main.ts', ['worker']);
  const gateway = await start(dir, 'services/gateway/src/main.ts', [], { CORE_URL: core });
  return { core, gateway };
}

async function operate(...args: string[]): Promise<string> {
  const command = startProcess('services/core/src/main.ts', args, shared, before.dir);
  await new Promise((resolve) => command.child.once('close', resolve));
  return command.output().trim();
}

beforeAll(async () => {
  if (earlierCommit === undefined) return;
  before = new EarlierVersion(earlierCommit);
  const first = await startVersion(before.dir);
  const owner = ['--email', 'rolling@outbound.example'];
  await operate('workspace', 'create', '--name', 'Rolling', ...owner, '--password', 'correct horse battery');
  key = await operate('key', 'create', ...owner, '--scopes', 'all', '--unattended');
  const second = await startVersion();
  old = { ...first, rest: restClient(first.core, key) };
  current = { ...second, rest: restClient(second.core, key) };
}, 300_000);
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()));
  before?.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

test.runIf(earlierCommit !== undefined)(
  'the same key sent concurrently to both versions creates one contact and returns one response',
  async () => {
    const body = { email: 'both@versions.example', declaredBasis: 'consent' };
    const send = async ({ rest }: Version) => {
      for (;;) {
        const answer = await rest('POST', '/contacts', body, { 'idempotency-key': 'both' });
        if (!answer.body.error?.retryable) return answer;
      }
    };
    const answers = await Promise.all([old, current, old, current].map(send));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.data?.id}`)).size).toBe(1);
    for (const { rest } of [old, current]) expect((await rest('GET', '/contacts')).body.data).toHaveLength(1);
  },
);

test.runIf(earlierCommit !== undefined)(
  'a gateway of one version confirms a preview of the other version',
  async () => {
    for (const [index, [from, to]] of [
      [old, current],
      [current, old],
    ].entries()) {
      const [first, second] = [await connectWithKey(from!.gateway, key), await connectWithKey(to!.gateway, key)];
      const preview = await call(first, 'create_contact', { email: `gateway${index}@versions.example` });
      const done = await confirm(second, preview);
      expect(done.data.email).toBe(`gateway${index}@versions.example`);
      await Promise.all([first.close(), second.close()]);
    }
  },
);

const people = 40;

async function addPeople({ rest }: Version, name: string): Promise<string[]> {
  const contacts = Array.from({ length: people }, (_, index) => ({
    email: `${name}${index}@people.example`,
    emailStatus: 'valid',
    declaredBasis: 'consent',
  }));
  await rest('POST', '/contacts/bulk', { contacts });
  const { body } = await rest('GET', `/contacts?q=${name}&limit=100`);
  return body.data.map(({ id }: { id: string }) => id);
}

test.runIf(earlierCommit !== undefined)(
  'workers of both versions send campaigns of both: each message once, with each reply counted',
  async () => {
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const window = { days, from: '00:00', to: '24:00', timeZone: 'UTC' };
    await old.rest('PATCH', '/settings', { postalAddress: 'Hauptstrasse 1, Berlin' });
    for (const [name, from, to] of [
      ['eins', old, current],
      ['zwei', current, old],
    ] as const) {
      const contactIds = await addPeople(from, name);
      expect(contactIds).toHaveLength(people);
      const steps = [{ subject: 'Hello', body: 'A short question.' }];
      const { id } = (await from.rest('POST', '/campaigns', { name, steps, window })).body.data;
      await to.rest('POST', `/campaigns/${id}/enrollments`, { contactIds });
      // Settings changed by another instance apply within a second.
      await until('the launch', async () => (await to.rest('POST', `/campaigns/${id}/launch`, {})).status === 200);
      const sent = await until(
        `the messages of ${name}`,
        async () => {
          const { body } = await from.rest('GET', `/messages?campaignId=${id}&state=sent&limit=100`);
          return body.data.length === people && body.data;
        },
        120_000,
      );
      const captured = (await to.rest('GET', '/sandbox/messages?limit=100')).body.data;
      const ofCampaign = captured.filter(({ to: address }: { to: string }) => address.startsWith(name));
      expect(new Set(ofCampaign.map(({ to: address }: { to: string }) => address)).size).toBe(people);
      expect(ofCampaign).toHaveLength(people);
      const reply = await to.rest('POST', `/sandbox/messages/${sent[0].id}/reply`, { text: 'Sounds interesting.' });
      expect(reply.body.data.reply.class).toBe('interested');
      const { body: report } = await from.rest('GET', `/campaigns/${id}/report`);
      expect(report.data.funnel).toMatchObject({ contacted: people, replied: 1 });
    }
  },
  300_000,
);

test.runIf(earlierCommit !== undefined)('no part of either version has logged an error', () => {
  expect(running.map((each) => each.output()).join('')).not.toMatch(/"level":(?:50|60)|unhandled/i);
});
