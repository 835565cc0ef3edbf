import type { WebDeps } from './web-deps.ts';

const timeoutMs = 3_000;

export interface Grant {
  id: string;
  clientId: string;
  clientName: string;
  workspaceId: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
}

/** The MCP clients that a user has let in; null when the gateway cannot be reached. */
export const listGrants = async (deps: WebDeps, userId: string): Promise<Grant[] | null> => {
  const response = await callGateway(deps, 'GET', `/internal/grants?userId=${encodeURIComponent(userId)}`);
  if (!response?.ok) return null;
  const body = (await response.json().catch(() => null)) as { grants?: Grant[] } | null;
  return body?.grants ?? null;
};

/** False when the gateway cannot be reached; a grant that is gone already counts as revoked. */
export const revokeGrant = async (deps: WebDeps, userId: string, grantId: string): Promise<boolean> => {
  const path = `/internal/grants/${encodeURIComponent(grantId)}?userId=${encodeURIComponent(userId)}`;
  const response = await callGateway(deps, 'DELETE', path);
  return response !== null && (response.ok || response.status === 404);
};

async function callGateway(deps: WebDeps, method: string, path: string): Promise<Response | null> {
  const { gatewayUrl, internalSecret } = deps.config;
  try {
    return await (deps.fetch ?? fetch)(gatewayUrl + path, {
      method,
      headers: { authorization: `Bearer ${internalSecret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    return null;
  }
}
