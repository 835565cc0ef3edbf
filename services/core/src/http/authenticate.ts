import { clientNetwork } from '@outbound/node-service/http/client-network';
import type { Middleware } from 'koa';
import { defaultDailyLimits } from '../domain/approvals/daily-limits.ts';
import { isAdmitted } from '../domain/members/admitted-clients.ts';
import { isWellFormedApiKey } from '../domain/members/api-key-format.ts';
import { lowerRole, roleUnderStamp } from '../domain/members/connection-stamps.ts';
import { AppError } from '../errors/errors.ts';
import { limitedMember, type Principal } from '../execution/members/principal.ts';
import { knownApiKey } from '../store/members/api-key-store.ts';
import { knownStanding } from '../store/members/membership-store.ts';
import { knownWorkspace, type WorkspaceRecord } from '../store/workspaces/workspace-store.ts';
import { type GatewayMark, readGatewayMark } from './gateway-mark.ts';
import { type GatewayClaims, KeySetError } from './gateway-token.ts';
import { createUnknownCallers } from './limits/unknown-callers.ts';
import type { Deps, RequestState } from './request-state.ts';

const bearer = /^Bearer +([\w.~+/=-]{1,8192})$/i;

/** Resolves an API key or gateway token to its actor, workspace, and scopes. */
export function authenticate(deps: Deps): Middleware<RequestState> {
  const { perAddressPerMinute } = deps.config.rateLimit;
  const unknown = createUnknownCallers(deps.limiter, perAddressPerMinute, deps.now);
  return async (ctx, next) => {
    const token = bearer.exec(ctx.get('authorization'))?.[1] ?? '';
    const { config, now } = deps;
    const signed = { authorization: ctx.get('authorization'), secret: config.internalSecret, now: now() };
    const mark = readGatewayMark(ctx.get('x-outbound-gateway'), signed);
    const address = mark === null ? ctx.ip : mark.address;
    const client = address && clientNetwork(address);
    const isKey = token.startsWith('obk_');
    const setHeaders = (headers: Record<string, string>) => ctx.set(headers);
    if (isKey && client) unknown.expectRoom(client, token, setHeaders);
    try {
      const principal = isKey
        ? await byApiKey(token, mark, deps)
        : await byClaims(await claimsOf(ctx.state, token, deps));
      refuseSuspended(principal);
      ctx.state.principal = { ...principal, address };
    } catch (error) {
      const isUnknown = error instanceof AppError && error.code === 'unauthenticated';
      if (client && isUnknown) await unknown.countRefused(client, setHeaders);
      throw error;
    }
    if (isKey) unknown.noteValid(token);
    await next();
  };
}

/** Rejects a key or connection that a member suspended. It stays valid and can be resumed. */
function refuseSuspended({ actor, workspace }: Principal): void {
  if (!workspace.suspendedAgents?.includes(actor.id)) return;
  throw new AppError(
    'missing_scope',
    `${actor.name} is suspended in this workspace. A member resumes it in the application, section Agents.`,
  );
}

/** Rejects clients that the workspace does not admit, including clients that connected earlier. */
function refuseStrange({ admittedClients, name }: WorkspaceRecord, client: GatewayClaims): void {
  if (isAdmitted(admittedClients, { name: client.clientName, host: client.clientHost })) return;
  throw new AppError(
    'missing_scope',
    `${name} admits certain MCP clients only, and ${client.clientHost ?? client.clientName} is not among them. An owner or an admin admits it in the application, section Integrations.`,
  );
}

function unknownKey(): AppError {
  return new AppError(
    'unauthenticated',
    'The API key is unknown, expired or revoked. Keys are made in the application, section Integrations.',
  );
}

async function byApiKey(key: string, mark: GatewayMark | null, { now }: Deps): Promise<Principal> {
  if (!isWellFormedApiKey(key)) throw unknownKey();
  const found = await knownApiKey(key, now());
  if (found === null) throw unknownKey();
  const { workspaceId, createdBy } = found;
  const [workspace, standing] = await Promise.all([knownWorkspace(workspaceId), knownStanding(workspaceId, createdBy)]);
  if (workspace === null || standing === null) throw unknownKey();
  return {
    actor: { kind: 'api_key', id: found.id, name: found.name },
    via: mark === null ? 'rest' : 'mcp',
    workspace,
    scopes: found.scopes,
    role: lowerRole(standing.role, found.roleMax),
    limitedMember: limitedMember(createdBy, standing),
    connection: { id: found.id, limits: found.dailyLimits, runsAtOnce: found.runsAtOnce },
    previewId: mark?.previewId,
  };
}

/** A client must not sign in again because of this. The log has the address and the cause. */
function gatewayMissing(cause: KeySetError): AppError {
  const text = 'The token cannot be checked: the gateway does not respond. Send the request again.';
  return new AppError('unavailable', text, { cause, retryAfterSeconds: 2 });
}

/** Verifies a gateway token. A download link brings the claims of one that was verified before. */
async function claimsOf(state: RequestState, token: string, { verifyGatewayToken }: Deps): Promise<GatewayClaims> {
  if (state.claims !== undefined) return state.claims;
  if (token === '') throw new AppError('unauthenticated');
  state.claims = await verifyGatewayToken(token).catch((cause: unknown) => {
    if (cause instanceof KeySetError) throw gatewayMissing(cause);
    throw new AppError('unauthenticated', 'The token is not valid.', { cause });
  });
  return state.claims;
}

async function byClaims(claims: GatewayClaims): Promise<Principal> {
  const standing = await knownStanding(claims.workspaceId, claims.userId);
  const workspace = standing && (await knownWorkspace(claims.workspaceId));
  if (!standing || !workspace)
    throw new AppError('unauthenticated', 'The user is no longer a member of this workspace.');
  const role = roleUnderStamp(standing.role, standing.connectionStamps, claims.stamp);
  if (role === null) throw new AppError('unauthenticated', 'The connection has ended. Connect again.');
  refuseStrange(workspace, claims);
  const { clientId, clientName, userId, scopes, previewId, runsAtOnce = false } = claims;
  return {
    actor: { kind: 'oauth_client', id: clientId, name: clientName, userId },
    via: 'mcp',
    workspace,
    scopes,
    role,
    limitedMember: limitedMember(userId, standing),
    connection: { id: claims.grantId ?? clientId, limits: claims.dailyLimits ?? defaultDailyLimits, runsAtOnce },
    previewId,
  };
}
