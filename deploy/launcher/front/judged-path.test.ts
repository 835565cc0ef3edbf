import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgedPath } from './judged-path.ts';

test.each([
  '/',
  '/app',
  '/api/public/v1/contacts/con_01?fields=id&q=a%2Fb..',
  '/.well-known/oauth-protected-resource/mcp',
  '/u/abc-DEF_123',
  '/app/a%20b',
])('accepts the plain path %s', (target) => {
  expect(judgedPath(target)).toBe(target.split('?')[0]);
});

test.each([
  undefined,
  '',
  'http://other.example/app',
  '//other.example/app',
  '/mcp/../internal/jwks.json',
  '/mcp/./x',
  '/mcp/%2e%2e/internal/jwks.json',
  '/mcp/%2E./internal',
  '/mcp/..%2finternal',
  '/mcp/..%5cinternal',
  '/mcp\\..\\internal',
  '/mcp//internal',
  '/mcp/%00',
  '/app/é',
])('rejects %j', (target) => {
  expect(judgedPath(target)).toBeUndefined();
});

const piece = fc.constantFrom(
  ...['..', '.', '%2e', '%2E%2e', '.%2e', '%2f', '%5c', '\\', '/', '//', ';', '?', '#', '%', '%25%32%65', '%c0%ae'],
  ...['internal', 'metrics', 'jwks.json', 'mcp', 'app', 'oauth', 'u', '.well-known', 'tickets', '\t', '\0', 'é', '@'],
);

test('forwards no path of 10,000 odd ones that another reader could read differently', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.constant('/')), { maxLength: 14 }), (pieces) => {
      const target = `/mcp/${pieces.join('')}`;
      const path = judgedPath(target);
      if (path === undefined) return;
      expect(path.startsWith('/mcp/')).toBe(true);
      const readings = [new URL(path, 'http://x').pathname, new URL(safelyDecoded(path), 'http://x').pathname];
      for (const reading of readings) expect(reading.startsWith('/mcp')).toBe(true);
    }),
    { numRuns: 10_000, seed: 14 },
  );
});

function safelyDecoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
