import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { freePort } from '../../deploy/launcher/free-port.ts';
import { until as untilTrue } from '../../services/core/src/testing/running-campaign.ts';
import { createAccount, type Product, restClient, startProduct } from '../harness/product.ts';
import { alertsIn, readScrape, type Scrape } from './evaluate-rules.ts';

// Each fault is injected into the running product. Prometheus then evaluates the rules over what the product exported
// before and with the fault, each repeated, as if it had lasted for hours.
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const backups = mkdtempSync(join(tmpdir(), 'outbound-backups-'));
const metricsPort = String(await freePort());
let product: Product;
let call: ReturnType<typeof restClient>;
let client: MongoClient;
let core: Db;
let workspaceId: string;
let quiet: Scrape;

beforeAll(async () => {
  product = await startProduct({
    METRICS_PORT: metricsPort,
    BACKUP_DIR: backups,
    OUTBOUND_BACKUP_PASSPHRASE: 'correct horse',
  });
  call = restClient(product.url, (await createAccount(product)).key);
  workspaceId = (await call('GET', '/me')).body.data.workspace.id;
  client = await new MongoClient(runFile().mongodbUri).connect();
  core = client.db(product.env.CORE_DATABASE);
  quiet = await until((found) => found.has(worker('outbound_backup_age_seconds')) && allUp(found));
}, 180_000);
afterAll(async () => {
  await client?.close();
  await product?.stop();
  rmSync(backups, { recursive: true, force: true });
});

function runFile(): { mongodbUri: string; parts: Record<string, { pid: number }> } {
  return JSON.parse(readFileSync(join(product.env.OUTBOUND_DATA_DIR!, 'run.json'), 'utf8'));
}

