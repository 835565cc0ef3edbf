import { Schema } from 'mongoose';
import { newId } from '../../domain/ids.ts';
import { defineModel } from '../define-model.ts';
import { findWorkspaces } from './workspace-store.ts';

export const membersMax = 200;
export const workspacesPerUserMax = 50;

export type Role = 'owner' | 'member';

interface MembershipDoc {
  _id: string;
  workspaceId: string;
  userId: string;
  role: Role;
  createdAt: Date;
}

const MembershipModel = defineModel<MembershipDoc>(
  'Membership',
  'memberships',
  new Schema({
    workspaceId: { type: String, required: true },
    userId: { type: String, required: true },
    role: { type: String, enum: ['owner', 'member'], required: true },
    createdAt: { type: Date, required: true },
  })
    .index({ workspaceId: 1, userId: 1 }, { unique: true })
    .index({ userId: 1 }),
);

export type MembershipRecord = { userId: string; role: Role; createdAt: Date };
export type WorkspaceOfUser = { id: string; name: string; role: Role };

export async function addMember(workspaceId: string, userId: string, role: Role, now: Date): Promise<void> {
  await MembershipModel.updateOne(
    { workspaceId, userId },
    { $setOnInsert: { _id: newId('mbr'), role, createdAt: now } },
    { upsert: true },
  );
}

export async function isMember(workspaceId: string, userId: string): Promise<boolean> {
  return (await MembershipModel.exists({ workspaceId, userId })) !== null;
}

export async function findRole(workspaceId: string, userId: string): Promise<Role | null> {
  const found = await MembershipModel.findOne({ workspaceId, userId }).lean();
  return found ? found.role : null;
}

export async function listMembers(workspaceId: string): Promise<MembershipRecord[]> {
  const found = await MembershipModel.find({ workspaceId }).sort({ _id: 1 }).limit(membersMax).lean();
  return found.map(toMembership);
}

export async function countMembers(workspaceId: string): Promise<number> {
  return MembershipModel.countDocuments({ workspaceId }).limit(membersMax);
}

export async function removeMember(workspaceId: string, userId: string): Promise<boolean> {
  const outcome = await MembershipModel.deleteOne({ workspaceId, userId, role: 'member' });
  return outcome.deletedCount === 1;
}

/** Oldest membership first: the first one is where a session starts. */
export async function listWorkspacesOf(userId: string): Promise<WorkspaceOfUser[]> {
  const memberships = await MembershipModel.find({ userId }).sort({ _id: 1 }).limit(workspacesPerUserMax).lean();
  const workspaces = await findWorkspaces(memberships.map((membership) => membership.workspaceId));
  const nameOf = new Map(workspaces.map((workspace) => [workspace.id, workspace.name]));
  return memberships.flatMap(({ workspaceId, role }) => {
    const name = nameOf.get(workspaceId);
    return name === undefined ? [] : [{ id: workspaceId, name, role }];
  });
}

function toMembership(stored: MembershipDoc): MembershipRecord {
  return { userId: stored.userId, role: stored.role, createdAt: stored.createdAt };
}
