import type { DailyLimits } from '../../domain/approvals/daily-limits.ts';
import { type Role, roles } from '../../domain/members/role.ts';
import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { choice, date, object, optional, string } from '../documents/paths.ts';
import { forgetOnWrite, rememberShortly } from '../documents/short-memory.ts';
import { findWorkspaces } from '../workspaces/workspace-store.ts';

export const membersMax = 200;
export const workspacesPerUserMax = 50;

type MembershipDoc = DocOf<typeof MembershipModel>;

const MembershipModel = defineModel(
  'Membership',
  'memberships',
  stored({
    workspaceId: string,
    userId: string,
    role: choice(roles),
    /** Daily limits before an owner's or admin's approval is needed. Absent means no limit. */
    dailyLimits: optional(object<DailyLimits>()),
    createdAt: date,
  })
    .index({ workspaceId: 1, userId: 1 }, { unique: true })
    .index({ userId: 1 })
    .plugin(forgetOnWrite),
);

/** Permissions of a person in a workspace. */
export interface Standing {
  role: Role;
  /** Limits of a member. Owners and admins have none. */
  dailyLimits?: DailyLimits;
}

export type MembershipRecord = Standing & { userId: string; createdAt: Date };
export type WorkspaceOfUser = Standing & { id: string; name: string };

export async function addMember(workspaceId: string, userId: string, role: Role, now: Date): Promise<void> {
  await MembershipModel.updateOne(
    { workspaceId, userId },
    { $setOnInsert: { _id: newId('mbr'), role, createdAt: now } },
    { upsert: true },
  );
}

/** Null if the person is not a member. */
async function standingOf(workspaceId: string, userId: string): Promise<Standing | null> {
  const found = await MembershipModel.findOne({ workspaceId, userId }, { role: 1, dailyLimits: 1 }).lean();
  return found && toStanding(found);
}

/** Limits are kept while a member temporarily has a higher role, and apply only to members. */
function toStanding({ role, dailyLimits }: Pick<MembershipDoc, 'role' | 'dailyLimits'>): Standing {
  return { role, ...(role === 'member' && dailyLimits && { dailyLimits }) };
}

/** Returns false if there is no such member. */
export async function limitMember(workspaceId: string, userId: string, dailyLimits: DailyLimits): Promise<boolean> {
  const member = { workspaceId, userId, role: 'member' as const };
  return (await MembershipModel.updateOne(member, { $set: { dailyLimits } })).matchedCount === 1;
}

/** Returns false if there is no such member. Does not change an owner. */
export async function changeRole(workspaceId: string, userId: string, role: Role): Promise<boolean> {
  const outcome = await MembershipModel.updateOne({ workspaceId, userId, role: { $ne: 'owner' } }, { $set: { role } });
  return outcome.matchedCount === 1;
}

/** Call inside a transaction. Returns false if the next owner is not a member. The previous owner becomes an admin. */
export async function setOwner(workspaceId: string, ownerId: string, nextOwnerId: string): Promise<boolean> {
  const next = { workspaceId, userId: nextOwnerId, role: { $ne: 'owner' as const } };
  const outcome = await MembershipModel.updateOne(next, { $set: { role: 'owner' } });
  if (outcome.matchedCount === 0) return false;
  await MembershipModel.updateOne({ workspaceId, userId: ownerId, role: 'owner' }, { $set: { role: 'admin' } });
  return true;
}

export async function isMember(workspaceId: string, userId: string): Promise<boolean> {
  return (await MembershipModel.exists({ workspaceId, userId })) !== null;
}

/** Same, up to one second old. */
export function knownStanding(workspaceId: string, userId: string): Promise<Standing | null> {
  return rememberShortly(`standing ${workspaceId} ${userId}`, () => standingOf(workspaceId, userId));
}

export async function listMembers(workspaceId: string): Promise<MembershipRecord[]> {
  const found = await MembershipModel.find({ workspaceId }).sort({ _id: 1 }).limit(membersMax).lean();
  return found.map(toMembership);
}

export async function countMembers(workspaceId: string): Promise<number> {
  return MembershipModel.countDocuments({ workspaceId }).limit(membersMax);
}

export async function removeMember(workspaceId: string, userId: string): Promise<boolean> {
  const outcome = await MembershipModel.deleteOne({ workspaceId, userId, role: { $ne: 'owner' } });
  return outcome.deletedCount === 1;
}

/** Oldest membership first. A session starts in the first one. */
export async function listWorkspacesOf(userId: string): Promise<WorkspaceOfUser[]> {
  const memberships = await MembershipModel.find({ userId }).sort({ _id: 1 }).limit(workspacesPerUserMax).lean();
  const workspaces = await findWorkspaces(memberships.map((membership) => membership.workspaceId));
  const nameOf = new Map(workspaces.map((workspace) => [workspace.id, workspace.name]));
  return memberships.flatMap((membership) => {
    const { workspaceId: id } = membership;
    const name = nameOf.get(id);
    return name === undefined ? [] : [{ id, name, ...toStanding(membership) }];
  });
}

function toMembership(stored: MembershipDoc): MembershipRecord {
  return { userId: stored.userId, ...toStanding(stored), createdAt: stored.createdAt };
}
