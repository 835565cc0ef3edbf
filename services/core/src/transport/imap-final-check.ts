import type { ImapFlow } from 'imapflow';
import { eachWithin, within } from '../process/within.ts';
import { type ImapOptions, openImap } from './imap-connection.ts';
import { findFolders, type OtherFolder } from './imap-folders.ts';
import {
  beginAt,
  hasNews,
  type ImapPosition,
  type ImapPositions,
  type ImapReader,
  readNewer,
} from './imap-receiver.ts';
import { mailBytesMax } from './received/read-mail.ts';

export interface Writer {
  address: string;
  /** Earlier mail is about something else. */
  since: Date;
}

export interface FinalCheck {
  /** Positions up to which the mailbox has been read. */
  position: ImapPosition;
  others: ImapPositions;
  /** Mail of these people is also read in the trash. */
  writers: readonly Writer[];
  /** Called for each message, including known ones, such as mail that someone has read and deleted. */
  onMail: ImapReader['onMail'];
}

/**
 * Reads the mail that arrived in any folder since it was last read, and mail of the writers that is in the trash.
 * Throws if that is not possible within the time limit.
 */
export async function readBeforeSending(options: ImapOptions, check: FinalCheck): Promise<void> {
  const ended = new AbortController();
  const client = await openImap(options);
  try {
    await within(
      options.timeoutMs,
      readAll(client, options.timeoutMs, { ...check, signal: ended.signal }),
      options.timeoutMs,
    );
  } finally {
    ended.abort();
    client.close();
  }
}

async function readAll(
  client: ImapFlow,
  timeoutMs: number,
  { position, others, writers, onMail, signal }: FinalCheck & { signal: AbortSignal },
): Promise<void> {
  // The mailbox's reader keeps the positions.
  const reader = { onMail, signal, onPosition: async () => undefined };
  const inbox = await beginAt(client, position, { timeoutMs });
  await readNewer(client, inbox.position, reader);
  const folders = await findFolders(client);
  for (const folder of folders.others.filter((each) => hasNews(each, others[each.key]))) {
    const known = others[folder.key] ?? null;
    const { position: start, earlierUid } = await beginAt(client, known, {
      timeoutMs,
      path: folder.path,
      isAtEnd: false,
    });
    await readNewer(client, start, reader, { folder, earlierUid });
  }
  if (folders.trash !== undefined) await readTrash(client, folders.trash, { writers, onMail, timeoutMs });
}

async function readTrash(
  client: ImapFlow,
  trash: OtherFolder,
  { writers, onMail, timeoutMs }: Pick<FinalCheck, 'writers' | 'onMail'> & { timeoutMs: number },
): Promise<void> {
  const { exists } = await within(timeoutMs, client.mailboxOpen(trash.path, { readOnly: true }));
  if (exists === 0) return;
  for (const { address, since } of writers) {
    // Servers compare whole days (RFC 9051 section 6.4.4).
    const uids = (await within(timeoutMs, client.search({ from: address, since }, { uid: true }))) || [];
    if (uids.length === 0) continue;
    const query = { uid: true, internalDate: true, source: { maxLength: mailBytesMax } };
    const found = client.fetch(uids, query, { uid: true });
    for await (const { source, internalDate } of eachWithin(timeoutMs, found)) {
      if (source && new Date(internalDate ?? 0) >= since) await onMail(source, trash);
    }
  }
}
