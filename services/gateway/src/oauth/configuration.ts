import {
  type AdapterFactory,
  type Client,
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { ClientDocuments } from './documents/client-documents.ts';
import { renderErrorPage } from './error-page.ts';
import type { OAuthKeys } from './keys.ts';

const minuteS = 60;
const hourS = 60 * minuteS;
const dayS = 24 * hourS;
const jwksBytesMax = 64 * 1024;
export const operatorClientId = 'operator';
/** The signature cookie's name starts with the same text. */
export const sessionCookie = 'outbound_oauth';

export interface ProviderOptions {
  baseUrl: string;
  resourceUrl: string;
  scopes: readonly string[];
  keys: OAuthKeys;
  operatorSecret: string | undefined;
  documents: ClientDocuments;
  adapter: AdapterFactory;
  /** True if the grant is in force and its person still belongs to the workspace. */
  isConnected(grantId: string): Promise<boolean>;
}

export const oauthRoutePaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  jwks: '/oauth/jwks',
  end_session: '/oauth/session/end',
} as const;

const lifetimesS = {
  AccessToken: hourS,
  AuthorizationCode: minuteS,
  Grant: 400 * dayS,
  IdToken: hourS,
  Interaction: 30 * minuteS,
  RefreshToken: 30 * dayS,
  Session: hourS,
};

/** Several defaults of oidc-provider break MCP clients. Each changed default has a comment with the reason. */
const clientDefaults = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  id_token_signed_response_alg: 'ES256',
  // Native clients may use any loopback port and their own schemes (cursor://).
  application_type: 'native',
} satisfies Configuration['clientDefaults'];

export function configuration(options: ProviderOptions): Configuration {
  const { baseUrl, keys, scopes, operatorSecret, adapter } = options;
  return {
    adapter,
    jwks: keys.jwks,
    cookies: cookies(keys.cookieKey, baseUrl.startsWith('https:')),
    routes: oauthRoutePaths,
    responseTypes: ['code'],
    discovery: { op_policy_uri: `${baseUrl}/app/privacy`, op_tos_uri: `${baseUrl}/app/terms` },
    subjectTypes: ['public'],
    // Without these, scopes requested together with a resource are not offered at all.
    scopes: ['openid', 'offline_access', ...scopes],
    claims: { openid: ['sub'] },
    clientAuthMethods: ['none', 'private_key_jwt', ...(operatorSecret ? (['client_secret_basic'] as const) : [])],
    clients: operatorSecret ? [operatorClient(operatorSecret)] : [],
    clientDefaults,
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256'],
      clientAuthSigningAlgValues: ['ES256', 'RS256', 'EdDSA', 'PS256'],
    },
    pkce: { required: () => true },
    features: features(options),
    interactions: interactions(baseUrl),
    ttl: lifetimesS,
    // By default, only offline_access yields a refresh token, but no MCP client requests it.
    issueRefreshToken: (_ctx: KoaContextWithOIDC, client: Client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    loadExistingGrant: ({ oidc }: KoaContextWithOIDC) =>
      oidc.result?.consent?.grantId ? oidc.provider.Grant.find(oidc.result.consent.grantId) : undefined,
    findAccount: accounts(options),
    renderError: renderErrorPage,
    fetch: options.documents.fetch,
    fetchResponseBodyLimits: {
      'client_id metadata document': 5 * 1024,
      jwks_uri: jwksBytesMax,
      sector_identifier_uri: 5 * 1024,
    },
  };
}

function features({ resourceUrl, scopes, operatorSecret, documents }: ProviderOptions): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: { enabled: documents.isEnabled, ack: 'draft-02' },
    revocation: { enabled: true, allowedPolicy: sameClient },
    introspection: {
      enabled: Boolean(operatorSecret),
      allowedPolicy: (_ctx: unknown, client: Client) => client.clientId === operatorClientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resourceUrl,
      getResourceServerInfo: (_ctx: unknown, resource: string) => {
        if (resource !== resourceUrl) throw new errors.InvalidTarget();
        const scope = scopes.join(' ');
        return { audience: resourceUrl, scope, accessTokenFormat: 'opaque', accessTokenTTL: hourS };
      },
    },
  };
}

/** Exchanging a code and refreshing look up the account too. It no longer exists once the connection has ended. */
function accounts({ isConnected }: ProviderOptions) {
  return async (_ctx: unknown, id: string, token?: { kind?: string; grantId?: string }) => {
    if (token?.grantId && !(await isConnected(token.grantId))) return undefined;
    return { accountId: id, claims: () => ({ sub: id }) };
  };
}

function sameClient(_ctx: unknown, client: Client, token: { clientId?: string | undefined }): boolean {
  return token.clientId === client.clientId;
}

function operatorClient(secret: string): ClientMetadata {
  return {
    client_id: operatorClientId,
    client_secret: secret,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: [],
    response_types: [],
    redirect_uris: [],
  };
}

function cookies(key: string, secure: boolean) {
  const options = { signed: true, httpOnly: true, sameSite: 'lax', secure } as const;
  const names = { session: sessionCookie, interaction: 'outbound_interaction', resume: 'outbound_resume' };
  return { keys: [key], names, short: options, long: options };
}

/**
 * Every authorization has one interaction: sign-in at the application, then our consent page. A remembered session
 * grants nothing, because clients register themselves and may redirect to any local port.
 */
function interactions(baseUrl: string) {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  const checksOf = (name: 'consent' | 'login') => policy.get(name)!.checks;
  checksOf('consent').clear();
  const login = checksOf('login');
  login.clear();
  login.add(
    new Check('not_approved', 'the user has not approved this request', ({ oidc }) => !oidc.result?.consent?.grantId),
  );
  const url = (_ctx: unknown, { uid }: { uid: string }) => `${baseUrl}/oauth/interaction/${uid}`;
  return { policy, url };
}
