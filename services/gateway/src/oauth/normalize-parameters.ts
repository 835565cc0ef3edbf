import type { PublicAddress } from '../http/public-address.ts';

/** What clients leave out or spell differently in authorize and token requests. */
export interface Known {
  resourceUrl: string;
  address: Pick<PublicAddress, 'isResource'>;
  scopes: readonly string[];
}

const openidOnly = ['acr_values', 'claims', 'claims_locales', 'id_token_hint', 'max_age', 'nonce'];

/** Scopes that are not ours would otherwise lead to a token that may do nothing. */
export function normalizeAuthorizeRequest(parameters: URLSearchParams, known: Known): URLSearchParams {
  const normalized = normalizeResource(parameters, known);
  const asked = (normalized.get('scope') ?? '').split(' ').filter(Boolean);
  // oidc-provider refuses these without openid, although they are harmless.
  if (!asked.includes('openid')) for (const name of openidOnly) normalized.delete(name);
  if (!asked.some((scope) => known.scopes.includes(scope)))
    normalized.set('scope', [...asked, ...known.scopes].join(' '));
  return normalized;
}

/** At a refresh, too: scopes that were dropped at the start are not there to be refreshed. More than granted stays refused. */
export function normalizeTokenRequest(parameters: URLSearchParams, known: Known): URLSearchParams {
  const normalized = normalizeResource(parameters, known);
  if (normalized.get('grant_type') !== 'refresh_token' || !normalized.has('scope')) return normalized;
  const asked = normalized.get('scope')!.split(' ');
  const own = asked.filter((scope) => scope === 'openid' || known.scopes.includes(scope));
  if (own.length > 0) normalized.set('scope', own.join(' '));
  else normalized.delete('scope');
  return normalized;
}

/** The one resource here, however its address is spelt. */
export function normalizeResource(parameters: URLSearchParams, { resourceUrl, address }: Known): URLSearchParams {
  const normalized = new URLSearchParams(parameters);
  const resources = normalized.getAll('resource');
  if (resources.length > 0 && resources.every((resource) => address.isResource(resource)))
    normalized.set('resource', resourceUrl);
  return normalized;
}
