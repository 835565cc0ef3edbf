import { isIP } from 'node:net';
import type { ImapFlow } from 'imapflow';
import { within } from '../process/within.ts';
import type { MailServerSettings } from '../store/mailboxes/mailbox-store.ts';
import { checkMailHost, type HostRules } from './mail-host-guard.ts';
import { testedProblem } from './setup-failure.ts';

export interface ImapOptions extends HostRules {
  server: MailServerSettings;
  password: string | null;
  /** For a mailbox whose owner signed in with its provider. Used instead of the password. */
  accessToken?: string;
  timeoutMs: number;
}

/**
 * Maximum interval for renewing IDLE and checking the folder, since servers can miss notifications. In milliseconds.
 */
const refreshMs = 4 * 60_000;

/**
 * Maximum time for a whole message in milliseconds, however steadily its bytes arrive. The rest is read over a new
 * connection.
 */
export const wholeMessageMs = 10 * 60_000;

/** Connects and signs in. */
export async function openImap({ server, password, accessToken, timeoutMs, ...rules }: ImapOptions): Promise<ImapFlow> {
  const host = await checkMailHost(server.host, server.port, rules);
  // Loaded for the first mailbox with IMAP, since it takes 8 MB.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host,
    port: server.port,
    ...(isIP(server.host) ? {} : { servername: server.host }),
    secure: server.security === 'tls',
    ...(server.security === 'none' ? { doSTARTTLS: false } : {}),
    ...(server.security === 'starttls' ? { doSTARTTLS: true } : {}),
    auth: { user: server.username ?? '', ...(accessToken === undefined ? { pass: password ?? '' } : { accessToken }) },
    logger: false,
    maxIdleTime: refreshMs,
    connectionTimeout: timeoutMs,
    // Shorter than the other limit, which some libraries apply until the greeting: silence after connecting has its own
    // fix.
    greetingTimeout: timeoutMs * 0.8,
    socketTimeout: refreshMs + timeoutMs,
  });
  // Without a listener, a broken connection would end the process. Pending calls reject anyway.
  client.on('error', () => undefined);
  try {
    await within(timeoutMs, client.connect());
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}

/** Connects and opens the inbox. Returns a one-sentence reason if that fails, or null. */
export async function testImap(options: ImapOptions): Promise<string | null> {
  let client: ImapFlow | undefined;
  try {
    client = await openImap(options);
    await within(options.timeoutMs, client.mailboxOpen('INBOX', { readOnly: true }));
    return null;
  } catch (error) {
    return await testedProblem(error, 'imap', options);
  } finally {
    client?.close();
  }
}

/** True if the server rejected the password or token. */
export function isLoginRefused(error: unknown): boolean {
  return (error as { authenticationFailed?: boolean }).authenticationFailed === true;
}
