import { mayGive, type Role } from '../../domain/members/role.ts';
import { AppError } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { createInvitation, invitationsMax, listInvitations } from '../../store/members/invitation-store.ts';
import { holdStanding } from '../../store/members/membership-store.ts';
import { auditPerson, type PersonalAct } from './audit-person.ts';

/** Creates an invitation, and returns the token of its link. Fails if the person may no longer give the role. */
export function invite(
  workspaceId: string,
  invitation: { invitedBy: string; note: string; role: Role },
  act: Pick<PersonalAct, 'actor' | 'via' | 'requestId' | 'address'>,
  now: Date,
): Promise<string> {
  return inTransaction(async () => {
    const inviter = await holdStanding(workspaceId, invitation.invitedBy, now);
    if (inviter === null || !mayGive(inviter.role, invitation.role))
      throw new AppError('requires_person', 'Only owners and admins of the workspace invite people.');
    if ((await listInvitations(workspaceId, now)).length >= invitationsMax)
      throw new AppError('limit_reached', `There are ${invitationsMax} open invitations. Withdraw one first.`);
    const token = await createInvitation(workspaceId, { ...invitation, now });
    const summary = `Created an invitation as ${invitation.role}.`;
    await auditPerson(workspaceId, { ...act, action: 'invite_member', effect: 'write', summary }, now);
    return token;
  });
}
