import type { SendOutcome } from '../mail/mail-transport.ts';
import { buildOutgoingMail } from '../mail/outgoing-mail.ts';
import {
  type Claim,
  type HeldState,
  markSending,
  postpone,
  returnForApproval,
} from '../store/campaigns/message-queue.ts';
import type { MessageRecord } from '../store/campaigns/message-store.ts';
import { checkMessage } from './check-message.ts';
import { noteMailboxOutcome } from './mailbox-health.ts';
import { releaseAll } from './reserve-caps.ts';
import type { SendVerdict } from './send-verdict.ts';
import { settleMessage, settleSkipped } from './settle-message.ts';
import { type SharedReads, shareReads } from './shared-reads.ts';
import type { WorkerDeps } from './worker-deps.ts';

type Go = Extract<SendVerdict, { kind: 'send' }>;

/** A claimed message from the last check to its end. */
export const sendMessage = async (
  message: MessageRecord,
  claim: Claim,
  deps: WorkerDeps,
  reads: SharedReads = shareReads(deps.now()),
): Promise<void> => {
  const now = deps.now();
  const verdict = await checkMessage(message, deps.config, now, reads);
  if (verdict.kind === 'wait') await postpone(message, verdict.until, verdict.reason, now);
  else if (verdict.kind === 'skip') await settleSkipped(message, verdict.reason, now);
  else if (verdict.kind === 'needs_approval') await returnForApproval(message, now);
  else await transmit(message, verdict, claim, deps);
};

const transmit = async (queued: MessageRecord, go: Go, claim: Claim, deps: WorkerDeps): Promise<void> => {
  const { workspace, mailbox, hasUnsubscribeLink, reservations } = go;
  const message = { ...queued, mailboxId: mailbox.id };
  const date = deps.now();
  const mail = await buildOutgoingMail(message, { config: deps.config, workspace, mailbox, hasUnsubscribeLink, date });
  let from: HeldState = 'scheduled';
  const onTransmitting = async (): Promise<boolean> => {
    const isOurs = await markSending(message, claim, deps.now());
    if (isOurs) from = 'sending';
    return isOurs;
  };
  const outcome: SendOutcome = await deps.ports.mail.transportFor(mailbox).send(mail, { onTransmitting });
  if (outcome.kind === 'refused' || outcome.kind === 'withdrawn') await releaseAll(message.workspaceId, reservations);
  await settleMessage(message, from, outcome, deps);
  await noteMailboxOutcome(mailbox, outcome, deps.now());
  deps.log.info({ messageId: message.id, mailboxId: mailbox.id, outcome: outcome.kind }, 'message');
};
