import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UnsecuredJWT } from 'jose';

export interface OauthIssuer {
  url: string;
  authorizeUrl: string;
  tokenUrl: string;
  introspectionUrl: string;
  /** Account signed in to at the consent page. */
  account: string;
  /** Address in the ID token, if different from the account's. */
  claimed: string | null;
  /** Lifetime of access tokens in seconds. */
  lifetimeSeconds: number;
  /** Requests to the consent page, newest last. */
  requests: URLSearchParams[];
  /** Number of token renewals. */
  renewals: number;
  /** Revokes all access to the account. */
  revoke(): void;
  /** Invalidates all current access tokens. Renewal still works. */
  expireAccess(): void;
  stop(): Promise<void>;
}

interface Code {
  challenge: string;
  redirectUri: string;
  account: string;
}

export const oauthClient = { id: 'outbound-test', secret: 'client-secret' };

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Codes and tokens issued so far. */
interface Given {
  issuer: OauthIssuer;
  codes: Map<string, Code>;
  refreshOf: Map<string, string>;
  accessOf: Map<string, { account: string; endsAt: number }>;
}

function giveTokens({ issuer, accessOf, refreshOf }: Given, owner: string) {
  const [access, refresh] = [`at-${randomUUID()}`, `rt-${randomUUID()}`];
  accessOf.set(access, { account: owner, endsAt: Date.now() + issuer.lifetimeSeconds * 1_000 });
  refreshOf.set(refresh, owner);
  const claims = new UnsecuredJWT({ email: issuer.claimed ?? owner });
  const idToken = claims.setIssuer(issuer.url).setAudience(oauthClient.id).encode();
  const rest = { token_type: 'Bearer', expires_in: issuer.lifetimeSeconds, id_token: idToken };
  return { access_token: access, refresh_token: refresh, ...rest };
}

function redeem(given: Given, form: URLSearchParams) {
  const name = form.get('code') ?? '';
  const code = given.codes.get(name);
  given.codes.delete(name);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (code?.challenge !== challenge || code.redirectUri !== form.get('redirect_uri')) return null;
  return giveTokens(given, code.account);
}

function renew(given: Given, form: URLSearchParams) {
  const token = form.get('refresh_token') ?? '';
  const owner = given.refreshOf.get(token);
  given.refreshOf.delete(token);
  if (owner === undefined) return null;
  given.issuer.renewals += 1;
  return giveTokens(given, owner);
}

function authorize({ issuer, codes }: Given, query: URLSearchParams, response: ServerResponse): void {
  issuer.requests.push(query);
  const code = randomUUID();
  const redirectUri = query.get('redirect_uri')!;
  codes.set(code, { challenge: query.get('code_challenge')!, redirectUri, account: issuer.account });
  const target = new URL(redirectUri);
  target.searchParams.set('code', code);
  target.searchParams.set('state', query.get('state')!);
  response.writeHead(302, { location: target.href }).end();
}

function giveOrRefuse(given: Given, form: URLSearchParams, response: ServerResponse): void {
  const isKnown = form.get('client_id') === oauthClient.id && form.get('client_secret') === oauthClient.secret;
  const isRenewal = form.get('grant_type') === 'refresh_token';
  const tokens = isKnown && (isRenewal ? renew(given, form) : redeem(given, form));
  const refusal = { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' };
  if (!isKnown) answer(response, 401, { error: 'invalid_client' });
  else answer(response, tokens ? 200 : 400, tokens || refusal);
}

function introspect({ accessOf }: Given, token: string, response: ServerResponse): void {
  const found = accessOf.get(token);
  const isActive = found !== undefined && found.endsAt > Date.now();
  answer(response, 200, isActive ? { active: true, username: found.account } : { active: false });
}

/** Starts an OAuth provider on loopback: automatic consent, codes with PKCE, token rotation, and introspection. */
export async function startOauthIssuer(account: string): Promise<OauthIssuer> {
  const [codes, refreshOf, accessOf] = [new Map(), new Map(), new Map()];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://issuer');
    if (url.pathname === '/authorize') return authorize(given, url.searchParams, response);
    const form = await formOf(request);
    if (url.pathname === '/token') return giveOrRefuse(given, form, response);
    return introspect(given, form.get('token') ?? '', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: OauthIssuer = {
    url,
    authorizeUrl: `${url}/authorize`,
    tokenUrl: `${url}/token`,
    introspectionUrl: `${url}/introspect`,
    account,
    claimed: null,
    lifetimeSeconds: 3_600,
    requests: [],
    renewals: 0,
    revoke() {
      refreshOf.clear();
      accessOf.clear();
    },
    expireAccess: () => accessOf.clear(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const given: Given = { issuer, codes, refreshOf, accessOf };
  return issuer;
}
