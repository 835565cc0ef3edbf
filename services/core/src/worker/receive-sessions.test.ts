import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { seal } from '../secrets/secret-box.ts';
import * as lease from '../store/mailboxes/mailbox-lease.ts';
import {
  findMailbox,
  insertMailbox,
  MailboxModel,
  type MailboxRecord,
  updateMailbox,
} from '../store/mailboxes/mailbox-store.ts';
import { until } from '../testing/running-campaign.ts';
import { type ScriptedImap, startScriptedImap } from '../testing/servers/scripted-imap.ts';
import { startTestCore, type TestCore } from '../testing/start-test-core.ts';
import type { MailPort } from '../transport/mail-port.ts';
import { SignInRefused } from '../transport/sign-in/provider-tokens.ts';
import type { Loop } from './poll-loop.ts';
import { startReceiveLoop } from './replies/receive-loop.ts';
import { NotTakenIn } from './replies/take-in-mail.ts';

const leaseMs = 60_000;
const longMs = 60_000;
let core: TestCore;
let imap: ScriptedImap;
let loop: Loop | undefined;
let workspaceId: string;
beforeAll(async () => {
  core = await startTestCore({ environment: { WORKER_POLL_MS: '20', WORKER_LEASE_MS: String(leaseMs) } });
  imap = await startScriptedImap();
});
afterAll(async () => {
  await imap?.stop();
  await core?.stop();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  imap.refuses = false;
  ({ workspaceId } = await core.addWorkspace());
});
afterEach(async () => {
  await loop?.stop();
  loop = undefined;
  // Pausing the mailboxes hides them from the next test.
  await MailboxModel.updateMany({ workspaceId }, { $set: { state: 'paused' } });
  vi.useRealTimers();
});

function addMailbox(port = imap.port, address = 'ada@acme.example'): Promise<MailboxRecord> {
  const secret = seal(core.config.keyRing, workspaceId, 'right');
  const server = { host: '127.0.0.1', port, security: 'none', username: 'ada', secret } as const;
  return insertMailbox(workspaceId, { kind: 'smtp', address, dailyCap: 1, smtp: server, imap: server }, new Date());
}

/** Starts the loop with a partly replaced mail port. */
function start(mail: Partial<MailPort> = {}, config = core.config): void {
  const ports = { ...core.deps.ports, mail: { ...core.deps.ports.mail, ...mail } };
  loop = startReceiveLoop({ ...core.deps, config, ports });
}

async function stored({ id }: MailboxRecord): Promise<MailboxRecord> {
  return (await findMailbox(workspaceId, id))!;
}

async function untilOpen(mailbox: MailboxRecord): Promise<MailboxRecord> {
  await until(async () => (await stored(mailbox)).imapPosition !== null, longMs);
  return stored(mailbox);
}

/** Time until the next attempt in milliseconds, after a first failed one. */
async function restAfterFailure(mailbox: MailboxRecord): Promise<number> {
  await until(async () => {
    const { readFailureCount, leaseOwner } = await stored(mailbox);
    return readFailureCount === 1 && leaseOwner === null;
  }, longMs);
  return (await stored(mailbox)).leaseUntil.getTime();
}

test('an open mailbox is held by its reader, and released before a stop completes', async () => {
  const mailbox = await addMailbox();
  start();
  const held = await untilOpen(mailbox);
  expect(held).toMatchObject({ imapPosition: { uidValidity: '7', lastUid: 0 }, lastError: null });
  expect(held.leaseOwner).not.toBeNull();
  expect(imap.open.size).toBe(1);
  await loop!.stop();
  expect(await stored(mailbox)).toMatchObject({ leaseOwner: null, readFailureCount: 0 });
  expect(vi.getTimerCount()).toBe(0);
});

test('renews the lease before it ends, and keeps the connection', async () => {
  const mailbox = await addMailbox();
  start();
  const { leaseUntil } = await untilOpen(mailbox);
  const connections = imap.count;
  vi.advanceTimersByTime(leaseMs / 2);
  await until(async () => (await stored(mailbox)).leaseUntil > leaseUntil, longMs);
  expect((await stored(mailbox)).leaseOwner).not.toBeNull();
  expect(imap.count).toBe(connections);
  expect(imap.open.size).toBe(1);
});

