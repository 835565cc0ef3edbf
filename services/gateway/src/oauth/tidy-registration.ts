type Metadata = Record<string, unknown>;

const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/**
 * Makes registrations of clients in the field acceptable (RFC 7591 lets the server replace values): no scope list, only
 * grant types that exist here, no empty strings, public clients instead of shared secrets, native when a redirect is local.
 */
export function tidyRegistration(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const metadata = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== '' && value !== null),
  ) as Metadata;
  delete metadata.scope;
  delete metadata.logo_uri;
  const asked = Array.isArray(metadata.grant_types) ? metadata.grant_types : GRANT_TYPES;
  const kept = GRANT_TYPES.filter((type) => asked.includes(type));
  metadata.grant_types = kept.includes('authorization_code') ? kept : GRANT_TYPES;
  metadata.response_types = ['code'];
  if (metadata.token_endpoint_auth_method !== 'private_key_jwt') metadata.token_endpoint_auth_method = 'none';
  if (hasLocalRedirect(metadata.redirect_uris)) metadata.application_type = 'native';
  return metadata;
}

function hasLocalRedirect(uris: unknown): boolean {
  return Array.isArray(uris) && uris.some((uri) => typeof uri === 'string' && !uri.startsWith('https:'));
}
