import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isAddressRefusal } from '../domain/mail/delivery-status.ts';
import { AppError } from '../errors.ts';
import type { MailServerSettings } from '../store/mail/mailbox-store.ts';
import { checkMailHost, type HostRules } from './mail-host-guard.ts';
import type { MailTransport, OutgoingMail, SendHooks, SendOutcome } from './mail-transport.ts';

export interface SmtpOptions extends HostRules {
  server: MailServerSettings;
  password: string | null;
  /** How long a server may stay silent. */
  timeoutMs: number;
  /** The name in EHLO. */
  clientName: string;
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string };

const open = async ({ server, timeoutMs, clientName, ...rules }: SmtpOptions): Promise<SMTPConnection> => {
  const address = await checkMailHost(server.host, server.port, rules);
  return new SMTPConnection({
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
  const phase = { isTransmitting: false, isWithdrawn: false };
  async function* bytes() {
    const mayGoOn = await onTransmitting();
    phase.isWithdrawn = !mayGoOn;
    if (!mayGoOn) throw new Error('withdrawn');
    phase.isTransmitting = true;
    yield eml;
  }
  return { phase, body: Readable.from(bytes(), { objectMode: false }) };
};

const dialogue = async (options: SmtpOptions, mail: OutgoingMail, hooks: SendHooks): Promise<SendOutcome> => {
  const { phase, body } = watchedBody(mail.eml, hooks);
  let connection: SMTPConnection | undefined;
  try {
    connection = await open(options);
    await logIn(connection, options);
    const envelope = { from: mail.from, to: [mail.to], size: mail.eml.length, use8BitMime: true };
    const info = await step<{ response: string }>(connection, (done) =>
      connection!.send(envelope, body, done as never),
    );
    return { kind: 'sent', response: info.response };
  } catch (error) {
    if (phase.isWithdrawn) return { kind: 'withdrawn' };
    const failure = error as SmtpError;
    if (failure instanceof AppError)
      return { kind: 'refused', fault: 'mailbox', isPermanent: false, error: failure.message };
    const hasAnswer = (failure.responseCode ?? 0) >= 400;
    if (phase.isTransmitting && !hasAnswer) return { kind: 'unconfirmed', error: failure.message };
    return refusalOf(failure);
  } finally {
    body.destroy();
    // A late error on a closed connection has nobody left to tell.
    connection?.on('error', () => undefined);
    connection?.close();
  }
};

/** Sends by SMTP, one connection for each message: what ends the connection can concern no other message. */
export const createSmtpTransport = (options: SmtpOptions): MailTransport => ({
  send: (mail, hooks) => dialogue(options, mail, hooks),
});
