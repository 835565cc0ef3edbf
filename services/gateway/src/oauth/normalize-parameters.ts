import type { PublicAddress } from '../http/public-address.ts';

/** Values that clients omit or spell differently in authorization and token requests. */
export interface Known {
  resourceUrl: string;
  address: Pick<PublicAddress, 'isResource'>;
  scopes: readonly string[];
}

const openidOnly = ['acr_values', 'claims', 'claims_locales', 'id_token_hint', 'max_age', 'nonce'];

/** Otherwise, foreign scopes would lead to a token without any permissions. */
export function normalizeAuthorizeRequest(parameters: URLSearchParams, known: Known): URLSearchParams {
  const normalized = normalizeResource(parameters, known);
  const asked = (normalized.get('scope') ?? '').split(' ').filter(Boolean);
  // oidc-provider rejects these without openid, although they are harmless.
  if (!asked.includes('openid')) for (const name of openidOnly) normalized.delete(name);
  if (!asked.some((scope) => known.scopes.includes(scope)))
    normalized.set('scope', [...asked, ...known.scopes].join(' '));
  return normalized;
}

/**
 * Also applies to a refresh: scopes dropped at the start cannot be refreshed. Requests for more than was granted still
 * fail.
 */
export function normalizeTokenRequest(parameters: URLSearchParams, known: Known): URLSearchParams {
  const normalized = normalizeResource(parameters, known);
  if (normalized.get('grant_type') !== 'refresh_token' || !normalized.has('scope')) return normalized;
  const asked = normalized.get('scope')!.split(' ');
  const own = asked.filter((scope) => scope === 'openid' || known.scopes.includes(scope));
  if (own.length > 0) normalized.set('scope', own.join(' '));
  else normalized.delete('scope');
  return normalized;
}

/** The single resource served here, however its URL is spelled. */
export function normalizeResource(parameters: URLSearchParams, { resourceUrl, address }: Known): URLSearchParams {
  const normalized = new URLSearchParams(parameters);
  const resources = normalized.getAll('resource');
  if (resources.length > 0 && resources.every((resource) => address.isResource(resource)))
    normalized.set('resource', resourceUrl);
  return normalized;
}
