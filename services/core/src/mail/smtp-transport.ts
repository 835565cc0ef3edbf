import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isAddressRefusal } from '../domain/mail/delivery-status.ts';
import { AppError } from '../errors.ts';
import type { MailServerSettings } from '../store/mail/mailbox-store.ts';
import { checkMailHost, type HostRules } from './mail-host-guard.ts';
import type { MailTransport, OutgoingMail, SendHooks, SendOutcome } from './mail-transport.ts';
import type { SmtpConnections } from './smtp-connections.ts';

export interface SmtpOptions extends HostRules {
  server: MailServerSettings;
  password: string | null;
  /** How long a server may stay silent. */
  timeoutMs: number;
  /** The name in EHLO. */
  clientName: string;
  /** Where connections are kept for the next message. */
  connections?: SmtpConnections;
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string };

const open = async ({ server, timeoutMs, clientName, ...rules }: SmtpOptions): Promise<SMTPConnection> => {
  const address = await checkMailHost(server.host, server.port, rules);
  const connection = new SMTPConnection({
    host: address,
    port: server.port,
    servername: server.host,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    name: clientName,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
  });
  // An error that no command waits for has nobody to tell: the next command meets the closed connection.
  connection.on('error', () => undefined);
  return connection;
};

/** Errors that no command waits for arrive as events; whichever comes first ends the step. */
const step = <T>(
  connection: SMTPConnection,
  run: (done: (error?: Error | null, value?: T) => void) => void,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (error?: Error | null, value?: T) => {
      connection.off('error', settle);
      if (error) reject(error);
      else resolve(value as T);
    };
    connection.on('error', settle);
    run(settle);
  });

const logIn = async (connection: SMTPConnection, { server, password }: SmtpOptions): Promise<void> => {
  await step<void>(connection, (done) => connection.connect(done));
  if (server.username === null) return;
  const auth = { user: server.username, pass: password ?? '' };
  await step<unknown>(connection, (done) => connection.login(auth, done));
};

/** Connects and signs in, and says in one sentence why that does not work; null when it does. */
export const testSmtp = async (options: SmtpOptions): Promise<string | null> => {
  let connection: SMTPConnection | undefined;
  try {
    connection = await open(options);
    await logIn(connection, options);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    connection?.close();
  }
};

const refusalOf = (error: SmtpError): SendOutcome => {
  const code = error.responseCode ?? 0;
  const isPermanent = code >= 500;
  const isEnvelope = error.command === 'RCPT TO';
  const isContent = error.command === 'DATA';
  if (isPermanent && (isEnvelope || isContent)) {
    const isAddress = isAddressRefusal(code, error.response ?? '') && isEnvelope;
    return { kind: 'refused', fault: isAddress ? 'address' : 'message', isPermanent, error: error.message };
  }
  const fault = isEnvelope || isContent ? 'message' : 'mailbox';
  return { kind: 'refused', fault, isPermanent: false, error: error.message };
};

/**
 * nodemailer reads the message only after the server has said 354, so the first read is the moment between "certainly
 * not sent" and "perhaps sent" (its errors alone do not tell them apart). The bytes wait until that is written down.
 */
const watchedBody = (eml: Buffer, { onTransmitting }: SendHooks) => {
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
};

const openAndLogIn = async (options: SmtpOptions): Promise<SMTPConnection> => {
  const connection = await open(options);
  try {
    await logIn(connection, options);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

/** `stale`: a kept connection was gone before the message began; nothing has happened. */
type Attempt = SendOutcome | { kind: 'stale' };

const attempt = async (
  options: SmtpOptions,
  mail: OutgoingMail,
  hooks: SendHooks,
  kept: SMTPConnection | undefined,
): Promise<Attempt> => {
  const { phase, body } = watchedBody(mail.eml, hooks);
  let connection = kept;
  let isAccepted = false;
  try {
    connection ??= await openAndLogIn(options);
    const used = connection;
    const envelope = { from: mail.from, to: [mail.to], size: mail.eml.length, use8BitMime: true };
    const info = await step<{ response: string }>(used, (done) => used.send(envelope, body, done as never));
    isAccepted = true;
    options.connections?.keep(serverKey(options), used);
    return { kind: 'sent', response: info.response };
  } catch (error) {
    if (phase.isWithdrawn) return { kind: 'withdrawn' };
    const failure = error as SmtpError;
    if (failure instanceof AppError)
      return { kind: 'refused', fault: 'mailbox', isPermanent: false, error: failure.message };
    const code = failure.responseCode ?? 0;
    if (phase.isTransmitting && code < 400) return { kind: 'unconfirmed', error: failure.message };
    if (kept !== undefined && !phase.isAsked && (code === 0 || code === serviceClosing)) return { kind: 'stale' };
    return refusalOf(failure);
  } finally {
    body.destroy();
    if (!isAccepted || options.connections === undefined) connection?.close();
  }
};

/** "Service not available, closing transmission channel" (RFC 5321, 4.2.3). */
const serviceClosing = 421;

const serverKey = ({ server, password }: SmtpOptions): string => JSON.stringify([server, password]);

/** Over a kept connection where there is one that still works, else over a new one. */
const dialogue = async (options: SmtpOptions, mail: OutgoingMail, hooks: SendHooks): Promise<SendOutcome> => {
  for (;;) {
    const kept = options.connections?.take(serverKey(options));
    const outcome = await attempt(options, mail, hooks, kept);
    if (outcome.kind !== 'stale') return outcome;
  }
};

/** Sends by SMTP. Without `connections` each message has a connection of its own. */
export const createSmtpTransport = (options: SmtpOptions): MailTransport => ({
  send: (mail, hooks) => dialogue(options, mail, hooks),
});
