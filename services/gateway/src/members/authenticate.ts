import type { Request, RequestHandler } from 'express';
import { GatewayError } from '../errors/errors.ts';
import { type ApiKeys, apiKeyPrefix } from './api-keys.ts';
import type { Principal } from './principal.ts';

export type FindOAuthPrincipal = (accessToken: string) => Promise<Principal | undefined>;

export interface AuthenticateOptions {
  apiKeys: ApiKeys;
  findOAuthPrincipal: FindOAuthPrincipal;
  /** URL of the resource metadata, matching the URL that the client uses. */
  metadataUrlOf(req: Request): string;
  /** All scopes are requested together, because clients of the older revisions cannot request more later. */
  scopes: readonly string[];
}

const ended = 'error="invalid_token", error_description="The token is unknown, expired or revoked", ';

/** Turns the Authorization header into `res.locals.principal`, or returns 401 with the sign-in location (RFC 9728). */
export function authenticate({
  apiKeys,
  findOAuthPrincipal,
  metadataUrlOf,
  scopes,
}: AuthenticateOptions): RequestHandler {
  return async (req, res, next) => {
    const refuse = (message: string, error = '') => {
      const where = `resource_metadata="${metadataUrlOf(req)}", scope="${scopes.join(' ')}"`;
      return new GatewayError('unauthenticated', message, { 'WWW-Authenticate': `Bearer ${error}${where}` });
    };
    const token = /^Bearer +(\S+)$/i.exec(req.get('authorization') ?? '')?.[1];
    if (!token) throw refuse('Sign in with OAuth, or send an API key as "Authorization: Bearer obk_live_…".');
    const principal: Principal | undefined = token.startsWith(apiKeyPrefix)
      ? await apiKeys.identify(token, res.locals.requestId)
      : await findOAuthPrincipal(token);
    if (!principal) {
      throw refuse('The token or API key is unknown, expired or revoked.', ended);
    }
    res.locals.principal = principal;
    res.locals.unauthenticated = () => refuse('The sign-in has ended.', ended);
    next();
  };
}
