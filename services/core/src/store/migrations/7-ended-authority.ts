import { changeInBatches } from './change-in-batches.ts';
import type { Migration, MigrationRun } from './migration.ts';

interface Granted {
  _id: string;
  workspaceId: string;
  createdBy?: string;
  invitedBy?: string;
  role?: string;
  actor?: { kind: string; id: string; userId?: string };
}

const administrators = ['owner', 'admin'];

/**
 * Before this version, what a former member had let in stayed stored: their invitations worked, and their keys came back
 * if they joined again. Autopilot of someone who can no longer turn it on belongs to the owner and keeps running.
 */
export const endedAuthority: Migration = {
  version: 7,
  name: 'what former members let in has ended',
  isCompatible: true,
  async run(run) {
    const roleOf = rolesIn(run);
    // These changes are idempotent and rare, so an interrupted run starts again.
    const part = { ...run, saved: undefined, save: async () => run.save({}) };
    const counts = { keys: 0, invitations: 0, approvals: 0 };
    await changeInBatches<Granted>(part, 'api_keys', { revokedAt: null }, async ({ _id, workspaceId, createdBy }) => {
      if ((await roleOf(workspaceId, createdBy)) !== undefined) return [];
      counts.keys += 1;
      return [{ updateOne: { filter: { _id }, update: { $set: { revokedAt: new Date() } } } }];
    });
    await changeInBatches<Granted>(part, 'invitations', {}, async ({ _id, workspaceId, invitedBy, role }) => {
      const own = await roleOf(workspaceId, invitedBy);
      const isOpen = own === 'owner' || (own === 'admin' && role !== 'owner');
      if (isOpen) return [];
      counts.invitations += 1;
      return [{ deleteOne: { filter: { _id } } }];
    });
    await changeInBatches<Granted>(part, 'approvals', { state: 'pending' }, async ({ _id, workspaceId, actor }) => {
      const requesterId = await requesterOf(run, actor);
      if (requesterId === undefined || (await roleOf(workspaceId, requesterId)) !== undefined) return [];
      counts.approvals += 1;
      return [{ updateOne: { filter: { _id }, update: { $set: { state: 'cancelled', input: '' } } } }];
    });
    await giveAutopilotToOwners(part, roleOf);
    const { keys, invitations, approvals } = counts;
    run.log(`ended ${keys} keys, ${invitations} invitations, and ${approvals} pending approvals of former members`);
  },
};

type RoleOf = (workspaceId: string, userId: string | undefined) => Promise<string | undefined>;

/** Role of a person in a workspace. Undefined if they do not belong to it. */
function rolesIn({ db }: MigrationRun): RoleOf {
  const memberships = db.collection<{ workspaceId: string; userId: string; role: string }>('memberships');
  return async (workspaceId, userId) =>
    userId === undefined ? undefined : (await memberships.findOne({ workspaceId, userId }))?.role;
}

/** A request of an unknown key has no known requester, so it stays for a person to decide. */
async function requesterOf({ db }: MigrationRun, actor: Granted['actor']): Promise<string | undefined> {
  if (actor?.kind !== 'api_key') return actor?.userId;
  return (await db.collection<Granted>('api_keys').findOne({ _id: actor.id }))?.createdBy;
}

interface Workspace {
  _id: string;
  ownerId: string;
  autopilotChangedBy?: string | null;
}

async function giveAutopilotToOwners(run: MigrationRun, roleOf: RoleOf): Promise<void> {
  const isOn = { $or: [{ 'autopilotRules.answers.isOn': true }, { 'autopilotRules.launches.isOn': true }] };
  await changeInBatches<Workspace>(run, 'workspaces', isOn, async ({ _id, ownerId, autopilotChangedBy }) => {
    const role = await roleOf(_id, autopilotChangedBy ?? undefined);
    const grantor = role !== undefined && administrators.includes(role) ? autopilotChangedBy! : ownerId;
    return [
      { updateOne: { filter: { _id }, update: { $set: { autopilotBy: { answers: grantor, launches: grantor } } } } },
    ];
  });
}
