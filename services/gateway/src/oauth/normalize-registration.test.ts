import { expect, test } from 'vitest';
import { normalizeRegistration } from './normalize-registration.ts';

const both = ['authorization_code', 'refresh_token'];
const redirect_uris = ['https://client.example/callback'];

function normalized(metadata: object) {
  return normalizeRegistration({ redirect_uris, ...metadata }) as Record<string, unknown>;
}

test.each([undefined, null, 'text', 7, [{ redirect_uris }]])(
  'leaves a value that is not an object for the server to reject: %j',
  (body) => {
    expect(normalizeRegistration(body)).toBe(body);
  },
);

test('keeps relevant members, and drops empty ones and those that no page shows', () => {
  const unused = { scope: 'a', logo_uri: 'b', policy_uri: 'c', tos_uri: 'd', client_uri: 'e', contacts: 'f' };
  expect(normalized({ client_name: 'Robot', software_id: '', jwks_uri: null, ...unused })).toEqual({
    redirect_uris,
    client_name: 'Robot',
    grant_types: both,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  });
});

test.each([
  ['nothing', undefined, both],
  ['a word', 'authorization_code', both],
  ['codes alone', ['authorization_code'], ['authorization_code']],
  ['others beside', ['implicit', 'refresh_token', 'authorization_code'], both],
  ['refresh alone', ['refresh_token'], both],
  ['none that exists', ['implicit'], both],
])('reduces the grant types to supported ones: %s', (_what, asked, given) => {
  expect(normalized({ grant_types: asked }).grant_types).toEqual(given);
});

test('makes every client public, except one with its own key', () => {
  expect(normalized({ token_endpoint_auth_method: 'client_secret_post' }).token_endpoint_auth_method).toBe('none');
  expect(normalized({ token_endpoint_auth_method: 'private_key_jwt' }).token_endpoint_auth_method).toBe(
    'private_key_jwt',
  );
});

test.each([
  [['https://client.example/'], 'web'],
  [['https://client.example/', 'http://127.0.0.1:7/'], 'native'],
  [['cursor://callback'], 'native'],
  [[7], 'web'],
  ['http://127.0.0.1:7/', 'web'],
])('a client that returns to %j is %s', (uris, type) => {
  expect(normalized({ redirect_uris: uris, application_type: 'web' }).application_type).toBe(type);
});