test('opens all due mailboxes without a rest in between', async () => {
  const mailboxes = [await addMailbox(), await addMailbox(imap.port, 'ben@acme.example')];
  start({}, { ...core.config, worker: { ...core.config.worker, pollMs: 3_600_000 } });
  for (const mailbox of mailboxes) await untilOpen(mailbox);
  expect(imap.open.size).toBe(2);
});

test('reading ends without a failure if another worker took over the mailbox', async () => {
  const mailbox = await addMailbox();
  start();
  await untilOpen(mailbox);
  await updateMailbox(workspaceId, mailbox.id, { state: 'paused' }, new Date());
  vi.advanceTimersByTime(leaseMs / 2);
  await until(async () => (await stored(mailbox)).leaseOwner === null, longMs);
  expect(imap.open.size).toBe(0);
  expect(await stored(mailbox)).toMatchObject({ readFailureCount: 0, lastError: null });
});

test('reading ends if its lease cannot be renewed, and starts again', async () => {
  const mailbox = await addMailbox();
  start();
  await untilOpen(mailbox);
  const renewal = vi.spyOn(lease, 'renewMailboxLease').mockRejectedValueOnce(new Error('the store is gone'));
  const connections = imap.count;
  vi.advanceTimersByTime(leaseMs / 2);
  await until(() => imap.count > connections, longMs);
  renewal.mockRestore();
});

test('retries an unresponsive server after a minute', async () => {
  const mailbox = await addMailbox(1);
  const refuseReading = vi.fn();
  const before = Date.now();
  start({ refuseReading });
  const until = await restAfterFailure(mailbox);
  expect(until - before).toBeGreaterThanOrEqual(60_000);
  expect(until - Date.now()).toBeLessThanOrEqual(61_000);
  expect(refuseReading).not.toHaveBeenCalled();
  expect(await stored(mailbox)).toMatchObject({ state: 'active', lastError: expect.stringContaining('127.0.0.1') });
});

test('does not blame the server for an internal error', async () => {
  const mailbox = await addMailbox();
  const fault = new NotTakenIn(new Error('it does not fit'));
  start({ readingOf: () => Promise.reject(fault) });
  await restAfterFailure(mailbox);
  expect((await stored(mailbox)).lastError).toBe(fault.message);
});

test('does not use rejected credentials again', async () => {
  imap.refuses = true;
  const mailbox = await addMailbox();
  const refuseReading = vi.fn();
  start({ refuseReading });
  await restAfterFailure(mailbox);
  expect(refuseReading).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ id: mailbox.id }),
    expect.objectContaining({ server: mailbox.imap }),
  );
});

test('after a provider revoked access, waits a quarter of an hour and sends nothing', async () => {
  const mailbox = await addMailbox();
  const refuseReading = vi.fn();
  const before = Date.now();
  start({
    refuseReading,
    readingOf: () => Promise.reject(new SignInRefused('invalid_grant', 'Consent was withdrawn.')),
  });
  expect((await restAfterFailure(mailbox)) - before).toBeGreaterThanOrEqual(15 * 60_000);
  expect(refuseReading).not.toHaveBeenCalled();
  expect(await stored(mailbox)).toMatchObject({ state: 'failing' });
});

test('reads 100 mailboxes concurrently, and the next one when one of them ends', async () => {
  const mailboxes = await Promise.all(
    Array.from({ length: 101 }, (_, index) => addMailbox(1, `box${index}@acme.example`)),
  );
  expect(mailboxes).toHaveLength(101);
  const waiting: (() => void)[] = [];
  const readingOf = () => new Promise<never>((_, reject) => waiting.push(() => reject(new Error('Broken.'))));
  start({ readingOf });
  await until(() => waiting.length >= 100, longMs);
  for (const mailbox of mailboxes.slice(0, 20)) await stored(mailbox);
  expect(waiting).toHaveLength(100);
  waiting[0]!();
  await until(() => waiting.length === 101, longMs);
  for (const end of waiting) end();
});
