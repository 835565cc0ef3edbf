import type { MxRecord } from 'node:dns';
import { resolveMx, resolveTxt } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { AppError } from '../errors/errors.ts';
import { unseal } from '../secrets/secret-box.ts';
import type { Config } from '../settings/config.ts';
import type { MailboxRecord, MailServerSettings } from '../store/mailboxes/mailbox-store.ts';
import { createCaptureTransport } from './capture-transport.ts';
import { type ImapOptions, testImap } from './imap-connection.ts';
import { type FinalCheck, readBeforeSending } from './imap-final-check.ts';
import type { MailTransport } from './mail-transport.ts';
import { SentCopies } from './sent-copies.ts';
import { type FoundMail, findServers, readSmallText } from './servers/find-servers.ts';
import { setupProblem } from './setup-failure.ts';
import { createAccessTokens } from './sign-in/access-tokens.ts';
import { createSignedInTransport } from './sign-in/signed-in-transport.ts';
import { SmtpConnections } from './smtp-connections.ts';
import { createSmtpTransport, type SmtpOptions, testSmtp } from './smtp-transport.ts';

/** Fields needed to sign in to the servers of a mailbox. */
type Account = Pick<MailboxRecord, 'workspaceId' | 'id' | 'signIn'>;

/** External mail servers, as seen by actions and the worker. */
export interface MailPort {
  transportFor(mailbox: MailboxRecord): MailTransport;
  /** Options for reading a mailbox. Throws SignInRefused if its provider no longer gives access. */
  readingOf(mailbox: Account & Pick<MailboxRecord, 'imap'>): Promise<ImapOptions>;
  /** Reports that the server rejected the access token of these options. */
  refuseReading(mailbox: Account, options: ImapOptions): void;
  /** Reads what a mailbox has received since it was last read. Throws if that is not possible in time. */
  readBeforeSending(mailbox: Account & Pick<MailboxRecord, 'imap'>, check: FinalCheck): Promise<void>;
  /** Adds copies of sent mail to the mailbox's own Sent folder. Returns immediately. */
  keepSent: SentCopies['add'];
  /** Resolves when the copies are stored. */
  drainSent(): Promise<void>;
  /** Returns one sentence with the problem and its fix, or null if signing in works. */
  checkSmtp(account: Account, server: MailServerSettings): Promise<string | null>;
  checkImap(account: Account, server: MailServerSettings): Promise<string | null>;
  /** Same for an access token that is not stored yet. */
  checkToken(protocol: 'smtp' | 'imap', server: MailServerSettings, accessToken: string): Promise<string | null>;
  /** TXT records of a name. Empty if it does not exist. Throws `provider_failed` if the lookup fails. */
  lookUpTxt(name: string): Promise<string[]>;
  /** Servers of an email address, as its domain or its provider names them. Null if they do not. */
  findServers(address: string): Promise<FoundMail | null>;
  /** Same for its mail servers. */
  lookUpMx(name: string): Promise<MxRecord[]>;
}

type MailConfig = Pick<Config, 'keyRing' | 'isPrivateHostAllowed' | 'worker' | 'baseUrl' | 'mailSignIns'>;

function passwordOf(config: Pick<Config, 'keyRing'>, workspaceId: string, server: MailServerSettings) {
  return server.secret === null ? null : unseal(config.keyRing, workspaceId, server.secret);
}

function serverOptions(config: MailConfig, workspaceId: string, server: MailServerSettings) {
  return {
    server,
    password: passwordOf(config, workspaceId, server),
    // Half a lease: the server's response arrives, or is given up on, while the message is still ours.
    timeoutMs: Math.min(30_000, config.worker.leaseMs / 2),
    clientName: clientName(config),
    isPrivateHostAllowed: config.isPrivateHostAllowed,
  };
}

/** EHLO requires brackets around an IP address (RFC 5321 section 4.1.3). */
function clientName({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  const { hostname } = new URL(baseUrl);
  if (isIPv4(hostname)) return `[${hostname}]`;
  return hostname.startsWith('[') ? `[IPv6:${hostname.slice(1, -1)}]` : hostname;
}

export function createMailPort(config: MailConfig, now: () => Date = () => new Date()): MailPort {
  const connections = new SmtpConnections();
  const tokens = createAccessTokens(config, now);
  const optionsOf = async (account: Account, server: MailServerSettings) => ({
    ...serverOptions(config, account.workspaceId, server),
    ...(account.signIn ? { accessToken: await tokens.tokenFor(account) } : {}),
  });
  const copies = new SentCopies((mailbox) => optionsOf(mailbox, mailbox.imap!));
  const problemOf = async (
    [account, server, protocol]: [Account, MailServerSettings, 'smtp' | 'imap'],
    test: (options: SmtpOptions) => Promise<string | null>,
  ) => {
    const options = await optionsOf(account, server).catch((error: unknown) => error as Error);
    return options instanceof Error ? setupProblem(options, protocol, server, true) : test(options);
  };
  return {
    transportFor(mailbox) {
      const { smtp, signIn, workspaceId } = mailbox;
      if (smtp === null) return createCaptureTransport(now);
      const options = { ...serverOptions(config, workspaceId, smtp), connections };
      if (!signIn) return createSmtpTransport(options);
      return createSignedInTransport(mailbox, tokens, (accessToken) =>
        createSmtpTransport({ ...options, accessToken }),
      );
    },
    readingOf: (mailbox) => optionsOf(mailbox, mailbox.imap!),
    refuseReading(mailbox, { accessToken }) {
      if (accessToken !== undefined) tokens.discard(mailbox, accessToken);
    },
    readBeforeSending: async (mailbox, check) => readBeforeSending(await optionsOf(mailbox, mailbox.imap!), check),
    keepSent: (...sent) => copies.add(...sent),
    drainSent: () => copies.drain(),
    checkSmtp: (account, server) => problemOf([account, server, 'smtp'], testSmtp),
    checkImap: (account, server) => problemOf([account, server, 'imap'], testImap),
    checkToken(protocol, server, accessToken) {
      const options = { ...serverOptions(config, '', server), accessToken };
      return protocol === 'smtp' ? testSmtp(options) : testImap(options);
    },
    findServers: (address) =>
      findServers(address, {
        lookUpMx: (name) => lookUpRecords(name, resolveMx),
        read: (url) => readSmallText(url, config),
      }),
    lookUpTxt: (name) => lookUpTxt(name),
    lookUpMx: (name) => lookUpRecords(name, resolveMx),
  };
}

const absent: readonly string[] = ['ENOTFOUND', 'ENODATA'];

export async function lookUpTxt(name: string, resolve = resolveTxt): Promise<string[]> {
  return (await lookUpRecords(name, resolve)).map((parts) => parts.join(''));
}

/** A name server that does not respond does not mean that the record is missing. */
async function lookUpRecords<R>(name: string, resolve: (name: string) => Promise<R[]>): Promise<R[]> {
  try {
    return await resolve(name);
  } catch (error) {
    if (absent.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw new AppError('provider_failed', `The DNS records of ${name} cannot be read now: try again.`);
  }
}
