import type { DailyLimits } from '../../domain/approvals/daily-limits.ts';
import { AppError } from '../../errors/errors.ts';
import { knownStanding } from '../../store/members/membership-store.ts';
import type { WebDeps } from '../frame/web-deps.ts';

const timeoutMs = 3_000;

export interface Grant {
  id: string;
  clientId: string;
  clientName: string;
  workspaceId: string;
  scopes: string[];
  dailyLimits?: DailyLimits;
  /** True if small, reversible changes run without a confirmation. */
  runsAtOnce?: boolean;
  /** Stamp of its person's authority. Absent for connections from before stamps. */
  stamp?: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/**
 * The MCP clients that a user has connected, in one workspace or in all, without those that have ended. Null if the
 * gateway is unreachable.
 */
export async function listGrants(deps: WebDeps, userId: string, workspaceId?: string): Promise<Grant[] | null> {
  const response = await callGateway(deps, 'GET', `/internal/grants?userId=${encodeURIComponent(userId)}`);
  if (!response?.ok) return null;
  const body = (await response.json().catch(() => null)) as { grants?: Grant[] } | null;
  if (!body?.grants) return null;
  const wanted = body.grants.filter((grant) => workspaceId === undefined || grant.workspaceId === workspaceId);
  const found: Grant[] = [];
  for (const grant of wanted) {
    const standing = await knownStanding(grant.workspaceId, userId);
    const isInForce = standing?.connectionStamps.some(({ id }) => id === (grant.stamp ?? ''));
    if (isInForce ?? workspaceId === undefined) found.push(grant);
  }
  return found;
}

/** False if the gateway is unreachable. A grant that no longer exists counts as revoked. */
export async function revokeGrant(deps: WebDeps, userId: string, grantId: string): Promise<boolean> {
  const path = `/internal/grants/${encodeURIComponent(grantId)}?userId=${encodeURIComponent(userId)}`;
  const response = await callGateway(deps, 'DELETE', path);
  return response !== null && (response.ok || response.status === 404);
}

/**
 * Removes the connections of a person at the gateway, in one workspace or in all. They have already ended: the core
 * rejects their stamp. If the gateway is unreachable, it removes them at their next use.
 */
export function endGrants(deps: WebDeps, userId: string, workspaceId?: string): void {
  const where = new URLSearchParams({ userId, ...(workspaceId !== undefined && { workspaceId }) });
  void callGateway(deps, 'DELETE', `/internal/grants?${where}`);
}

/**
 * Sets the limits for actions without a person's approval. False if the gateway is unreachable. Throws `not_found` if
 * the user has no such connection.
 */
export async function limitGrant(
  deps: WebDeps,
  userId: string,
  grantId: string,
  limits: DailyLimits & { runsAtOnce: boolean },
): Promise<boolean> {
  const path = `/internal/grants/${encodeURIComponent(grantId)}/limits?userId=${encodeURIComponent(userId)}`;
  const response = await callGateway(deps, 'PUT', path, limits);
  if (response?.status === 404) throw new AppError('not_found', 'You no longer have this connected app.');
  return response?.ok ?? false;
}

/** A prepared action of an agent that has not been confirmed. */
export interface Unconfirmed {
  id: string;
  /** ID in the audit log. */
  agentId?: string;
  action: string;
  summary: string;
  credits: number;
  createdAt: string;
  expiresAt: string;
  /** Its client returned a decline, which may not have come from a person. */
  isDeclined?: boolean;
  /** A person agreed, so the agent can confirm it without asking. */
  isAgreed?: boolean;
}

/** Unconfirmed actions of all agents in a workspace, newest first. Empty if the gateway is unreachable. */
export async function listUnconfirmed(deps: WebDeps, workspaceId: string): Promise<Unconfirmed[]> {
  const response = await callGateway(deps, 'GET', `/internal/previews?workspaceId=${encodeURIComponent(workspaceId)}`);
  const body = response?.ok ? ((await response.json().catch(() => null)) as { previews?: Unconfirmed[] } | null) : null;
  return body?.previews ?? [];
}

/** False if it was confirmed or ended in the meantime, or the gateway is unreachable. */
export async function refuseUnconfirmed(deps: WebDeps, workspaceId: string, id: string): Promise<boolean> {
  const path = `/internal/previews/${encodeURIComponent(id)}?workspaceId=${encodeURIComponent(workspaceId)}`;
  return (await callGateway(deps, 'DELETE', path))?.ok ?? false;
}

/**
 * Lets the agent confirm it without asking. False if it was confirmed or ended in the meantime, or the gateway is
 * unreachable.
 */
export async function agreeToUnconfirmed(deps: WebDeps, workspaceId: string, id: string): Promise<boolean> {
  const path = `/internal/previews/${encodeURIComponent(id)}/agreement?workspaceId=${encodeURIComponent(workspaceId)}`;
  return (await callGateway(deps, 'POST', path))?.ok ?? false;
}

async function callGateway(deps: WebDeps, method: string, path: string, body?: object): Promise<Response | null> {
  const { gatewayInternalUrl, internalSecret } = deps.config;
  try {
    return await (deps.fetch ?? fetch)(gatewayInternalUrl + path, {
      method,
      headers: { authorization: `Bearer ${internalSecret}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    return null;
  }
}
