import { hash } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Via } from '../domain/actor.ts';
import { isWellFormedApiKey } from '../domain/identity/api-key-format.ts';
import { AppError } from '../errors.ts';
import { findActiveApiKey } from '../store/identity/api-key-store.ts';
import { isMember } from '../store/identity/membership-store.ts';
import { findWorkspace } from '../store/identity/workspace-store.ts';
import type { Deps, Principal, RequestState } from './request-state.ts';

/** What the gateway's own token says: see services/gateway. */
export interface GatewayClaims {
  userId: string;
  workspaceId: string;
  scopes: string[];
  clientId: string;
  clientName: string;
  previewId?: string;
}

/** Verifies a token that the gateway signed for one user; throws when it is not genuine. */
export type TokenVerifier = (token: string) => Promise<GatewayClaims>;

const bearer = /^Bearer +([\w.~+/=-]{1,8192})$/i;
const previewPattern = /^[\w-]{1,100}$/;

/** API key or gateway token → who acts, in which workspace, with what scopes. */
export const authenticate =
  (deps: Deps): Middleware<RequestState> =>
  async (ctx, next) => {
    const token = bearer.exec(ctx.get('authorization'))?.[1];
    if (token === undefined) throw new AppError('unauthenticated');
    ctx.state.principal = token.startsWith('obk_')
      ? await byApiKey(token, ctx.get('x-outbound-via'), ctx.get('x-outbound-preview'), deps)
      : await byGatewayToken(token, deps);
    await next();
  };

const byApiKey = async (key: string, viaHeader: string, previewHeader: string, { now }: Deps): Promise<Principal> => {
  const refusal = new AppError(
    'unauthenticated',
    'The API key is unknown, expired or revoked. Keys are made in the application, section Integrations.',
  );
  if (!isWellFormedApiKey(key)) throw refusal;
  const found = await findActiveApiKey(key, now());
  if (found === null) throw refusal;
  const workspace = await findWorkspace(found.workspaceId);
  if (workspace === null) throw refusal;
  const via: Via = viaHeader === 'mcp' ? 'mcp' : 'rest';
  const previewId = previewPattern.test(previewHeader) ? previewHeader : undefined;
  return {
    actor: { kind: 'api_key', id: found.id, name: found.name },
    via,
    workspace,
    scopes: found.scopes,
    previewId,
  };
};

const byGatewayToken = async (token: string, { verifyGatewayToken }: Deps): Promise<Principal> => {
  const claims = await verifyGatewayToken(token).catch((cause: unknown) => {
    throw new AppError('unauthenticated', 'The token is not valid.', { cause });
  });
  const isStillMember = await isMember(claims.workspaceId, claims.userId);
  const workspace = isStillMember ? await findWorkspace(claims.workspaceId) : null;
  if (workspace === null) throw new AppError('unauthenticated', 'The user is no longer a member of this workspace.');
  const { clientId, clientName, userId, scopes, previewId } = claims;
  return {
    actor: { kind: 'oauth_client', id: clientId, name: clientName, userId },
    via: 'mcp',
    workspace,
    scopes,
    previewId,
  };
};

/** A short name for a credential, for limits: never the credential itself. */
export const credentialDigest = (authorization: string): string =>
  hash('sha256', authorization, 'base64url').slice(0, 22);
