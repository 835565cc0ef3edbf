import { resolveTxt } from 'node:dns/promises';
import type { Config } from '../config.ts';
import type { MailboxRecord, MailServerSettings } from '../store/mail/mailbox-store.ts';
import { createCaptureTransport } from './capture-transport.ts';
import { testImap } from './imap-receiver.ts';
import type { MailTransport } from './mail-transport.ts';
import { unseal } from './secret-box.ts';
import { createSmtpTransport, testSmtp } from './smtp-transport.ts';

/** The mail servers of the outside world, as actions and worker see them. */
export interface MailPort {
  transportFor(mailbox: MailboxRecord): MailTransport;
  /** One sentence about what is wrong; null when signing in works. */
  checkSmtp(workspaceId: string, server: MailServerSettings): Promise<string | null>;
  checkImap(workspaceId: string, server: MailServerSettings): Promise<string | null>;
  /** The TXT records of a name; none when it does not exist. */
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

export const createMailPort = (config: MailConfig, now: () => Date = () => new Date()): MailPort => ({
  transportFor(mailbox) {
    if (mailbox.smtp === null) return createCaptureTransport(now);
    return createSmtpTransport(serverOptions(config, mailbox.workspaceId, mailbox.smtp));
  },
  checkSmtp: (workspaceId, server) => testSmtp(serverOptions(config, workspaceId, server)),
  checkImap: (workspaceId, server) => testImap(serverOptions(config, workspaceId, server)),
  async lookUpTxt(name) {
    const records = await resolveTxt(name).catch(() => []);
    return records.map((parts) => parts.join(''));
  },
});
