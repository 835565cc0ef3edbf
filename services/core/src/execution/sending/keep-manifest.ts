import type { ActionContext } from '../../engine/context/action-context.ts';
import type { Plan } from '../../engine/context/plan.ts';
import { deleteAskedManifests, insertManifest } from '../../store/approvals/manifest-store.ts';

/** Stores what is sent. Call in the transaction of the effect. */
export async function keepManifest(context: ActionContext, { manifest }: Plan<unknown>): Promise<void> {
  if (manifest === undefined || manifest.people.length === 0) return;
  const { workspaceId, approval, actor, connection, isByAutopilot = false } = context;
  if (approval !== undefined) await deleteAskedManifests(workspaceId, approval.id);
  await insertManifest(manifest, {
    workspaceId,
    approvalId: approval?.id ?? null,
    isApproved: true,
    actor: approval?.by ?? actor,
    connectionId: approval === undefined && !isByAutopilot ? (connection?.id ?? null) : null,
    isByAutopilot,
    createdAt: context.now(),
  });
}

/** Stores what was asked for, until someone decides or the approval expires. Call in the transaction of the request. */
export async function keepAsked(
  context: ActionContext,
  { manifest }: Pick<Plan<unknown>, 'manifest'>,
  approvalId: string,
  purgeAt: Date | undefined,
): Promise<void> {
  if (manifest === undefined || manifest.people.length === 0) return;
  const { workspaceId, actor } = context;
  const facts = { isApproved: false, connectionId: null, isByAutopilot: false };
  await deleteAskedManifests(workspaceId, approvalId);
  await insertManifest(manifest, { ...facts, workspaceId, approvalId, actor, createdAt: context.now() }, purgeAt);
}
