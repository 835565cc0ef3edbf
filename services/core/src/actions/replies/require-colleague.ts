import { colleagueDomains, isColleague } from '../../domain/replies/colleague-address.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError } from '../../errors/errors.ts';
import { listMailboxes } from '../../store/mailboxes/mailbox-store.ts';
import { listMembers } from '../../store/members/membership-store.ts';
import { findUsers } from '../../store/members/user-store.ts';

/**
 * Forwards are no way around the rules for writing to people, nor a way out for what others wrote: they go to members of
 * the workspace, and to addresses in the domains of its members and mailboxes.
 */
export async function requireColleague(address: string, { workspaceId }: ActionContext): Promise<void> {
  const members = await listMembers(workspaceId);
  const users = await findUsers(members.map(({ userId }) => userId));
  const mailboxes = await listMailboxes(workspaceId);
  const own = [...users.map(({ email }) => email), ...mailboxes.map((mailbox) => mailbox.address)];
  if (isColleague(address, own)) return;
  throw new AppError(
    'validation_failed',
    `${address} is not a colleague: forward to a member of the workspace, or into a domain of its mailboxes.`,
    { field: 'to', allowedValues: colleagueDomains(own).map((domain) => `…@${domain}`) },
  );
}
