import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { SecretStore } from '../store/secret-store.ts';

export interface OAuthKeys {
  jwks: { keys: JWK[] };
  cookieKey: string;
}

/** The authorization server's signing key and cookie key, created on the first start. */
export async function obtainKeys(
  secrets: Pick<SecretStore, 'obtain'>,
  configuredCookieKey: string | undefined,
): Promise<OAuthKeys> {
  const jwk = await secrets.obtain('oauth-signing-key', makeSigningKey);
  const stored = await secrets.obtain('cookie-key', async () => randomBytes(32).toString('base64url'));
  return { jwks: { keys: [jwk] }, cookieKey: configuredCookieKey ?? stored };
}

async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: `oauth-${crypto.randomUUID()}`, alg: 'ES256', use: 'sig' };
}
