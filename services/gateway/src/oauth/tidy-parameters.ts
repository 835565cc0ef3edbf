/** What clients leave out or spell differently in authorize and token requests. */
export type Known = { resourceUrl: string; baseUrl: string; scopes: readonly string[] };

const OPENID_ONLY = ['acr_values', 'claims', 'claims_locales', 'id_token_hint', 'max_age', 'nonce'];

/** Scopes that are not ours would otherwise lead to a token that may do nothing. */
export function tidyAuthorize(parameters: URLSearchParams, known: Known): URLSearchParams {
  const tidy = tidyResource(parameters, known);
  const asked = (tidy.get('scope') ?? '').split(' ').filter(Boolean);
  // oidc-provider refuses these without openid, though they do no harm.
  if (!asked.includes('openid')) for (const name of OPENID_ONLY) tidy.delete(name);
  if (!asked.some((scope) => known.scopes.includes(scope))) tidy.set('scope', [...asked, ...known.scopes].join(' '));
  return tidy;
}

/** The one resource here, however it is spelt: with or without a trailing slash, or by the origin alone. */
export function tidyResource(parameters: URLSearchParams, { resourceUrl, baseUrl }: Known): URLSearchParams {
  const tidy = new URLSearchParams(parameters);
  const spellings = [resourceUrl, `${resourceUrl}/`, baseUrl, `${baseUrl}/`];
  const resources = tidy.getAll('resource');
  if (resources.length > 0 && resources.every((resource) => spellings.includes(resource)))
    tidy.set('resource', resourceUrl);
  return tidy;
}
