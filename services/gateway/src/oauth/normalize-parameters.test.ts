import { expect, test } from 'vitest';
import { PublicAddress } from '../http/public-address.ts';
import { normalizeAuthorizeRequest, normalizeResource, normalizeTokenRequest } from './normalize-parameters.ts';

const known = {
  address: new PublicAddress({
    baseUrl: 'https://outbound.example',
    aliasHosts: ['intern.example:8443'],
    isLoopback: false,
    parameters: ['toolsets', 'read_only'],
  }),
  resourceUrl: 'https://outbound.example/mcp',
  scopes: ['contacts:read', 'contacts:write'],
};

function authorized(parameters: Record<string, string>) {
  return Object.fromEntries(normalizeAuthorizeRequest(new URLSearchParams(parameters), known));
}

test('a request without our scopes is offered all of them, in addition to those requested', () => {
  expect(authorized({}).scope).toBe('contacts:read contacts:write');
  expect(authorized({ scope: '' }).scope).toBe('contacts:read contacts:write');
  expect(authorized({ scope: 'profile offline_access' }).scope).toBe(
    'profile offline_access contacts:read contacts:write',
  );
});

test('a request for one of our scopes is offered only that', () => {
  expect(authorized({ scope: 'profile contacts:read' }).scope).toBe('profile contacts:read');
});

test('ignores OpenID Connect parameters without openid, and keeps them with it', () => {
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
  'https://outbound.example:443/mcp',
  'https://OUTBOUND.example/MCP',
  'https://outbound.example/mcp?toolsets=all',
  'https://outbound.example/mcp/?read_only=true&toolsets=contacts,campaigns',
  'https://intern.example:8443/mcp',
])('accepts the resource spelled %s', (spelling) => {
  expect(resourcesOf(spelling)).toEqual([known.resourceUrl]);
  expect(resourcesOf(spelling, known.resourceUrl)).toEqual([known.resourceUrl]);
});

test('keeps a foreign resource unchanged, even next to our own, and adds none', () => {
  expect(resourcesOf('https://other.example/mcp')).toEqual(['https://other.example/mcp']);
  const both = ['https://outbound.example/', 'https://other.example/mcp'];
  expect(resourcesOf(...both)).toEqual(both);
  expect(resourcesOf()).toEqual([]);
});

test.each([
  'https://outbound.example.evil.example/mcp',
  'https://user@outbound.example/mcp',
  'http://outbound.example/mcp',
  'https://outbound.example/mcp/other',
  'https://outbound.example/mcp?toolsets=all&next=evil',
  'https://outbound.example/mcp#part',
  'outbound.example/mcp',
])('keeps another resource %s', (resource) => {
  expect(resourcesOf(resource)).toEqual([resource]);
});

test.each([
  ['contacts:read offline_access profile', 'contacts:read'],
  ['openid contacts:read', 'openid contacts:read'],
  ['contacts:write', 'contacts:write'],
  ['offline_access', undefined],
])('a refresh for %j requests %j', (scope, asked) => {
  const normalized = normalizeTokenRequest(new URLSearchParams({ grant_type: 'refresh_token', scope }), known);
  expect(normalized.get('scope') ?? undefined).toBe(asked);
  const code = normalizeTokenRequest(new URLSearchParams({ grant_type: 'authorization_code', scope }), known);
  expect(code.get('scope')).toBe(scope);
});

test('does not change the caller’s parameters', () => {
  const given = new URLSearchParams({ resource: 'https://outbound.example/', nonce: 'n' });
  normalizeAuthorizeRequest(given, known);
  expect(given.toString()).toBe('resource=https%3A%2F%2Foutbound.example%2F&nonce=n');
});
