import { resolveTxt } from 'node:dns/promises';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import type { MailboxRecord, MailServerSettings } from '../store/mail/mailbox-store.ts';
import { createCaptureTransport } from './capture-transport.ts';
import { testImap } from './imap-receiver.ts';
import type { MailTransport } from './mail-transport.ts';
import { unseal } from './secret-box.ts';
import { SmtpConnections } from './smtp-connections.ts';
import { createSmtpTransport, testSmtp } from './smtp-transport.ts';

/** The mail servers of the outside world, as actions and worker see them. */
export interface MailPort {
  transportFor(mailbox: MailboxRecord): MailTransport;
  /** One sentence about what is wrong; null when signing in works. */
  checkSmtp(workspaceId: string, server: MailServerSettings): Promise<string | null>;
  checkImap(workspaceId: string, server: MailServerSettings): Promise<string | null>;
  /** The TXT records of a name; none when it does not exist. Throws `provider_failed` when nobody can tell. */
  lookUpTxt(name: string): Promise<string[]>;
}

type MailConfig = Pick<Config, 'secretKey' | 'isPrivateHostAllowed' | 'worker' | 'baseUrl'>;

export const passwordOf = (config: Pick<Config, 'secretKey'>, workspaceId: string, server: MailServerSettings) =>
  server.secret === null ? null : unseal(config.secretKey, workspaceId, server.secret);

export const serverOptions = (config: MailConfig, workspaceId: string, server: MailServerSettings) => ({
  server,
  password: passwordOf(config, workspaceId, server),
  // Half a lease: the answer to the message comes, or is given up, while the message is still ours.
  timeoutMs: Math.min(30_000, config.worker.leaseMs / 2),
  clientName: new URL(config.baseUrl).hostname,
  isPrivateHostAllowed: config.isPrivateHostAllowed,
});

export const createMailPort = (config: MailConfig, now: () => Date = () => new Date()): MailPort => {
  const connections = new SmtpConnections();
  return {
    transportFor(mailbox) {
      if (mailbox.smtp === null) return createCaptureTransport(now);
      return createSmtpTransport({ ...serverOptions(config, mailbox.workspaceId, mailbox.smtp), connections });
    },
    checkSmtp: (workspaceId, server) => testSmtp(serverOptions(config, workspaceId, server)),
    checkImap: (workspaceId, server) => testImap(serverOptions(config, workspaceId, server)),
    lookUpTxt: (name) => lookUpTxt(name),
  };
};

const absent: readonly string[] = ['ENOTFOUND', 'ENODATA'];

/** A name server that does not answer is not a record that is missing. */
export const lookUpTxt = async (name: string, resolve = resolveTxt): Promise<string[]> => {
  try {
    return (await resolve(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (absent.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw new AppError('provider_failed', `The DNS records of ${name} cannot be read now: try again.`);
  }
};
