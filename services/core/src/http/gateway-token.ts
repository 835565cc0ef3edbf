import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Config } from '../config.ts';
import type { GatewayClaims, TokenVerifier } from './authenticate.ts';

const audience = 'outbound-core';
const clockToleranceSeconds = 5;

/** Verifies the gateway's ES256 tokens by its JWKS (RFC 7519; claims: iss, aud, sub, workspace, scope, client_id, client_name, preview_id). */
export const gatewayTokenVerifier = (config: Pick<Config, 'gatewayUrl' | 'baseUrl'>): TokenVerifier => {
  const keys = createRemoteJWKSet(new URL(`${config.gatewayUrl}/internal/jwks.json`), {
    timeoutDuration: 3_000,
    cooldownDuration: 2_000,
  });
  return async (token) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer: config.baseUrl,
      audience,
      algorithms: ['ES256'],
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'sub', 'workspace', 'scope'],
    });
    return toClaims(payload);
  };
};

const toClaims = (payload: Record<string, unknown>): GatewayClaims => ({
  userId: String(payload.sub),
  workspaceId: String(payload.workspace),
  scopes: String(payload.scope).split(' ').filter(Boolean),
  clientId: String(payload.client_id ?? 'unknown'),
  clientName: String(payload.client_name ?? 'MCP client'),
  previewId: typeof payload.preview_id === 'string' ? payload.preview_id : undefined,
});
