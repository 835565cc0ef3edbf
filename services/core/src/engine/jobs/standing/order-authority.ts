import { lowerRole } from '../../../domain/members/connection-stamps.ts';
import type { Role } from '../../../domain/members/role.ts';
import type { StandingOrderRecord } from '../../../store/jobs/standing-order-store.ts';
import { findApiKey } from '../../../store/members/api-key-store.ts';
import { findStanding } from '../../../store/members/membership-store.ts';

/** Rights with which an order acts now. Null: its maker no longer has access. */
export async function authorityOf(
  { workspaceId, actor, scopes }: StandingOrderRecord,
  now: Date,
): Promise<{ role: Role; scopes: string[] } | null> {
  const key = actor.kind === 'api_key' ? await findApiKey(actor.id) : null;
  if (actor.kind === 'api_key') {
    const isOver = key === null || key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now);
    if (isOver) return null;
  }
  const standing = await findStanding(workspaceId, key?.createdBy ?? actor.userId ?? actor.id);
  if (standing === null) return null;
  const held = key === null ? scopes : scopes.filter((scope) => key.scopes.includes(scope));
  return { role: lowerRole(standing.role, key?.roleMax), scopes: held };
}
