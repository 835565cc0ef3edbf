import { createServer, type Server, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { startSmtpSink } from '../testing/servers/smtp-sink.ts';
import type { OutgoingMail } from './mail-transport.ts';
import { SmtpConnections } from './smtp-connections.ts';
import { createSmtpTransport, testSmtp } from './smtp-transport.ts';

const mail: OutgoingMail = {
  workspaceId: 'wsp_1',
  mailboxId: 'mbx_1',
  messageId: 'msg_1',
  messageIdHeader: '<1@a.example>',
  from: 'ada@a.example',
  to: 'bob@b.example',
  subject: 'Hello',
  eml: Buffer.from('Subject: Hello\r\n\r\n.Text\r\n'),
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Enough under load for servers that answer, and short for those that fall silent. In milliseconds. */
const patient = 30_000;
const impatient = 400;

function optionsFor(port: number, password: string | null = null, timeoutMs = patient) {
  return {
    server: { host: '127.0.0.1', port, security: 'none' as const, username: password && 'ada', secret: null },
    password,
    timeoutMs,
    clientName: 'a.example',
    isPrivateHostAllowed: true,
  };
}

async function startSink(options: SMTPServerOptions = {}) {
  const { sources, port, stop } = await startSmtpSink(options);
  closers.push(stop);
  return { received: sources, port };
}

/** Sends one more line of a response now and then while `isEndless`. Otherwise accepts everything. */
async function startDripping(isEndless: (line: string, isBodyEnd: boolean) => boolean): Promise<number> {
  const server: Server = createServer((socket) => {
    let drip: NodeJS.Timeout | undefined;
    const sayForEver = (code: number) => {
      drip ??= setInterval(() => socket.write(`${code}-wait\r\n`), 50);
    };
    let isInBody = false;
    socket.on('error', () => undefined).on('close', () => clearInterval(drip));
    if (isEndless('', false)) sayForEver(220);
    else socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        const isBodyEnd = isInBody && line === '.';
        if (isEndless(line, isBodyEnd)) sayForEver(250);
        else if (isBodyEnd || !isInBody) socket.write(`${polite(line, isBodyEnd)}\r\n`);
        isInBody = (isInBody && !isBodyEnd) || line === 'DATA';
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.address() as { port: number }).port;
}

/** Server with scripted responses, line by line. Null hangs up at that point, and undefined sends nothing. */
async function startScripted(answer: (line: string, isBodyEnd: boolean) => string | null | undefined) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let isInBody = false;
    let buffered = '';
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      buffered += chunk.toString();
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        if (isInBody && line !== '.') continue;
        const reply = answer(line, isInBody);
        isInBody = reply?.startsWith('354') ?? false;
        if (reply === null) return socket.destroy();
        if (reply !== undefined) socket.write(`${reply}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as { port: number }).port;
}

function polite(line: string, isBodyEnd: boolean): string {
  if (isBodyEnd) return '250 queued';
  return line.startsWith('DATA') ? '354 go' : '250 ok';
}

async function sendTo(port: number, { mayTransmit = true, timeoutMs = patient } = {}) {
  let transmittingCalls = 0;
  const onTransmitting = async () => {
    transmittingCalls += 1;
    return mayTransmit;
  };
  const outcome = await createSmtpTransport(optionsFor(port, null, timeoutMs)).send(mail, { onTransmitting });
  return { outcome, transmittingCalls };
}

describe('sending over SMTP', () => {
  test('delivers the message with its dots after reporting the start', async () => {
    const { received, port } = await startSink();
    const { outcome, transmittingCalls } = await sendTo(port);
    expect(outcome.kind).toBe('sent');
    expect(transmittingCalls).toBe(1);
    expect(received).toEqual([mail.eml.toString()]);
  });

  test('sends nothing if it must not start', async () => {
    const { received, port } = await startSink();
    expect((await sendTo(port, { mayTransmit: false })).outcome).toEqual({ kind: 'withdrawn' });
    expect(received).toEqual([]);
  });

  test('does not start if the server hangs up at RCPT, and reports the phase', async () => {
    const port = await startScripted((line, end) => (line.startsWith('RCPT') ? null : polite(line, end)));
    const { outcome, transmittingCalls } = await sendTo(port);
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(transmittingCalls).toBe(0);
  });

  test('reports the phase in which an unknown recipient was rejected', async () => {
    const port = await startScripted((line, end) =>
      line.startsWith('RCPT') ? '550 5.1.1 no such user' : polite(line, end),
    );
    expect((await sendTo(port)).outcome).toMatchObject({ kind: 'refused', phase: 'rcpt_to', code: 550 });
  });

  test("reports a busy server's response before and after the message", async () => {
    const atRcpt = await startScripted((line, end) =>
      line.startsWith('RCPT') ? '451 4.3.0 later' : polite(line, end),
    );
    expect((await sendTo(atRcpt)).outcome).toMatchObject({ kind: 'refused', phase: 'rcpt_to', code: 451 });
    const atEnd = await startScripted((line, end) => (end ? '452 4.3.1 disk full' : polite(line, end)));
    expect((await sendTo(atEnd)).outcome).toMatchObject({ kind: 'refused', phase: 'data', code: 452 });
  });

  test('reports the text of a content rejection', async () => {
    const port = await startScripted((line, end) => (end ? '554 5.7.1 spam' : polite(line, end)));
    const { outcome } = await sendTo(port);
    expect(outcome).toEqual({ kind: 'refused', phase: 'data', code: 554, text: '5.7.1 spam' });
  });

  test('reports an unknown outcome when the connection ends after the message', async () => {
    const port = await startScripted((line, end) => (end ? null : polite(line, end)));
    const { outcome, transmittingCalls } = await sendTo(port);
    expect(outcome.kind).toBe('unconfirmed');
    expect(transmittingCalls).toBe(1);
  });

  test('reports an unknown outcome when the server falls silent after the message', async () => {
    const port = await startScripted((line, end) => (end ? undefined : polite(line, end)));
    expect((await sendTo(port, { timeoutMs: impatient })).outcome.kind).toBe('unconfirmed');
  });

  test.each<[string, (line: string, isBodyEnd: boolean) => boolean, string]>([
    ['greeting', (line) => line === '', 'refused'],
    ['answer to EHLO', (line) => line.startsWith('EHLO'), 'refused'],
    ['answer to the message', (_line, isBodyEnd) => isBodyEnd, 'unconfirmed'],
  ])('gives up on a %s that never ends', async (_what, isEndless, kind) => {
    const port = await startDripping(isEndless);
    const startedAt = performance.now();
    expect((await sendTo(port, { timeoutMs: impatient })).outcome.kind).toBe(kind);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    if (kind === 'refused')
      expect(await testSmtp(optionsFor(port, null, impatient))).toMatch(/says nothing|does not answer/);
  });

  test('reports an unreachable server or a wrong password', async () => {
    const closed = await startScripted(() => null);
    await closers.pop()!();
    expect((await sendTo(closed)).outcome).toMatchObject({ kind: 'refused', phase: 'connect', code: 0 });
    const { port } = await startSink({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Invalid login')),
    });
    expect(await testSmtp(optionsFor(port, 'wrong'))).toContain('refuses user name or password');
  });

  test('finds no problem with a server that accepts the sign-in', async () => {
    const { port } = await startSink({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'ada' }) : done(new Error('Invalid login')),
    });
    expect(await testSmtp(optionsFor(port, 'right'))).toBeNull();
  });
});

describe('kept connections', () => {
  const go = { onTransmitting: async () => true };

  /**
   * Counts the connections. `isGoneAfter` closes one after that many messages, and `refused` is an unknown recipient.
   */
  const startCounting = async (isGoneAfter = Number.POSITIVE_INFINITY) => {
    const seen = { connections: 0, messages: 0 };
    const carried = new WeakMap<object, number>();
    const sink = await startSink({
      onConnect(_session, done) {
        seen.connections += 1;
        done();
      },
      onMailFrom(_address, session, done) {
        const isGone = (carried.get(session) ?? 0) >= isGoneAfter;
        done(isGone ? Object.assign(new Error('closing'), { responseCode: 421 }) : null);
      },
      onRcptTo(address, _session, done) {
        const isKnown = !address.address.startsWith('nobody');
        done(isKnown ? null : Object.assign(new Error('no such user'), { responseCode: 550 }));
      },
      onData(stream, session, done) {
        stream.resume();
        stream.on('end', () => {
          seen.messages += 1;
          carried.set(session, (carried.get(session) ?? 0) + 1);
          done();
        });
      },
    });
    return { seen, transport: createSmtpTransport({ ...optionsFor(sink.port), connections: new SmtpConnections() }) };
  };

  test('carry successive messages over one connection', async () => {
    const { seen, transport } = await startCounting();
    for (let i = 0; i < 5; i += 1) expect((await transport.send(mail, go)).kind).toBe('sent');
    expect(seen).toEqual({ connections: 1, messages: 5 });
  });

  test('give concurrent messages separate connections', async () => {
    const { seen, transport } = await startCounting();
    const outcomes = await Promise.all([1, 2, 3].map(() => transport.send(mail, go)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent']);
    expect(seen).toEqual({ connections: 3, messages: 3 });
  });

  test('reconnect when the server closes the old connection, and send each message once', async () => {
    const { seen, transport } = await startCounting(2);
    for (let i = 0; i < 5; i += 1) expect((await transport.send(mail, go)).kind).toBe('sent');
    expect(seen).toEqual({ connections: 3, messages: 5 });
  });

  test('are dropped after a rejected recipient or a withdrawn message', async () => {
    const { seen, transport } = await startCounting();
    await transport.send(mail, go);
    expect(await transport.send({ ...mail, to: 'nobody@b.example' }, go)).toMatchObject({ kind: 'refused' });
    expect(await transport.send(mail, { onTransmitting: async () => false })).toEqual({ kind: 'withdrawn' });
    await transport.send(mail, go);
    expect(seen).toEqual({ connections: 3, messages: 2 });
  });
});
