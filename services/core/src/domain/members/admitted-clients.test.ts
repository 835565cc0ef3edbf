import { expect, test } from 'vitest';
import { isAdmitted, problemOfAdmitted, readAdmitted } from './admitted-clients.ts';

test.each([
  [null, { name: 'Anything', host: 'elsewhere.example' }, true],
  [undefined, { name: 'Anything' }, true],
  [['claude.ai'], { name: 'Whatever', host: 'claude.ai' }, true],
  [['Claude.ai'], { name: 'Claude', host: 'CLAUDE.ai' }, true],
  [['claude.ai'], { name: 'Claude', host: 'notclaude.ai' }, false],
  [['claude.ai'], { name: 'Claude', host: 'claude.ai.evil.example' }, false],
  // A program cannot call itself by the address of a site, nor a site by the name of a program.
  [['claude.ai'], { name: 'claude.ai' }, false],
  [['Claude Code'], { name: 'Claude Code', host: 'evil.example' }, false],
  [['Claude Code'], { name: 'claude code' }, true],
  [['Claude Code'], { name: 'Claude Code 2' }, false],
])('%j and %j: %s', (admitted, client, expected) => {
  expect(isAdmitted(admitted, client)).toBe(expected);
});

test('reads one client per line, reduces URLs to their host, and drops duplicates', () => {
  const text = ' claude.ai \r\n\nhttps://ChatGPT.com/connector?x=1\nClaude   Code\nCLAUDE.AI\n';
  expect(readAdmitted(text)).toEqual(['claude.ai', 'chatgpt.com', 'Claude Code']);
});

test('explains problems with a list', () => {
  expect(problemOfAdmitted(['claude.ai'])).toBeNull();
  expect(problemOfAdmitted([])).toContain('at least one');
  expect(problemOfAdmitted(Array.from({ length: 51 }, (_, index) => `Client ${index}`))).toContain('at most 50');
  expect(problemOfAdmitted(['x'.repeat(101)])).toContain('100 characters');
});
