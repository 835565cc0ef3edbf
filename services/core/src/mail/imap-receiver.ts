import { once } from 'node:events';
import { ImapFlow } from 'imapflow';
import type { MailServerSettings } from '../store/mail/mailbox-store.ts';
import { checkMailHost, type HostRules } from './mail-host-guard.ts';
import { mailBytesMax } from './read-mail.ts';

export interface ImapOptions extends HostRules {
  server: MailServerSettings;
  password: string | null;
  timeoutMs: number;
}

/** Where the reader is (RFC 9051 §2.3.1.1): UIDs grow, unless the folder was made anew and UIDVALIDITY with it. */
export interface ImapPosition {
  uidValidity: string;
  lastUid: number;
}

export interface ImapReader {
  position: ImapPosition | null;
  /** Called once signing in and opening the inbox went well. */
  onOpen?(): Promise<void>;
  /** Called for each message in order; the position is saved only after it has resolved. */
  onMail(raw: Buffer): Promise<void>;
  onPosition(position: ImapPosition): Promise<void>;
  signal: AbortSignal;
}

/** IDLE is renewed, and the folder looked through, at least this often: servers forget to tell. */
const refreshMs = 4 * 60_000;
const rescannedDays = 7;

const open = async ({ server, password, timeoutMs, ...rules }: ImapOptions): Promise<ImapFlow> => {
  const host = await checkMailHost(server.host, server.port, rules);
  const client = new ImapFlow({
    host,
    port: server.port,
    servername: server.host,
    secure: server.security === 'tls',
    ...(server.security === 'none' ? { doSTARTTLS: false } : {}),
    ...(server.security === 'starttls' ? { doSTARTTLS: true } : {}),
    auth: { user: server.username ?? '', pass: password ?? '' },
    logger: false,
    maxIdleTime: refreshMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: refreshMs + timeoutMs,
  });
  // Without a listener a broken connection would end the process; what waits for it rejects by itself.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Connects and opens the inbox, and says in one sentence why that does not work; null when it does. */
export const testImap = async (options: ImapOptions): Promise<string | null> => {
  let client: ImapFlow | undefined;
  try {
    client = await open(options);
    await client.mailboxOpen('INBOX', { readOnly: true });
    return null;
  } catch (error) {
    return (error as { responseText?: string }).responseText ?? (error as Error).message;
  } finally {
    client?.close();
  }
};

/** Where to begin: after what was read last; at the end of a new folder; some days back in one that was made anew. */
const beginAt = async (client: ImapFlow, known: ImapPosition | null): Promise<ImapPosition> => {
  const inbox = await client.mailboxOpen('INBOX', { readOnly: true });
  const uidValidity = String(inbox.uidValidity);
  if (known?.uidValidity === uidValidity) return known;
  if (known === null) return { uidValidity, lastUid: inbox.uidNext - 1 };
  const since = new Date(Date.now() - rescannedDays * 86_400_000);
  const found = (await client.search({ since }, { uid: true })) || [];
  return { uidValidity, lastUid: found.length > 0 ? Math.min(...found) - 1 : inbox.uidNext - 1 };
};

const readNewer = async (client: ImapFlow, start: ImapPosition, reader: ImapReader): Promise<ImapPosition> => {
  let position = start;
  const query = { uid: true, source: { maxLength: mailBytesMax } };
  for await (const message of client.fetch(`${start.lastUid + 1}:*`, query, { uid: true })) {
    // "n:*" always names the last message, even when its UID is below n.
    if (message.uid <= position.lastUid) continue;
    if (message.source) await reader.onMail(message.source);
    position = { ...position, lastUid: message.uid };
    await reader.onPosition(position);
    if (reader.signal.aborted) break;
  }
  return position;
};

const nextNews = async (client: ImapFlow, signal: AbortSignal): Promise<void> => {
  const waiting = new AbortController();
  const ended = AbortSignal.any([signal, waiting.signal]);
  const timer = setTimeout(() => waiting.abort(), refreshMs);
  const news = ['exists', 'close'].map((event) => once(client, event, { signal: ended }).catch(() => undefined));
  await Promise.race(news);
  clearTimeout(timer);
  waiting.abort();
};

/** Reads what is new, then waits for more, until the signal ends it or the connection breaks (then it throws). */
export const receiveMail = async (options: ImapOptions, reader: ImapReader): Promise<void> => {
  const client = await open(options);
  const close = () => client.close();
  reader.signal.addEventListener('abort', close);
  try {
    let position = await beginAt(client, reader.position);
    await reader.onOpen?.();
    if (position !== reader.position) await reader.onPosition(position);
    while (!reader.signal.aborted) {
      const hasNews = nextNews(client, reader.signal);
      position = await readNewer(client, position, reader);
      // At once, not after the client's usual pause; the next command ends it.
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
};
