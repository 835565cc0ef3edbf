import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startSmtpServer } from '../../testing/servers/smtp-sink.ts';
import { createBuiltinVerifier } from './builtin-verifier.ts';
import { createSmtpProbe, type DomainFinding, type ProbeOptions } from './smtp-probe.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Answer = [code: number, text: string] | undefined;

/** A mail server with scripted replies to RCPT. Counts conversations and started messages. */
async function startServer(answer: (address: string) => Answer, greet: () => Answer = () => undefined) {
  const seen = { conversations: 0, recipients: [] as string[], messages: 0, from: '' };
  const refuse = (answer: Answer) =>
    answer ? Object.assign(new Error(answer[1]), { responseCode: answer[0] }) : undefined;
  const { port, stop } = await startSmtpServer({
    onConnect(_session, done) {
      seen.conversations += 1;
      done(refuse(greet()) ?? null);
    },
    onMailFrom({ address }, _session, done) {
      seen.from = address;
      done();
    },
    onRcptTo({ address }, _session, done) {
      seen.recipients.push(address);
      done(refuse(answer(address)) ?? null);
    },
    onData(stream, _session, done) {
      seen.messages += 1;
      stream.resume().on('end', () => done());
    },
  });
  closers.push(stop);
  return { seen, port };
}

function probing(port: number, more: Partial<ProbeOptions> = {}) {
  const known = new Map<string, DomainFinding>();
  const domains = {
    find: async (domain: string) => known.get(domain) ?? null,
    save: async (domain: string, finding: DomainFinding) => void known.set(domain, finding),
  };
  const probe = createSmtpProbe({
    from: 'probe@outbound.example',
    clientName: 'outbound.example',
    isPrivateHostAllowed: true,
    domains,
    mailHosts: async () => ['127.0.0.1'],
    port,
    timeoutMs: 300,
    ...more,
  });
  return { known, verify: createBuiltinVerifier({ resolve: async () => 'present', probe }).verify };
}

test('marks a domain that accepts mail for any address, and trusts this for 30 days without asking again', async () => {
  const { seen, port } = await startServer(() => undefined);
  let now = new Date('2026-01-01T00:00:00Z');
  const { verify, known } = probing(port, { now: () => now });
  const verdict = { status: 'catch_all', reason: 'accepts_any_address', provider: 'builtin' };
  expect(await verify('ada@open.com')).toEqual(verdict);
  expect(seen.recipients).toHaveLength(1);
  expect(seen.recipients[0]).toMatch(/^[0-9a-f]{24}@open\.com$/);
  expect(known.get('open.com')).toEqual({ isCatchAll: true, checkedAt: now });
  expect(await verify('bob@open.com')).toEqual(verdict);
  expect(seen.conversations).toBe(1);
  now = new Date('2026-02-02T00:00:00Z');
  await verify('bob@open.com');
  expect(seen.conversations).toBe(2);
});

test('verifies mailboxes of a domain that rejects unknown ones, without starting a message', async () => {
  const { seen, port } = await startServer((to) => (to === 'ada@strict.com' ? undefined : [550, '5.1.1 No such user']));
  const { verify, known } = probing(port);
  expect(await verify('ada@strict.com')).toMatchObject({ status: 'valid', reason: 'mailbox_accepts' });
  expect(await verify('bob@strict.com')).toMatchObject({ status: 'invalid', reason: 'mailbox_unknown' });
  expect(known.get('strict.com')).toMatchObject({ isCatchAll: false });
  expect(seen.recipients.slice(1)).toEqual(['ada@strict.com', 'bob@strict.com']);
  expect([seen.messages, seen.from]).toEqual([0, 'probe@outbound.example']);
});

test.each<[what: string, answer: Answer, greeting: Answer, reason: string]>([
  ['asks to come back later', [451, '4.7.1 Greylisted'], undefined, 'server_says_later'],
  ['refuses us and not the mailbox', [550, '5.7.1 Blocked by policy'], undefined, 'server_refuses_us'],
  ['refuses with a code of its own', [554, 'No'], undefined, 'server_refuses_us'],
  ['refuses the connection', undefined, [554, 'No service for you'], 'server_refuses_us'],
  ['is busy', undefined, [421, 'Too busy'], 'server_says_later'],
])('returns unknown for a server that %s', async (_what, answer, greeting, reason) => {
  const { port } = await startServer(
    () => answer,
    () => greeting,
  );
  const { verify, known } = probing(port);
  expect(await verify('ada@odd.com')).toEqual({ status: 'unknown', reason, provider: 'builtin' });
  expect(known.size).toBe(0);
});

test('gives up on a silent server and on an unreachable one', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  const verdict = { status: 'unknown', reason: 'server_unreachable' };
  expect(await probing(port).verify('ada@silent.com')).toMatchObject(verdict);
  await new Promise((resolve) => silent.close(resolve));
  expect(await probing(port).verify('ada@gone.com')).toMatchObject(verdict);
});

test('gives up on a server whose greeting never ends', async () => {
  const endless = createServer((socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 20);
    socket.on('error', () => undefined).on('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const { port } = endless.address() as { port: number };
  const verdict = { status: 'unknown', reason: 'server_unreachable' };
  expect(await probing(port).verify('ada@endless.com')).toMatchObject(verdict);
  await new Promise((resolve) => endless.close(resolve));
});

test('tries the next server if the first is unreachable', async () => {
  const { port } = await startServer(() => undefined);
  const { verify } = probing(port, { mailHosts: async () => ['127.0.0.2', '127.0.0.1'] });
  expect(await verify('ada@two.com')).toMatchObject({ status: 'catch_all' });
});

test('connects to no private address, whatever DNS returns', async () => {
  const { seen, port } = await startServer(() => undefined);
  const hosts = [{ mailHosts: async () => ['127.0.0.1'] }, { mailHosts: async () => ['mx.evil.com'] }];
  for (const more of hosts) {
    const rules = { isPrivateHostAllowed: false, resolve: async () => ['::ffff:127.0.0.1'], port: 25 };
    const verdict = await probing(port, { ...more, ...rules }).verify('ada@evil.com');
    expect(verdict).toMatchObject({ status: 'unknown', reason: 'server_not_public' });
  }
  expect(seen.conversations).toBe(0);
});

test('has only one conversation with a domain at a time', async () => {
  let open = 0;
  let most = 0;
  const { port } = await startServer(
    () => {
      open -= 1;
      return [550, '5.1.1 No such user'];
    },
    () => {
      open += 2;
      most = Math.max(most, open);
      return undefined;
    },
  );
  const { verify } = probing(port, { domains: { find: async () => null, save: async () => undefined } });
  await Promise.all(['a', 'b', 'c'].map((name) => verify(`${name}@one.com`)));
  expect([most, open]).toEqual([2, 0]);
});
