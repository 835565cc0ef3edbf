import type { StoredManifest } from '../../domain/approvals/manifest.ts';
import type { PageRequest, PageResult } from '../../domain/values/paging.ts';
import { readManifest } from '../../engine/approvals/manifest/read-manifest.ts';
import type { ActionContext } from '../../engine/context/action-context.ts';
import { AppError, notFound } from '../../errors/errors.ts';
import { findApproval } from '../../store/approvals/approval-store.ts';

/** Throws `not_found` without such an approval, or if it sends nothing. */
export async function requireManifest(approvalId: string, { workspaceId }: ActionContext): Promise<StoredManifest> {
  const manifest = await readManifest(workspaceId, approvalId);
  if (manifest !== null) return manifest;
  if ((await findApproval(workspaceId, approvalId)) === null) throw notFound('approval', approvalId);
  throw new AppError('not_found', 'This approval sends no messages, so it has no manifest.');
}

/** A page of a list in memory. The position is the place in the list. */
export function pageOfList<T>(list: readonly T[], { limit, after }: PageRequest): PageResult<T> {
  const at = after === undefined ? 0 : Number(after.id);
  const end = at + limit;
  return { items: list.slice(at, end), next: end < list.length ? { value: null, id: String(end) } : null };
}
