import { randomUUID } from 'node:crypto';
import { approve, planApproval } from '../execution/approvals/decide-approval.ts';
import { findApproval } from '../store/approvals/approval-store.ts';
import { findWorkspace } from '../store/workspaces/workspace-store.ts';
import type { Reply, RequestOptions, TestCore } from './start-test-core.ts';

/** Sends a request, approves it as an owner if it waits for a person, and returns its final response. */
export async function requestApproved(
  core: TestCore,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Reply> {
  const keyed = { idempotencyKey: randomUUID(), ...options };
  const reply = await core.request(method, path, keyed);
  const approvalId: string | undefined = reply.status === 202 ? reply.body.data?.approval?.id : undefined;
  if (approvalId === undefined) return reply;
  const { body } = await core.request('GET', '/me', { key: options.key });
  const workspace = (await findWorkspace(body.data.workspace.id))!;
  const actor = { kind: 'user', id: 'usr_owner', name: 'Owner' } as const;
  const decider = { actor, workspace, role: 'owner', address: '192.0.2.1', log: core.deps.log } as const;
  const approval = (await findApproval(workspace.id, approvalId))!;
  const { data } = await planApproval(core.deps, approval, decider);
  await approve(core.deps, approvalId, data.planDigest, decider);
  return core.request(method, path, keyed);
}
