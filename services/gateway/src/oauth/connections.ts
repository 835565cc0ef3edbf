import type Provider from 'oidc-provider';
import { GatewayError } from '../errors/errors.ts';
import type { FindOAuthPrincipal } from '../members/authenticate.ts';
import type { CoreTokenSigner } from '../members/core-token.ts';
import type { Memberships, Standing } from '../members/memberships.ts';
import {
  type Connection,
  type ConnectionLimits,
  type ConnectionStore,
  defaultDailyLimits,
} from '../store/connection-store.ts';
import type { PreviewStore } from '../store/preview-store.ts';
import type { ProviderStore } from '../store/provider-store.ts';

/** Time that a connection is listed after its last use: a refresh token is valid for 30 days. */
const unusedMaxMs = 31 * 24 * 60 * 60_000;

export interface ConnectionDeps {
  provider: Provider;
  connections: ConnectionStore;
  records: ProviderStore;
  previews: PreviewStore;
  signer: CoreTokenSigner;
  memberships: Memberships;
  resourceUrl: string;
  now: () => Date;
}

export type Approval = Pick<
  Connection,
  | 'userId'
  | 'clientId'
  | 'clientName'
  | 'clientHost'
  | 'workspaceId'
  | 'scopes'
  | 'dailyLimits'
  | 'runsAtOnce'
  | 'stamp'
>;

/** Grants that users gave to clients, each bound to one workspace. */
export class Connections {
  readonly #deps: ConnectionDeps;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  /** Standing that the connection would have: the workspace may reject the client, or the sign-in may have ended. */
  standingOf(approval: Approval): Promise<Standing> {
    return this.#deps.memberships.ask({ ...approval, grantId: 'asked for' });
  }

  /** Creates the grant and returns its ID for the authorization server. */
  async approve(approval: Approval, identityScopes: readonly string[]): Promise<string> {
    const { provider, connections, resourceUrl, now } = this.#deps;
    const grant = new provider.Grant({ accountId: approval.userId, clientId: approval.clientId });
    if (identityScopes.length > 0) grant.addOIDCScope(identityScopes.join(' '));
    grant.addResourceScope(resourceUrl, approval.scopes.join(' '));
    const grantId = await grant.save();
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + unusedMaxMs);
    await connections.add({ _id: grantId, ...approval, createdAt, lastUsedAt: null, expiresAt });
    return grantId;
  }

  /** Looked up for each request, so that revoking takes effect immediately. */
  readonly findPrincipal: FindOAuthPrincipal = async (accessToken) => {
    const { provider, connections, signer, memberships, resourceUrl, now } = this.#deps;
    const token = await provider.AccessToken.find(accessToken);
    if (!token || ![token.aud].flat().includes(resourceUrl)) return undefined;
    const connection = await connections.find(token.grantId);
    if (!connection || connection.userId !== token.accountId) return undefined;
    const standing = await memberships.standingOf(connection);
    if (standing.is === 'refused') throw new GatewayError('forbidden', standing.reason);
    if (standing.is === 'lost') {
      await this.revoke(connection.userId, connection._id);
      return undefined;
    }
    await connections.touch(connection, now(), new Date(now().getTime() + unusedMaxMs));
    const { _id: grantId, userId, workspaceId, clientId, clientName, clientHost, stamp } = connection;
    const isAllowed = (scope: string) =>
      connection.scopes.includes(scope) && standing.scopes?.includes(scope) !== false;
    const scopes = (token.scope ?? '').split(' ').filter(isAllowed);
    const { dailyLimits = defaultDailyLimits, runsAtOnce = false } = connection;
    const limits = { dailyLimits, runsAtOnce, stamp };
    const subject = { ...limits, grantId, userId, workspaceId, scopes, clientId, clientName, clientHost };
    return {
      kind: 'oauth',
      id: userId,
      workspaceId,
      clientId,
      agentId: clientId,
      scopes: new Set(scopes),
      runsAtOnce,
      authorize: async (previewId) => `Bearer ${await signer.sign(subject, previewId)}`,
      isInForce: () => this.#isInForce(grantId),
      forget: () => memberships.forget(grantId),
    };
  };

  async #isInForce(grantId: string): Promise<boolean> {
    const { connections, memberships } = this.#deps;
    const connection = await connections.find(grantId);
    return connection !== null && (await memberships.standingOf(connection)).is === 'good';
  }

  listOf(userId: string): Promise<Connection[]> {
    return this.#deps.connections.listOf(userId);
  }

  limit(userId: string, grantId: string, limits: ConnectionLimits): Promise<boolean> {
    return this.#deps.connections.limit(userId, grantId, limits);
  }

  async revoke(userId: string, grantId: string): Promise<boolean> {
    const isRemoved = await this.#deps.connections.removeOf(userId, grantId);
    if (isRemoved) await this.#deps.records.removeGrant(grantId);
    this.#deps.memberships.forget(grantId);
    return isRemoved;
  }

  /** Ends all connections of a person, and what their agents prepared, in one workspace or in all. */
  async revokeAll(userId: string, workspaceId?: string): Promise<void> {
    const { connections, previews, now } = this.#deps;
    for (const { _id, ...connection } of await connections.listAllOf(userId, workspaceId)) {
      await this.revoke(userId, _id);
      await previews.cancelAllOf({ ...connection, principalId: userId }, now());
    }
  }
}
