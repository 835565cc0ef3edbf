import { cutText } from '@outbound/node-service/text/cut-text';
import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import { type MailProvider, mailProviderFacts } from '../../domain/mailboxes/mail-providers.ts';
import type { MailSignInConfig } from '../../settings/mail-sign-in-config.ts';

export interface ProviderTokens {
  accessToken: string;
  /** Null means that the previous one stays. */
  refreshToken: string | null;
  expiresAt: Date;
  /**
   * Email address of the account, as the provider names it. Unproven until its servers accept the token for this
   * address.
   */
  address: string | null;
  /** Null means as requested. */
  scope: string | null;
}

/** The provider responded with an error. `error` is a code from RFC 6749 section 5.2. */
export class SignInRefused extends Error {
  readonly error: string;
  constructor(error: string, description: string) {
    super(`${error}: ${description}`);
    this.error = error;
  }
}

const timeoutMs = 10_000;
const descriptionMax = 300;
/** Token lifetime in seconds if the provider omits `expires_in`. */
const lifetimeSecondsDefault = 3_600;

function serverOf({ authorizeUrl, tokenUrl }: MailSignInConfig): oauth.AuthorizationServer {
  return { issuer: new URL(tokenUrl).origin, authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl };
}

function requestOptions({ tokenUrl }: MailSignInConfig) {
  // The operator can configure a custom issuer. The one in tests is on loopback.
  const isPlain = tokenUrl.startsWith('http:');
  return { [oauth.allowInsecureRequests]: isPlain, signal: () => AbortSignal.timeout(timeoutMs) };
}

/** URL of the consent page: authorization code with PKCE (RFC 7636). */
export async function consentUrl(
  provider: MailProvider,
  signIn: MailSignInConfig,
  request: { redirectUri: string; state: string; verifier: string; address: string | null },
): Promise<string> {
  const { scopes, consentParameters } = mailProviderFacts[provider];
  const target = new URL(signIn.authorizeUrl);
  const parameters = {
    response_type: 'code',
    client_id: signIn.clientId,
    redirect_uri: request.redirectUri,
    scope: scopes.join(' '),
    state: request.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ...consentParameters,
    ...(request.address === null ? {} : { login_hint: request.address }),
  };
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return target.href;
}

/** Exchanges the callback's code for tokens. Throws SignInRefused, or another error if the provider is unreachable. */
export async function redeemCode(
  signIn: MailSignInConfig,
  { callback, state, redirectUri, verifier }: Record<'state' | 'redirectUri' | 'verifier', string> & { callback: URL },
  now: Date,
): Promise<ProviderTokens> {
  const server = serverOf(signIn);
  const client = { client_id: signIn.clientId };
  const secret = oauth.ClientSecretPost(signIn.clientSecret);
  return refusalsOf(async () => {
    const parameters = oauth.validateAuthResponse(server, client, callback, state);
    const options = requestOptions(signIn);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      secret,
      parameters,
      redirectUri,
      verifier,
      options,
    );
    const { plain, address } = await withoutIdToken(response);
    return toTokens(await oauth.processAuthorizationCodeResponse(server, client, plain), address, now);
  });
}

export async function renewTokens(signIn: MailSignInConfig, refreshToken: string, now: Date): Promise<ProviderTokens> {
  const server = serverOf(signIn);
  const client = { client_id: signIn.clientId };
  const secret = oauth.ClientSecretPost(signIn.clientSecret);
  return refusalsOf(async () => {
    const response = await oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, requestOptions(signIn));
    const { plain, address } = await withoutIdToken(response);
    return toTokens(await oauth.processRefreshTokenResponse(server, client, plain), address, now);
  });
}

async function refusalsOf<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
      throw new SignInRefused(error.error, cutText(error.error_description ?? 'no reason given', descriptionMax));
    }
    throw error;
  }
}

/**
 * The ID token only names the address, and the mail servers then prove it. Microsoft's issuer differs per tenant, so it
 * is not compared.
 */
async function withoutIdToken(response: Response): Promise<{ plain: Response; address: string | null }> {
  const { status, headers } = response;
  const text = await response.text();
  try {
    const { id_token: idToken, ...rest } = JSON.parse(text) as Record<string, unknown>;
    const plain = new Response(JSON.stringify(rest), { status, headers });
    return { plain, address: typeof idToken === 'string' ? addressIn(idToken) : null };
  } catch {
    return { plain: new Response(text, { status, headers }), address: null };
  }
}

function addressIn(idToken: string): string | null {
  const { email, preferred_username: userName } = decodeJwt(idToken);
  return [email, userName].find((name): name is string => typeof name === 'string' && name.includes('@')) ?? null;
}

function toTokens(response: oauth.TokenEndpointResponse, address: string | null, now: Date): ProviderTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = response;
  const expiresAt = new Date(now.getTime() + (seconds ?? lifetimeSecondsDefault) * 1_000);
  return { accessToken, refreshToken: refreshToken ?? null, expiresAt, address, scope: scope ?? null };
}
