import type { Manifest } from '../../../domain/approvals/manifest.ts';
import { domainOf } from '../../../domain/contacts/email-address.ts';
import { listMailboxes } from '../../../store/mailboxes/mailbox-store.ts';

/** Reason why a person must approve the sender, whatever the limits are. Null for addresses of connected domains. */
export async function strangeSender(workspaceId: string, { mailboxes }: Manifest): Promise<string | null> {
  const replies = mailboxes.flatMap(({ replyTo }) => replyTo ?? []);
  if (replies.length === 0) return null;
  const domains = new Set((await listMailboxes(workspaceId)).map(({ address }) => domainOf(address)));
  const strange = replies.find((address) => !domains.has(domainOf(address)));
  return strange === undefined
    ? null
    : `Answers would go to ${strange}, which is outside the domains of the connected mailboxes.`;
}

/** Members of a plan that sends. */
export async function sending(
  workspaceId: string,
  manifest: Manifest,
): Promise<{ manifest: Manifest; sendNeedsPerson: string | null }> {
  return { manifest, sendNeedsPerson: await strangeSender(workspaceId, manifest) };
}
