import { type Role, refusalOfRole } from '../../../domain/members/role.ts';
import type { ApprovalRecord } from '../../../store/approvals/approval-store.ts';
import { listPendingApprovalsOf } from '../../../store/approvals/pending-approvals.ts';
import { listKeyIdsOf } from '../../../store/members/granted-keys.ts';
import { cancelRequests } from '../../approvals/cancel-waiting.ts';
import type { Ending, GrantKind, Grantor, Narrowing } from './grant-kind.ts';

/** Requests that the person made, and requests of their keys and connections. */
async function pendingOf({ workspaceId, userId }: Grantor): Promise<ApprovalRecord[]> {
  return listPendingApprovalsOf(workspaceId, userId, await listKeyIdsOf(workspaceId, userId));
}

async function cancel(workspaceId: string, approvals: ApprovalRecord[], now: Date): Promise<void> {
  await cancelRequests(workspaceId, { ids: approvals.map(({ id }) => id) }, now);
}

/** A new password ends connections, and with them what they requested. */
function endsNow({ actor }: ApprovalRecord, { end }: Ending): boolean {
  return end !== 'new password' || actor.kind === 'oauth_client';
}

function mayRequest({ action }: ApprovalRecord, role: Role, { askedOf }: Narrowing): boolean {
  const asked = askedOf(action);
  return asked !== undefined && refusalOfRole(role, asked) === null;
}

/** Pending approvals. Approved ones run: a campaign that someone approved continues. */
export const approvals: GrantKind = {
  name: 'Pending approvals',
  isOfAccount: false,
  endsWithPassword: true,

  async list(grantor) {
    const pending = await pendingOf(grantor);
    return pending.map(({ id, summary, actor }) => ({
      id,
      name: summary,
      detail: `Requested by ${actor.name}`,
      lastUsedAt: null,
    }));
  },

  async endAll(grantor, ending) {
    const pending = await pendingOf(grantor);
    await cancel(
      grantor.workspaceId,
      pending.filter((approval) => endsNow(approval, ending)),
      ending.now,
    );
  },

  async narrow(grantor, role, narrowing) {
    const pending = await pendingOf(grantor);
    await cancel(
      grantor.workspaceId,
      pending.filter((approval) => !mayRequest(approval, role, narrowing)),
      narrowing.now,
    );
  },
};
