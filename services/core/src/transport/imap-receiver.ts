import { once } from 'node:events';
import { isIP } from 'node:net';
import type { ImapFlow } from 'imapflow';
import { eachWithin, within } from '../process/within.ts';
import type { MailServerSettings } from '../store/mailboxes/mailbox-store.ts';
import { findOtherFolders, type OtherFolder } from './imap-folders.ts';
import { checkMailHost, type HostRules } from './mail-host-guard.ts';
import { mailBytesMax } from './received/read-mail.ts';
import { testedProblem } from './setup-failure.ts';

export interface ImapOptions extends HostRules {
  server: MailServerSettings;
  password: string | null;
  /** For a mailbox whose owner signed in with its provider. Used instead of the password. */
  accessToken?: string;
  timeoutMs: number;
}

/**
 * Position of the reader (RFC 9051 section 2.3.1.1). UIDs grow, unless the folder was recreated, which changes
 * UIDVALIDITY.
 */
export interface ImapPosition {
  uidValidity: string;
  lastUid: number;
}

export interface ImapReader {
  position: ImapPosition | null;
  /** Same for the folders besides the inbox. */
  others?: Partial<Record<OtherFolder, ImapPosition>>;
  /** Called once after a successful sign-in and opening of the inbox. */
  onOpen?(): Promise<void>;
  /** Called for each message in order. The position is saved only after it resolves. */
  onMail(raw: Buffer, folder?: OtherFolder): Promise<void>;
  onPosition(position: ImapPosition, folder?: OtherFolder): Promise<void>;
  signal: AbortSignal;
}

/**
 * Maximum interval for renewing IDLE and checking the folder, since servers can miss notifications. In milliseconds.
 */
const refreshMs = 4 * 60_000;
const rescannedDays = 7;
/** Interval for checking the other folders, which send no notifications while the inbox is open. In milliseconds. */
const othersMs = 60_000;

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

/** Starting position: after the last message read, at the end of a new folder, or some days back in a recreated one. */
async function beginAt(
  client: ImapFlow,
  known: ImapPosition | null,
  timeoutMs: number,
  path = 'INBOX',
): Promise<ImapPosition> {
  const inbox = await within(timeoutMs, client.mailboxOpen(path, { readOnly: true }));
  const uidValidity = String(inbox.uidValidity);
  if (known?.uidValidity === uidValidity) return known;
  if (known === null) return { uidValidity, lastUid: inbox.uidNext - 1 };
  const since = new Date(Date.now() - rescannedDays * 86_400_000);
  const found = (await within(timeoutMs, client.search({ since }, { uid: true }))) || [];
  return { uidValidity, lastUid: found.length > 0 ? Math.min(...found) - 1 : inbox.uidNext - 1 };
}

async function readNewer(
  client: ImapFlow,
  start: ImapPosition,
  reader: ImapReader,
  folder?: OtherFolder,
): Promise<ImapPosition> {
  let position = start;
  const query = { uid: true, source: { maxLength: mailBytesMax } };
  const newer = client.fetch(`${start.lastUid + 1}:*`, query, { uid: true });
  for await (const message of eachWithin(wholeMessageMs, newer)) {
    // "n:*" always includes the last message, even if its UID is below n.
    if (message.uid <= position.lastUid) continue;
    if (message.source) await reader.onMail(message.source, folder);
    position = { ...position, lastUid: message.uid };
    await reader.onPosition(position, folder);
    if (reader.signal.aborted) break;
  }
  return position;
}

/** Checks junk and sent mail, and returns to the inbox. Returns the position in each folder. */
async function readOthers(
  client: ImapFlow,
  folders: { folder: OtherFolder; path: string }[],
  known: Partial<Record<OtherFolder, ImapPosition>>,
  reader: ImapReader,
  timeoutMs: number,
): Promise<Partial<Record<OtherFolder, ImapPosition>>> {
  const positions = { ...known };
  for (const { folder, path } of folders) {
    const start = await beginAt(client, positions[folder] ?? null, timeoutMs, path);
    if (start !== positions[folder]) await reader.onPosition(start, folder);
    positions[folder] = await readNewer(client, start, reader, folder);
    if (reader.signal.aborted) break;
  }
  if (folders.length > 0) await within(timeoutMs, client.mailboxOpen('INBOX', { readOnly: true }));
  return positions;
}

async function nextNews(client: ImapFlow, signal: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  const ended = AbortSignal.any([signal, waiting.signal]);
  const timer = setTimeout(() => waiting.abort(), othersMs);
  const news = ['exists', 'close'].map((event) => once(client, event, { signal: ended }).catch(() => undefined));
  await Promise.race(news);
  clearTimeout(timer);
  waiting.abort();
}

/** Reads new mail and waits for more, until the signal ends it or the connection breaks (then it throws). */
export async function receiveByImap(options: ImapOptions, reader: ImapReader): Promise<void> {
  const client = await openImap(options);
  const close = () => client.close();
  reader.signal.addEventListener('abort', close);
  try {
    let position = await beginAt(client, reader.position, options.timeoutMs);
    await reader.onOpen?.();
    if (position !== reader.position) await reader.onPosition(position);
    const folders = await findOtherFolders(client, options.timeoutMs);
    let others = reader.others ?? {};
    while (!reader.signal.aborted) {
      others = await readOthers(client, folders, others, reader, options.timeoutMs);
      const hasNews = nextNews(client, reader.signal);
      position = await readNewer(client, position, reader);
      // Starts immediately, not after the client's usual pause. The next command ends it.
      client.idle().catch(() => undefined);
      await hasNews;
      if (!client.usable && !reader.signal.aborted) throw new Error('The IMAP connection was closed.');
    }
  } catch (error) {
    if (!reader.signal.aborted) throw error;
  } finally {
    reader.signal.removeEventListener('abort', close);
    client.close();
  }
}
