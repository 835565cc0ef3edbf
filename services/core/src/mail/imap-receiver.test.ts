import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImapPosition, receiveMail, testImap } from './imap-receiver.ts';

const dovecot = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot'].find((path) => existsSync(path));
if (!dovecot) console.warn('skipped: the IMAP tests need dovecot (apt-get install dovecot-imapd)');

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const until = async (condition: () => boolean | Promise<boolean>, timeoutMs = 5_000): Promise<void> => {
  for (const end = performance.now() + timeoutMs; performance.now() < end; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('It did not happen in time.');
};

describe.skipIf(!dovecot)('receiving by IMAP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-imap-'));
  const inbox = join(folder, 'mail', 'new');
  let port = 0;
  let delivered = 0;
  let stopServer: () => Promise<void>;

  const options = (password = 'right') => ({
    server: { host: '127.0.0.1', port, security: 'none' as const, username: 'ada', secret: null },
    password,
    timeoutMs: 3_000,
    isPrivateHostAllowed: true,
  });

  const deliver = (subject: string) => {
    delivered += 1;
    const file = join(inbox, `${1_700_000_000 + delivered}.M${delivered}P1.test`);
    writeFileSync(file, `From: b@b.example\r\nSubject: ${subject}\r\n\r\ntext\r\n`, { mode: 0o666 });
  };

  const startReading = (position: ImapPosition | null) => {
    const abort = new AbortController();
    const seen: string[] = [];
    const state = { position, seen, failure: null as Error | null };
    const done = receiveMail(options(), {
      position,
      signal: abort.signal,
      onMail: async (raw) => void seen.push(/Subject: (.*)\r?\n/.exec(raw.toString())![1]!),
      onPosition: async (next) => {
        state.position = next;
      },
    }).catch((error: Error) => {
      state.failure = error;
    });
    const stop = () => {
      abort.abort();
      return done;
    };
    return { state, seen, stop };
  };

  beforeAll(async () => {
    port = await freePort();
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(folder, 'mail', part), { recursive: true });
    const isRoot = userInfo().uid === 0;
    const user = isRoot ? 'mail' : userInfo().username;
    if (isRoot) execFileSync('chown', ['-R', 'mail:mail', folder]);
    chmodSync(folder, 0o777);
    chmodSync(inbox, 0o777);
    const uid = execFileSync('id', ['-u', user]).toString().trim();
    const gid = execFileSync('id', ['-g', user]).toString().trim();
    writeFileSync(join(folder, 'users'), `ada:{PLAIN}right:${uid}:${gid}::${folder}::\n`);
    const settings = [
      `base_dir = ${folder}/run`,
      `log_path = ${folder}/log`,
      'protocols = imap',
      'listen = 127.0.0.1',
      'ssl = no',
      'disable_plaintext_auth = no',
      `mail_location = maildir:${folder}/mail`,
      'first_valid_uid = 1',
      `passdb {\n driver = passwd-file\n args = ${folder}/users\n}`,
      `userdb {\n driver = passwd-file\n args = ${folder}/users\n}`,
      `service imap-login {\n inet_listener imap {\n port = ${port}\n }\n inet_listener imaps {\n port = 0\n }\n}`,
    ];
    if (!isRoot) settings.push(`default_internal_user = ${user}`, `default_login_user = ${user}`);
    writeFileSync(join(folder, 'dovecot.conf'), `${settings.join('\n')}\n`);
    const child = spawn(dovecot!, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
    stopServer = async () => {
      const exit = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exit;
    };
    await until(async () => (await testImap(options())) === null, 10_000);
  }, 20_000);

  afterAll(async () => {
    await stopServer?.();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says what is wrong with a password', async () => {
    expect(await testImap(options('wrong'))).toMatch(/auth/i);
  });

  it('begins at the end, reads what arrives, and goes on where it stopped', async () => {
    deliver('old');
    const first = startReading(null);
    await until(() => first.state.position !== null);
    deliver('one');
    deliver('two');
    await until(() => first.seen.length === 2);
    await first.stop();
    expect(first.seen).toEqual(['one', 'two']);
    deliver('while away');
    const second = startReading(first.state.position);
    await until(() => second.seen.length === 1);
    await second.stop();
    expect(second.seen).toEqual(['while away']);
    expect(second.state.failure).toBeNull();
  });

  it('reads again what a failing receiver did not take', async () => {
    const before = startReading(null);
    await until(() => before.state.position !== null);
    await before.stop();
    deliver('fragile');
    const failing = receiveMail(options(), {
      position: before.state.position,
      signal: new AbortController().signal,
      onMail: () => Promise.reject(new Error('store is away')),
      onPosition: async () => undefined,
    });
    await expect(failing).rejects.toThrow('store is away');
    const again = startReading(before.state.position);
    await until(() => again.seen.length === 1);
    await again.stop();
    expect(again.seen).toEqual(['fragile']);
  });

  it('looks some days back when the folder was made anew', async () => {
    const reader = startReading({ uidValidity: '1', lastUid: 999_999 });
    await until(() => reader.seen.includes('fragile'));
    await reader.stop();
    expect(reader.seen).toContain('old');
  });
});
