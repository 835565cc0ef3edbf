import { globSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createAccount, findOrStartProduct, restClient } from '../harness/product.ts';
import { until } from '../harness/running-process.ts';
import { startSmtpSink } from '../harness/smtp-sink.ts';

// outage: the running product, with a clock advanced by libfaketime, sends a campaign while the mail server is down for
// 63 hours. No contact may fail or be suppressed, and everyone must be emailed exactly once afterward.
const people = Number(process.env.OUTAGE_PEOPLE) || 1_000;
const outageHours = 63;
const afterwardsHoursMax = 48;
/** Less than the lease of a worker, which would look dead if the clock jumped during a dialogue. */
const stepMinutes = 5;
const leaseMs = 10 * 60_000;
const secondsAnHour = Number(process.env.OUTAGE_SECONDS_AN_HOUR) || 2;
/**
 * After a clock jump, mongoose considers its connection dead until the next heartbeat of the driver, at most 10 s
 * later.
 */
const secondsAStep = 12;
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
if (library === undefined) throw new Error('libfaketime is missing: apt-get install libfaketime');
const clock = join(mkdtempSync(join(tmpdir(), 'outbound-clock-')), 'offset');
let minutesOn = 0;

/** All parts of the product read the same clock file, never a partial one. Intervals are measured separately. */
function moveClock(minutes: number): void {
  minutesOn += minutes;
  writeFileSync(`${clock}.next`, `+${minutesOn}m\n`);
  renameSync(`${clock}.next`, clock);
}

/** A proxy in front of the mail server, which can be down without losing its port. */
function startRelay(port: number) {
  const relay = { isAway: false, attempts: 0, open: new Set<Socket>() };
  const server = createServer((socket) => {
    if (relay.isAway) relay.attempts += 1;
    if (relay.isAway) return void socket.destroy();
    const onward = createConnection(port, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) {
      relay.open.add(end);
      end.on('error', () => {});
      end.on('close', () => [socket, onward].forEach((one) => void one.destroy()));
    }
  });
  const goAway = () => {
    relay.isAway = true;
    for (const socket of relay.open) socket.destroy();
  };
  return { relay, server, goAway };
}

moveClock(0);
const sink = await startSmtpSink();
const { relay, server, goAway } = startRelay(sink.port);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const product = await findOrStartProduct({
  LOG_LEVEL: 'error',
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: clock,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  WORKER_LEASE_MS: String(leaseMs),
});
const { key } = await createAccount(product);
const request = restClient(product.url, key);
async function good(method: string, path: string, body?: unknown) {
  const answer = await request(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body.error)}`);
  return answer.body.data;
}

async function launch(): Promise<{ campaignId: string; mailboxId: string }> {
  await good('PATCH', '/settings', { postalAddress: 'Acme Ltd, 1 Road, Town' });
  const smtp = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, security: 'none' };
  const limits = { dailyCap: 2_000, gapSeconds: { min: 0, max: 0 } };
  const { id: mailboxId } = await good('POST', '/mailboxes', { address: 'ada@acme.example', smtp, ...limits });
  const window = { days, from: '00:00', to: '24:00', timeZone: 'UTC' };
  const steps = [{ subject: 'Hello', body: 'Hello.' }];
  const { id: campaignId } = await good('POST', '/campaigns', {
    name: 'Outage',
    mailboxIds: [mailboxId],
    window,
    steps,
    sendsOnHolidays: true,
  });
  const facts = { emailStatus: 'valid', declaredBasis: 'consent' };
  const contacts = Array.from({ length: people }, (_, i) => ({ ...facts, email: `p${i}@company${i}.example` }));
  const { results } = await good('POST', '/contacts/bulk', { contacts });
  const contactIds = results.map(({ contactId }: { contactId: string }) => contactId);
  await good('POST', `/campaigns/${campaignId}/enrollments`, { contactIds });
  await good('POST', `/campaigns/${campaignId}/launch`, {});
  return { campaignId, mailboxId };
}

/** Returns the number of minutes until `isOver`. While messages are sent, the clock advances automatically. */
async function letTimePass(
  hours: number,
  [minutes, seconds]: [number, number],
  isOver = async () => false,
): Promise<number> {
  const began = minutesOn;
  while (minutesOn - began < hours * 60 && !(await isOver())) {
    moveClock(minutes);
    for (let before = -1; before < sink.received.length; ) {
      before = sink.received.length;
      await wait(seconds * 1_000);
    }
  }
  return minutesOn - began;
}

function stateOf(campaignId: string) {
  return good('GET', `/campaigns/${campaignId}/sending-status`);
}

try {
  const { campaignId, mailboxId } = await launch();
  const mailbox = (): Promise<{ state: string; lastError: string | null }> => good('GET', `/mailboxes/${mailboxId}`);
  await until('the first messages', async () => sink.received.length > 0, 60_000);
  goAway();
  const before = sink.received.length;
  await until('the mailbox to stand still', async () => (await mailbox()).state === 'failing', 60_000);
  const attemptsBefore = relay.attempts;
  // Meanwhile, only probes are sent.
  await letTimePass(outageHours, [60, secondsAnHour]);
  const during = await mailbox();
  relay.isAway = false;
  const hasEnded = async () => !(await stateOf(campaignId)).messageCounts.scheduled;
  const back = await letTimePass(afterwardsHoursMax, [stepMinutes, secondsAStep], hasEnded);
  await until('nothing to be under way', async () => (await stateOf(campaignId)).messageCounts.sending === undefined);
  const { messageCounts, enrollmentCounts } = await stateOf(campaignId);
  const suppressed = (await good('GET', '/suppressions')).length;
  const recipients = new Set(sink.received.flatMap(({ to }) => to));
  process.stdout.write(
    `${outageHours} hours away: ${before} sent before, mailbox ${during.state} (${during.lastError}), ` +
      `${attemptsBefore} attempts before it stood still and ${relay.attempts} in all; all of ${people} ` +
      `within ${back} minutes: ${sink.received.length} messages to ${recipients.size} people, ` +
      `${JSON.stringify({ messageCounts, enrollmentCounts })}, ${suppressed} suppressed\n`,
  );
  // Messages whose dialogue was interrupted are unconfirmed, whether accepted or not.
  const isAccounted = recipients.size + (messageCounts.unconfirmed ?? 0) >= people;
  const isRight = isAccounted && recipients.size === sink.received.length && messageCounts.failed === undefined;
  const isProtected = attemptsBefore <= 5;
  if (!isRight || !isProtected || suppressed > 0) process.exitCode = 1;
} finally {
  await product.stop();
  await sink.stop();
  server.close();
}
