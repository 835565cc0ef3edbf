import { AppError } from '../../errors/errors.ts';
import { inTransaction } from '../../store/documents/transaction.ts';
import { deleteInvitation, findInvitation, type InvitationRecord } from '../../store/members/invitation-store.ts';
import { addMember, countMembers, isMember, membersMax } from '../../store/members/membership-store.ts';
import { auditPerson, type PersonalAct } from './audit-person.ts';

/** Accepts the invitation, which admits one person once. */
export async function joinWorkspace(
  token: string,
  user: { id: string; name: string },
  act: Pick<PersonalAct, 'actor' | 'via' | 'requestId' | 'address'>,
  now: Date,
): Promise<InvitationRecord> {
  return inTransaction(async () => {
    const invitation = await findInvitation(token, now);
    if (!invitation) throw new AppError('expired', 'This invitation was used, withdrawn, or is older than a week.');
    const { workspaceId } = invitation;
    if (await isMember(workspaceId, user.id)) return invitation;
    if ((await countMembers(workspaceId)) >= membersMax) {
      throw new AppError('limit_reached', `This workspace has ${membersMax} members, and no room for another one.`);
    }
    await deleteInvitation(workspaceId, invitation.id);
    await addMember(workspaceId, user.id, invitation.role, now);
    const summary = `${user.name} joined the workspace.`;
    const joining = { action: 'join_workspace', effect: 'write' } as const;
    await auditPerson(workspaceId, { ...act, ...joining, summary, subjectIds: [user.id] }, now);
    return invitation;
  });
}
