import { colleagueDomains, isColleague } from '../../domain/replies/colleague-address.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError } from '../../errors/errors.ts';
import { listMailboxes } from '../../store/mailboxes/mailbox-store.ts';
import { listMembers } from '../../store/members/membership-store.ts';
import { findUsers } from '../../store/members/user-store.ts';

/**
 * Restricts forwards to workspace members and the domains of members and mailboxes. Otherwise, forwards could bypass
 * the contact rules or leak other people's mail.
 */
export async function requireColleague(address: string, { workspaceId }: ActionContext): Promise<void> {
  const members = (await listMembers(workspaceId)).filter(({ state }) => state === 'active');
  const users = await findUsers(members.map(({ userId }) => userId));
  const mailboxes = await listMailboxes(workspaceId);
  const own = [...users.map(({ email }) => email), ...mailboxes.map((mailbox) => mailbox.address)];
  if (isColleague(address, own)) return;
  throw new AppError(
    'validation_failed',
    `${address} is not a colleague. Forward to a member of the workspace, or to the domain of a member or mailbox.`,
    { field: 'to', allowedValues: colleagueDomains(own).map((domain) => `…@${domain}`) },
  );
}
