import { newStamp } from '../../domain/members/connection-stamps.ts';
import { mayGive } from '../../domain/members/role.ts';
import { AppError } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { deleteInvitation, findInvitation, type InvitationRecord } from '../../store/members/invitation-store.ts';
import {
  addMember,
  countMembers,
  findMembership,
  findStanding,
  membersMax,
} from '../../store/members/membership-store.ts';
import { auditPerson, type PersonalAct } from './audit-person.ts';

/** Accepts the invitation, which admits one person once. */
export async function joinWorkspace(
  token: string,
  user: { id: string; name: string },
  act: Pick<PersonalAct, 'actor' | 'via' | 'requestId' | 'address'>,
  now: Date,
): Promise<InvitationRecord> {
  return inTransaction(async () => {
    const invitation = await findOpenInvitation(token, now);
    if (!invitation) throw endedInvitation();
    const { workspaceId } = invitation;
    const membership = await findMembership(workspaceId, user.id);
    if (membership?.state === 'suspended')
      throw new AppError('requires_person', 'You are suspended in this workspace. An owner or admin reinstates you.');
    if (membership !== null) return invitation;
    if ((await countMembers(workspaceId)) >= membersMax) {
      throw new AppError('limit_reached', `This workspace has ${membersMax} members, and no room for another one.`);
    }
    await deleteInvitation(workspaceId, invitation.id);
    await addMember(workspaceId, user.id, invitation.role, now, [newStamp()]);
    const summary = `${user.name} joined the workspace.`;
    const joining = { action: 'join_workspace', effect: 'write' } as const;
    await auditPerson(workspaceId, { ...act, ...joining, summary, subjectIds: [user.id] }, now);
    return invitation;
  });
}

/** The invitation, if the person who created it may still give its role. Null if it was used or has ended. */
export async function findOpenInvitation(token: string, now: Date): Promise<InvitationRecord | null> {
  const invitation = await findInvitation(token, now);
  const inviter = invitation && (await findStanding(invitation.workspaceId, invitation.invitedBy));
  return inviter && mayGive(inviter.role, invitation.role) ? invitation : null;
}

export function endedInvitation(): AppError {
  return new AppError('expired', 'This invitation was used, withdrawn, or is older than a week.');
}
