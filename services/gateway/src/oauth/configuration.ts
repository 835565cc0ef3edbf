import { type ClientView, errors, type OidcContext } from 'oidc-provider';
import { renderErrorPage } from './error-page.ts';
import type { OAuthKeys } from './keys.ts';
import { interactions } from './policy.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const JWKS_BYTES_MAX = 64 * 1024;
export const OPERATOR_CLIENT_ID = 'operator';

export type ProviderOptions = {
  baseUrl: string;
  resourceUrl: string;
  scopes: readonly string[];
  keys: OAuthKeys;
  operatorSecret: string | undefined;
  adapter: unknown;
};

export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  jwks: '/oauth/jwks',
  end_session: '/oauth/session/end',
} as const;

/** Several of oidc-provider's defaults break MCP clients; each that is changed for that says so. */
export function configuration(options: ProviderOptions): Record<string, unknown> {
  const { baseUrl, keys, scopes, operatorSecret, adapter } = options;
  return {
    adapter,
    jwks: keys.jwks,
    cookies: cookies(keys.cookieKey, baseUrl.startsWith('https:')),
    routes: ROUTES,
    responseTypes: ['code'],
    subjectTypes: ['public'],
    // Without these, scopes asked for together with a resource are not offered at all.
    scopes: ['openid', 'offline_access', ...scopes],
    claims: { openid: ['sub'] },
    clientAuthMethods: ['none', 'private_key_jwt', ...(operatorSecret ? ['client_secret_basic'] : [])],
    clients: operatorSecret ? [operatorClient(operatorSecret)] : [],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
      // Native clients may use any loopback port and schemes of their own (cursor://).
      application_type: 'native',
    },
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256'],
      clientAuthSigningAlgValues: ['ES256', 'RS256', 'EdDSA', 'PS256'],
    },
    pkce: { required: () => true },
    features: features(options),
    interactions: interactions(baseUrl),
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: MINUTE_S,
      Grant: 400 * DAY_S,
      IdToken: HOUR_S,
      Interaction: 30 * MINUTE_S,
      RefreshToken: 30 * DAY_S,
      Session: HOUR_S,
    },
    // By default only offline_access brings a refresh token, and no MCP client asks for it.
    issueRefreshToken: (_ctx: OidcContext, client: ClientView) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    loadExistingGrant: ({ oidc }: OidcContext & { oidc: { provider: { Grant: { find(id: string): unknown } } } }) =>
      oidc.result?.consent?.grantId ? oidc.provider.Grant.find(oidc.result.consent.grantId) : undefined,
    findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    clientBasedCORS: () => true,
    renderError: renderErrorPage,
    fetchResponseBodyLimits: {
      'client_id metadata document': 5 * 1024,
      jwks_uri: JWKS_BYTES_MAX,
      sector_identifier_uri: 5 * 1024,
    },
  };
}

function features({ resourceUrl, scopes, operatorSecret }: ProviderOptions) {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    revocation: { enabled: true, allowedPolicy: sameClient },
    introspection: {
      enabled: Boolean(operatorSecret),
      allowedPolicy: (_ctx: unknown, client: ClientView) => client.clientId === OPERATOR_CLIENT_ID,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resourceUrl,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx: unknown, resource: string) => {
        if (resource !== resourceUrl) throw new errors.InvalidTarget();
        const scope = scopes.join(' ');
        return { audience: resourceUrl, scope, accessTokenFormat: 'opaque', accessTokenTTL: HOUR_S };
      },
    },
  };
}

function sameClient(_ctx: unknown, client: ClientView, token: { clientId: string }): boolean {
  return token.clientId === client.clientId;
}

function operatorClient(secret: string) {
  return {
    client_id: OPERATOR_CLIENT_ID,
    client_secret: secret,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: [],
    response_types: [],
    redirect_uris: [],
  };
}

function cookies(key: string, secure: boolean) {
  const options = { signed: true, httpOnly: true, sameSite: 'lax', secure };
  const names = { session: 'outbound_oauth', interaction: 'outbound_interaction', resume: 'outbound_resume' };
  return { keys: [key], names, short: options, long: options };
}
