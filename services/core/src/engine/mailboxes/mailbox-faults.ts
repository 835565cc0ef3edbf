import type { FaultCause } from '../../domain/sending/fault-cause.ts';
import { findQueues } from '../../store/sending/send-queue-store.ts';

export interface MailboxFault {
  mailboxId: string;
  address: string;
  cause: FaultCause;
  action: string;
  since: Date;
  nextProbeAt: Date | null;
}

/** Faults of the mailboxes that cannot send because of their own or their provider's fault. */
export async function mailboxFaults(
  workspaceId: string,
  mailboxes: readonly { id: string | null; address: string }[],
): Promise<MailboxFault[]> {
  const addressOf = new Map(mailboxes.flatMap(({ id, address }) => (id === null ? [] : [[id, address] as const])));
  const queues = await findQueues(workspaceId, [...addressOf.keys()]);
  return queues.flatMap(({ id, breaker: { state, cause, action, since, nextProbeAt } }) => {
    if (state === 'closed' || cause === null || action === null || since === null) return [];
    return [{ mailboxId: id, address: addressOf.get(id)!, cause, action, since, nextProbeAt }];
  });
}
