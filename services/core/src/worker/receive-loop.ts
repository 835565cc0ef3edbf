import { receiveMail as takeIn } from '../actions/replies/inbound/receive-mail.ts';
import { type ImapReader, receiveMail } from '../mail/imap-receiver.ts';
import { serverOptions } from '../mail/mail-port.ts';
import {
  claimMailboxToRead,
  noteReadSuccess,
  releaseMailboxLease,
  renewMailboxLease,
  saveImapPosition,
} from '../store/mail/mailbox-lease.ts';
import type { MailboxRecord } from '../store/mail/mailbox-store.ts';
import { noteReadingFailed } from './mailbox-health.ts';
import { type Loop, startLoop } from './poll-loop.ts';
import { newOwner } from './send-loop.ts';
import type { WorkerDeps } from './worker-deps.ts';

const sessionsMax = 100;
const restAfterFailureMs = 60_000;

/** Reads one mailbox until the connection breaks, the lease is lost or the worker stops. */
const readMailbox = async (mailbox: MailboxRecord, deps: WorkerDeps, stopping: AbortSignal): Promise<void> => {
  const { config, log, now } = deps;
  const { leaseMs } = config.worker;
  const lost = new AbortController();
  const renewal = setInterval(async () => {
    const isOurs = await renewMailboxLease(mailbox, leaseMs).catch(() => false);
    if (!isOurs) lost.abort();
  }, leaseMs / 3);
  const origin = { workspaceId: mailbox.workspaceId, mailboxId: mailbox.id };
  const reader: ImapReader = {
    position: mailbox.imapPosition,
    signal: AbortSignal.any([stopping, lost.signal]),
    onOpen: () => noteReadSuccess(mailbox),
    onMail: async (raw) => void (await takeIn(origin, raw, deps)),
    onPosition: (position) => saveImapPosition(mailbox, position, now()),
  };
  let restMs = 0;
  try {
    await receiveMail(serverOptions(config, mailbox.workspaceId, mailbox.imap!), reader);
  } catch (error) {
    restMs = restAfterFailureMs;
    log.warn({ err: error, mailboxId: mailbox.id }, 'reading a mailbox failed');
    await noteReadingFailed(mailbox, (error as Error).message, now());
  } finally {
    clearInterval(renewal);
    await releaseMailboxLease(mailbox, restMs).catch(() => undefined);
  }
};

/** Reads each mailbox with IMAP on one worker at a time; many side by side. */
export const startReceiveLoop = (deps: WorkerDeps): Loop => {
  const sessions = new Set<Promise<void>>();
  const owner = newOwner();
  const step = async (signal: AbortSignal): Promise<boolean> => {
    if (sessions.size >= sessionsMax) return false;
    const mailbox = await claimMailboxToRead(owner, deps.config.worker.leaseMs);
    if (mailbox === null) return false;
    const session = readMailbox(mailbox, deps, signal)
      .catch((error: unknown) => deps.log.error({ err: error, mailboxId: mailbox.id }, 'a mailbox session failed'))
      .finally(() => sessions.delete(session));
    sessions.add(session);
    return true;
  };
  const loop = startLoop({ name: 'receive', idleMs: deps.config.worker.pollMs * 2, step, log: deps.log });
  return {
    async stop() {
      await loop.stop();
      await Promise.all(sessions);
    },
  };
};
