import type { DailyLimits } from '../../domain/approvals/daily-limits.ts';
import type { WebDeps } from '../frame/web-deps.ts';

const timeoutMs = 3_000;

export interface Grant {
  id: string;
  clientId: string;
  clientName: string;
  workspaceId: string;
  scopes: string[];
  dailyLimits?: DailyLimits;
  /** Small changes that can be taken back run without a confirmation. */
  runsAtOnce?: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}

/** The MCP clients that a user has let in; null when the gateway cannot be reached. */
export async function listGrants(deps: WebDeps, userId: string): Promise<Grant[] | null> {
  const response = await callGateway(deps, 'GET', `/internal/grants?userId=${encodeURIComponent(userId)}`);
  if (!response?.ok) return null;
  const body = (await response.json().catch(() => null)) as { grants?: Grant[] } | null;
  return body?.grants ?? null;
}

/** False when the gateway cannot be reached; a grant that is gone already counts as revoked. */
export async function revokeGrant(deps: WebDeps, userId: string, grantId: string): Promise<boolean> {
  const path = `/internal/grants/${encodeURIComponent(grantId)}?userId=${encodeURIComponent(userId)}`;
  const response = await callGateway(deps, 'DELETE', path);
  return response !== null && (response.ok || response.status === 404);
}

/** What a connection may do without a person's approval; false when it is not this user's or cannot be reached. */
export async function limitGrant(
  deps: WebDeps,
  userId: string,
  grantId: string,
  limits: DailyLimits & { runsAtOnce: boolean },
): Promise<boolean> {
  const path = `/internal/grants/${encodeURIComponent(grantId)}/limits?userId=${encodeURIComponent(userId)}`;
  const response = await callGateway(deps, 'PUT', path, limits);
  return response?.ok ?? false;
}

/** What an agent prepared and nobody has confirmed yet. */
export interface Unconfirmed {
  id: string;
  /** As the audit log names it. */
  agentId?: string;
  action: string;
  summary: string;
  credits: number;
  createdAt: string;
  expiresAt: string;
}

/** Of all agents of a workspace, newest first; none while the gateway cannot be reached. */
export async function listUnconfirmed(deps: WebDeps, workspaceId: string): Promise<Unconfirmed[]> {
  const response = await callGateway(deps, 'GET', `/internal/previews?workspaceId=${encodeURIComponent(workspaceId)}`);
  const body = response?.ok ? ((await response.json().catch(() => null)) as { previews?: Unconfirmed[] } | null) : null;
  return body?.previews ?? [];
}

/** False when it was confirmed or ended meanwhile, or the gateway cannot be reached. */
export async function refuseUnconfirmed(deps: WebDeps, workspaceId: string, id: string): Promise<boolean> {
  const path = `/internal/previews/${encodeURIComponent(id)}?workspaceId=${encodeURIComponent(workspaceId)}`;
  return (await callGateway(deps, 'DELETE', path))?.ok ?? false;
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
