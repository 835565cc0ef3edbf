import type Provider from 'oidc-provider';
import type { FindOAuthPrincipal } from '../identity/authenticate.ts';
import type { CoreTokenSigner } from '../identity/core-token.ts';
import type { Connection, ConnectionStore } from '../store/connection-store.ts';
import type { ProviderStore } from '../store/provider-store.ts';

/** How long a connection is listed after its last use: a refresh token lives for 30 days. */
const UNUSED_MS = 31 * 24 * 60 * 60_000;

export type ConnectionDeps = {
  provider: Provider;
  connections: ConnectionStore;
  records: ProviderStore;
  signer: CoreTokenSigner;
  resourceUrl: string;
  now: () => Date;
};

export type Approval = Pick<Connection, 'userId' | 'clientId' | 'clientName' | 'workspaceId' | 'scopes'>;

/** The grants that users gave to clients, each bound to one workspace. */
export class Connections {
  readonly #deps: ConnectionDeps;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  /** Creates the grant; answers its id for the authorization server. */
  async approve(approval: Approval, identityScopes: readonly string[]): Promise<string> {
    const { provider, connections, resourceUrl, now } = this.#deps;
    const grant = new provider.Grant({ accountId: approval.userId, clientId: approval.clientId });
    if (identityScopes.length > 0) grant.addOIDCScope(identityScopes.join(' '));
    grant.addResourceScope(resourceUrl, approval.scopes.join(' '));
    const grantId = await grant.save();
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + UNUSED_MS);
    await connections.add({ _id: grantId, ...approval, createdAt, lastUsedAt: null, expiresAt });
    return grantId;
  }

  /** Looked up for each request, so that revoking works at once. */
  readonly findPrincipal: FindOAuthPrincipal = async (accessToken) => {
    const { provider, connections, signer, resourceUrl, now } = this.#deps;
    const token = await provider.AccessToken.find(accessToken);
    if (!token || token.isExpired || ![token.aud].flat().includes(resourceUrl)) return undefined;
    const connection = await connections.find(token.grantId);
    if (!connection || connection.userId !== token.accountId) return undefined;
    await connections.touch(connection, now(), new Date(now().getTime() + UNUSED_MS));
    const { _id: grantId, userId, workspaceId, clientId, clientName } = connection;
    const scopes = (token.scope ?? '').split(' ').filter((scope) => connection.scopes.includes(scope));
    const subject = { grantId, userId, workspaceId, scopes, clientId, clientName };
    return {
      kind: 'oauth',
      id: userId,
      workspaceId,
      clientId,
      scopes: new Set(scopes),
      authorize: async (previewId) => `Bearer ${await signer.sign(subject, previewId)}`,
    };
  };

  listOf(userId: string): Promise<Connection[]> {
    return this.#deps.connections.listOf(userId);
  }

  async revoke(userId: string, grantId: string): Promise<boolean> {
    const isRemoved = await this.#deps.connections.removeOf(userId, grantId);
    if (isRemoved) await this.#deps.records.removeGrant(grantId);
    return isRemoved;
  }
}
