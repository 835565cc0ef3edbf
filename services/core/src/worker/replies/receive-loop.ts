import type { EngineDeps } from '../../engine/context/engine-deps.ts';
import { openBreakerForSignIn } from '../../engine/mailboxes/mailbox-breaker.ts';
import { noteReadingFailed } from '../../engine/mailboxes/mailbox-health.ts';
import {
  claimMailboxToRead,
  noteReadSuccess,
  releaseMailboxLease,
  renewMailboxLease,
  saveImapPosition,
  saveUnreadCount,
} from '../../store/mailboxes/mailbox-lease.ts';
import type { MailboxRecord } from '../../store/mailboxes/mailbox-store.ts';
import { type ImapOptions, isLoginRefused } from '../../transport/imap-connection.ts';
import { type ImapReader, receiveByImap } from '../../transport/imap-receiver.ts';
import { setupProblem } from '../../transport/setup-failure.ts';
import { SignInRefused } from '../../transport/sign-in/provider-tokens.ts';
import { type Loop, restUntilWoken, startLoop } from '../poll-loop.ts';
import { newOwner } from '../sending/send-loop.ts';
import { type Reading, ReadingPlaces } from './reading-places.ts';
import { NotTakenIn, takeInMail } from './take-in-mail.ts';

const sessionsMax = 100;
/** Number of sessions that one workspace keeps if others need them. */
const workspaceSessionsMax = 25;
/** Time after which a mailbox gives up its session to one that waits: 1,000 mailboxes are read within 5 minutes. */
const turnMs = 20_000;
const restAfterFailureMs = 60_000;
/** Longer delay for a provider that revoked access, in milliseconds. */
const restAfterRefusalMs = 15 * 60_000;

/** Reads one mailbox until the connection breaks, the lease is lost, or the worker stops. */
async function readMailbox(mailbox: MailboxRecord, deps: EngineDeps, stopping: AbortSignal): Promise<void> {
  const { log, now } = deps;
  const { leaseMs } = deps.config.worker;
  const lost = new AbortController();
  let isOpen = false;
  const renewal = setInterval(async () => {
    const isOurs = await renewMailboxLease(mailbox, leaseMs, isOpen ? now() : null).catch(() => false);
    if (!isOurs) lost.abort();
  }, leaseMs / 3);
  const origin = { workspaceId: mailbox.workspaceId, mailboxId: mailbox.id };
  const reader: ImapReader = {
    position: mailbox.imapPosition,
    others: mailbox.imapOthers ?? {},
    signal: AbortSignal.any([stopping, lost.signal]),
    onOpen: () => {
      isOpen = true;
      return noteReadSuccess(mailbox, now());
    },
    onMail: (raw, folder, isEarlier) => takeInMail({ ...origin, isSent: folder?.isSent, isEarlier }, raw, deps),
    onPosition: (position, folder) => saveImapPosition(mailbox, position, now(), folder?.key),
    onUnread: (count) => saveUnreadCount(mailbox, count),
  };
  let restMs = 0;
  let options: ImapOptions | undefined;
  try {
    options = await deps.ports.mail.readingOf(mailbox);
    await receiveByImap(options, reader);
  } catch (error) {
    if (options !== undefined && isLoginRefused(error)) deps.ports.mail.refuseReading(mailbox, options);
    const isWithdrawn = error instanceof SignInRefused;
    restMs = isWithdrawn ? restAfterRefusalMs : restAfterFailureMs;
    log.warn({ err: error, mailboxId: mailbox.id }, 'reading a mailbox failed');
    await noteReadingFailed(mailbox, problemOf(error, mailbox), now());
    if (isWithdrawn) await openBreakerForSignIn(mailbox, error.message, now());
  } finally {
    clearInterval(renewal);
    await releaseMailboxLease(mailbox, restMs).catch(() => undefined);
  }
}

function problemOf(error: unknown, { imap, signIn }: MailboxRecord): string {
  return error instanceof NotTakenIn ? error.message : setupProblem(error, 'imap', imap!, Boolean(signIn));
}

/** Reads each IMAP mailbox on one worker at a time, many concurrently. */
export function startReceiveLoop(deps: EngineDeps): Loop {
  const sessions = new Set<Promise<void>>();
  const places = new ReadingPlaces(sessionsMax, workspaceSessionsMax, turnMs);
  const owner = newOwner();
  const { leaseMs } = deps.config.worker;
  const claim = async (): Promise<MailboxRecord | null> => {
    const time = performance.now();
    if (!places.canTake(time)) return null;
    const { served } = places;
    const first = await claimMailboxToRead(owner, leaseMs, served);
    const mayBeOfAny = first === null && served.length > 0 && places.hasPlaceForAny(time);
    return mayBeOfAny ? claimMailboxToRead(owner, leaseMs) : first;
  };
  const step = async (signal: AbortSignal): Promise<boolean> => {
    const mailbox = await claim();
    if (mailbox === null) return false;
    const given = new AbortController();
    const { workspaceId } = mailbox;
    const reading: Reading = { workspaceId, since: performance.now(), giveUp: () => given.abort() };
    places.take(reading);
    const session = readMailbox(mailbox, deps, AbortSignal.any([signal, given.signal]))
      .catch((error: unknown) => deps.log.error({ err: error, mailboxId: mailbox.id }, 'a mailbox session failed'))
      .finally(() => {
        places.leave(reading);
        sessions.delete(session);
      });
    sessions.add(session);
    return true;
  };
  const loop = startLoop({
    name: 'receive',
    idleMs: deps.config.worker.pollMs,
    restFactorMax: restUntilWoken,
    isWoken: true,
    step,
    log: deps.log,
  });
  return {
    async stop() {
      await loop.stop();
      await Promise.all(sessions);
    },
  };
}
