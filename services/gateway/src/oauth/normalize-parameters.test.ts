import { expect, test } from 'vitest';
import { normalizeAuthorizeRequest, normalizeResource } from './normalize-parameters.ts';

const known = {
  baseUrl: 'https://outbound.example',
  resourceUrl: 'https://outbound.example/mcp',
  scopes: ['contacts:read', 'contacts:write'],
};

function authorized(parameters: Record<string, string>) {
  return Object.fromEntries(normalizeAuthorizeRequest(new URLSearchParams(parameters), known));
}

test('who asks for no scope of ours is offered all of them, beside what was asked for', () => {
  expect(authorized({}).scope).toBe('contacts:read contacts:write');
  expect(authorized({ scope: '' }).scope).toBe('contacts:read contacts:write');
  expect(authorized({ scope: 'profile offline_access' }).scope).toBe(
    'profile offline_access contacts:read contacts:write',
  );
});

test('who asks for one of ours is offered that alone', () => {
  expect(authorized({ scope: 'profile contacts:read' }).scope).toBe('profile contacts:read');
});

test('what belongs to OpenID Connect is passed over without openid, and kept with it', () => {
  const more = { nonce: 'n', max_age: '60', claims: '{}', state: 's' };
  expect(authorized({ scope: 'contacts:read', ...more })).toEqual({ scope: 'contacts:read', state: 's' });
  expect(authorized({ scope: 'openid contacts:read', ...more })).toEqual({ scope: 'openid contacts:read', ...more });
});

function resourcesOf(...resources: string[]) {
  const parameters = new URLSearchParams(resources.map((resource): [string, string] => ['resource', resource]));
  return normalizeResource(parameters, known).getAll('resource');
}

test.each([
  'https://outbound.example/mcp',
  'https://outbound.example/mcp/',
  'https://outbound.example',
  'https://outbound.example/',
])('the resource may be spelt %s', (spelling) => {
  expect(resourcesOf(spelling)).toEqual([known.resourceUrl]);
  expect(resourcesOf(spelling, known.resourceUrl)).toEqual([known.resourceUrl]);
});

test('a foreign resource stays as it is, also beside our own, and none stays none', () => {
  expect(resourcesOf('https://other.example/mcp')).toEqual(['https://other.example/mcp']);
  const both = ['https://outbound.example/', 'https://other.example/mcp'];
  expect(resourcesOf(...both)).toEqual(both);
  expect(resourcesOf()).toEqual([]);
});

test('the parameters of the caller are not changed', () => {
  const given = new URLSearchParams({ resource: 'https://outbound.example/', nonce: 'n' });
  normalizeAuthorizeRequest(given, known);
  expect(given.toString()).toBe('resource=https%3A%2F%2Foutbound.example%2F&nonce=n');
});
