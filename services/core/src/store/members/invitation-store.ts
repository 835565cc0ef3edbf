import { hash, randomBytes } from 'node:crypto';
import { type Role, roles } from '../../domain/members/role.ts';
import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { choice, date, string, withDefault } from '../documents/paths.ts';

export const invitationLifetimeMs = 7 * 24 * 60 * 60 * 1000;
export const invitationsMax = 50;

type InvitationDoc = DocOf<typeof InvitationModel>;

const InvitationModel = defineModel(
  'Invitation',
  'invitations',
  stored({
    workspaceId: string,
    tokenHash: string,
    invitedBy: string,
    note: withDefault(string, ''),
    /** Role of the person who accepts the invitation. */
    role: withDefault(choice(roles), 'member'),
    createdAt: date,
    expiresAt: date,
  })
    .index({ tokenHash: 1 }, { unique: true })
    .index({ workspaceId: 1, _id: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 }),
);

export type InvitationRecord = Omit<InvitationDoc, '_id' | 'tokenHash'> & { id: string };

/** The inviting person shares the link with the token. The store keeps only its hash. */
export async function createInvitation(
  workspaceId: string,
  invitation: { invitedBy: string; note: string; role: Role; now: Date },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await InvitationModel.create([
    {
      _id: newId('inv'),
      workspaceId,
      tokenHash: hash('sha256', token, 'hex'),
      invitedBy: invitation.invitedBy,
      note: invitation.note,
      role: invitation.role,
      createdAt: invitation.now,
      expiresAt: new Date(invitation.now.getTime() + invitationLifetimeMs),
    },
  ]);
  return token;
}

/** Found by the secret in the link, since its holder does not know the workspace yet. */
export async function findInvitation(token: string, now: Date): Promise<InvitationRecord | null> {
  const tokenHash = hash('sha256', token, 'hex');
  const found = await InvitationModel.findOne({ tokenHash, expiresAt: { $gt: now } }).lean();
  return found && toInvitation(found);
}

export async function listInvitations(workspaceId: string, now: Date): Promise<InvitationRecord[]> {
  const found = await InvitationModel.find({ workspaceId, expiresAt: { $gt: now } })
    .sort({ _id: -1 })
    .limit(invitationsMax)
    .lean();
  return found.map(toInvitation);
}

/** Deletes the invitations of a person that give one of these roles. */
export async function deleteInvitationsOf(workspaceId: string, invitedBy: string, given: Role[]): Promise<void> {
  await InvitationModel.deleteMany({ workspaceId, invitedBy, role: { $in: given } });
}

/** Returns true only to the first caller, since an invitation admits one person. */
export async function deleteInvitation(workspaceId: string, invitationId: string): Promise<boolean> {
  const outcome = await InvitationModel.deleteOne({ workspaceId, _id: invitationId });
  return outcome.deletedCount === 1;
}

/** Invitations from before roles existed are for members. */
function toInvitation({ _id, tokenHash: _hash, role = 'member', ...rest }: InvitationDoc): InvitationRecord {
  return { id: _id, role, ...rest };
}
