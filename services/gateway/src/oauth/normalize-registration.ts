type Metadata = Record<string, unknown>;

const grantTypes = ['authorization_code', 'refresh_token'];
/** Members that none of our pages show, so they need not be valid. */
const unused = ['scope', 'logo_uri', 'policy_uri', 'tos_uri', 'client_uri', 'contacts'];

/**
 * Makes registrations of real clients acceptable (RFC 7591 lets the server replace values). Drops scope lists, links,
 * empty strings, and unsupported grant types. Makes clients public instead of sharing secrets, and native if a redirect
 * is local.
 */
export function normalizeRegistration(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const metadata = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== '' && value !== null && !unused.includes(name)),
  ) as Metadata;
  const asked = Array.isArray(metadata.grant_types) ? metadata.grant_types : grantTypes;
  const kept = grantTypes.filter((type) => asked.includes(type));
  metadata.grant_types = kept.includes('authorization_code') ? kept : grantTypes;
  metadata.response_types = ['code'];
  if (metadata.token_endpoint_auth_method !== 'private_key_jwt') metadata.token_endpoint_auth_method = 'none';
  if (hasLocalRedirect(metadata.redirect_uris)) metadata.application_type = 'native';
  return metadata;
}

function hasLocalRedirect(uris: unknown): boolean {
  return Array.isArray(uris) && uris.some((uri) => typeof uri === 'string' && !uri.startsWith('https:'));
}
