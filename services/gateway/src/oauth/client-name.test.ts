import { expect, test } from 'vitest';
import { cleanClientName, imitatedBy, isLocalProgram, siteOf } from './client-name.ts';

test('shows a name on one line, limited in length, without hidden or direction-changing characters', () => {
  expect(cleanClientName('Cla\u202eude\u200b\n  Desktop')).toBe('Claude Desktop');
  expect(cleanClientName('Z\u0300\u0301\u0302a')).toBe('Za');
  expect([...cleanClientName('x'.repeat(436))]).toHaveLength(61);
  expect(cleanClientName('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
  expect(cleanClientName('x'.repeat(60))).toBe('x'.repeat(60));
});

test.each([
  ['Claude', 'https://evil.example/callback'],
  ['Сlаudе', 'https://evil.example/callback'],
  ['C1aude Desktop', 'https://evil.example/callback'],
  ['CIaude', 'https://claude.ai.evil.example/'],
  ['ChatGPT', 'http://127.0.0.1:33418/'],
  ['Ｏｕｔｂｏｕｎｄ admin', 'https://evil.example/'],
  ['Cur\u200bsor', 'https://notcursor.com/'],
  ['Cursor', 'windsurf://callback'],
  ['Claude', 'no address'],
  ['Outbound', 'https://claude.ai/'],
])('marks %s that returns to %s', (name, redirect) => {
  expect(imitatedBy(name, redirect)).toBeDefined();
});

test.each([
  ['Claude', 'https://claude.ai/api/mcp/auth_callback'],
  ['Claude', 'https://www.claude.com/callback'],
  ['Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback'],
  ['Visual Studio Code', 'https://vscode.dev/redirect'],
  ['ChatGPT', 'https://chatgpt.com/connector/oauth/abc'],
  ['My little script', 'https://evil.example/callback'],
  ['MCP Inspector', 'http://localhost:6274/oauth/callback'],
])('does not mark %s that returns to %s', (name, redirect) => {
  expect(imitatedBy(name, redirect)).toBeUndefined();
});

test.each([
  ['https://claude.ai/callback', 'claude.ai', false],
  ['https://client.example:8443/', 'client.example:8443', false],
  ['http://127.0.0.1:33418/', undefined, true],
  ['http://localhost/callback', undefined, true],
  ['http://[::1]:7/', undefined, true],
  ['cursor://anysphere.cursor-mcp/oauth/callback', undefined, false],
  ['no address', undefined, false],
])('%s returns to the site %s; returns to a local program: %s', (redirect, site, isLocal) => {
  expect(siteOf(redirect)).toBe(site);
  expect(isLocalProgram(redirect)).toBe(isLocal);
});
