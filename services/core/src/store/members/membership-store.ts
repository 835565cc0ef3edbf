import type { DailyLimits } from '../../domain/approvals/daily-limits.ts';
import { type ConnectionStamp, firstStamps } from '../../domain/members/connection-stamps.ts';
import { type Role, roles } from '../../domain/members/role.ts';
import { newId } from '../../domain/values/ids.ts';
import { type DocOf, defineModel, stored } from '../documents/define-model.ts';
import { choice, date, object, objects, optional, string } from '../documents/paths.ts';
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
    /** Set while the person is suspended. They keep their place, and can do nothing. */
    suspendedAt: optional(date),
    /** Time of the last grant, written so that granting conflicts with the end of authority. */
    grantedAt: optional(date),
    /** Stamps under which connections are in force. Absent before the first change of authority. */
    connectionStamps: optional(objects<ConnectionStamp>()),
    createdAt: date,
  })
    .index({ workspaceId: 1, userId: 1 }, { unique: true })
    .index({ userId: 1 })
    .plugin(forgetOnWrite),
);

/** Permissions of a person in a workspace. */
export interface Rights {
  role: Role;
  /** Limits of a member. Owners and admins have none. */
  dailyLimits?: DailyLimits;
}

/** Rights of a person, and of the connections that they let in. */
export interface Standing extends Rights {
  connectionStamps: readonly ConnectionStamp[];
}

export type MemberState = 'active' | 'suspended';
export type MembershipRecord = Rights & {
  userId: string;
  state: MemberState;
  createdAt: Date;
};
export type WorkspaceOfUser = Rights & { id: string; name: string };

/** Memberships that give access. A suspended person has none. */
const active = { suspendedAt: { $exists: false } };

/** `connectionStamps` makes sure that connections of an earlier membership stay ended. */
export async function addMember(
  workspaceId: string,
  userId: string,
  role: Role,
  now: Date,
  connectionStamps?: ConnectionStamp[],
): Promise<void> {
  await MembershipModel.updateOne(
    { workspaceId, userId },
    { $setOnInsert: { _id: newId('mbr'), role, ...(connectionStamps && { connectionStamps }), createdAt: now } },
    { upsert: true },
  );
}

/** Null if the person is not a member, or is suspended. */
export async function findStanding(workspaceId: string, userId: string): Promise<Standing | null> {
  const found = await MembershipModel.findOne(
    { workspaceId, userId, ...active },
    { role: 1, dailyLimits: 1, connectionStamps: 1 },
  ).lean();
  return found && { ...toRights(found), connectionStamps: found.connectionStamps ?? firstStamps };
}

/**
 * Same, for a transaction that grants something: it conflicts with a concurrent removal, suspension, or change of role,
 * so that nothing is granted after the end.
 */
export async function holdStanding(workspaceId: string, userId: string, now: Date): Promise<Standing | null> {
  const held = await MembershipModel.updateOne({ workspaceId, userId, ...active }, { $set: { grantedAt: now } });
  return held.matchedCount === 1 ? findStanding(workspaceId, userId) : null;
}

/** Limits are kept while a member temporarily has a higher role, and apply only to members. */
function toRights({ role, dailyLimits }: Pick<MembershipDoc, 'role' | 'dailyLimits'>): Rights {
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
  const next = { workspaceId, userId: nextOwnerId, role: { $ne: 'owner' as const }, ...active };
  const outcome = await MembershipModel.updateOne(next, { $set: { role: 'owner' } });
  if (outcome.matchedCount === 0) return false;
  await MembershipModel.updateOne({ workspaceId, userId: ownerId, role: 'owner' }, { $set: { role: 'admin' } });
  return true;
}

/** True for people with access. A suspended person has none. */
export async function isMember(workspaceId: string, userId: string): Promise<boolean> {
  return (await MembershipModel.exists({ workspaceId, userId, ...active })) !== null;
}

/** Those of the people who have access. */
export async function membersAmong(workspaceId: string, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const found = await MembershipModel.find({ workspaceId, userId: { $in: userIds }, ...active }, { userId: 1 })
    .limit(membersMax)
    .lean();
  return new Set(found.map(({ userId }) => userId));
}

/** `findStanding`, shortly cached. */
export function knownStanding(workspaceId: string, userId: string): Promise<Standing | null> {
  return rememberShortly(`standing ${workspaceId} ${userId}`, () => findStanding(workspaceId, userId));
}

/** Includes suspended people. Null if the person does not belong to the workspace. */
export async function findMembership(workspaceId: string, userId: string): Promise<MembershipRecord | null> {
  const found = await MembershipModel.findOne({ workspaceId, userId }).lean();
  return found && toMembership(found);
}

/** Includes suspended people. */
export async function listMembers(workspaceId: string): Promise<MembershipRecord[]> {
  const found = await MembershipModel.find({ workspaceId }).sort({ _id: 1 }).limit(membersMax).lean();
  return found.map(toMembership);
}

/** Suspends or reinstates a member. Returns false for an owner, or if nothing changes. */
export async function suspendMember(workspaceId: string, userId: string, suspendedAt: Date | null): Promise<boolean> {
  const [filter, update] =
    suspendedAt === null
      ? [{ suspendedAt: { $exists: true } }, { $unset: { suspendedAt: true as const } }]
      : [active, { $set: { suspendedAt } }];
  const outcome = await MembershipModel.updateOne({ workspaceId, userId, role: { $ne: 'owner' }, ...filter }, update);
  return outcome.modifiedCount === 1;
}

/** Sets the stamps under which connections of the person are in force. */
export async function setConnectionStamps(
  workspaceId: string,
  userId: string,
  connectionStamps: ConnectionStamp[],
): Promise<void> {
  await MembershipModel.updateOne({ workspaceId, userId }, { $set: { connectionStamps } });
}

export async function countMembers(workspaceId: string): Promise<number> {
  return MembershipModel.countDocuments({ workspaceId }).limit(membersMax);
}

export async function removeMember(workspaceId: string, userId: string): Promise<boolean> {
  const outcome = await MembershipModel.deleteOne({ workspaceId, userId, role: { $ne: 'owner' } });
  return outcome.deletedCount === 1;
}

/** Workspaces that the person has access to, oldest membership first. A session starts in the first one. */
export async function listWorkspacesOf(userId: string): Promise<WorkspaceOfUser[]> {
  const memberships = await MembershipModel.find({ userId, ...active })
    .sort({ _id: 1 })
    .limit(workspacesPerUserMax)
    .lean();
  const workspaces = await findWorkspaces(memberships.map((membership) => membership.workspaceId));
  const nameOf = new Map(workspaces.map((workspace) => [workspace.id, workspace.name]));
  return memberships.flatMap((membership) => {
    const { workspaceId: id } = membership;
    const name = nameOf.get(id);
    return name === undefined ? [] : [{ id, name, ...toRights(membership) }];
  });
}

function toMembership(stored: MembershipDoc): MembershipRecord {
  const { userId, suspendedAt, createdAt } = stored;
  return { userId, ...toRights(stored), state: suspendedAt ? 'suspended' : 'active', createdAt };
}
