import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
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

const optionsFor = (port: number, password: string | null = null) => ({
  server: { host: '127.0.0.1', port, security: 'none' as const, username: password && 'ada', secret: null },
  password,
  timeoutMs: 400,
  clientName: 'a.example',
  isPrivateHostAllowed: true,
});

const startSink = async (options: SMTPServerOptions = {}) => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { received, port: (server.server.address() as { port: number }).port };
};

/** A server that answers line by line as told; null hangs up at that point, undefined says nothing. */
const startScripted = async (answer: (line: string, isBodyEnd: boolean) => string | null | undefined) => {
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
};

const polite = (line: string, isBodyEnd: boolean): string => {
  if (isBodyEnd) return '250 queued';
  return line.startsWith('DATA') ? '354 go' : '250 ok';
};

const sendTo = async (port: number, mayTransmit = true) => {
  let transmittingCalls = 0;
  const onTransmitting = async () => {
    transmittingCalls += 1;
    return mayTransmit;
  };
  const outcome = await createSmtpTransport(optionsFor(port)).send(mail, { onTransmitting });
  return { outcome, transmittingCalls };
};

describe('sending by SMTP', () => {
  it('delivers the message, dots and all, after saying that it begins', async () => {
    const { received, port } = await startSink();
    const { outcome, transmittingCalls } = await sendTo(port);
    expect(outcome.kind).toBe('sent');
    expect(transmittingCalls).toBe(1);
    expect(received).toEqual([mail.eml.toString()]);
  });

  it('sends nothing when it may not begin', async () => {
    const { received, port } = await startSink();
    expect((await sendTo(port, false)).outcome).toEqual({ kind: 'withdrawn' });
    expect(received).toEqual([]);
  });

  it('does not begin when the server hangs up at RCPT, and says that it may be tried again', async () => {
    const port = await startScripted((line, end) => (line.startsWith('RCPT') ? null : polite(line, end)));
    const { outcome, transmittingCalls } = await sendTo(port);
    expect(outcome).toMatchObject({ kind: 'refused', isPermanent: false });
    expect(transmittingCalls).toBe(0);
  });

  it('takes an unknown recipient as a fault of the address', async () => {
    const port = await startScripted((line, end) =>
      line.startsWith('RCPT') ? '550 5.1.1 no such user' : polite(line, end),
    );
    expect((await sendTo(port)).outcome).toMatchObject({ kind: 'refused', fault: 'address', isPermanent: true });
  });

  it('tries again later when the server is busy, before and after the message', async () => {
    const atRcpt = await startScripted((line, end) =>
      line.startsWith('RCPT') ? '451 4.3.0 later' : polite(line, end),
    );
    expect((await sendTo(atRcpt)).outcome).toMatchObject({ kind: 'refused', fault: 'message', isPermanent: false });
    const atEnd = await startScripted((line, end) => (end ? '452 4.3.1 disk full' : polite(line, end)));
    expect((await sendTo(atEnd)).outcome).toMatchObject({ kind: 'refused', fault: 'message', isPermanent: false });
  });

  it('takes a refusal of the content as final', async () => {
    const port = await startScripted((line, end) => (end ? '554 5.7.1 spam' : polite(line, end)));
    expect((await sendTo(port)).outcome).toMatchObject({ kind: 'refused', fault: 'message', isPermanent: true });
  });

  it('does not know what happened when the connection ends after the message', async () => {
    const port = await startScripted((line, end) => (end ? null : polite(line, end)));
    const { outcome, transmittingCalls } = await sendTo(port);
    expect(outcome.kind).toBe('unconfirmed');
    expect(transmittingCalls).toBe(1);
  });

  it('does not know what happened when the server falls silent after the message', async () => {
    const port = await startScripted((line, end) => (end ? undefined : polite(line, end)));
    expect((await sendTo(port)).outcome.kind).toBe('unconfirmed');
  });

  it('blames the mailbox when nobody listens or the password is wrong', async () => {
    const closed = await startScripted(() => null);
    await closers.pop()!();
    expect((await sendTo(closed)).outcome).toMatchObject({ kind: 'refused', fault: 'mailbox', isPermanent: false });
    const { port } = await startSink({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Invalid login')),
    });
    expect(await testSmtp(optionsFor(port, 'wrong'))).toMatch(/Invalid login/);
  });

  it('finds nothing wrong with a server that lets us in', async () => {
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

  /** Counts the connections; `isGoneAfter` closes one after so many messages, `refused` is an unknown recipient. */
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

  it('carries one message after the other over one connection', async () => {
    const { seen, transport } = await startCounting();
    for (let i = 0; i < 5; i += 1) expect((await transport.send(mail, go)).kind).toBe('sent');
    expect(seen).toEqual({ connections: 1, messages: 5 });
  });

  it('gives messages at the same time a connection each', async () => {
    const { seen, transport } = await startCounting();
    const outcomes = await Promise.all([1, 2, 3].map(() => transport.send(mail, go)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent']);
    expect(seen).toEqual({ connections: 3, messages: 3 });
  });

  it('sends over a new one when the server has had enough of the old one, and each message once', async () => {
    const { seen, transport } = await startCounting(2);
    for (let i = 0; i < 5; i += 1) expect((await transport.send(mail, go)).kind).toBe('sent');
    expect(seen).toEqual({ connections: 3, messages: 5 });
  });

  it('keeps none over which a recipient was refused or a message withdrawn', async () => {
    const { seen, transport } = await startCounting();
    await transport.send(mail, go);
    expect(await transport.send({ ...mail, to: 'nobody@b.example' }, go)).toMatchObject({ kind: 'refused' });
    expect(await transport.send(mail, { onTransmitting: async () => false })).toEqual({ kind: 'withdrawn' });
    await transport.send(mail, go);
    expect(seen).toEqual({ connections: 3, messages: 2 });
  });
});
