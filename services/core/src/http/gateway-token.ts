import { createRemoteJWKSet, customFetch, type FetchImplementation, jwtVerify } from 'jose';
import { type DailyLimits, defaultDailyLimits } from '../domain/approvals/daily-limits.ts';
import type { Config } from '../settings/config.ts';

/** Claims of a gateway token. See services/gateway. */
export interface GatewayClaims {
  userId: string;
  workspaceId: string;
  scopes: string[];
  clientId: string;
  clientName: string;
  previewId?: string;
  /** Grant ID. `dailyLimits` below caps its use without a person. */
  grantId?: string;
  dailyLimits?: DailyLimits;
  /** Redirect host at the time of approval. Absent for a program on the user's own computer. */
  clientHost?: string;
  runsAtOnce?: boolean;
  /** Stamp of the person's authority when they connected the client. Empty for connections from before stamps. */
  stamp: string;
}

/** Verifies a token that the gateway signed for one user. Throws KeySetError without keys, and others if not genuine. */
export type TokenVerifier = (token: string) => Promise<GatewayClaims>;

const audience = 'outbound-core';
const clockToleranceSeconds = 5;
/** The gateway's keys cannot be read, so no token can be verified. The token may be fine. */
export class KeySetError extends Error {}

/** Address of the gateway's public keys. */
export function keySetUrl({ gatewayInternalUrl }: Pick<Config, 'gatewayInternalUrl'>): string {
  return `${gatewayInternalUrl}/internal/jwks.json`;
}

async function fetchKeySet(...[url, options]: Parameters<FetchImplementation>): Promise<Response> {
  const unread = (reason: string, cause?: unknown) =>
    new KeySetError(`The keys of the gateway cannot be read at ${url}: ${reason}. Check GATEWAY_INTERNAL_URL.`, {
      cause,
    });
  const response = await fetch(url, options).catch((cause: Error) => {
    throw unread('it does not respond', cause);
  });
  if (!response.ok) throw unread(`status ${response.status}`);
  return response;
}

/**
 * How long a verified token is cached. The gateway resends a token for half its life, and a check takes about 0.1 ms.
 */
const knownForMs = 5_000;
const knownCountMax = 1_000;

/**
 * Verifies the gateway's ES256 tokens with its JWKS (RFC 7519; claims: iss, aud, sub, workspace, scope, client_id,
 * client_name, preview_id).
 */
export function gatewayTokenVerifier(config: Pick<Config, 'gatewayInternalUrl' | 'baseUrl'>): TokenVerifier {
  const keys = createRemoteJWKSet(new URL(keySetUrl(config)), {
    timeoutDuration: 3_000,
    cooldownDuration: 2_000,
    [customFetch]: fetchKeySet,
  });
  const known = new Map<string, { claims: GatewayClaims; until: number; endsAt: number }>();
  return async (token) => {
    const recent = known.get(token);
    if (recent && recent.until > performance.now() && recent.endsAt > Date.now()) return recent.claims;
    known.delete(token);
    const { payload } = await jwtVerify(token, keys, {
      issuer: config.baseUrl,
      audience,
      algorithms: ['ES256'],
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'sub', 'workspace', 'scope'],
    });
    const claims = toClaims(payload);
    if (known.size >= knownCountMax) known.clear();
    known.set(token, { claims, until: performance.now() + knownForMs, endsAt: Number(payload.exp) * 1_000 });
    return claims;
  };
}

function toClaims(payload: Record<string, unknown>): GatewayClaims {
  return {
    userId: String(payload.sub),
    workspaceId: String(payload.workspace),
    scopes: String(payload.scope).split(' ').filter(Boolean),
    clientId: String(payload.client_id ?? 'unknown'),
    clientName: String(payload.client_name ?? 'MCP client'),
    grantId: typeof payload.grant_id === 'string' ? payload.grant_id : undefined,
    dailyLimits: {
      credits: readLimit(payload.credits_per_day, defaultDailyLimits.credits),
      recipients: readLimit(payload.recipients_per_day, defaultDailyLimits.recipients),
    },
    clientHost: typeof payload.client_host === 'string' ? payload.client_host : undefined,
    runsAtOnce: payload.runs_at_once === true,
    stamp: typeof payload.stamp === 'string' ? payload.stamp : '',
    previewId: typeof payload.preview_id === 'string' ? payload.preview_id : undefined,
  };
}

/** Null means that a person set no limit. */
function readLimit(claim: unknown, fallback: number | null): number | null {
  if (claim === null) return null;
  return typeof claim === 'number' && claim >= 0 ? claim : fallback;
}
