import { importJWK } from 'jose';
import { expect, test } from 'vitest';
import type { SecretStore } from '../store/secret-store.ts';
import { obtainKeys } from './keys.ts';

/** Keeps created secrets, like the store. */
function keptSecrets(): Pick<SecretStore, 'obtain'> {
  const kept = new Map<string, unknown>();
  return {
    async obtain<T>(name: string, make: () => Promise<T>): Promise<T> {
      if (!kept.has(name)) kept.set(name, await make());
      return kept.get(name) as T;
    },
  };
}

test('creates a signing key and a cookie key once, unless one is configured', async () => {
  const secrets = keptSecrets();
  const made = await obtainKeys(secrets, undefined);
  expect(made.jwks.keys).toMatchObject([{ kty: 'EC', alg: 'ES256', use: 'sig', d: expect.any(String) }]);
  await importJWK(made.jwks.keys[0]!, 'ES256');
  expect(made.cookieKey).toHaveLength(43);
  expect(await obtainKeys(secrets, undefined)).toEqual(made);
  expect(await obtainKeys(secrets, 'configured')).toEqual({ ...made, cookieKey: 'configured' });
});
