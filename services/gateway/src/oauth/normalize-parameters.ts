/** What clients leave out or spell differently in authorize and token requests. */
export interface Known {
  resourceUrl: string;
  baseUrl: string;
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

/** The one resource here, however it is spelt: with or without a trailing slash, or by the origin alone. */
export function normalizeResource(parameters: URLSearchParams, { resourceUrl, baseUrl }: Known): URLSearchParams {
  const normalized = new URLSearchParams(parameters);
  const spellings = [resourceUrl, `${resourceUrl}/`, baseUrl, `${baseUrl}/`];
  const resources = normalized.getAll('resource');
  if (resources.length > 0 && resources.every((resource) => spellings.includes(resource)))
    normalized.set('resource', resourceUrl);
  return normalized;
}
