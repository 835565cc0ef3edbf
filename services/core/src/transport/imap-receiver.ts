import { once } from 'node:events';
import type { ImapFlow } from 'imapflow';
import { eachWithin, within } from '../process/within.ts';
import { type ImapOptions, openImap, wholeMessageMs } from './imap-connection.ts';
import { findFolders, type OtherFolder } from './imap-folders.ts';
import { mailBytesMax } from './received/read-mail.ts';

/**
 * Position of the reader (RFC 9051 section 2.3.1.1). UIDs grow, unless the folder was recreated, which changes
 * UIDVALIDITY.
 */
export interface ImapPosition {
  uidValidity: string;
  lastUid: number;
}

export type ImapPositions = Readonly<Record<string, ImapPosition>>;

export interface ImapReader {
  position: ImapPosition | null;
  /** Same for the folders besides the inbox, by their key. */
  others?: ImapPositions;
  /** Called once after a successful sign-in and opening of the inbox. */
  onOpen?(): Promise<void>;
  /**
   * Called for each message in order. The position is saved only after it resolves. `isEarlier`: the message was there
   * before its folder was read for the first time.
   */
  onMail(raw: Buffer, folder?: OtherFolder, isEarlier?: boolean): Promise<void>;
  onPosition(position: ImapPosition, folder?: OtherFolder): Promise<void>;
  /** Called when the number of messages changes that are known and not read. */
  onUnread?(count: number): Promise<void>;
  signal: AbortSignal;
}

const rescannedDays = 7;
/** Interval for checking the other folders, which send no notifications while the inbox is open. In milliseconds. */
const othersMs = 60_000;

interface Beginning {
  position: ImapPosition;
  /** Messages after the position, estimated from their UIDs. */
  unread: number;
  /** Last message that was there before the folder was read for the first time. */
  earlierUid: number;
}

/**
 * Starting position: after the last message read, or at the end of a folder of a new mailbox. A folder that was
 * recreated, or is new to the reader, is read some days back.
 */
export async function beginAt(
  client: ImapFlow,
  known: ImapPosition | null,
  { timeoutMs, path = 'INBOX', isAtEnd = known === null }: { timeoutMs: number; path?: string; isAtEnd?: boolean },
): Promise<Beginning> {
  const { uidNext, ...folder } = await within(timeoutMs, client.mailboxOpen(path, { readOnly: true }));
  const uidValidity = String(folder.uidValidity);
  if (known?.uidValidity === uidValidity)
    return { position: known, unread: Math.max(0, uidNext - 1 - known.lastUid), earlierUid: 0 };
  const end = { position: { uidValidity, lastUid: uidNext - 1 }, unread: 0, earlierUid: 0 };
  if (isAtEnd) return end;
  const since = new Date(Date.now() - rescannedDays * 86_400_000);
  const found = (await within(timeoutMs, client.search({ since }, { uid: true }))) || [];
  if (found.length === 0) return end;
  return {
    position: { uidValidity, lastUid: Math.min(...found) - 1 },
    unread: found.length,
    earlierUid: known === null ? uidNext - 1 : 0,
  };
}

export async function readNewer(
  client: ImapFlow,
  start: ImapPosition,
  reader: Pick<ImapReader, 'onMail' | 'onPosition' | 'signal'>,
  { folder, earlierUid = 0 }: { folder?: OtherFolder; earlierUid?: number } = {},
): Promise<ImapPosition> {
  let position = start;
  const query = { uid: true, flags: true, source: { maxLength: mailBytesMax } };
  const newer = client.fetch(`${start.lastUid + 1}:*`, query, { uid: true });
  for await (const message of eachWithin(wholeMessageMs, newer)) {
    // "n:*" always includes the last message, even if its UID is below n.
    if (message.uid <= position.lastUid) continue;
    // A folder with all mail has drafts, too.
    if (message.source && !message.flags?.has('\\Draft'))
      await reader.onMail(message.source, folder, message.uid <= earlierUid);
    position = { ...position, lastUid: message.uid };
    await reader.onPosition(position, folder);
    if (reader.signal.aborted) break;
  }
  return position;
}

interface ReadingOptions {
  timeoutMs: number;
  isAtEnd: boolean;
  /** Messages in the inbox that are not read. */
  unread: number;
  noteUnread(count: number): Promise<void>;
}

/** Reads the folders with new mail, and returns to the inbox. Returns the position in each folder. */
async function readOthers(
  client: ImapFlow,
  known: ImapPositions,
  reader: ImapReader,
  { timeoutMs, isAtEnd, unread, noteUnread }: ReadingOptions,
): Promise<ImapPositions> {
  const positions: Record<string, ImapPosition> = { ...known };
  const { others } = await findFolders(client);
  const changed = others.filter((folder) => hasNews(folder, known[folder.key]));
  const inOthers = changed.map(({ key, status }) =>
    status && known[key] ? status.uidNext - 1 - known[key].lastUid : 1,
  );
  await noteUnread(inOthers.reduce((sum, each) => sum + Math.max(0, each), unread));
  for (const folder of changed) {
    const before = positions[folder.key];
    const { position, earlierUid } = await beginAt(client, before ?? null, { timeoutMs, path: folder.path, isAtEnd });
    if (position !== before) await reader.onPosition(position, folder);
    positions[folder.key] = await readNewer(client, position, reader, { folder, earlierUid });
    if (reader.signal.aborted) break;
  }
  if (changed.length > 0) await within(timeoutMs, client.mailboxOpen('INBOX', { readOnly: true }));
  return positions;
}

export function hasNews({ status }: OtherFolder, known: ImapPosition | undefined): boolean {
  if (known === undefined || status === undefined) return true;
  return status.uidValidity !== known.uidValidity || status.uidNext > known.lastUid + 1;
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

function unreadNotes(reader: ImapReader): (count: number) => Promise<void> {
  let noted: number | null = null;
  return async (count) => {
    if (count === noted) return;
    noted = count;
    await reader.onUnread?.(count);
  };
}

/** Reads new mail and waits for more, until the signal ends it or the connection breaks (then it throws). */
export async function receiveByImap(options: ImapOptions, reader: ImapReader): Promise<void> {
  const client = await openImap(options);
  const close = () => client.close();
  reader.signal.addEventListener('abort', close);
  try {
    const { timeoutMs } = options;
    let { position, unread } = await beginAt(client, reader.position, { timeoutMs });
    const noteUnread = unreadNotes(reader);
    await reader.onOpen?.();
    if (position !== reader.position) await reader.onPosition(position);
    let others = reader.others ?? {};
    let isAtEnd = reader.position === null;
    while (!reader.signal.aborted) {
      others = await readOthers(client, others, reader, { timeoutMs, isAtEnd, unread, noteUnread });
      isAtEnd = false;
      const hasNews = nextNews(client, reader.signal);
      position = await readNewer(client, position, reader);
      unread = 0;
      if (!reader.signal.aborted) await noteUnread(0);
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
