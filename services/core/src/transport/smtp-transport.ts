import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import type { FaultPhase } from '../domain/sending/fault-cause.ts';
import { AppError } from '../errors/errors.ts';
import { within } from '../process/within.ts';
import type { MailServerSettings } from '../store/mailboxes/mailbox-store.ts';
import { checkMailHost, type HostRules } from './mail-host-guard.ts';
import type { MailTransport, OutgoingMail, SendHooks, SendOutcome } from './mail-transport.ts';
import { testedProblem } from './setup-failure.ts';
import type { SmtpConnections } from './smtp-connections.ts';

export interface SmtpOptions extends HostRules {
  server: MailServerSettings;
  password: string | null;
  /** For a mailbox whose owner signed in with its provider. Used instead of the password. */
  accessToken?: string;
  /** Maximum silence of a server, in milliseconds. */
  timeoutMs: number;
  /** Client name in EHLO. */
  clientName: string;
  /** Pool of connections kept for the next message. */
  connections?: SmtpConnections;
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string };

async function open({ server, timeoutMs, clientName, ...rules }: SmtpOptions): Promise<SMTPConnection> {
  const address = await checkMailHost(server.host, server.port, rules);
  const connection = new SMTPConnection({
    host: address,
    port: server.port,
    ...(isIP(server.host) ? {} : { servername: server.host }),
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    name: clientName,
    connectionTimeout: timeoutMs,
    // Shorter than the other limit, which some libraries apply until the greeting: silence after connecting has its own
    // fix.
    greetingTimeout: timeoutMs * 0.8,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
  });
  // Ignores errors between commands: the next command finds the closed connection.
  connection.on('error', () => undefined);
  return connection;
}

/** Errors outside of a command arrive as events. The first error or result ends the step. */
function step<T>(
  connection: SMTPConnection,
  silenceMs: number,
  run: (done: (error?: Error | null, value?: T) => void) => void,
): Promise<T> {
  const ended = new Promise<T>((resolve, reject) => {
    const settle = (error?: Error | null, value?: T) => {
      connection.off('error', settle);
      if (error) reject(error);
      else resolve(value as T);
    };
    connection.on('error', settle);
    run(settle);
  });
  return within(silenceMs, ended);
}

async function logIn(connection: SMTPConnection, options: SmtpOptions): Promise<void> {
  await step<void>(connection, options.timeoutMs, (done) => connection.connect(done));
  const auth = credentials(options);
  if (auth !== null) await step<unknown>(connection, options.timeoutMs, (done) => connection.login(auth, done));
}

function credentials({ server, password, accessToken }: SmtpOptions) {
  const { username: user } = server;
  if (user === null) return null;
  if (accessToken === undefined) return { user, pass: password ?? '' };
  return { type: 'OAUTH2', user, method: 'XOAUTH2', oauth2: new XOAuth2({ user, accessToken }) };
}

/** Connects and signs in. Returns a one-sentence reason if that fails, or null. */
export async function testSmtp(options: SmtpOptions): Promise<string | null> {
  let connection: SMTPConnection | undefined;
  try {
    connection = await open(options);
    await logIn(connection, options);
    return null;
  } catch (error) {
    return await testedProblem(error, 'smtp', options);
  } finally {
    connection?.close();
  }
}

/** Code for addresses that nodemailer rejects locally, before it contacts the server. */
const invalidAddressCode = 553;

function refusalOf(error: SmtpError): SendOutcome {
  if (error.code === 'EENVELOPE' && error.command === 'API') {
    return { kind: 'refused', phase: 'rcpt_to', code: invalidAddressCode, text: error.message };
  }
  const code = error.responseCode ?? 0;
  const text = (error.response ?? error.message).replace(/^\d{3}[ -]/, '');
  return { kind: 'refused', phase: phaseOf(error, code), code, text };
}

function phaseOf({ code: kind, command = '' }: SmtpError, answer: number): FaultPhase {
  if (kind === 'ETLS' || command === 'STARTTLS') return 'tls';
  if (kind === 'EAUTH' || command.startsWith('AUTH')) return 'login';
  if (command === 'MAIL FROM') return 'mail_from';
  if (command === 'RCPT TO') return 'rcpt_to';
  if (command === 'DATA') return 'data';
  return answer > 0 ? 'greeting' : 'connect';
}

/**
 * nodemailer reads the message only after the server has sent 354. The first read therefore separates "certainly not
 * sent" from "perhaps sent" (its errors alone do not). The bytes are held until that is recorded.
 */
function watchedBody(eml: Buffer, { onTransmitting }: SendHooks) {
  const phase = { isAsked: false, isTransmitting: false, isWithdrawn: false };
  async function* bytes() {
    phase.isAsked = true;
    const mayGoOn = await onTransmitting();
    phase.isWithdrawn = !mayGoOn;
    if (!mayGoOn) throw new Error('withdrawn');
    phase.isTransmitting = true;
    yield eml;
  }
  return { phase, body: Readable.from(bytes(), { objectMode: false }) };
}

async function openAndLogIn(options: SmtpOptions): Promise<SMTPConnection> {
  const connection = await open(options);
  try {
    await logIn(connection, options);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** `stale`: a kept connection was closed before the message started, so nothing was sent. */
type Attempt = SendOutcome | { kind: 'stale' };

async function attempt(
  options: SmtpOptions,
  mail: OutgoingMail,
  hooks: SendHooks,
  kept: SMTPConnection | undefined,
): Promise<Attempt> {
  const { phase, body } = watchedBody(mail.eml, hooks);
  let connection = kept;
  let isAccepted = false;
  try {
    connection ??= await openAndLogIn(options);
    const used = connection;
    const envelope = { from: mail.from, to: [mail.to], size: mail.eml.length, use8BitMime: true };
    const info = await step<{ response: string }>(used, options.timeoutMs, (done) => used.send(envelope, body, done));
    isAccepted = true;
    options.connections?.keep(serverKey(options), used);
    return { kind: 'sent', response: info.response };
  } catch (error) {
    if (phase.isWithdrawn) return { kind: 'withdrawn' };
    const failure = error as SmtpError;
    if (failure instanceof AppError) return { kind: 'refused', phase: 'connect', code: 0, text: failure.message };
    const code = failure.responseCode ?? 0;
    if (phase.isTransmitting && code < 400) return { kind: 'unconfirmed', error: failure.message };
    if (kept !== undefined && !phase.isAsked && (code === 0 || code === serviceClosing)) return { kind: 'stale' };
    return refusalOf(failure);
  } finally {
    body.destroy();
    if (!isAccepted || options.connections === undefined) connection?.close();
  }
}

/** "Service not available, closing transmission channel" (RFC 5321 section 4.2.3). */
const serviceClosing = 421;

function serverKey({ server, password, accessToken }: SmtpOptions): string {
  return JSON.stringify([server, password, accessToken]);
}

/** Uses a kept connection that still works, otherwise a new one. */
async function dialogue(options: SmtpOptions, mail: OutgoingMail, hooks: SendHooks): Promise<SendOutcome> {
  for (;;) {
    const kept = options.connections?.take(serverKey(options));
    const outcome = await attempt(options, mail, hooks, kept);
    if (outcome.kind !== 'stale') return outcome;
  }
}

/** Sends by SMTP. Without `connections`, each message uses its own connection. */
export function createSmtpTransport(options: SmtpOptions): MailTransport {
  return {
    send: (mail, hooks) => dialogue(options, mail, hooks),
  };
}