async function scrape(port = metricsPort): Promise<Scrape> {
  return readScrape(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
}

async function until(isSo: (scrape: Scrape) => boolean, port = metricsPort): Promise<Scrape> {
  let last: Scrape = new Map();
  const isReached = async () => {
    last = await scrape(port);
    return isSo(last);
  };
  await untilTrue(isReached, 90_000);
  return last;
}

function value(found: Scrape, name: string): number {
  return found.get(`outbound_${name}`) ?? 0;
}

const parts = ['core', 'worker', 'gateway', 'store'];
function allUp(found: Scrape): boolean {
  return parts.every((part) => value(found, `part_up{part="${part}"}`) === 1);
}

/** An hour as before, then three hours with the fault. */
function alertsWith(before: Scrape, after: Scrape): Promise<string[]> {
  return alertsIn([...Array<Scrape>(60).fill(before), ...Array<Scrape>(180).fill(after)], 1);
}

function insert(collection: string, ...documents: ({ _id: string } & Record<string, unknown>)[]) {
  return core.collection<{ _id: string }>(collection).insertMany(documents);
}

function ago(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}

function worker(name: string, labels = ''): string {
  return `${name}{${labels ? `${labels},` : ''}part="worker"}`;
}

/** Injects the fault, and returns what the product exports with it. */
const faults: Record<string, { alerts: string[]; inject(): Promise<Scrape>; end?(): Promise<unknown> }> = {
  'a dead core': {
    alerts: ['OutboundPartDown', 'OutboundPartRestarted'],
    inject: () => killed('core'),
  },
  'a dead worker': {
    alerts: ['OutboundPartDown', 'OutboundPartRestarted'],
    inject: () => killed('worker'),
  },
  'a hung part': {
    alerts: ['OutboundPartRestarted'],
    async inject() {
      const restarts = value(await scrape(), 'part_restarts_total{part="gateway"}');
      process.kill(runFile().parts.gateway!.pid, 'SIGSTOP');
      return until((found) => value(found, 'part_restarts_total{part="gateway"}') > restarts && allUp(found));
    },
  },
  'a failing mailbox': {
    alerts: ['OutboundMailboxesDown'],
    async inject() {
      await insert('mailboxes', { ...mailbox('failing'), state: 'failing' });
      return until((found) => value(found, worker('mailbox_failing', 'mailbox="mbx_failing"')) === 1);
    },
    end: () => core.collection<{ _id: string }>('mailboxes').deleteOne({ _id: 'mbx_failing' }),
  },
  'an unread mailbox': {
    alerts: ['OutboundMailboxUnread'],
    async inject() {
      const imap = { host: '127.0.0.1', port: 1, security: 'none', username: 'ada', secret: null };
      await insert('mailboxes', { ...mailbox('unread'), imap, createdAt: ago(20) });
      return until((found) => value(found, worker('mailbox_read_lag_seconds_sum')) > 900);
    },
    end: () => core.collection<{ _id: string }>('mailboxes').deleteOne({ _id: 'mbx_unread' }),
  },
  'an old backup': {
    alerts: ['OutboundBackupOld'],
    async inject() {
      // Its lease keeps the scheduled backup from replacing it immediately.
      const lastAt = ago(3 * 24 * 60);
      await core.collection('backup_state').updateOne({}, { $set: { lastAt, leaseUntil: ago(-30) } });
      return until((found) => value(found, worker('backup_age_seconds')) > 200_000);
    },
    end: () => core.collection('backup_state').updateOne({}, { $set: { lastAt: new Date() } }),
  },
  complaints: {
    alerts: ['OutboundComplaints'],
    async inject() {
      const before = value(await scrape(), worker('replies_total', 'class="complaint"'));
      for (const messageId of await sentInSandbox(4))
        await call('POST', `/sandbox/messages/${messageId}/bounce`, { kind: 'complaint' });
      return until((found) => value(found, worker('replies_total', 'class="complaint"')) >= before + 4);
    },
  },
  'unconfirmed messages': {
    alerts: ['OutboundMessagesUnconfirmed'],
    async inject() {
      const rows = Array.from({ length: 8 }, (_, index) => lostMessage(index));
      await insert('messages', ...rows);
      return until((found) => value(found, worker('messages_total', 'outcome="unconfirmed"')) >= 8);
    },
  },
  'a stuck hold': {
    alerts: ['OutboundHoldsStuck'],
    async inject() {
      const held = { state: 'held', action: 'reveal_people', aside: 1, leaseUntil: ago(-600), createdAt: ago(60) };
      await insert('operations', { ...held, _id: 'op_stuck', workspaceId });
      return until((found) => value(found, worker('oldest_hold_seconds')) > 1_800);
    },
    end: () => core.collection<{ _id: string }>('operations').deleteOne({ _id: 'op_stuck' }),
  },
};

/** Message of a worker that died while it was sending. */
function lostMessage(index: number) {
  return {
    _id: `msg_lost_${index}`,
    messageIdHeader: `<lost${index}@acme.example>`,
    workspaceId,
    kind: 'single',
    state: 'sending',
    leaseOwner: 'gone',
    leaseUntil: ago(1),
    mailboxId: 'mbx_gone',
    to: `person${index}@lost.example`,
    subject: 'Hello',
    bodyText: 'Hello.',
    campaignId: null,
    fence: 1,
    version: 1,
    attempt: 1,
    createdAt: ago(2),
    updatedAt: ago(2),
  };
}

function mailbox(name: string) {
  return {
    _id: `mbx_${name}`,
    workspaceId,
    kind: 'smtp',
    address: `${name}@acme.example`,
    state: 'active',
    dailyCap: 10,
    smtp: { host: '127.0.0.1', port: 1, security: 'none', username: null, secret: null },
    imap: null,
    version: 1,
    leaseUntil: new Date(0),
    lastReadAt: null,
    createdAt: new Date(),
    updatedAt: new Date(),
    readFailureCount: 0,
  };
}

/** Metrics while the part starts again. */
async function killed(part: string): Promise<Scrape> {
  const restarts = value(await scrape(), `part_restarts_total{part="${part}"}`);
  process.kill(runFile().parts[part]!.pid, 'SIGKILL');
  return until(
    (found) =>
      value(found, `part_up{part="${part}"}`) === 0 && value(found, `part_restarts_total{part="${part}"}`) > restarts,
  );
}

async function sentInSandbox(count: number): Promise<string[]> {
  await call('PATCH', '/settings', { postalAddress: 'Analytical Engines, 1 Long Street, London' });
  const step = { kind: 'email', subject: 'Hello', body: 'Hello {{contact.firstName}}.' };
  const { body } = await call('POST', '/campaigns', { name: 'Complaints', steps: [step] });
  const campaignId = body.data.id;
  const contactIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = { email: `person${index}@complains${index}.example`, emailStatus: 'valid', firstName: 'Ada' };
    const created = await call('POST', '/contacts', { ...person, declaredBasis: 'legitimate_interest' });
    contactIds.push(created.body.data.id);
  }
  await call('POST', `/campaigns/${campaignId}/enrollments`, { contactIds });
  const launched = await call('POST', `/campaigns/${campaignId}/launch`, {});
  expect(launched.status, JSON.stringify(launched.body)).toBe(200);
  const sent = async () => {
    await call('POST', '/sandbox/deliver', {});
    return (await call('GET', `/messages?campaignId=${campaignId}&state=sent`)).body.data as { id: string }[];
  };
  await expect.poll(async () => (await sent()).length, { timeout: 60_000, interval: 500 }).toBe(count);
  return (await sent()).map(({ id }) => id);
}

function needsPromtool(context: TestContext): void {
  if (hasPromtool) return;
  process.stderr.write('alerts: promtool is not installed; the alert rules are not evaluated here.\n');
  context.skip('promtool is not installed');
}

test('without a fault, no alert fires', async (context) => {
  needsPromtool(context);
  expect(await alertsWith(quiet, quiet)).toEqual([]);
});

test.each(Object.keys(faults))('%s raises its alert', { timeout: 180_000 }, async (name) => {
  if (!hasPromtool) return;
  const { alerts, inject, end } = faults[name]!;
  const before = await until(allUp);
  const after = await inject();
  await end?.();
  // Gauges and counters of the fault before can still show.
  expect(await alertsWith(before, after)).toEqual(expect.arrayContaining(alerts));
  await until(allUp);
});

test('a full disk raises its alert', { timeout: 180_000 }, async (context) => {
  needsPromtool(context);
  const port = String(await freePort());
  // More free space than any disk has.
  const full = await startProduct({ METRICS_PORT: port, SENDING_FREE_MB_MIN: '10000000' });
  const after = await until((found) => value(found, worker('sending_stopped', 'reason="disk_full"')) === 1, port);
  await full.stop();
  expect(await alertsWith(quiet, after)).toContain('OutboundDiskFull');
});
