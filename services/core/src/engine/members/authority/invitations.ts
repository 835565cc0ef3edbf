import { mayGive, roles } from '../../../domain/members/role.ts';
import { deleteInvitationsOf, listInvitations } from '../../../store/members/invitation-store.ts';
import type { GrantKind } from './grant-kind.ts';

/** Invitation links, and the sign-up links that they lead to. */
export const invitations: GrantKind = {
  name: 'Invitations',
  isOfAccount: false,
  endsWithPassword: false,

  async list({ workspaceId, userId }, { now }) {
    const open = await listInvitations(workspaceId, now);
    return open
      .filter(({ invitedBy }) => invitedBy === userId)
      .map(({ id, note, role }) => ({ id, name: note || 'Invitation', detail: `Joins as ${role}`, lastUsedAt: null }));
  },

  endAll: ({ workspaceId, userId }) => deleteInvitationsOf(workspaceId, userId, [...roles]),

  narrow: ({ workspaceId, userId }, role) =>
    deleteInvitationsOf(
      workspaceId,
      userId,
      roles.filter((given) => !mayGive(role, given)),
    ),
};
