import type { Logger } from 'pino';
import { within } from '../process/within.ts';
import type { MailboxRecord } from '../store/mailboxes/mailbox-store.ts';
import { type ImapOptions, openImap, wholeMessageMs } from './imap-connection.ts';
import { findSentFolder } from './imap-folders.ts';

interface Copy {
  eml: Buffer;
  sentAt: Date;
}

interface Box {
  copies: Copy[];
  running: Promise<void> | null;
}

/** These servers add sent messages to the Sent folder automatically. */
const keepsOwnCopies = /(^|\.)(gmail|googlemail|google|office365|outlook|hotmail|live)\.com$/i;
const copiesPerMailboxMax = 200;
const triesMax = 2;

export function needsSentCopy({ smtp, imap }: Pick<MailboxRecord, 'smtp' | 'imap'>): boolean {
  return smtp !== null && imap !== null && !keepsOwnCopies.test(smtp.host);
}

/**
 * Adds sent messages to the mailbox's own Sent folder, in the background, so that people see them in their mail client.
 * A courtesy, not a record: copies are queued in memory, and a killed worker loses its queue.
 */
export class SentCopies {
  readonly #boxes = new Map<string, Box>();
  readonly #optionsOf: (mailbox: MailboxRecord) => Promise<ImapOptions>;

  constructor(optionsOf: (mailbox: MailboxRecord) => Promise<ImapOptions>) {
    this.#optionsOf = optionsOf;
  }

  /** Returns immediately. */
  add(mailbox: MailboxRecord, copies: Copy[], log: Pick<Logger, 'warn'>): void {
    if (copies.length === 0 || !needsSentCopy(mailbox)) return;
    const box = this.#boxes.get(mailbox.id) ?? { copies: [], running: null };
    this.#boxes.set(mailbox.id, box);
    box.copies.push(...copies.slice(0, copiesPerMailboxMax - box.copies.length));
    box.running ??= this.#empty(mailbox, box, log);
  }

  /** Resolves when all added copies are stored or given up. */
  async drain(): Promise<void> {
    while (this.#boxes.size > 0) await Promise.all([...this.#boxes.values()].map(({ running }) => running));
  }

  async #empty(mailbox: MailboxRecord, box: Box, log: Pick<Logger, 'warn'>): Promise<void> {
    for (let tries = 0; tries < triesMax && box.copies.length > 0; ) {
      try {
        const options = await this.#optionsOf(mailbox);
        await appendSent(
          options,
          () => box.copies[0],
          () => box.copies.shift(),
        );
      } catch (error) {
        tries += 1;
        log.warn({ err: error, mailboxId: mailbox.id, copies: box.copies.length }, 'copies of sent mail were not kept');
      }
    }
    // Synchronous with the last check, so that later copies start a new run.
    this.#boxes.delete(mailbox.id);
  }
}

interface Copy {
  eml: Buffer;
  sentAt: Date;
}

/** Appends copies to the Sent folder, marked as read, until none remain. Each is dequeued once the server has it. */
async function appendSent(options: ImapOptions, next: () => Copy | undefined, takeAway: () => void): Promise<void> {
  const { timeoutMs } = options;
  const client = await openImap(options);
  try {
    const known = await findSentFolder(client, timeoutMs);
    const path = known ?? (await within(timeoutMs, client.mailboxCreate('Sent'))).path;
    for (let copy = next(); copy !== undefined; copy = next()) {
      const appended = client.append(path, copy.eml, ['\\Seen'], copy.sentAt);
      await within(timeoutMs, appended, wholeMessageMs);
      takeAway();
    }
    await within(timeoutMs, client.logout());
  } finally {
    client.close();
  }
}
